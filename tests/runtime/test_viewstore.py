"""One contract for the view store: in memory, in the in-process stand-in, and in a real Redis."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shared.contracts.ids import PlayerId, RoomId
from shared.runtime.redis_server import RedisServer
from shared.runtime.viewstore import (
    FRAMES_KEPT,
    RESERVED_MS,
    Head,
    Limit,
    Outcome,
    Reserved,
    StoreAway,
    StoredView,
    ViewChange,
    ViewStore,
)
from shared.runtime.viewstore_redis import RedisViewStore, redis_client
from tests.runtime.stores import (
    EXPIRY,
    STORE_PASSWORD,
    STORE_USER,
    STORE_USERS,
    Bench,
    FakeBench,
    MemoryBench,
    RealBench,
    SimulatedBench,
)

A, B = PlayerId("player-a"), PlayerId("player-b")
NOW_MS = 1_800_000_000_000


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"), STORE_USERS)
    asyncio.run(server.start())
    yield server
    asyncio.run(server.stop())


@pytest.fixture
async def own_redis(tmp_path: Path) -> AsyncIterator[RedisServer]:
    async with RedisServer(tmp_path, STORE_USERS) as server:
        yield server


@pytest.fixture(params=["memory", "simulated", "fakeredis", "redis"])
async def bench(request: pytest.FixtureRequest, shared_redis: RedisServer) -> AsyncIterator[Bench]:
    benches: dict[str, type[MemoryBench | FakeBench]] = {
        "memory": MemoryBench,
        "simulated": SimulatedBench,
        "fakeredis": FakeBench,
    }
    made = benches.get(request.param)
    bench = RealBench(shared_redis) if made is None else made()
    yield bench
    await bench.store.close()


@pytest.fixture
def store(bench: Bench) -> ViewStore:
    return bench.store


@pytest.fixture
def room() -> RoomId:
    return RoomId(uuid.uuid4().hex[:8])


def at(seq: int, *, epoch: int = 1, form: int = 1) -> Head:
    return Head(epoch, form, seq)


def whole(viewer: str = A, **sections: bytes) -> ViewChange:
    return ViewChange(viewer, sections, frame=b"frame", is_whole=True)


def part(viewer: str = A, frame: bytes | None = b"frame", **sections: bytes | None) -> ViewChange:
    return ViewChange(viewer, sections, frame=frame)


async def test_an_unknown_view_is_none(store: ViewStore, room: RoomId) -> None:
    assert await store.read_view(room, A) is None
    assert await store.read_frames(room, A, at(0)) is None


async def test_a_whole_view_is_read_back(store: ViewStore, room: RoomId) -> None:
    change = whole(hand=b'["A\xed\x95\x9c"]', seat=b"\x00\xff")
    assert await store.write_views(room, at(7), [change]) == [Outcome.WRITTEN]
    assert await store.read_view(room, A) == StoredView(
        at(7), {"hand": b'["A\xed\x95\x9c"]', "seat": b"\x00\xff"}
    )


async def test_a_change_replaces_adds_and_takes_away_sections(
    store: ViewStore, room: RoomId
) -> None:
    await store.write_views(room, at(1), [whole(hand=b"1", piles=b"1", legal=b"1")])
    change = ViewChange(A, {"hand": b"2", "seat/3": b"2", "legal": None}, frame=b"f")
    assert await store.write_views(room, at(2), [change]) == [Outcome.WRITTEN]
    kept = await store.read_view(room, A)
    assert kept == StoredView(at(2), {"hand": b"2", "piles": b"1", "seat/3": b"2"})


async def test_a_whole_view_leaves_nothing_of_the_old(store: ViewStore, room: RoomId) -> None:
    await store.write_views(room, at(1), [whole(hand=b"1", piles=b"1")])
    await store.write_views(room, at(2), [whole(piles=b"2")])
    assert await store.read_view(room, A) == StoredView(at(2), {"piles": b"2"})


@pytest.mark.parametrize(
    "older", [Head(2, 2, 5), Head(2, 2, 4), Head(2, 1, 9), Head(1, 3, 9)], ids=str
)
async def test_what_is_not_newer_is_stale(store: ViewStore, room: RoomId, older: Head) -> None:
    newest = Head(2, 2, 5)
    await store.write_views(room, newest, [whole(hand=b"new")])
    assert await store.write_views(room, older, [whole(hand=b"old")]) == [Outcome.STALE]
    assert await store.write_views(room, older, [part(hand=b"old")]) == [Outcome.STALE]
    assert await store.read_view(room, A) == StoredView(newest, {"hand": b"new"})


@pytest.mark.parametrize("newer", [at(1, epoch=2), at(1, form=2), at(99)], ids=str)
async def test_a_new_epoch_or_format_is_newer_whatever_its_seq(
    store: ViewStore, room: RoomId, newer: Head
) -> None:
    await store.write_views(room, at(50), [whole(hand=b"old")])
    assert await store.write_views(room, newer, [whole(hand=b"new")]) == [Outcome.WRITTEN]
    assert await store.read_view(room, A) == StoredView(newer, {"hand": b"new"})


@pytest.mark.parametrize("gone_on", [at(3), at(2, epoch=2), at(2, form=2)], ids=str)
async def test_a_change_without_what_it_stands_on_is_incomplete(
    store: ViewStore, room: RoomId, gone_on: Head
) -> None:
    change = part(hand=b"2")
    assert await store.write_views(room, gone_on, [change]) == [Outcome.INCOMPLETE]
    await store.write_views(room, at(1), [whole(hand=b"1")])
    assert await store.write_views(room, gone_on, [change]) == [Outcome.INCOMPLETE]
    assert await store.read_view(room, A) == StoredView(at(1), {"hand": b"1"})


async def test_each_viewer_has_its_own_outcome(store: ViewStore, room: RoomId) -> None:
    await store.write_views(room, at(1), [whole(A, hand=b"a1")])
    await store.write_views(room, at(2), [whole("_", seat=b"2")])
    changes = [part(A, hand=b"a2"), whole(B, hand=b"b2"), whole("_", seat=b"x"), part("c", x=b"")]
    assert await store.write_views(room, at(2), changes) == [
        Outcome.WRITTEN,
        Outcome.WRITTEN,
        Outcome.STALE,
        Outcome.INCOMPLETE,
    ]
    assert await store.read_view(room, A) == StoredView(at(2), {"hand": b"a2"})
    assert await store.read_view(room, B) == StoredView(at(2), {"hand": b"b2"})
    assert await store.read_view(room, "_") == StoredView(at(2), {"seat": b"2"})


async def test_rooms_are_kept_apart(store: ViewStore, room: RoomId) -> None:
    other = RoomId(room + "x")
    await store.write_views(room, at(1), [whole(hand=b"1")])
    assert await store.read_view(other, A) is None
    await store.write_views(other, at(1), [whole(hand=b"2")])
    assert await store.read_view(room, A) == StoredView(at(1), {"hand": b"1"})


async def test_missed_frames_are_handed_out_in_order(store: ViewStore, room: RoomId) -> None:
    await store.write_views(room, at(1), [whole(hand=b"1")])
    for seq in range(2, 6):
        await store.write_views(room, at(seq), [part(frame=b"%d" % seq)])
    assert await store.read_frames(room, A, at(2)) == [b"3", b"4", b"5"]
    assert await store.read_frames(room, A, at(0)) == [b"frame", b"2", b"3", b"4", b"5"]
    assert await store.read_frames(room, A, at(5)) == []
    assert await store.read_frames(room, A, at(9)) == []


async def test_only_the_last_frames_are_kept(store: ViewStore, room: RoomId) -> None:
    await store.write_views(room, at(1), [whole(hand=b"1")])
    last = FRAMES_KEPT + 5
    for seq in range(2, last + 1):
        await store.write_views(room, at(seq), [part(frame=b"%d" % seq)])
    oldest = last - FRAMES_KEPT
    kept = await store.read_frames(room, A, at(oldest))
    assert kept == [b"%d" % seq for seq in range(oldest + 1, last + 1)]
    assert await store.read_frames(room, A, at(oldest - 1)) is None


@pytest.mark.parametrize("elsewhere", [at(1, epoch=2), at(1, form=2), at(1, epoch=0)], ids=str)
async def test_frames_of_another_epoch_or_format_help_nobody(
    store: ViewStore, room: RoomId, elsewhere: Head
) -> None:
    await store.write_views(room, at(1), [whole(hand=b"1")])
    await store.write_views(room, at(2), [part(frame=b"2")])
    assert await store.read_frames(room, A, elsewhere) is None


async def test_a_jump_or_a_missing_frame_breaks_the_row(store: ViewStore, room: RoomId) -> None:
    await store.write_views(room, at(1), [whole(hand=b"1")])
    await store.write_views(room, at(3), [whole(hand=b"3")])
    assert await store.read_frames(room, A, at(1)) is None
    assert await store.read_frames(room, A, at(2)) == [b"frame"]
    await store.write_views(room, at(4), [part(frame=None)])
    await store.write_views(room, at(5), [part(frame=b"5")])
    assert await store.read_frames(room, A, at(4)) == [b"5"]
    assert await store.read_frames(room, A, at(3)) is None


async def test_a_whole_view_that_follows_keeps_the_row(store: ViewStore, room: RoomId) -> None:
    await store.write_views(room, at(1), [whole(hand=b"1")])
    await store.write_views(room, at(2), [part(frame=b"2")])
    await store.write_views(room, at(3), [whole(hand=b"3")])
    assert await store.read_frames(room, A, at(1)) == [b"2", b"frame"]


async def test_writers_side_by_side_leave_the_newest(store: ViewStore, room: RoomId) -> None:
    heads = [at(seq) for seq in range(1, 40)]
    await asyncio.gather(
        *(store.write_views(room, head, [whole(hand=b"%d" % head.seq)]) for head in heads[::-1])
    )
    assert await store.read_view(room, A) == StoredView(at(39), {"hand": b"39"})


async def test_views_that_nobody_writes_expire(bench: Bench, room: RoomId) -> None:
    store = bench.store
    await store.write_views(room, at(1), [whole(hand=b"1")])
    await bench.wait_ms(500)
    await store.write_views(room, at(2), [part(hand=b"2")])
    await bench.wait_ms(500)
    assert await store.read_frames(room, A, at(0)) == [b"frame", b"frame"]
    await bench.wait_ms(500)
    assert await store.read_view(room, A) is None
    assert await store.read_frames(room, A, at(1)) is None


async def test_listings_come_best_first_and_not_more_than_wanted(
    bench: Bench, room: RoomId
) -> None:
    store = bench.store
    await bench.wait_ms(850)  # what other tests listed is gone
    scores = {"a": 3.0, "b": 1.0, "c": 2.5, "d": 2.5}
    for tail, score in scores.items():
        await store.put_listing(RoomId(room + tail), tail.encode(), score)
    assert await store.listings(10) == [b"a", b"d", b"c", b"b"]
    assert await store.listings(2) == [b"a", b"d"]
    await store.put_listing(RoomId(room + "b"), b"b2", 9.0)
    await store.remove_listing(RoomId(room + "a"))
    await store.remove_listing(RoomId(room + "a"))
    assert await store.listings(10) == [b"b2", b"d", b"c"]


async def test_listings_that_nobody_renews_expire_one_by_one(bench: Bench, room: RoomId) -> None:
    store = bench.store
    await bench.wait_ms(850)
    await store.put_listing(RoomId(room + "a"), b"a", 9.0)
    await bench.wait_ms(500)
    await store.put_listing(RoomId(room + "b"), b"b", 1.0)
    await bench.wait_ms(500)
    assert await store.listings(1) == [b"b"]
    await bench.wait_ms(500)
    assert await store.listings(1) == []


async def test_a_tenant_has_no_more_rooms_open_than_it_may(store: ViewStore, room: RoomId) -> None:
    tenant = f"t{room}"

    async def reserve(name: str, now_ms: int = NOW_MS) -> Reserved:
        return await store.reserve(tenant, RoomId(name), 2, now_ms)

    assert [await reserve(name) for name in "abac"] == [
        *(Reserved.NEW, Reserved.NEW, Reserved.KNOWN, Reserved.FULL)
    ]
    assert await store.owned(tenant, NOW_MS) == (2, [])
    await store.put_owned(tenant, RoomId("a"), b"{}", NOW_MS)
    assert await store.owned(tenant, NOW_MS) == (2, [b"{}"])
    await store.remove_owned(tenant, RoomId("b"))
    await store.remove_owned(tenant, RoomId("b"))
    assert await reserve("c") is Reserved.NEW
    assert await reserve("d") is Reserved.FULL
    assert await store.reserve(f"{tenant}x", RoomId("d"), 1, NOW_MS) is Reserved.NEW
    await store.remove_owned(tenant, RoomId("a"))
    assert await store.owned(tenant, NOW_MS) == (1, [])
    later_ms = NOW_MS + RESERVED_MS
    assert await store.owned(tenant, later_ms) == (0, [])
    assert [await reserve(name, later_ms) for name in "de"] == [Reserved.NEW, Reserved.NEW]


async def test_of_many_who_reserve_at_once_no_more_get_a_room_than_may(
    store: ViewStore, room: RoomId
) -> None:
    tenant = f"t{room}"
    asked = [store.reserve(tenant, RoomId(str(number)), 5, NOW_MS) for number in range(20)]
    found = await asyncio.gather(*asked)
    assert (found.count(Reserved.NEW), found.count(Reserved.FULL)) == (5, 15)


async def test_who_is_present_is_who_beat_lately(store: ViewStore, room: RoomId) -> None:
    await store.beat(room, [A], NOW_MS)
    await store.beat(room, [B], NOW_MS + 300)
    assert await store.present(room, NOW_MS) == {A: NOW_MS, B: NOW_MS + 300}
    assert await store.present(room, NOW_MS + 1) == {B: NOW_MS + 300}
    await store.beat(room, [A], NOW_MS + 350)
    assert await store.present(room, NOW_MS + 1) == {A: NOW_MS + 350, B: NOW_MS + 300}
    await store.depart(room, B)
    await store.depart(room, B)
    assert await store.present(room, 0) == {A: NOW_MS + 350}


async def test_an_older_beat_changes_nothing(store: ViewStore, room: RoomId) -> None:
    await store.beat(room, [A], NOW_MS)
    await store.beat(room, [A, B], NOW_MS - 50)
    assert await store.present(room, 0) == {A: NOW_MS, B: NOW_MS - 50}


async def test_presence_expires_with_the_room(bench: Bench, room: RoomId) -> None:
    await bench.store.beat(room, [A], NOW_MS)
    await bench.wait_ms(900)
    assert await bench.store.present(room, 0) == {}


async def test_a_bucket_gives_its_capacity_and_then_its_rate(store: ViewStore) -> None:
    key, limit = uuid.uuid4().hex, Limit(capacity=3, refill_per_s=2)
    assert [await store.take(key, limit, NOW_MS) for _ in range(4)] == [0, 0, 0, 500]
    assert await store.take(key, limit, NOW_MS + 400) == 100
    assert await store.take(key, limit, NOW_MS + 500) == 0
    assert await store.take(key, limit, NOW_MS + 60_000, cost=3) == 0
    assert await store.take(key, limit, NOW_MS + 60_000, cost=2) == 1_000


async def test_a_clock_that_goes_back_refills_nothing(store: ViewStore) -> None:
    key, limit = uuid.uuid4().hex, Limit(capacity=1, refill_per_s=1)
    assert await store.take(key, limit, NOW_MS) == 0
    assert await store.take(key, limit, NOW_MS - 10_000) == 1_000
    assert await store.take(key, limit, NOW_MS + 999) == 1
    assert await store.take(key, limit, NOW_MS + 1_000) == 0


async def test_what_is_given_back_can_be_taken_and_no_more(store: ViewStore) -> None:
    key, limit = uuid.uuid4().hex, Limit(capacity=2, refill_per_s=0.001)
    assert await store.take(key, limit, NOW_MS, cost=-1) == 0
    assert [await store.take(key, limit, NOW_MS) for _ in range(2)] == [0, 0]
    assert await store.take(key, limit, NOW_MS, cost=-1) == 0
    assert await store.take(key, limit, NOW_MS) == 0
    assert await store.take(key, limit, NOW_MS) > 0


async def test_buckets_are_kept_apart_and_hold_under_a_rush(store: ViewStore) -> None:
    key, limit = uuid.uuid4().hex, Limit(capacity=10, refill_per_s=0.001)
    waits = await asyncio.gather(*(store.take(key, limit, NOW_MS) for _ in range(50)))
    assert waits.count(0) == 10
    assert await store.take(key + "x", limit, NOW_MS) == 0


async def test_a_store_that_is_away_says_so_in_time_and_comes_back(
    bench: Bench, room: RoomId
) -> None:
    store = bench.store
    await store.write_views(room, at(1), [whole(hand=b"1")])
    bench.cut()
    calls = [
        store.read_view(room, A),
        store.read_frames(room, A, at(0)),
        store.write_views(room, at(2), [part(hand=b"2")]),
        store.put_listing(room, b"", 1),
        store.remove_listing(room),
        store.listings(1),
        store.reserve("t", room, 1, NOW_MS),
        store.put_owned("t", room, b"", NOW_MS),
        store.remove_owned("t", room),
        store.owned("t", NOW_MS),
        store.beat(room, [A], NOW_MS),
        store.depart(room, A),
        store.present(room, 0),
        store.take("k", Limit(1, 1), NOW_MS),
        store.ping(),
    ]
    started_s = time.monotonic()
    try:
        answers = await asyncio.gather(*calls, return_exceptions=True)
        took_s = time.monotonic() - started_s
    finally:
        bench.mend()
    assert [type(answer) for answer in answers] == [StoreAway] * len(calls)
    assert took_s < 2.5  # one time-out for all, not one for each
    await asyncio.sleep(0.25)
    await store.ping()


async def test_a_killed_store_is_found_again_empty(own_redis: RedisServer, room: RoomId) -> None:
    store = RedisViewStore(
        redis_client(own_redis.url, user=STORE_USER, password=STORE_PASSWORD), EXPIRY
    )
    await store.write_views(room, at(1), [whole(hand=b"1")])
    own_redis.kill()
    with pytest.raises(StoreAway):
        await store.read_view(room, A)
    await own_redis.start()
    await asyncio.sleep(0.25)
    assert await store.read_view(room, A) is None
    assert await store.write_views(room, at(2), [part(hand=b"2")]) == [Outcome.INCOMPLETE]
    assert await store.write_views(room, at(2), [whole(hand=b"2")]) == [Outcome.WRITTEN]
    await store.close()


async def test_a_hanging_store_slows_only_the_first_call(own_redis: RedisServer) -> None:
    store = RedisViewStore(redis_client(own_redis.url, user=STORE_USER, password=STORE_PASSWORD))
    await store.ping()
    own_redis.pause()
    took_s = []
    for _ in range(3):
        started_s = time.monotonic()
        with pytest.raises(StoreAway):
            await store.ping()
        took_s.append(time.monotonic() - started_s)
    own_redis.resume()
    assert max(took_s[1:]) < took_s[0] / 2
    await store.close()


async def test_a_wrong_password_is_a_store_away_and_is_not_told(own_redis: RedisServer) -> None:
    store = RedisViewStore(redis_client(own_redis.url, user=STORE_USER, password="canary"))
    with pytest.raises(StoreAway) as away:
        await store.ping()
    assert "canary" not in str(away.value)
    await store.close()
