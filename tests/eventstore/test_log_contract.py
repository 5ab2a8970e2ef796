"""Appending and reading: what every log does, in memory and on a broker alike."""

import asyncio

import pytest

from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Conflict, Doubtful, Gap, Log, LogError, Stored, TooLarge
from tests.eventstore.worlds import World, rooms_in_shard

ROOM = RoomId("SALOON")
OTHER = RoomId("JAIL01")


async def stored(log: Log, room: RoomId = ROOM) -> list[bytes]:
    entries = await log.read(room)
    assert [x.seq for x in entries] == list(range(1, len(entries) + 1))
    assert {x.room for x in entries} <= {room}
    return [x.entry for x in entries]


async def test_a_room_begins_with_its_first_entry(world: World) -> None:
    await world.add(ROOM, 1, b"first")
    assert await world.log.head(ROOM) == 1
    assert await world.log.read(ROOM) == [Stored(ROOM, Seq(1), b"first")]


async def test_entries_are_read_in_the_order_in_which_they_were_appended(world: World) -> None:
    entries = await world.fill(ROOM, 20)
    assert await stored(world.log) == entries


async def test_an_unknown_room_has_head_0_and_no_entries(world: World) -> None:
    assert await world.log.head(ROOM) == 0
    assert await world.log.read(ROOM) == []


@pytest.mark.parametrize("seq", [1, 2, 3])
async def test_a_stale_number_conflicts_and_stores_nothing(world: World, seq: int) -> None:
    entries = await world.fill(ROOM, 3)
    with pytest.raises(Conflict) as refused:
        await world.add(ROOM, seq, b"stale")
    assert (refused.value.room, refused.value.seq, refused.value.head) == (ROOM, seq, 3)
    assert await stored(world.log) == entries


@pytest.mark.parametrize("seq", [5, 6, 100])
async def test_a_future_number_conflicts_and_stores_nothing(world: World, seq: int) -> None:
    entries = await world.fill(ROOM, 3)
    with pytest.raises(Conflict) as refused:
        await world.add(ROOM, seq, b"future")
    assert refused.value.head == 3
    assert await stored(world.log) == entries


async def test_an_unknown_room_takes_only_entry_1(world: World) -> None:
    with pytest.raises(Conflict) as refused:
        await world.add(ROOM, 2)
    assert refused.value.head == 0
    await world.add(ROOM, 1)


async def test_after_a_conflict_the_right_number_is_taken(world: World) -> None:
    await world.fill(ROOM, 3)
    with pytest.raises(Conflict):
        await world.add(ROOM, 7)
    await world.add(ROOM, 4)
    assert await world.log.head(ROOM) == 4


async def test_of_two_writers_of_the_first_entry_exactly_one_wins(world: World) -> None:
    other, _ = world.other_process()
    results = await asyncio.gather(
        world.add(ROOM, 1, b"mine"), world.add(ROOM, 1, b"theirs", other), return_exceptions=True
    )
    [lost] = [x for x in results if x is not None]
    assert isinstance(lost, Conflict)
    assert lost.head == 1
    winner = b"mine" if results[0] is None else b"theirs"
    assert await stored(world.log) == [winner]


async def test_of_many_writers_exactly_one_wins_each_entry(world: World) -> None:
    other, _ = world.other_process()
    winners = []
    for seq in range(1, 11):
        results = await asyncio.gather(
            *(world.add(ROOM, seq, b"%d" % i, other if i % 2 else world.log) for i in range(12)),
            return_exceptions=True,
        )
        assert all(isinstance(x, Conflict) for x in results if x is not None)
        [winner] = [i for i, x in enumerate(results) if x is None]
        winners.append(b"%d" % winner)
    assert await stored(world.log) == winners


async def test_another_process_goes_on_where_the_first_stopped(world: World) -> None:
    await world.fill(ROOM, 3)
    other, _ = world.other_process()
    await world.add(ROOM, 4, b"theirs", other)
    assert (await stored(world.log))[3:] == [b"theirs"]


