"""Following: what every log does, in memory and on a broker alike."""

import asyncio
from contextlib import aclosing

import pytest

from shared.contracts.ids import RoomId
from shared.eventstore.layout import SHARD_COUNT, Layout, shard_of
from shared.eventstore.log import Batch, Checkpoint, CheckpointUnusable, Stored
from shared.eventstore.memory import MemoryLog
from tests.eventstore.worlds import (
    ALL_SHARDS,
    IDLE_S,
    PATIENCE_S,
    World,
    by_room,
    collect,
    is_idle,
    rooms_in_shard,
)

ROOM = RoomId("SALOON")
ROOMS = [RoomId(f"F{i:02}") for i in range(24)]
"""They lie in streams and shards of all kinds."""


async def first_batch(world: World, checkpoint: Checkpoint | None = None) -> Batch:
    async with (
        asyncio.timeout(PATIENCE_S),
        aclosing(world.log.follow(ALL_SHARDS, checkpoint)) as batches,
    ):
        return await anext(batches)


async def fill_side_by_side(world: World, last: int, first: int = 1) -> None:
    await asyncio.gather(*(world.fill(room, last, first) for room in ROOMS))


async def test_the_rooms_of_these_tests_lie_in_every_stream(world: World) -> None:
    assert len({world.layout.stream_of(shard_of(room)) for room in ROOMS}) == 4


async def test_an_empty_log_says_at_once_that_it_is_current(world: World) -> None:
    batch = await asyncio.wait_for(first_batch(world), IDLE_S)
    assert is_idle(batch)


async def test_what_was_there_and_what_comes_is_handed_out(world: World) -> None:
    await world.fill(ROOM, 3)
    entries: list[Stored] = []
    async with asyncio.timeout(PATIENCE_S), aclosing(world.log.follow(ALL_SHARDS, None)) as batches:
        async for batch in batches:
            entries += batch.entries
            if len(entries) == 3 and is_idle(batch):
                await world.fill(ROOM, 5, first=4)
            if len(entries) == 5:
                break
    assert entries == await world.log.read(ROOM)


async def test_every_room_comes_whole_and_in_order_over_all_streams(world: World) -> None:
    await fill_side_by_side(world, 12)
    entries, _ = await collect(world.log, 12 * len(ROOMS))
    assert by_room(entries) == {room: list(range(1, 13)) for room in ROOMS}
    for room in ROOMS:
        assert [x for x in entries if x.room == room] == await world.log.read(room)


async def test_the_order_across_rooms_of_one_shard_is_that_of_the_log(world: World) -> None:
    rooms = rooms_in_shard(11, 3)
    wanted = [(room, seq) for seq in range(1, 6) for room in rooms]
    for room, seq in wanted:
        await world.add(room, seq)
    entries, _ = await collect(world.log, len(wanted))
    assert [(x.room, x.seq) for x in entries] == wanted


async def test_following_goes_on_from_any_checkpoint_without_gap_or_double(world: World) -> None:
    await fill_side_by_side(world, 10)
    whole: list[tuple[str, int]] = []
    reached: list[tuple[int, Checkpoint]] = []
    async with asyncio.timeout(PATIENCE_S), aclosing(world.log.follow(ALL_SHARDS, None)) as batches:
        async for batch in batches:
            whole += [(x.room, x.seq) for x in batch.entries]
            reached.append((len(whole), batch.checkpoint))
            if len(whole) == 10 * len(ROOMS):
                break
    assert len(set(whole)) == len(whole)
    for number, checkpoint in reached:
        rest, _ = await collect(world.log, len(whole) - number, checkpoint)
        assert sorted((x.room, x.seq) for x in rest) == sorted(whole[number:])


async def test_a_follower_that_stops_after_every_batch_misses_nothing(world: World) -> None:
    await fill_side_by_side(world, 10)
    seen: list[tuple[str, int]] = []
    checkpoint: Checkpoint | None = None
    while len(seen) < 10 * len(ROOMS):
        async with (
            asyncio.timeout(PATIENCE_S),
            aclosing(world.log.follow(ALL_SHARDS, checkpoint)) as batches,
        ):
            batch = await anext(batches)
            while not batch.entries:
                batch = await anext(batches)
        seen += [(x.room, x.seq) for x in batch.entries]
        checkpoint = batch.checkpoint
    assert sorted(seen) == [(room, seq) for room in ROOMS for seq in range(1, 11)]


