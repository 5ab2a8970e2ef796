"""A cut on the broker that nobody heard of, that came to nothing, or that was none."""

import pytest
from nats.aio.client import Client

from shared.contracts.ids import RoomId
from shared.eventstore.cutting import JetStreamCutting
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.layout import MAIN, shard_of
from shared.eventstore.log import Away, CheckpointUnusable, Gap, Uncuttable
from shared.runtime.nats_server import NatsServer
from tests.eventstore.wires import wire_to
from tests.eventstore.worlds import FAST, collect, connect

ROOM = RoomId("SALOON")
STREAM = MAIN.stream_of(shard_of(ROOM))


@pytest.fixture
async def log(connection: Client) -> JetStreamLog:
    return JetStreamLog(connection, settings=FAST)


async def fill(log: JetStreamLog, last: int, first: int = 1, begins: tuple[int, ...] = ()) -> None:
    for seq in range(first, last + 1):
        entry = b"%d" % seq
        await log.append(ROOM, seq, entry, message_id=f"m{seq}", begins=seq in begins)


async def slip_in(connection: Client, headers: dict[str, str]) -> None:
    await connection.jetstream().publish(MAIN.subject(ROOM), b"strange", headers=headers)


async def numbers(log: JetStreamLog) -> list[int]:
    return [stored.seq for stored in await log.read(ROOM)]


async def test_a_cut_whose_acknowledgement_is_lost_is_made_again(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    await fill(log, 12, begins=(5, 9))
    async with wire_to(own_broker.url) as wire:
        far = await connect(wire.url)
        cutting = JetStreamCutting(far, timeout_s=0.3)
        await cutting.cut(ROOM, 5)
        wire.is_deaf = True
        with pytest.raises(Away):
            await cutting.cut(ROOM, 9)
        wire.is_deaf = False
        assert await numbers(log) in (list(range(5, 13)), list(range(9, 13)))
        await far.close()
    near = await connect(own_broker.url)
    await JetStreamCutting(near).cut(ROOM, 9)
    assert await numbers(log) == [9, 10, 11, 12]
    await near.close()


async def test_a_cut_that_nobody_answers_may_be_made_all_the_same(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    """Deaf from the purge on, and not before."""
    await fill(log, 12, begins=(9,))
    async with wire_to(own_broker.url) as wire:
        far = await connect(wire.url)
        request = far.request

        async def deaf_to_purges(subject: str, *args: object, **named: object) -> object:
            wire.is_deaf = "PURGE" in subject
            return await request(subject, *args, **named)  # type: ignore[arg-type]

        far.request = deaf_to_purges  # type: ignore[method-assign, assignment]
        with pytest.raises(Away):
            await JetStreamCutting(far, timeout_s=0.3).cut(ROOM, 9)
        await far.close()
    assert await numbers(log) == [9, 10, 11, 12]


async def test_a_cut_outlives_the_broker(own_broker: NatsServer, log: JetStreamLog) -> None:
    await fill(log, 12, begins=(9,))
    near = await connect(own_broker.url)
    await JetStreamCutting(near).cut(ROOM, 9)
    await near.close()
    own_broker.kill()
    await own_broker.restart()
    again = await connect(own_broker.url)
    later = JetStreamLog(again, settings=FAST)
    assert await numbers(later) == [9, 10, 11, 12]
    await later.append(ROOM, 13, b"13", message_id="m13")
    assert [x.seq for x in (await collect(later, 5))[0]] == [9, 10, 11, 12, 13]
    await again.close()


async def test_a_log_that_begins_without_a_mark_has_a_gap(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, 12, begins=(9,))
    await connection.jetstream().purge_stream(STREAM, seq=4)
    with pytest.raises(Gap) as read:
        await log.read(ROOM)
    with pytest.raises(Gap) as followed:
        await collect(log, 99)
    for gap in (read.value, followed.value):
        assert (gap.room, gap.seq, gap.found) == (ROOM, 1, 4)
    await JetStreamCutting(connection).cut(ROOM, 9)  # goes on with what was begun
    assert await numbers(log) == [9, 10, 11, 12]


async def test_an_entry_that_is_missing_before_a_marked_one_is_missed_by_whoever_reads(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, 3)
    await slip_in(connection, {"Saloon-Seq": "5", "Saloon-Begins": "1"})
    await slip_in(connection, {"Saloon-Seq": "6"})
    with pytest.raises(Gap) as gap:
        await log.read(ROOM)
    assert gap.value.seq == 4
    followed, _ = await collect(log, 5)
    assert [x.seq for x in followed] == [1, 2, 3, 5, 6]


async def test_an_entry_that_is_missing_behind_a_cut_is_a_gap(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, 6, begins=(5,))
    await JetStreamCutting(connection).cut(ROOM, 5)
    await slip_in(connection, {"Saloon-Seq": "8"})
    with pytest.raises(Gap) as read:
        await log.read(ROOM)
    with pytest.raises(Gap) as followed:
        await collect(log, 99)
    assert (read.value.seq, followed.value.seq) == (7, 7)


async def test_a_mark_counts_only_with_its_number(connection: Client, log: JetStreamLog) -> None:
    await fill(log, 3)
    await slip_in(connection, {"Saloon-Seq": "4", "Saloon-Begins": "yes"})
    with pytest.raises(Uncuttable):
        await JetStreamCutting(connection).cut(ROOM, 4)
    assert await numbers(log) == [1, 2, 3, 4]


async def test_a_follower_who_was_away_until_all_it_knew_was_cut_begins_anew(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, 3)
    _, checkpoint = await collect(log, 3)
    await fill(log, 9, first=4, begins=(8,))
    await JetStreamCutting(connection).cut(ROOM, 8)
    with pytest.raises(CheckpointUnusable, match="begins at 8"):
        await collect(log, 2, checkpoint)
    assert [x.seq for x in (await collect(log, 2))[0]] == [8, 9]