async def test_who_was_overtaken_conflicts_once_and_then_goes_on(world: World) -> None:
    other, _ = world.other_process()
    await world.fill(ROOM, 3)
    await world.add(ROOM, 4, b"theirs", other)
    with pytest.raises(Conflict) as refused:
        await world.add(ROOM, 4, b"mine")
    assert refused.value.head == 4
    await world.add(ROOM, 5, b"mine")
    assert (await stored(world.log))[3:] == [b"theirs", b"mine"]


async def test_rooms_side_by_side_never_conflict(world: World) -> None:
    rooms = [RoomId(f"SIDE{i:02}") for i in range(30)]
    await asyncio.gather(*(world.fill(room, 10) for room in rooms))
    assert {await world.log.head(room) for room in rooms} == {10}


async def test_rooms_of_one_shard_never_conflict_and_are_read_apart(world: World) -> None:
    rooms = rooms_in_shard(7, 5)
    written = await asyncio.gather(*(world.fill(room, 12) for room in rooms))
    assert [await stored(world.log, room) for room in rooms] == written


async def test_a_repeated_message_id_is_doubtful_and_stores_nothing(world: World) -> None:
    await world.log.append(ROOM, 1, b"first", message_id="p1:c1")
    with pytest.raises(Doubtful) as doubt:
        await world.log.append(ROOM, 2, b"again", message_id="p1:c1")
    assert (doubt.value.room, doubt.value.seq) == (ROOM, 2)
    assert await stored(world.log) == [b"first"]
    await world.log.append(ROOM, 2, b"second", message_id="p1:c2")
    assert await stored(world.log) == [b"first", b"second"]


async def test_a_message_id_means_nothing_in_another_room(world: World) -> None:
    for room in rooms_in_shard(3, 3):
        await world.log.append(room, 1, room.encode(), message_id="p1:c1")
        assert await stored(world.log, room) == [room.encode()]


async def test_an_append_sent_twice_is_stored_once(world: World) -> None:
    await world.log.append(ROOM, 1, b"first", message_id="p1:c1")
    with pytest.raises((Conflict, Doubtful)):
        await world.log.append(ROOM, 1, b"first", message_id="p1:c1")
    assert await stored(world.log) == [b"first"]


@pytest.mark.parametrize("message_id", ["", "a b", "a\r\nNats-Rollup: all", "한", "x" * 201])
async def test_a_message_id_that_no_header_carries_is_refused(
    world: World, message_id: str
) -> None:
    with pytest.raises(ValueError, match="message_id"):
        await world.log.append(ROOM, 1, b"x", message_id=message_id)
    assert await world.log.head(ROOM) == 0


@pytest.mark.parametrize("room", ["", "*", ">", "A.B", "A B", "A\n", "é", "x" * 65])
async def test_what_is_no_room_id_reaches_no_room(world: World, room: str) -> None:
    await world.add(ROOM, 1)
    with pytest.raises(ValueError, match="room"):
        await world.add(RoomId(room), 1)
    with pytest.raises(ValueError, match="room"):
        await world.log.read(RoomId(room))
    with pytest.raises(ValueError, match="room"):
        await world.log.head(RoomId(room))


@pytest.mark.parametrize("after", [0, 1, 5, 8, 9, 10])
async def test_reading_begins_behind_the_given_entry(world: World, after: int) -> None:
    entries = await world.fill(ROOM, 10)
    await world.fill(OTHER, 3)
    other, _ = world.other_process()
    for log in (world.log, other):
        assert [x.entry for x in await log.read(ROOM, after)] == entries[after:]
        assert [x.seq for x in await log.read(ROOM, after)] == list(range(after + 1, 11))


async def test_who_knows_more_than_the_log_is_told_what_is_missing(world: World) -> None:
    await world.fill(ROOM, 3)
    with pytest.raises(Gap) as gap:
        await world.log.read(ROOM, 5)
    assert (gap.value.room, gap.value.seq) == (ROOM, 4)


async def test_an_append_is_seen_by_the_next_read_of_anybody(world: World) -> None:
    other, _ = world.other_process()
    for seq in range(1, 101):
        await world.add(ROOM, seq, b"%d" % seq)
        assert await other.head(ROOM) == seq
        assert [x.entry for x in await other.read(ROOM, seq - 1)] == [b"%d" % seq]


