"""Entries become frames and views, whatever happens to the store and to other members."""

import asyncio

import pytest
from msgspec.structs import replace

from services.projection.settings import ProjectionSettings
from shared.contracts.messages import SPECTATOR
from shared.contracts.subjects import PROJECTION, RULES
from shared.room.aggregate import Room
from shared.runtime.viewstore import Outcome, StoreAway, ViewChange
from tests.runtime.waiting import until
from tests.services.projection.stand import QUICK, HeldBack, Stand
from tests.services.table import GUESTS, HOST
from tests.services.worlds import GAMES


async def test_each_entry_gives_each_viewer_one_frame_and_the_view_is_a_fold(stand: Stand) -> None:
    await stand.member()
    table = await (await stand.table()).start(5)
    await table.plays(40)
    await stand.shows(table)
    head = len(await table.entries())
    await stand.told(table.room, head)
    assert stand.seqs(table.room) == list(range(2, head + 1)), "the first one shows whole views"
    for seat, player in enumerate((HOST, *GUESTS[:4])):
        joined = 1 + seat
        wanted = list(range(max(2, joined), head + 1))
        await stand.told(table.room, head, player)
        assert stand.seqs(table.room, player) == wanted


async def test_a_view_is_in_the_store_before_its_frame_is_published(small: Stand) -> None:
    store = small.memory
    seen: list[tuple[int, int]] = []
    bus = await small.world.bus("gateway")

    async def look(message: object) -> None:
        frame = small.heard[table.room, SPECTATOR][-1]["seq"]
        kept = await store.read_view(table.room, SPECTATOR)
        seen.append((frame, kept.head.seq if kept else 0))

    await small.member()
    table = await small.table()
    await bus.subscribe(f"view.{table.room}._", look, limit=1)
    await table.start()
    await table.plays(10)
    await small.shows(table)
    assert len(seen) >= 15
    assert all(kept >= frame for frame, kept in seen)


async def test_an_entry_that_was_held_back_is_fetched(stand: Stand) -> None:  # S21
    holding = HeldBack()
    member = await stand.member(wrap=holding.before)
    table = await (await stand.table()).start()
    await stand.shows(table)
    head = len(await table.entries())
    holding.held = {(table.room, head + 1), (table.room, head + 2)}
    await table.plays(3)
    await stand.shows(table)
    await stand.told(table.room, head + 3)
    assert stand.seqs(table.room) == list(range(2, head + 4)), "in order, none missing"
    assert member.metrics.guarded("fetched") == 1


async def test_a_lost_entry_stops_its_room_with_an_alarm_and_no_other(stand: Stand) -> None:
    holding = HeldBack()
    member = await stand.member(wrap=holding.before)
    table, other = await (await stand.table()).start(), await (await stand.table()).start()
    await stand.shows(table)
    await stand.shows(other)
    head = len(await table.entries())
    holding.held, holding.is_lost = {(table.room, head + 1)}, True
    await table.plays(4)
    await other.plays(4)
    await stand.shows(other)
    await until(lambda: member.metrics.guarded("damaged") >= 1)
    assert stand.seqs(table.room)[-1] == head, "nothing beyond the hole"
    holding.held = set()
    await table.plays(1)
    await stand.shows(table)


async def test_frames_go_out_while_the_store_is_away_and_views_follow(small: Stand) -> None:  # S25
    member = await small.member()
    table = await (await small.table()).start()
    quiet = await (await small.table()).open()
    await small.shows(table)
    await small.shows(quiet)
    small.memory.is_away = True
    await table.plays(10)
    await quiet.does(GUESTS[0], "join")
    head = len(await table.entries())
    await small.told(table.room, head)
    assert member.metrics.guarded("store_away") >= 11
    small.memory.is_away = False
    await small.shows(quiet)  # though nothing more happens there
    await small.shows(table)
    await table.plays(3)
    await small.shows(table)
    await small.told(table.room, head + 3)
    assert small.seqs(table.room) == list(range(2, head + 4))


