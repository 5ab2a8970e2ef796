"""Snapshots: what every store of them does, in memory and on a broker alike."""

import asyncio

import pytest

from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Snapshot, TooLarge
from tests.eventstore.worlds import World, rooms_in_shard

ROOM = RoomId("SALOON")


async def test_an_unknown_room_has_none(world: World) -> None:
    assert await world.snapshots.get(ROOM) is None


async def test_the_first_is_kept(world: World) -> None:
    assert await world.snapshots.put(ROOM, 50, b"fold")
    assert await world.snapshots.get(ROOM) == Snapshot(Seq(50), b"fold")


async def test_a_newer_one_takes_the_place_of_the_older(world: World) -> None:
    await world.snapshots.put(ROOM, 50, b"old")
    assert await world.snapshots.put(ROOM, 51, b"new")
    assert await world.snapshots.get(ROOM) == Snapshot(Seq(51), b"new")


@pytest.mark.parametrize("seq", [1, 49, 50])
async def test_one_that_is_not_newer_is_not_kept(world: World, seq: int) -> None:
    await world.snapshots.put(ROOM, 50, b"kept")
    assert not await world.snapshots.put(ROOM, seq, b"late")
    assert await world.snapshots.get(ROOM) == Snapshot(Seq(50), b"kept")


async def test_another_process_sees_it_and_may_replace_it(world: World) -> None:
    _, others = world.other_process()
    await world.snapshots.put(ROOM, 50, b"mine")
    assert await others.get(ROOM) == Snapshot(Seq(50), b"mine")
    assert not await others.put(ROOM, 40, b"theirs")
    assert await others.put(ROOM, 60, b"theirs")
    assert await world.snapshots.get(ROOM) == Snapshot(Seq(60), b"theirs")


async def test_of_many_at_once_the_newest_stays(world: World) -> None:
    _, others = world.other_process()
    puts = [
        (others if seq % 2 else world.snapshots).put(ROOM, seq, b"%d" % seq) for seq in (3, 1, 4, 2)
    ]
    kept = await asyncio.gather(*puts)
    assert kept[2]
    assert await world.snapshots.get(ROOM) == Snapshot(Seq(4), b"4")


async def test_rooms_keep_their_own(world: World) -> None:
    rooms = rooms_in_shard(9, 4)
    for number, room in enumerate(rooms, 1):
        await world.snapshots.put(room, number, room.encode())
    kept = [await world.snapshots.get(room) for room in rooms]
    assert kept == [Snapshot(Seq(i), room.encode()) for i, room in enumerate(rooms, 1)]


@pytest.mark.parametrize("fold", [b"", bytes(range(256)), b"\xff\xfe", b"NATS/1.0 404\r\n\r\n"])
async def test_bytes_come_back_as_they_were(world: World, fold: bytes) -> None:
    await world.snapshots.put(ROOM, 1, fold)
    assert await world.snapshots.get(ROOM) == Snapshot(Seq(1), fold)


async def test_the_largest_is_taken_and_a_larger_one_refused(world: World) -> None:
    fold = b"\x5a" * world.limit_bytes
    assert await world.snapshots.put(ROOM, 1, fold)
    with pytest.raises(TooLarge) as refused:
        await world.snapshots.put(ROOM, 2, fold + b"x")
    assert refused.value.limit_bytes == world.limit_bytes
    assert await world.snapshots.get(ROOM) == Snapshot(Seq(1), fold)


@pytest.mark.parametrize("room", ["", "*", ">", "A.B"])
async def test_what_is_no_room_id_reaches_no_room(world: World, room: str) -> None:
    with pytest.raises(ValueError, match="room"):
        await world.snapshots.put(RoomId(room), 1, b"fold")
    with pytest.raises(ValueError, match="room"):
        await world.snapshots.get(RoomId(room))


@pytest.mark.parametrize("at", [1, 10, 29, 30])
async def test_the_tail_behind_a_snapshot_is_read_by_who_never_saw_the_room(
    world: World, at: int
) -> None:
    await world.fill(ROOM, at)
    await world.snapshots.put(ROOM, at, b"fold")
    await world.fill(ROOM, 30, first=at + 1)
    log, snapshots = world.other_process()
    snapshot = await snapshots.get(ROOM)
    assert snapshot is not None
    assert [x.seq for x in await log.read(ROOM, snapshot.seq)] == list(range(at + 1, 31))


async def test_a_snapshot_may_be_put_while_the_room_goes_on(world: World) -> None:
    await world.fill(ROOM, 60)
    await world.snapshots.put(ROOM, 50, b"fold")
    log, snapshots = world.other_process()
    assert await snapshots.get(ROOM) == Snapshot(Seq(50), b"fold")
    assert [x.seq for x in await log.read(ROOM, 50)] == list(range(51, 61))
