"""A log on the broker that was cut, made anew, written by a stranger or remembered wrongly."""

import asyncio
from pathlib import Path

import pytest
from nats.aio.client import Client

from shared.contracts.ids import RoomId, Seq
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.layout import MAIN, Layout, shard_of
from shared.eventstore.log import CheckpointUnusable, Full, Gap, Snapshot
from shared.eventstore.places import Place, Places
from shared.eventstore.planning import Refused, ensure_streams
from shared.eventstore.snapshots import JetStreamSnapshots
from shared.eventstore.streams import LogStreamSettings, log_streams
from shared.runtime.nats_server import NatsServer, ServerSettings
from tests.eventstore.worlds import (
    ADMIN,
    FAST,
    PATIENCE_S,
    collect,
    connect,
    is_idle,
    rooms_in_shard,
)

ROOM = RoomId("SALOON")
STREAM = MAIN.stream_of(shard_of(ROOM))
STREAMS = ("EV0", "EV1", "EV2", "EV3")


@pytest.fixture
async def log(connection: Client) -> JetStreamLog:
    return JetStreamLog(connection, settings=FAST)


async def fill(log: JetStreamLog, room: RoomId, last: int, first: int = 1) -> None:
    for seq in range(first, last + 1):
        await log.append(room, seq, b"%d" % seq, message_id=f"m{seq}")


async def slip_in(connection: Client, room: RoomId, headers: dict[str, str]) -> None:
    """Writes into a room past the log, as only somebody with too many rights could."""
    await connection.jetstream().publish(MAIN.subject(room), b"strange", headers=headers)


@pytest.mark.parametrize(
    ("headers", "found"),
    [({"Saloon-Seq": "5"}, 5), ({"Saloon-Seq": "2"}, 2), ({}, 0), ({"Saloon-Seq": "four"}, 0)],
    ids=["later", "again", "unnumbered", "garbled"],
)
async def test_an_entry_with_a_wrong_number_is_named_by_reader_and_follower(
    connection: Client, log: JetStreamLog, headers: dict[str, str], found: int
) -> None:
    await fill(log, ROOM, 3)
    await slip_in(connection, ROOM, headers)
    await slip_in(connection, ROOM, {"Saloon-Seq": "6"})
    with pytest.raises(Gap) as read:
        await JetStreamLog(connection).read(ROOM)
    with pytest.raises(Gap) as followed:
        await collect(log, 99)
    for gap in (read.value, followed.value):
        assert (gap.room, gap.seq, gap.found) == (ROOM, 4, found)


async def test_what_lies_before_a_gap_is_handed_out_first(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, ROOM, 3)
    await slip_in(connection, ROOM, {"Saloon-Seq": "5"})
    seen: list[int] = []

    async def follow() -> None:
        async for batch in log.follow([shard_of(ROOM)], None):
            seen.extend(x.seq for x in batch.entries)

    with pytest.raises(Gap):
        await asyncio.wait_for(follow(), PATIENCE_S)
    assert seen == [1, 2, 3]


async def test_a_room_without_its_first_entry_has_a_gap(
    connection: Client, log: JetStreamLog
) -> None:
    await slip_in(connection, ROOM, {"Saloon-Seq": "2"})
    await slip_in(connection, ROOM, {"Saloon-Seq": "3"})
    with pytest.raises(Gap) as read:
        await log.read(ROOM)
    with pytest.raises(Gap) as followed:
        await collect(log, 2)
    assert read.value.seq == followed.value.seq == 1


async def test_a_gap_is_seen_behind_a_checkpoint_too(connection: Client, log: JetStreamLog) -> None:
    await fill(log, ROOM, 3)
    _, checkpoint = await collect(log, 3)
    await fill(log, ROOM, 5, first=4)
    await slip_in(connection, ROOM, {"Saloon-Seq": "7"})
    with pytest.raises(Gap) as gap:
        await collect(log, 99, checkpoint)
    assert (gap.value.room, gap.value.seq) == (ROOM, 6)


