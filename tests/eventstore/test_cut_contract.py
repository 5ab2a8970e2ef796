"""A log that is cut: what every log does, in memory and on a broker alike."""

import asyncio
import itertools
from contextlib import aclosing

import pytest

from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Batch, Conflict, Gap, Stored, Uncuttable
from tests.eventstore.worlds import (
    ALL_SHARDS,
    PATIENCE_S,
    World,
    by_room,
    collect,
    is_idle,
    rooms_in_shard,
)

ROOM = RoomId("SALOON")


def numbers(entries: list[Stored]) -> list[int]:
    return [stored.seq for stored in entries]


@pytest.mark.parametrize("before", [5, 9, 12])
async def test_a_cut_log_begins_with_the_marked_entry(world: World, before: int) -> None:
    entries = await world.fill(ROOM, 12, begins=(1, 5, 9, 12))
    await world.cutting.cut(ROOM, before)
    for log in (world.log, world.other_process()[0]):
        found = await log.read(ROOM)
        assert numbers(found) == list(range(before, 13))
        assert [stored.entry for stored in found] == entries[before - 1 :]
        assert found[0].begins
        assert await log.head(ROOM) == 12


async def test_marks_come_back_as_they_were(world: World) -> None:
    await world.fill(ROOM, 6, begins=(1, 4))
    assert [x.begins for x in await world.log.read(ROOM)] == [
        True,
        *[False] * 2,
        True,
        *[False] * 2,
    ]
    assert [x.begins for x in await world.log.read(ROOM, 3)] == [True, False, False]
    await world.fill(ROOM, 7, first=7, begins=(7,))
    assert [x.begins for x in await world.log.read(ROOM, 6)] == [True]
    followed, _ = await collect(world.log, 7)
    assert followed == await world.log.read(ROOM)


@pytest.mark.parametrize("before", [2, 4, 6, 8, 13, 99])
async def test_nothing_is_cut_before_an_entry_that_is_not_marked(world: World, before: int) -> None:
    await world.fill(ROOM, 12, begins=(1, 5, 9))
    with pytest.raises(Uncuttable) as refused:
        await world.cutting.cut(ROOM, before)
    assert (refused.value.room, refused.value.seq) == (ROOM, before)
    assert numbers(await world.log.read(ROOM)) == list(range(1, 13))


async def test_a_room_without_entries_cannot_be_cut(world: World) -> None:
    with pytest.raises(Uncuttable):
        await world.cutting.cut(ROOM, 1)
    assert await world.log.read(ROOM) == []


async def test_cutting_again_changes_nothing(world: World) -> None:
    await world.fill(ROOM, 12, begins=(5, 9))
    await world.cutting.cut(ROOM, 1)
    assert numbers(await world.log.read(ROOM)) == list(range(1, 13))
    for before in (9, 9, 5, 3, 1):
        await world.cutting.cut(ROOM, before)
        assert numbers(await world.log.read(ROOM)) == [9, 10, 11, 12]


async def test_a_cut_leaves_other_rooms_as_they_were(world: World) -> None:
    rooms = rooms_in_shard(9, 4)
    for seq in range(1, 9):
        for room in rooms:
            await world.add(room, seq, begins=seq in (1, 6))
    await world.cutting.cut(rooms[1], 6)
    await world.cutting.cut(rooms[3], 6)
    found = {room: numbers(await world.log.read(room)) for room in rooms}
    assert [found[room][0] for room in rooms] == [1, 6, 1, 6]
    assert {kept[-1] for kept in found.values()} == {8}
    assert await world.log.rooms() == sorted(rooms)


async def test_a_room_that_was_cut_goes_on(world: World) -> None:
    await world.fill(ROOM, 6, begins=(6,))
    await world.cutting.cut(ROOM, 6)
    other, _ = world.other_process()
    with pytest.raises(Conflict) as refused:
        await world.add(ROOM, 6)
    assert refused.value.head == 6
    with pytest.raises(Conflict):
        await world.add(ROOM, 1, log=other)
    await world.add(ROOM, 7)
    await world.add(ROOM, 8, log=other)
    assert numbers(await world.log.read(ROOM)) == [6, 7, 8]