async def test_who_takes_over_while_the_store_is_away_shows_what_it_missed(small: Stand) -> None:
    member = await small.member()
    table = await (await small.table()).start()
    await small.shows(table)
    small.memory.is_away = True
    await table.plays(10)
    await small.told(table.room, len(await table.entries()))
    await asyncio.sleep(10 * QUICK.keep_ms / 1000)
    await member.crash()
    small.memory.is_away = False
    await small.member()
    await small.shows(table)  # though nothing more happens there


async def test_a_real_store_that_hangs_and_one_that_comes_back_empty(breakable: Stand) -> None:
    member = await breakable.member()
    table = await (await breakable.table()).start()
    quiet = await breakable.table()
    await quiet.does(HOST, "create", game="bang", visibility="public")
    await breakable.shows(table)
    await breakable.shows(quiet)
    assert breakable.redis is not None
    breakable.redis.pause()
    await table.plays(3)
    head = len(await table.entries())
    await breakable.told(table.room, head)
    breakable.redis.resume()
    await breakable.shows(table)
    breakable.redis.kill()
    await breakable.redis.start()
    await breakable.shows(quiet)
    await breakable.shows(table)
    await until(lambda: member.metrics.guarded("store_lost") == 1)
    await breakable.lists(quiet)


async def test_a_view_that_was_lost_is_written_whole(small: Stand) -> None:
    member = await small.member()
    table = await (await small.table()).start()
    await small.shows(table)
    await small.lose_views(table)
    await table.plays(1)
    await small.shows(table)
    assert member.metrics.guarded("incomplete") == 1


async def test_two_members_that_both_show_everything_do_no_harm(small: Stand) -> None:
    first, second = await small.member(), await small.member()
    shards = list(range(64))
    for member in (first, second):
        member.service._members.partitions_of = lambda *_: shards  # type: ignore[method-assign]
    table = await (await small.table()).start()
    await table.plays(30)
    await small.shows(table)
    assert first.metrics.guarded("stale") + second.metrics.guarded("stale") > 0
    frames = {frame["seq"]: frame for frame in small.heard[table.room, SPECTATOR]}
    assert all(frame == frames[frame["seq"]] for frame in small.heard[table.room, SPECTATOR])


async def test_shards_of_a_member_that_died_are_taken_over(stand: Stand) -> None:
    members = [await stand.member(), await stand.member()]
    tables = [await (await stand.table(seed=seed)).start() for seed in range(6)]
    for table in tables:
        await stand.shows(table)
    await members[0].crash()
    for table in tables:
        await table.plays(5)
    for table in tables:
        await stand.shows(table, within_s=15)
        head = len(await table.entries())
        await stand.told(table.room, head)
        assert sorted(set(stand.seqs(table.room))) == list(range(2, head + 1)), "none is missing"


async def test_a_member_that_comes_takes_its_share_and_nothing_is_missed(stand: Stand) -> None:
    await stand.member()
    tables = [await (await stand.table(seed=seed)).start() for seed in range(6)]
    playing = [asyncio.create_task(table.plays(25)) for table in tables]
    await stand.member()
    for played in playing:
        await played
    for table in tables:
        await stand.shows(table)
        head = len(await table.entries())
        await stand.told(table.room, head)
        assert sorted(set(stand.seqs(table.room))) == list(range(2, head + 1)), "none is missing"


@pytest.mark.parametrize("is_store_kept", [True, False])
async def test_after_a_crash_views_are_what_a_fold_gives(  # S23
    stand: Stand, *, is_store_kept: bool
) -> None:
    member = await stand.member(replace(QUICK, keep_ms=3_600_000))
    table = await (await stand.table()).start()
    await table.plays(10)
    await stand.shows(table)
    await member.crash()
    await table.plays(5)
    if not is_store_kept:
        await stand.lose_views(table)
    await stand.member()
    await table.plays(1)
    await stand.shows(table)


async def test_what_an_operator_wants_anew_is_in_an_epoch_that_every_member_follows(
    stand: Stand,
) -> None:
    members = [await stand.member(), await stand.member()]
    table, quiet = await (await stand.table()).start(), await (await stand.table()).open()
    await stand.shows(table)
    await stand.shows(quiet)
    before = await stand.view(quiet.room)
    assert before is not None
    await stand.wish()
    told = await stand.until_rebuilt()
    assert (told.done, told.rooms >= 2) == (told.rooms, True)
    after = await stand.view(quiet.room)
    assert after is not None
    assert after.head.epoch == told.epoch > before.head.epoch
    assert after.sections == before.sections
    await until(lambda: sum(member.metrics.guarded("epoch") for member in members) >= 1)
    await table.plays(5)
    await stand.shows(table)
    shown = await stand.view(table.room)
    assert shown is not None
    assert shown.head.epoch == told.epoch


