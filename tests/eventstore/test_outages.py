"""The log while its broker hangs, dies, comes back, or does not get its answers through."""

import asyncio
from contextlib import aclosing

import pytest
from nats.aio.client import Client

from shared.contracts.ids import RoomId
from shared.eventstore.following import FollowSettings
from shared.eventstore.jetstream import JetStreamLog, LogSettings
from shared.eventstore.log import Away, Conflict, Doubtful
from shared.eventstore.pulling import PullSettings
from shared.eventstore.snapshots import JetStreamSnapshots
from shared.runtime.nats_server import NatsServer
from tests.conftest import Count
from tests.eventstore.wires import wire_to
from tests.eventstore.worlds import (
    ALL_SHARDS,
    FAST,
    by_room,
    collect,
    connect,
    is_idle,
)

ROOM = RoomId("SALOON")
IMPATIENT = LogSettings(append_timeout_s=0.3, read_timeout_s=0.5, follow=FAST.follow)
BACK_WITHIN_S = 3.0


@pytest.fixture
async def log(connection: Client) -> JetStreamLog:
    return JetStreamLog(connection, settings=IMPATIENT)


async def entries_in(log: JetStreamLog, room: RoomId = ROOM) -> list[bytes]:
    """What is there, once the broker answers again."""
    async with asyncio.timeout(BACK_WITHIN_S):
        while True:
            try:
                return [x.entry for x in await log.read(room)]
            except Away:
                await asyncio.sleep(0.02)