@pytest.mark.parametrize("after", [0, 1, 5, 7])
async def test_who_asks_for_what_was_cut_away_is_told(world: World, after: int) -> None:
    await world.fill(ROOM, 12, begins=(9,))
    other, _ = world.other_process()
    await other.read(ROOM, after)  # it may remember where that lies
    await world.cutting.cut(ROOM, 9)
    for log in (world.log, other):
        with pytest.raises(Gap) as gap:
            await log.read(ROOM, after)
        assert (gap.value.room, gap.value.seq) == (ROOM, after + 1)


@pytest.mark.parametrize("after", [8, 9, 11, 12])
async def test_who_stands_behind_a_cut_reads_on(world: World, after: int) -> None:
    entries = await world.fill(ROOM, 12, begins=(9,))
    other, _ = world.other_process()
    await other.read(ROOM, after)
    await world.cutting.cut(ROOM, 9)
    for log in (world.log, other):
        assert [x.entry for x in await log.read(ROOM, after)] == entries[after:]


async def test_a_long_room_is_cut_and_read(world: World) -> None:
    await world.fill(ROOM, 1205, begins=(1003,))
    await world.cutting.cut(ROOM, 1003)
    assert numbers(await world.log.read(ROOM)) == list(range(1003, 1206))


async def test_following_from_the_first_begins_where_the_room_does(world: World) -> None:
    rooms = rooms_in_shard(20, 3)
    for room in rooms:
        await world.fill(room, 8, begins=(5,))
    await world.cutting.cut(rooms[0], 5)
    await world.cutting.cut(rooms[2], 5)
    entries, _ = await collect(world.log, 16)
    assert by_room(entries) == {
        rooms[0]: [5, 6, 7, 8],
        rooms[1]: list(range(1, 9)),
        rooms[2]: [5, 6, 7, 8],
    }


async def test_a_follower_that_stood_before_the_cut_goes_on_with_the_marked_entry(
    world: World,
) -> None:
    quiet, room = rooms_in_shard(20, 2)
    await world.fill(quiet, 1)
    await world.fill(room, 3)
    _, checkpoint = await collect(world.log, 4)
    await world.fill(room, 9, first=4, begins=(8,))
    await world.cutting.cut(room, 8)
    entries, _ = await collect(world.log, 2, checkpoint)
    assert by_room(entries) == {room: [8, 9]}
    assert entries[0].begins


async def test_a_follower_at_work_goes_on_over_a_cut(world: World) -> None:
    seen: list[Stored] = []
    async with asyncio.timeout(PATIENCE_S), aclosing(world.log.follow(ALL_SHARDS, None)) as batches:
        async for batch in batches:
            seen += batch.entries
            if len(seen) == 0 and is_idle(batch):
                await world.fill(ROOM, 4, begins=(1, 3))
            elif len(seen) == 4 and is_idle(batch):
                await world.cutting.cut(ROOM, 3)
                await world.fill(ROOM, 6, first=5, begins=(6,))
            elif len(seen) == 6 and is_idle(batch):
                await world.cutting.cut(ROOM, 6)
                await world.fill(ROOM, 7, first=7)
            elif len(seen) >= 7:
                break
    assert numbers(seen) == [1, 2, 3, 4, 5, 6, 7]


async def test_a_cut_in_the_middle_of_following_loses_nothing_behind_it(world: World) -> None:
    """However far a slow follower is when a room is cut, it comes to all that was kept."""
    rooms = rooms_in_shard(33, 4)
    for room in rooms:
        await world.fill(room, 60, begins=(1, 50))
    for cut_after in (1, 2, 3):
        seen: dict[RoomId, list[Stored]] = {room: [] for room in rooms}
        batch_number = 0
        async with (
            asyncio.timeout(PATIENCE_S),
            aclosing(world.log.follow(ALL_SHARDS, None)) as batches,
        ):
            async for batch in batches:
                batch_number += bool(batch.entries)
                _sort(batch, seen)
                if batch_number == cut_after:
                    await world.cutting.cut(rooms[cut_after], 50)
                if batch.is_current and all(x and x[-1].seq == 60 for x in seen.values()):
                    break
        for entries in seen.values():
            jumps = [b for a, b in itertools.pairwise(entries) if b.seq != a.seq + 1]
            assert all(stored.begins for stored in jumps)
            assert numbers(entries)[-11:] == list(range(50, 61))