async def test_views_of_a_future_that_was_lost_are_not_gone_on_with(stand: Stand) -> None:
    """As after a restore: the store is ahead of the log, and knows entries that are others now."""
    table = await (await stand.table()).start()
    first = await stand.member()
    await stand.shows(table)
    known = await stand.view(table.room)
    assert known is not None
    await first.stop()
    ahead = ViewChange(SPECTATOR, {"room": b'"of the lost future"'}, is_whole=True)
    head = replace(known.head, seq=1_000)
    assert await stand.store(PROJECTION).write_views(table.room, head, [ahead]) == [Outcome.WRITTEN]
    await stand.wish()
    await stand.member()
    await stand.until_rebuilt()
    await stand.shows(table)
    await table.plays(3)
    await stand.shows(table)


async def test_who_takes_over_makes_the_rest_in_the_epoch_that_was_begun(stand: Stand) -> None:
    table = await (await stand.table()).open()
    await stand.wish()
    await stand.tell_rebuilt(epoch=40, rooms=9, done=2)
    await stand.member()
    assert (await stand.until_rebuilt()).epoch == 40
    await stand.shows(table)


async def test_a_place_that_cannot_be_read_costs_time_and_nothing_else(small: Stand) -> None:
    keeping = small.world.shore.keeping(await small.world.bus(PROJECTION), PROJECTION)
    await keeping.put("from-3", b"no place")
    await small.member()
    table = await (await small.table()).start()
    await small.shows(table)


async def test_what_was_broken_off_is_shown_again(small: Stand) -> None:
    """Shards change hands while an entry is on its way to the store."""
    release = asyncio.Event()
    release.set()
    write = small.memory.write_views

    async def slow(*args: object) -> object:
        await release.wait()
        return await write(*args)  # type: ignore[arg-type]

    small.memory.write_views = slow  # type: ignore[method-assign, assignment]
    member = await small.member()
    table = await (await small.table()).start()
    await small.shows(table)
    release.clear()
    await table.plays(1)
    await asyncio.sleep(0.1)
    await member.service._follower.stop()
    release.set()
    await small.shows(table)


async def test_a_store_that_is_away_at_the_start_is_waited_for(small: Stand) -> None:
    small.memory.is_away = True
    await small.member()
    table = await (await small.table()).open()
    with pytest.raises(StoreAway):
        await small.memory.ping()
    small.memory.is_away = False
    await small.shows(table)


async def test_rooms_beyond_the_memory_are_folded_again(small: Stand) -> None:
    await small.member(ProjectionSettings(rooms_limit=2, ownership_ms=50))
    tables = [await (await small.table(seed=seed)).start() for seed in range(5)]
    for _ in range(3):
        for table in tables:
            await table.plays(1)
    for table in tables:
        await small.shows(table)
        head = len(await table.entries())
        await small.told(table.room, head)
        assert small.seqs(table.room) == list(range(2, head + 1))


async def test_a_snapshot_of_another_past_is_passed_over(small: Stand) -> None:
    """As after a restore of one of them from a copy: the log decides what is shown."""
    table, other = await (await small.table()).start(), await (await small.table()).start()
    bus = await small.world.bus(RULES)
    _, snapshots = small.world.shore.log(bus)
    fork = Room(table.room, GAMES)
    for entry in (await table.entries())[:4]:
        fork.apply(entry)
    fork.hash = bytes(32)
    assert await snapshots.put(table.room, 4, fork.snapshot())
    assert await snapshots.put(other.room, 4, fork.snapshot())
    member = await small.member()
    await table.plays(3)
    await small.shows(table)
    await small.shows(other)
    assert member.metrics.folding.snapshots_passed_over("unfit") >= 1
    assert member.metrics.folding.snapshots_passed_over("unreadable") >= 1
    assert member.metrics.guarded("damaged") == 0
