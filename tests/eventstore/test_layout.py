"""Shards, subjects and streams; and what is remembered of rooms."""

import pytest

from shared.contracts.ids import RoomId
from shared.eventstore.continuity import Continuity
from shared.eventstore.layout import MAIN, SHARD_COUNT, Layout, room_of, shard_of
from shared.eventstore.log import Gap
from shared.eventstore.places import Place, Places


@pytest.mark.parametrize(
    ("room", "shard"), [("SALOON", 63), ("AAAAAA", 34), ("ZZZZZZ", 59), ("x", 15)]
)
def test_a_room_keeps_its_shard_for_ever(room: str, shard: int) -> None:
    assert shard_of(RoomId(room)) == shard
    assert MAIN.subject(RoomId(room)) == f"ev.{shard}.main.{room}"


def test_rooms_spread_evenly_over_shards() -> None:
    held = [0] * SHARD_COUNT
    for number in range(6400):
        held[shard_of(RoomId(f"R{number}"))] += 1
    assert min(held) > 60
    assert max(held) < 140


@pytest.mark.parametrize("stream_count", [1, 2, 3, 4, 7, 8, 64])
def test_every_shard_lies_in_one_stream_and_streams_hold_ranges(stream_count: int) -> None:
    held = Layout(stream_count=stream_count).shards_by_stream(range(SHARD_COUNT))
    assert list(held) == [f"EV{x}" for x in range(stream_count)]
    assert [x for shards in held.values() for x in shards] == list(range(SHARD_COUNT))
    assert max(map(len, held.values())) - min(map(len, held.values())) <= 1


@pytest.mark.parametrize("stream_count", [0, -1, 65])
def test_a_number_of_streams_that_cannot_be_is_refused(stream_count: int) -> None:
    with pytest.raises(ValueError, match="stream_count"):
        Layout(stream_count=stream_count)


@pytest.mark.parametrize("tenant", ["", "a.b", "*", ">"])
def test_a_tenant_that_reaches_into_others_is_refused(tenant: str) -> None:
    with pytest.raises(ValueError, match="tenant"):
        Layout(tenant=tenant)


def test_a_whole_stream_is_asked_for_by_one_filter_a_share_by_one_for_each_shard() -> None:
    assert MAIN.filters("EV1", list(range(16, 32))) == ["ev.*.main.*"]
    assert MAIN.filters("EV1", [17, 30]) == ["ev.17.main.*", "ev.30.main.*"]


def test_a_subject_names_its_room() -> None:
    assert room_of(MAIN.subject(RoomId("SALOON"))) == "SALOON"
    assert room_of(MAIN.snapshot_subject(RoomId("SALOON"))) == "SALOON"


def test_a_hole_a_double_and_a_late_start_are_seen() -> None:
    a, b = RoomId("A"), RoomId("B")
    numbers = Continuity(is_whole=True)
    for room, seq in ((a, 1), (b, 1), (a, 2), (a, 3), (b, 2)):
        numbers.take(room, seq)
    for room, seq, wanted in ((a, 5, 4), (a, 3, 4), (b, 4, 3), (RoomId("C"), 2, 1)):
        with pytest.raises(Gap) as gap:
            numbers.take(room, seq)
        assert (gap.value.room, gap.value.seq, gap.value.found) == (room, wanted, seq)


def test_in_the_middle_of_a_log_a_room_may_begin_anywhere_and_then_goes_on() -> None:
    numbers = Continuity(is_whole=False)
    numbers.take(RoomId("A"), 17)
    numbers.take(RoomId("A"), 18)
    with pytest.raises(Gap):
        numbers.take(RoomId("A"), 20)


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_room_may_go_on_with_a_later_marked_entry_and_with_no_earlier_one(
    *, is_whole: bool
) -> None:
    numbers = Continuity(is_whole=is_whole)
    room = RoomId("A")
    numbers.take(room, 7, begins=True)
    numbers.take(room, 8)
    numbers.take(room, 12, begins=True)
    for seq, begins in ((11, True), (12, True), (14, False)):
        with pytest.raises(Gap):
            numbers.take(room, seq, begins=begins)
    numbers.take(room, 13)


def test_a_forgotten_room_is_taken_as_it_comes() -> None:
    numbers = Continuity(is_whole=True, room_limit=2)
    for room in ("A", "B", "C"):
        numbers.take(RoomId(room), 1)
    numbers.take(RoomId("A"), 7)
    with pytest.raises(Gap):
        numbers.take(RoomId("C"), 3)


def test_places_forget_the_room_that_was_used_least() -> None:
    places = Places(limit=2)
    for number, room in enumerate(("A", "B", "A", "C"), 1):
        places.keep_head(RoomId(room), Place(number, number))
    assert places.head(RoomId("B")) is None
    assert places.head(RoomId("A")) == Place(3, 3)


def test_the_latest_place_that_is_not_too_late_is_where_reading_starts() -> None:
    room, places = RoomId("A"), Places()
    assert places.start_before(room, 9) is None
    places.keep_start(room, Place(4, 40))
    places.keep_head(room, Place(8, 80))
    assert places.start_before(room, 8) == Place(8, 80)
    assert places.start_before(room, 7) == Place(4, 40)
    assert places.start_before(room, 3) is None
    places.forget_head(room)
    assert places.start_before(room, 8) == Place(4, 40)
