"""Deadlines over a room's life."""

import asyncio
import itertools

from tests.conftest import Count
from tests.services.table import GUESTS, HOST, Table
from tests.services.timer.evening import SETTINGS, TURN_MS, Evening
from tests.services.worlds import MemoryShore


async def test_a_turn_that_runs_out_is_ended_after_the_grace(evening: Evening) -> None:
    await evening.add_timer()
    await evening.table.start()
    dealt = await evening.last()
    assert dealt.deadline_ms - dealt.at_ms == TURN_MS
    await evening.pass_ms(TURN_MS + SETTINGS.grace_ms - 1)
    assert await evening.time_outs() == []
    await evening.pass_ms(300)
    timeout = (await evening.time_outs())[0]
    assert timeout.actor == ""
    assert timeout.command_id == f"timeout:{dealt.due_id}"
    late_ms = timeout.at_ms - dealt.deadline_ms
    assert SETTINGS.grace_ms <= late_ms <= SETTINGS.grace_ms + 250


async def test_a_room_whose_event_cannot_be_read_holds_up_no_other(evening: Evening) -> None:
    await evening.add_timer()
    other, log = evening.table, evening.table.log
    await other.open()
    known = len(await other.entries())
    strange = (await other.entries())[0].replace(b'["room_opened",', b'["room_closed",')
    await log.append(other.room, known + 1, strange, message_id="strange")
    table = await Table(other.dispatch, log, seed=1).start()
    await evening.pass_ms(TURN_MS + SETTINGS.grace_ms + 500)
    assert await evening.time_outs(table)


async def test_a_match_of_sleepers_goes_on_and_on(evening: Evening, count: Count) -> None:  # L8
    await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(20 * 61_000)
    timeouts = await evening.time_outs()
    assert len(timeouts) >= 15
    await evening.table.verified()
    assert evening.timers[0].metrics.commanded("timeout") == len(timeouts)
    count("time-outs in order", len(timeouts))


async def test_a_moved_deadline_is_met_once(evening: Evening) -> None:
    """Answers in time leave alarms behind that fire for nothing."""
    timer = await evening.add_timer()
    await evening.table.start()
    room = await evening.table.fold()
    first = room.due
    assert first is not None
    await evening.pass_ms(TURN_MS - 5_000)
    for _ in range(30):
        await evening.table.plays(1)
        if (await evening.table.fold()).due != first:
            break
    await evening.pass_ms(6_000)
    assert await evening.time_outs() == []
    assert timer.metrics.alarmed("early") >= 1
    assert timer.metrics.alarmed("missed") == 0


async def test_a_moved_deadline_is_met_in_time(evening: Evening) -> None:
    """The alarm that was set for an earlier deadline is set again when it goes off."""
    timer = await evening.add_timer()
    await evening.table.start()
    first = (await evening.last()).due_id
    await evening.pass_ms(TURN_MS - 5_000)
    while (await evening.last()).due_id == first:
        await evening.table.plays(1)
    moved = await evening.last()
    await evening.pass_ms(moved.deadline_ms + 800 - evening.clock.now_ms())
    timeout = (await evening.time_outs())[0]
    assert timeout.at_ms - moved.deadline_ms <= SETTINGS.grace_ms + 250
    assert timer.metrics.alarmed("missed") == 0


async def test_an_alarm_is_set_only_for_an_earlier_deadline(evening: Evening) -> None:
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(0)
    before = timer.metrics.alarmed("set")
    deadlines = []
    for _ in range(40):
        await evening.table.plays(1)
        await evening.pass_ms(100)
        deadlines.append((await evening.last()).deadline_ms)
    earlier = sum(new < old for old, new in itertools.pairwise(deadlines))
    assert timer.metrics.alarmed("set") - before <= earlier + 2


async def test_after_the_end_the_alarm_is_taken_back(evening: Evening) -> None:  # S59
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.table.plays(5_000)
    await evening.pass_ms(300)
    assert (await evening.last()).deadline_ms == 0
    head = await evening.table.log.head(evening.table.room)
    assert timer.metrics.alarmed("taken_back") == 1
    shore = evening.world.shore
    assert isinstance(shore, MemoryShore)
    assert shore._schedules._armed == {}
    await evening.pass_ms(120_000)
    assert await evening.table.log.head(evening.table.room) == head


async def test_a_late_time_out_message_after_the_end_has_no_effect(evening: Evening) -> None:  # S59
    await evening.add_timer()
    await evening.table.start()
    await evening.table.plays(5_000)
    head = await evening.table.log.head(evening.table.room)
    system = Table(await evening.world.dispatch("sys"), evening.table.log)
    system.room = evening.table.room
    await evening.pass_ms(600)
    for due in ("1.1", "reveal.1", "", "x" * 50):
        assert await system.refused("", "timeout", due=due) == "nothing_due"
    assert await evening.table.log.head(evening.table.room) == head


async def test_two_timers_time_out_once(evening: Evening) -> None:
    await evening.add_timer()
    await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(5 * 61_000)
    timeouts = await evening.time_outs()
    assert len({header.command_id for header in timeouts}) == len(timeouts) >= 4
    for timeout in timeouts:
        assert timeout.at_ms
    await evening.table.verified()


async def test_one_of_two_timers_dies_and_nothing_is_late(evening: Evening) -> None:
    """The alarm that it had taken and not acted on is found by looking."""
    first = await evening.add_timer()
    await evening.add_timer()
    await evening.table.start()
    dealt = await evening.last()
    await evening.pass_ms(TURN_MS)
    crash = asyncio.create_task(first.crash())
    await evening.pass_ms(2_000)
    await crash
    timeout = (await evening.time_outs())[0]
    assert timeout.at_ms - dealt.deadline_ms <= SETTINGS.grace_ms + SETTINGS.missed_ms + 500


async def test_a_locked_start_is_dealt_without_those_who_do_not_reveal(evening: Evening) -> None:
    await evening.add_timer()
    table = await evening.table.open()
    for guest in GUESTS[:3]:
        await table.does(guest, "join")
    for player in (HOST, *GUESTS[:3]):
        await table.does(player, "ready", ready=True, commitment="ab" * 32)
    await table.does(HOST, "start")
    assert (await table.fold()).state.phase == "reveal"
    await evening.pass_ms(3_000 + SETTINGS.grace_ms + 250)
    assert (await table.fold()).state.phase == "match"