async def test_killed_before_it_took_the_entry_the_append_is_doubtful_and_nothing_is_there(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    await log.append(ROOM, 1, b"first", message_id="m1")
    own_broker.pause()
    appending = asyncio.create_task(log.append(ROOM, 2, b"second", message_id="m2"))
    await asyncio.sleep(0.05)
    own_broker.kill()
    with pytest.raises(Doubtful):
        await appending
    await own_broker.start()
    assert await entries_in(log) == [b"first"]
    await log.append(ROOM, 2, b"second", message_id="m2")
    assert await entries_in(log) == [b"first", b"second"]


async def test_appends_over_a_lost_connection_are_doubtful_long_before_their_time_is_out(
    own_broker: NatsServer, connection: Client
) -> None:
    log = JetStreamLog(connection, settings=LogSettings(append_timeout_s=60))
    await log.append(ROOM, 1, b"first", message_id="m1")
    own_broker.pause()
    rooms = [RoomId(f"LOST{i:02}") for i in range(20)]
    appending = [
        asyncio.create_task(log.append(room, 1, b"lost", message_id="m1")) for room in rooms
    ]
    await asyncio.sleep(0.3)
    assert not any(task.done() for task in appending)
    own_broker.kill()
    done, _ = await asyncio.wait(appending, timeout=1)
    assert [type(task.exception()) for task in done] == [Doubtful] * 20
    await own_broker.start()
    assert await entries_in(log) == [b"first"]
    await log.append(ROOM, 2, b"second", message_id="m2")


async def test_a_lost_acknowledgement_is_doubtful_and_the_entry_is_there(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    async with wire_to(own_broker.url) as wire:
        behind_wire = await connect(wire.url)
        writer = JetStreamLog(behind_wire, settings=IMPATIENT)
        await writer.append(ROOM, 1, b"first", message_id="m1")
        wire.is_deaf = True
        with pytest.raises(Doubtful) as doubt:
            await writer.append(ROOM, 2, b"second", message_id="m2")
        assert (doubt.value.room, doubt.value.seq) == (ROOM, 2)
        wire.is_deaf = False
        assert await entries_in(writer) == await entries_in(log) == [b"first", b"second"]
        await writer.append(ROOM, 3, b"third", message_id="m3")
        with pytest.raises(Conflict):
            await writer.append(ROOM, 2, b"second", message_id="m2")
        assert await entries_in(log) == [b"first", b"second", b"third"]
        await behind_wire.close()


async def test_hanging_it_is_doubtful_and_the_entry_may_come_later(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    await log.append(ROOM, 1, b"first", message_id="m1")
    own_broker.pause()
    with pytest.raises(Doubtful):
        await log.append(ROOM, 2, b"second", message_id="m2")
    with pytest.raises(Away):
        await log.read(ROOM)
    with pytest.raises(Away):
        await log.head(ROOM)
    own_broker.resume()
    await settles(log)
    assert await entries_in(log) == [b"first", b"second"]


async def settles(log: JetStreamLog) -> None:
    """A read may overtake an entry on its way; another try of the same entry stands behind it."""
    assert await entries_in(log) in ([b"first"], [b"first", b"second"])
    with pytest.raises(Conflict):
        await log.append(ROOM, 2, b"second", message_id="m2")


async def test_cancelled_while_it_hangs_the_entry_is_whole_or_not_there(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    await log.append(ROOM, 1, b"first", message_id="m1")
    own_broker.pause()
    appending = asyncio.create_task(log.append(ROOM, 2, b"second", message_id="m2"))
    await asyncio.sleep(0.05)
    appending.cancel()
    await asyncio.wait({appending})
    assert appending.cancelled()
    own_broker.resume()
    await settles(log)
    assert await entries_in(log) == [b"first", b"second"]
    await log.append(ROOM, 3, b"third", message_id="m3")


async def test_while_it_is_away_everything_says_so_at_once_and_nothing_is_stored_later(
    own_broker: NatsServer, connection: Client, log: JetStreamLog
) -> None:
    await log.append(ROOM, 1, b"first", message_id="m1")
    own_broker.kill()
    await asyncio.sleep(0.1)
    assert not connection.is_connected
    clock = asyncio.get_running_loop().time
    began_s = clock()
    snapshots = JetStreamSnapshots(connection)
    for attempt in (
        log.append(ROOM, 2, b"second", message_id="m2"),
        log.append(RoomId("NEW001"), 1, b"first", message_id="m1"),
        log.read(ROOM),
        log.head(ROOM),
        log.rooms(),
        snapshots.get(ROOM),
        snapshots.put(ROOM, 1, b"fold"),
    ):
        with pytest.raises(Away):
            await attempt
    assert clock() - began_s < 1  # nobody waits for the broker
    await own_broker.start()
    assert await entries_in(log) == [b"first"]
    await asyncio.sleep(0.3)
    assert await log.rooms() == [ROOM]
    assert await log.head(ROOM) == 1


async def write_carefully(log: JetStreamLog, room: RoomId, last: int) -> list[bytes]:
    """Appends as rules do, reading back after doubt. Gives what was accepted."""
    accepted: list[bytes] = []
    while len(accepted) < last:
        seq = len(accepted) + 1
        entry = f"{room} {seq}".encode()
        try:
            await log.append(room, seq, entry, message_id=f"m{seq}")
        except Away:
            await asyncio.sleep(0.02)
            continue
        except (Doubtful, Conflict):
            if len(await entries_in(log, room)) < seq:
                continue
        accepted.append(entry)
    return accepted


async def test_killed_and_restarted_under_load_nothing_accepted_is_lost_or_doubled(
    own_broker: NatsServer, log: JetStreamLog, count: Count
) -> None:
    rooms = [RoomId(f"LOAD{i:02}") for i in range(16)]
    writers = [asyncio.create_task(write_carefully(log, room, 150)) for room in rooms]
    for _ in range(4):
        await asyncio.sleep(0.25)
        own_broker.kill()
        await own_broker.start()
    accepted = await asyncio.wait_for(asyncio.gather(*writers), 60)
    found = [await entries_in(log, room) for room in rooms]
    assert found == accepted
    count("entries written through broker kills", sum(map(len, found)), minimum=2400)


async def test_a_follower_goes_on_behind_a_kill_without_gap_or_double(
    own_broker: NatsServer, log: JetStreamLog, count: Count
) -> None:
    rooms = [RoomId(f"LOAD{i:02}") for i in range(8)]
    following = asyncio.create_task(collect(log, 8 * 150))
    writers = [asyncio.create_task(write_carefully(log, room, 150)) for room in rooms]
    for _ in range(3):
        await asyncio.sleep(0.3)
        own_broker.kill()
        await own_broker.start()
    await asyncio.wait_for(asyncio.gather(*writers), 60)
    entries, _ = await asyncio.wait_for(following, 30)
    assert by_room(entries) == {room: list(range(1, 151)) for room in rooms}
    count("entries followed through broker kills", len(entries), minimum=1200)


async def test_a_follower_tells_that_the_log_is_away_and_is_back_within_seconds(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    await log.append(ROOM, 1, b"first", message_id="m1")
    clock = asyncio.get_running_loop().time
    async with aclosing(log.follow(ALL_SHARDS, None)) as batches:
        async for batch in batches:
            if is_idle(batch):
                break
        own_broker.kill()
        async with asyncio.timeout(BACK_WITHIN_S):
            async for batch in batches:
                if not batch.is_current:
                    break
        for _ in range(4):
            last_s = clock()
            batch = await anext(batches)
            assert not batch.entries
            assert not batch.is_current
            assert clock() - last_s < FAST.follow.idle_s + 0.5
        await own_broker.start()
        await entries_in(log)
        await log.append(ROOM, 2, b"second", message_id="m2")
        seen: list[int] = []
        async with asyncio.timeout(BACK_WITHIN_S):
            async for batch in batches:
                seen += [x.seq for x in batch.entries]
                if seen and batch.is_current:
                    break
        assert seen == [2]


async def test_a_broker_that_was_away_is_noticed_before_its_silence(
    own_broker: NatsServer, connection: Client, log: JetStreamLog
) -> None:
    patient = FollowSettings(pull=PullSettings(heartbeat_s=9))
    follower = JetStreamLog(connection, settings=LogSettings(follow=patient))
    following = asyncio.create_task(collect(follower, 2))
    await log.append(ROOM, 1, b"first", message_id="m1")
    await asyncio.sleep(0.2)
    own_broker.kill()
    await own_broker.start()
    await entries_in(log)
    await log.append(ROOM, 2, b"second", message_id="m2")
    entries, _ = await asyncio.wait_for(following, BACK_WITHIN_S)
    assert [x.seq for x in entries] == [1, 2]


async def test_a_follower_survives_a_broker_that_hangs(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    following = asyncio.create_task(collect(log, 40))
    await write_carefully(log, ROOM, 20)
    own_broker.pause()
    await asyncio.sleep(2.5)  # longer than the silence at which a consumer is given up
    own_broker.resume()
    written = await write_carefully(log, RoomId("OTHER1"), 20)
    entries, _ = await asyncio.wait_for(following, 10)
    assert len(written) == 20
    assert by_room(entries) == {ROOM: list(range(1, 21)), RoomId("OTHER1"): list(range(1, 21))}


async def test_a_follower_behind_a_wire_that_lost_messages_fetches_them_itself(
    own_broker: NatsServer, log: JetStreamLog
) -> None:
    async with wire_to(own_broker.url) as wire:
        behind_wire = await connect(wire.url)
        follower = JetStreamLog(behind_wire, settings=FAST)
        following = asyncio.create_task(collect(follower, 60))
        await write_carefully(log, ROOM, 20)
        await asyncio.sleep(0.2)
        wire.is_deaf = True
        for seq in range(21, 41):
            await log.append(ROOM, seq, b"unheard", message_id=f"m{seq}")
        await asyncio.sleep(0.2)
        wire.is_deaf = False
        for seq in range(41, 61):
            await log.append(ROOM, seq, b"heard", message_id=f"m{seq}")
        entries, _ = await asyncio.wait_for(following, 10)
        assert [x.seq for x in entries] == list(range(1, 61))
        await behind_wire.close()


async def test_a_checkpoint_outlives_the_broker(own_broker: NatsServer, log: JetStreamLog) -> None:
    await write_carefully(log, ROOM, 5)
    _, checkpoint = await collect(log, 5)
    await own_broker.restart()
    await entries_in(log)
    for seq in range(6, 9):
        await log.append(ROOM, seq, b"later", message_id=f"m{seq}")
    entries, _ = await collect(log, 3, checkpoint)
    assert [x.seq for x in entries] == [6, 7, 8]


async def test_a_closed_follower_does_not_hold_up_the_end_of_its_connection(
    own_broker: NatsServer,
) -> None:
    connection = await connect(own_broker.url)
    log = JetStreamLog(connection, settings=FAST)
    async with aclosing(log.follow(ALL_SHARDS, None)) as batches:
        assert is_idle(await anext(batches))
    await asyncio.wait_for(connection.drain(), 1)


async def test_without_streams_nothing_is_stored_and_a_follower_waits_for_them(
    own_broker: NatsServer, connection: Client
) -> None:
    js = connection.jetstream()
    for stream in ("EV0", "EV1", "EV2", "EV3", "SNAPSHOTS"):
        await js.delete_stream(stream)
    log = JetStreamLog(connection, settings=FAST)
    snapshots = JetStreamSnapshots(connection)
    with pytest.raises(Away):
        await log.append(ROOM, 1, b"first", message_id="m1")
    for attempt in (log.head(ROOM), log.rooms(), snapshots.get(ROOM)):
        with pytest.raises(Away):
            await attempt
    async with aclosing(log.follow(ALL_SHARDS, None)) as batches:
        batch = await anext(batches)
        assert not batch.entries
        assert not batch.is_current