async def test_a_batch_that_was_not_dealt_with_comes_again(world: World) -> None:
    await world.fill(ROOM, 3)
    _, before = await collect(world.log, 3)
    await world.fill(ROOM, 5, first=4)
    lost, _ = await collect(world.log, 2, before)
    again, _ = await collect(world.log, 2, before)
    assert lost == again == await world.log.read(ROOM, 3)


async def test_an_idle_checkpoint_loses_nothing(world: World) -> None:
    batch = await first_batch(world)
    await world.fill(ROOM, 2)
    entries, _ = await collect(world.log, 2, batch.checkpoint)
    assert by_room(entries) == {ROOM: [1, 2]}


async def test_empty_batches_come_while_nothing_happens(world: World) -> None:
    await world.fill(ROOM, 1)
    idle = 0
    clock = asyncio.get_running_loop().time
    began_s = clock()
    async with asyncio.timeout(PATIENCE_S), aclosing(world.log.follow(ALL_SHARDS, None)) as batches:
        async for batch in batches:
            idle += is_idle(batch)
            if idle == 4:
                break
    assert clock() - began_s < 5 * IDLE_S + 1


async def test_a_follower_that_keeps_up_is_told_that_it_is_current(world: World) -> None:
    async with asyncio.timeout(PATIENCE_S), aclosing(world.log.follow(ALL_SHARDS, None)) as batches:
        assert is_idle(await anext(batches))
        for seq in range(1, 20):
            await world.add(ROOM, seq)
            batch = await anext(batches)
            while not batch.entries:
                batch = await anext(batches)
            assert [x.seq for x in batch.entries] == [seq]
            assert batch.is_current


async def test_only_the_asked_shards_are_heard(world: World) -> None:
    mine, foreign = rooms_in_shard(5, 3), rooms_in_shard(6, 3) + rooms_in_shard(50, 3)
    for room in mine + foreign:
        await world.fill(room, 4)
    entries, _ = await collect(world.log, 12, shards=[5])
    assert by_room(entries) == {room: [1, 2, 3, 4] for room in mine}


async def test_followers_of_different_shards_hear_everything_once(world: World) -> None:
    await fill_side_by_side(world, 6)
    shares = [[x for x in ALL_SHARDS if x % 3 == rest] for rest in range(3)]
    heard = []
    for share in shares:
        number = 6 * sum(shard_of(room) in share for room in ROOMS)
        entries, _ = await collect(world.log, number, shards=share)
        heard += entries
    assert len(heard) == 6 * len(ROOMS)
    assert by_room(heard) == {room: list(range(1, 7)) for room in ROOMS}


async def test_a_share_of_shards_goes_on_from_its_checkpoint(world: World) -> None:
    share = list(range(0, SHARD_COUNT, 2))
    mine = [room for room in ROOMS if shard_of(room) in share]
    await fill_side_by_side(world, 3)
    _, checkpoint = await collect(world.log, 3 * len(mine), shards=share)
    await fill_side_by_side(world, 6, first=4)
    entries, _ = await collect(world.log, 3 * len(mine), checkpoint, shards=share)
    assert by_room(entries) == {room: [4, 5, 6] for room in mine}


async def test_two_followers_do_not_take_from_each_other(world: World) -> None:
    other, _ = world.other_process()
    await fill_side_by_side(world, 5)
    number = 5 * len(ROOMS)
    (mine, _), (theirs, _) = await asyncio.gather(
        collect(world.log, number), collect(other, number)
    )
    assert by_room(mine) == by_room(theirs) == {room: [1, 2, 3, 4, 5] for room in ROOMS}


async def test_a_follower_keeps_pace_with_many_writers(world: World) -> None:
    other, _ = world.other_process()
    following = asyncio.create_task(collect(other, 30 * len(ROOMS)))
    await fill_side_by_side(world, 30)
    entries, _ = await asyncio.wait_for(following, 20)
    assert by_room(entries) == {room: list(range(1, 31)) for room in ROOMS}