async def test_a_gap_in_one_room_leaves_the_others_readable(
    connection: Client, log: JetStreamLog
) -> None:
    damaged, sound = rooms_in_shard(3, 2)
    await slip_in(connection, damaged, {"Saloon-Seq": "9"})
    await fill(log, sound, 4)
    assert [x.seq for x in await log.read(sound)] == [1, 2, 3, 4]
    assert await log.rooms() == sorted([damaged, sound])


async def test_a_log_cut_behind_the_checkpoint_stops_the_follower(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, ROOM, 3)
    _, checkpoint = await collect(log, 3)
    await fill(log, ROOM, 9, first=4)
    await connection.jetstream().purge_stream(STREAM, seq=7)
    with pytest.raises(CheckpointUnusable, match=f"{STREAM} begins at 7, behind 3"):
        await collect(log, 3, checkpoint)


async def test_a_log_cut_up_to_the_checkpoint_is_followed_on(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, ROOM, 6)
    _, checkpoint = await collect(log, 6)
    await fill(log, ROOM, 9, first=7)
    await connection.jetstream().purge_stream(STREAM, seq=7)
    entries, _ = await collect(log, 3, checkpoint)
    assert [x.seq for x in entries] == [7, 8, 9]


async def test_a_stream_made_anew_is_told_from_the_old_one(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, ROOM, 3)
    _, checkpoint = await collect(log, 3)
    await connection.jetstream().delete_stream(STREAM)
    await ensure_streams(connection, log_streams())
    await fill(JetStreamLog(connection), ROOM, 5)  # as long as the old one and longer
    with pytest.raises(CheckpointUnusable, match=f"{STREAM} was made anew"):
        await collect(log, 2, checkpoint)


async def test_a_follower_at_work_notices_that_the_stream_was_made_anew(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, ROOM, 3)
    seen: list[int] = []

    async def follow() -> None:
        async for batch in log.follow([shard_of(ROOM)], None):
            seen.extend(x.seq for x in batch.entries)
            if len(seen) == 3 and is_idle(batch):
                await connection.jetstream().delete_stream(STREAM)
                await ensure_streams(connection, log_streams())

    with pytest.raises(CheckpointUnusable):
        await asyncio.wait_for(follow(), PATIENCE_S)
    assert seen == [1, 2, 3]


async def test_a_follower_makes_itself_a_new_consumer_when_it_lost_its_own(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, ROOM, 3)
    seen: list[int] = []
    async with asyncio.timeout(PATIENCE_S):
        async for batch in log.follow([shard_of(ROOM)], None):
            seen += [x.seq for x in batch.entries]
            if len(seen) == 3 and is_idle(batch):
                for consumer in await connection.jetstream().consumers_info(STREAM):
                    await connection.jetstream().delete_consumer(STREAM, consumer.name)
                await fill(log, ROOM, 6, first=4)
            if len(seen) == 6:
                break
    assert seen == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("place", [Place(1, 9), Place(3, 1), Place(4, 5000), Place(2, 4)])
async def test_a_place_remembered_wrongly_costs_time_only(
    connection: Client, log: JetStreamLog, place: Place
) -> None:
    others = rooms_in_shard(shard_of(ROOM), 3)
    for seq in range(1, 9):
        for room in (*others, ROOM):
            await log.append(room, seq, b"%d" % seq, message_id=f"m{seq}")
    places = Places()
    places.keep_start(ROOM, place)
    entries = await JetStreamLog(connection, places=places).read(ROOM, 4)
    assert [(x.seq, x.entry) for x in entries] == [(x, b"%d" % x) for x in (5, 6, 7, 8)]


async def test_a_head_remembered_wrongly_costs_one_conflict(
    connection: Client, log: JetStreamLog
) -> None:
    await fill(log, ROOM, 3)
    places = Places()
    places.keep_head(ROOM, Place(3, 77))
    other = JetStreamLog(connection, places=places)
    with pytest.raises(Exception, match="does not follow"):
        await other.append(ROOM, 4, b"x", message_id="n4")
    await other.append(ROOM, 4, b"x", message_id="n4")
    assert await log.head(ROOM) == 4


