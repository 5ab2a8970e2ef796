"""A timer that was down: what was due meanwhile, and where it begins."""

import asyncio

import pytest

from shared.runtime.tasks import end
from tests.conftest import Count
from tests.services.faults import Gate
from tests.services.table import Table
from tests.services.timer.evening import SETTINGS, TURN_MS, Evening, evening_in


@pytest.mark.parametrize(("down_ms", "is_extended"), [(3_000, False), (30_000, True)])
async def test_a_deadline_that_passed_while_the_timer_was_down(
    evening: Evening, down_ms: int, is_extended: bool
) -> None:  # S13
    timer = await evening.add_timer()
    await evening.table.start()
    dealt = await evening.last()
    await evening.pass_ms(1_000)
    await evening.stop(timer)
    await evening.pass_ms(dealt.deadline_ms + down_ms - evening.clock.now_ms())
    assert await evening.time_outs() == []
    await evening.add_timer()
    began_ms = evening.clock.now_ms()
    await evening.pass_ms(2_000)
    timeout = (await evening.time_outs())[0]
    assert timeout.at_ms - began_ms <= 2_000
    after = (await evening.table.fold()).due
    assert after is not None
    if is_extended:
        assert after.at_ms == timeout.at_ms + TURN_MS
    await evening.pass_ms(10_000)
    ids = [header.command_id for header in await evening.time_outs()]
    assert ids.count(f"timeout:{dealt.due_id}") == 1


async def test_deadlines_of_many_rooms_that_passed_are_all_dealt_with_in_two_seconds(
    evening: Evening, count: Count
) -> None:
    timer = await evening.add_timer()
    tables = [Table(evening.table.dispatch, evening.table.log, seed=n) for n in range(30)]
    for table in tables:
        await table.start()
    await evening.pass_ms(0)
    await evening.stop(timer)
    await evening.pass_ms(TURN_MS + 3_000)
    await evening.add_timer()
    await evening.pass_ms(2_000)
    for table in tables:
        began = next(h for h in await evening.headers(table) if h.deadline_ms)
        ids = [header.command_id for header in await evening.time_outs(table)]
        assert ids.count(f"timeout:{began.due_id}") == 1, table.room
    count("overdue deadlines dealt with after a start", len(tables))


async def test_a_match_that_began_while_the_timer_was_down_gets_its_alarm(
    evening: Evening,
) -> None:
    await evening.table.start()
    dealt = await evening.last()
    await evening.pass_ms(20_000)
    timer = await evening.add_timer()
    await evening.pass_ms(41_000)
    timeout = (await evening.time_outs())[0]
    assert timeout.at_ms - dealt.deadline_ms <= SETTINGS.grace_ms + 250
    assert timer.metrics.alarmed("missed") == 0


async def test_answered_deadlines_do_not_fire_after_a_start(evening: Evening) -> None:  # S13
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(50_000)
    await evening.stop(timer)
    first = (await evening.last()).due_id
    while (await evening.last()).due_id == first:
        await evening.table.plays(1)
    await evening.pass_ms(8_000)
    await evening.add_timer()
    await evening.pass_ms(1_000)
    assert await evening.time_outs() == []
    last = await evening.last()
    await evening.pass_ms(last.deadline_ms + 1_000 - evening.clock.now_ms())
    assert [h.command_id for h in await evening.time_outs()] == [f"timeout:{last.due_id}"]


async def test_a_start_begins_where_the_last_one_kept_its_place(evening: Evening) -> None:
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(SETTINGS.keep_ms + 500)
    before = timer.service._ledger.rooms
    await evening.table.plays(10)
    crash = asyncio.create_task(timer.crash())
    await evening.pass_ms(500)
    await crash
    second = await evening.add_timer()
    assert second.service._ledger.rooms.keys() == before.keys()
    assert second.service._ledger.rooms == timer.service._ledger.rooms
    kept = await evening.world.shore.keeping(timer.bus, "timer").get_all()
    assert list(kept) == ["ledger"]


@pytest.mark.parametrize("kept", [b"", b"junk", b"x\x9c\x03\x00\x00\x00\x00\x01"])
async def test_what_was_kept_and_cannot_be_read_is_made_anew(evening: Evening, kept: bytes) -> None:
    await evening.table.start()
    bus = await evening.world.bus("timer")
    await evening.world.shore.keeping(bus, "timer").put("ledger", kept)
    timer = await evening.add_timer()
    assert evening.table.room in timer.service._ledger.rooms
    await evening.pass_ms(TURN_MS + 1_000)
    assert len(await evening.time_outs()) >= 1


async def test_when_alarms_have_ended_so_have_their_time_outs() -> None:
    gate = Gate()
    async with evening_in(wrap=gate.wrap) as evening:
        timer = await evening.add_timer()
        await evening.table.start()
        gate.hold()
        await evening.pass_ms(TURN_MS + SETTINGS.grace_ms + 250)
        under_way = set(timer.service._alarms._tasks)
        assert under_way, "the rules take their time for one"
        _, alarms, *_ = timer.service._loops
        left: list[bool] = []
        alarms.add_done_callback(lambda _: left.extend(not task.done() for task in under_way))
        await end(alarms)
        gate.open()
    assert not any(left)
    assert left