async def test_a_slow_follower_is_handed_everything_in_small_batches(world: World) -> None:
    await fill_side_by_side(world, 30)
    entries: list[Stored] = []
    async with asyncio.timeout(PATIENCE_S), aclosing(world.log.follow(ALL_SHARDS, None)) as batches:
        async for batch in batches:
            assert len(batch.entries) <= 64
            entries += batch.entries
            await asyncio.sleep(0.02)
            if len(entries) == 30 * len(ROOMS):
                break
    assert by_room(entries) == {room: list(range(1, 31)) for room in ROOMS}


async def test_bytes_come_as_they_were(world: World) -> None:
    wanted = [b"", b"\x00", bytes(range(256)), b"\xff\xfe", b"NATS/1.0 100 Idle Heartbeat\r\n\r\n"]
    for seq, entry in enumerate(wanted, 1):
        await world.add(ROOM, seq, entry)
    entries, _ = await collect(world.log, len(wanted))
    assert [x.entry for x in entries] == wanted


async def test_big_entries_come_too(world: World) -> None:
    for seq in range(1, 41):
        await world.add(ROOM, seq, bytes([seq]) * world.limit_bytes)
    entries, _ = await collect(world.log, 40)
    assert [(x.entry[0], len(x.entry)) for x in entries] == [
        (seq, world.limit_bytes) for seq in range(1, 41)
    ]


async def test_a_checkpoint_names_no_room(world: World) -> None:
    await world.fill(ROOM, 3)
    _, checkpoint = await collect(world.log, 3)
    assert checkpoint is not None
    assert ROOM not in checkpoint.decode()


@pytest.mark.parametrize("checkpoint", [b"", b"{}", b"\xff", b'{"EV0": 1}', b"[1, 2]", b"null"])
async def test_what_is_no_checkpoint_is_refused(world: World, checkpoint: bytes) -> None:
    with pytest.raises(CheckpointUnusable):
        await first_batch(world, Checkpoint(checkpoint))


async def test_a_checkpoint_of_another_layout_is_refused(world: World) -> None:
    other = MemoryLog(Layout(stream_count=8, tenant=world.layout.tenant), idle_s=IDLE_S)
    await other.append(ROOM, 1, b"x", message_id="m")
    _, checkpoint = await collect(other, 1)
    with pytest.raises(CheckpointUnusable, match="8 streams"):
        await first_batch(world, checkpoint)


async def test_a_checkpoint_from_a_log_that_was_made_anew_is_refused(world: World) -> None:
    other = MemoryLog(world.layout, idle_s=IDLE_S)
    for seq in range(1, 6):
        await other.append(ROOM, seq, b"x", message_id=f"m{seq}")
    _, checkpoint = await collect(other, 5)
    with pytest.raises(CheckpointUnusable):
        await first_batch(world, checkpoint)


@pytest.mark.parametrize("shards", [[-1], [SHARD_COUNT], [0, 999]])
async def test_a_shard_that_does_not_exist_is_refused(world: World, shards: list[int]) -> None:
    with pytest.raises(ValueError, match="shard"):
        await collect(world.log, 1, shards=shards)


async def test_a_closed_follower_leaves_the_log_as_it_was(world: World) -> None:
    await world.fill(ROOM, 2)
    for _ in range(5):
        await first_batch(world)
    await world.add(ROOM, 3)
    assert await world.log.head(ROOM) == 3


async def test_a_follower_can_be_cancelled_in_the_middle_of_waiting(world: World) -> None:
    following = asyncio.create_task(collect(world.log, 1))
    await asyncio.sleep(0.05)
    following.cancel()
    await asyncio.wait({following}, timeout=1)
    assert following.cancelled()
    await world.add(ROOM, 1)
    assert len((await collect(world.log, 1))[0]) == 1


async def test_a_follower_ends_at_once_whenever_it_is_cancelled(world: World) -> None:
    await world.fill(ROOM, 3)
    for steps in range(80):
        following = asyncio.create_task(collect(world.log, 99))
        for _ in range(steps):
            await asyncio.sleep(0)
        following.cancel()
        await asyncio.wait({following}, timeout=2)
        assert following.cancelled()