async def test_snapshots_outlive_the_broker_and_tell_where_the_tail_lies(
    own_broker: NatsServer, connection: Client
) -> None:
    places = Places()
    log = JetStreamLog(connection, places=places)
    await fill(log, ROOM, 5)
    await JetStreamSnapshots(connection, places=places).put(ROOM, 5, b"fold")
    await own_broker.restart()
    again = await connect(own_broker.url)
    later = Places()
    assert await JetStreamSnapshots(again, places=later).get(ROOM) == Snapshot(Seq(5), b"fold")
    assert later.start_before(ROOM, 6) == Place(5, 5)
    await again.close()


async def test_streams_are_made_once_and_never_relaid(connection: Client) -> None:
    await ensure_streams(connection, log_streams())
    for other in (Layout(stream_count=1), Layout(stream_count=3), Layout(stream_count=8)):
        with pytest.raises(Refused):
            await ensure_streams(connection, log_streams(other))


async def test_streams_are_laid_out_as_the_log_needs_them(connection: Client) -> None:
    js = connection.jetstream()
    for stream in STREAMS:
        config = (await js.stream_info(stream)).config
        assert config.subjects is not None
        assert len(config.subjects) == 16
        assert (config.storage, config.discard, config.retention) == ("file", "new", "limits")
        assert (config.allow_direct, config.deny_delete) == (True, True)
        assert config.duplicate_window == 120
    config = (await js.stream_info("SNAPSHOTS")).config
    assert (config.max_msgs_per_subject, config.discard) == (1, "old")


async def test_a_full_log_says_that_it_is_full_and_keeps_what_it_has(tmp_path: Path) -> None:
    layout = Layout(stream_count=1)
    async with NatsServer(ServerSettings(tmp_path / "broker", (ADMIN,))) as broker:
        connection = await connect(broker.url)
        settings = LogStreamSettings(log_bytes_limit=30_000)
        await ensure_streams(connection, log_streams(layout, settings))
        log = JetStreamLog(connection, layout, FAST)
        for seq in range(1, 5):
            await log.append(ROOM, seq, b"x" * 5_000, message_id=f"m{seq}")
        try:
            with pytest.raises(Full, match="maximum bytes exceeded"):
                await log.append(ROOM, 5, b"x" * 10_000, message_id="m5")
            assert await log.head(ROOM) == 4
            assert len(await log.read(ROOM)) == 4
        finally:
            await connection.close()


async def test_one_stream_is_enough_where_little_happens(tmp_path: Path) -> None:
    layout = Layout(stream_count=1)
    async with NatsServer(ServerSettings(tmp_path / "broker", (ADMIN,))) as broker:
        connection = await connect(broker.url)
        await ensure_streams(
            connection, log_streams(layout, LogStreamSettings(duplicate_window_s=5))
        )
        log = JetStreamLog(connection, layout, FAST)
        for shard in (0, 31, 63):
            await fill(log, rooms_in_shard(shard, 1)[0], 3)
        assert len((await collect(log, 9))[0]) == 9
        assert len(await log.rooms()) == 3
        await connection.close()


@pytest.mark.parametrize("is_encrypted", [True, False])
async def test_what_is_stored_cannot_be_read_from_the_disk(
    tmp_path: Path, *, is_encrypted: bool
) -> None:
    directory = tmp_path / "broker"
    settings = ServerSettings(directory, (ADMIN,), is_encrypted=is_encrypted)
    async with NatsServer(settings) as broker:
        connection = await connect(broker.url)
        await ensure_streams(connection, log_streams())
        await JetStreamLog(connection).append(ROOM, 1, b"the ace of spades", message_id="m1")
        await JetStreamSnapshots(connection).put(ROOM, 1, b"the ace of spades")
        await connection.close()
    written = [x for x in (directory / "store").rglob("*") if x.is_file()]
    readable = [x for x in written if b"ace of spades" in x.read_bytes()]
    assert len(readable) == (0 if is_encrypted else 2)