def _sort(batch: Batch, seen: dict[RoomId, list[Stored]]) -> None:
    for stored in batch.entries:
        seen[stored.room].append(stored)


async def test_reading_while_the_room_is_cut_gives_a_whole_log(world: World) -> None:
    await world.fill(ROOM, 300, begins=range(1, 301, 10))
    other, _ = world.other_process()

    async def cut() -> None:
        for before in range(11, 300, 10):
            await world.cutting.cut(ROOM, before)

    cutting = asyncio.create_task(cut())
    begun: set[int] = set()
    while not cutting.done():
        found = await other.read(ROOM)
        assert numbers(found) == list(range(found[0].seq, 301))
        assert found[0].begins
        begun.add(found[0].seq)
    await cutting
    assert numbers(await other.read(ROOM)) == list(range(291, 301))


async def test_appending_while_the_room_is_cut_loses_nothing(world: World) -> None:
    await world.fill(ROOM, 100, begins=range(1, 101, 10))
    other, _ = world.other_process()

    async def append() -> None:
        for seq in range(101, 161):
            await world.add(ROOM, seq, b"%d" % seq, other)

    appending = asyncio.create_task(append())
    for before in range(11, 100, 10):
        await world.cutting.cut(ROOM, before)
    await appending
    found = await world.log.read(ROOM)
    assert numbers(found) == list(range(91, 161))
    assert [x.entry for x in found[10:]] == [b"%d" % seq for seq in range(101, 161)]


async def test_an_append_behind_the_entry_that_was_cut_to_conflicts_as_ever(world: World) -> None:
    await world.fill(ROOM, 5, begins=(5,))
    results = await asyncio.gather(
        world.cutting.cut(ROOM, 5),
        world.add(ROOM, 6, b"mine"),
        world.add(ROOM, 7),
        return_exceptions=True,
    )
    assert (results[0], results[1]) == (None, None)
    assert results[2] is None or isinstance(results[2], Conflict)
    assert numbers(await world.log.read(ROOM))[:2] == [5, 6]


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8, 13])
async def test_a_cut_that_was_cancelled_can_be_made_again(world: World, steps: int) -> None:
    await world.fill(ROOM, 12, begins=(9,))
    cutting = asyncio.create_task(world.cutting.cut(ROOM, 9))
    for _ in range(steps):
        await asyncio.sleep(0)
    cutting.cancel()
    await asyncio.wait({cutting})
    await asyncio.sleep(0.02)  # what was on its way has arrived
    assert (await world.log.read(ROOM))[0].seq in (1, 9)
    await world.cutting.cut(ROOM, 9)
    assert numbers(await world.log.read(ROOM)) == [9, 10, 11, 12]


async def test_two_who_cut_do_no_harm(world: World) -> None:
    await world.fill(ROOM, 30, begins=(11, 21))
    await asyncio.gather(*(world.cutting.cut(ROOM, before) for before in (21, 11, 21, 11)))
    assert numbers(await world.log.read(ROOM)) == list(range(21, 31))


@pytest.mark.parametrize("room", ["", "a b", "ev.*", "room>", "x" * 65])
async def test_what_cannot_be_a_room_cannot_be_cut(world: World, room: str) -> None:
    with pytest.raises(ValueError, match="room"):
        await world.cutting.cut(RoomId(room), 1)


async def test_a_snapshot_before_the_cut_stays_and_leads_nowhere(world: World) -> None:
    await world.fill(ROOM, 12, begins=(9,))
    await world.snapshots.put(ROOM, 4, b"fold")
    await world.cutting.cut(ROOM, 9)
    other, snapshots = world.other_process()
    kept = await snapshots.get(ROOM)
    assert kept is not None
    assert kept.seq == Seq(4)
    with pytest.raises(Gap):
        await other.read(ROOM, kept.seq)
    assert numbers(await other.read(ROOM)) == [9, 10, 11, 12]