async def test_reading_while_another_appends_gives_all_up_to_some_head(world: World) -> None:
    other, _ = world.other_process()
    appending = asyncio.create_task(world.fill(ROOM, 150))
    seen = 0
    while not appending.done():
        before = await other.head(ROOM)
        entries = await stored(other)
        assert entries == [f"{ROOM} {seq}".encode() for seq in range(1, len(entries) + 1)]
        assert len(entries) >= max(before, seen)
        seen = len(entries)
    assert await stored(other) == await appending


async def test_a_room_longer_than_one_answer_is_read_whole(world: World) -> None:
    entries = await world.fill(ROOM, 1205)
    other, _ = world.other_process()
    assert await stored(other) == entries
    assert [x.entry for x in await other.read(ROOM, 1100)] == entries[1100:]


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"\x00",
        bytes(range(256)),
        b"\xff\xfe\xc3\x28",
        b"\r\n\r\nNATS/1.0 503\r\n\r\n",
        "빵!".encode(),
        b"+OK\r\nMSG x 1 5\r\nhello\r\n",
    ],
    ids=["empty", "nul", "every byte", "not utf-8", "looks like headers", "korean", "protocol"],
)
async def test_bytes_come_back_as_they_were(world: World, entry: bytes) -> None:
    await world.add(ROOM, 1, entry)
    await world.add(ROOM, 2, b"between")
    await world.add(ROOM, 3, entry)
    assert await stored(world.log) == [entry, b"between", entry]


async def test_an_entry_of_the_largest_size_is_taken_and_read(world: World) -> None:
    entry = b"\xa5" * world.limit_bytes
    await world.add(ROOM, 1, entry)
    await world.add(ROOM, 2, entry)
    assert await stored(world.log) == [entry, entry]


async def test_a_larger_entry_is_refused_with_both_sizes(world: World) -> None:
    await world.add(ROOM, 1)
    with pytest.raises(TooLarge) as refused:
        await world.add(ROOM, 2, b"x" * (world.limit_bytes + 1))
    assert refused.value.size_bytes == world.limit_bytes + 1
    assert refused.value.limit_bytes == world.limit_bytes
    assert await world.log.head(ROOM) == 1
    await world.add(ROOM, 2)


async def test_500_rooms_are_listed(world: World) -> None:
    rooms = [RoomId(f"L{i:03}") for i in range(500)]
    await asyncio.gather(*(world.add(room, 1) for room in rooms))
    assert await world.log.rooms() == rooms


async def test_a_room_is_listed_once_however_long_it_is(world: World) -> None:
    assert await world.log.rooms() == []
    await world.fill(ROOM, 5)
    await world.fill(OTHER, 2)
    assert await world.log.rooms() == sorted([ROOM, OTHER])


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8])
async def test_after_a_cancelled_append_reading_back_tells_the_truth(
    world: World, steps: int
) -> None:
    entries = await world.fill(ROOM, 2)
    appending = asyncio.create_task(world.add(ROOM, 3, b"cancelled"))
    for _ in range(steps):
        await asyncio.sleep(0)
    appending.cancel()
    await asyncio.wait({appending})
    await asyncio.sleep(0.05)  # what was on its way has arrived
    after = await stored(world.log)
    assert after in (entries, [*entries, b"cancelled"])
    if not appending.cancelled():
        assert len(after) == 3
    await world.add(ROOM, len(after) + 1, b"next")
    assert await stored(world.log) == [*after, b"next"]


async def test_no_error_shows_what_is_stored(world: World) -> None:
    secret = b"seed-3f9c"
    await world.log.append(ROOM, 1, secret, message_id="one")
    attempts = [
        world.log.append(ROOM, 1, secret, message_id="two"),
        world.log.append(ROOM, 2, secret, message_id="one"),
        world.log.append(ROOM, 2, secret * world.limit_bytes, message_id="three"),
        world.log.read(ROOM, 9),
    ]
    for attempt in attempts:
        with pytest.raises(LogError) as refused:
            await attempt
        assert secret.decode() not in repr(refused.value) + str(refused.value)
