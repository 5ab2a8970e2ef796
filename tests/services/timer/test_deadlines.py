"""Deadlines over a room's life. Time stands still until a test moves it."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec
import pytest

from services.timer.settings import TimerSettings
from shared.contracts.entries import Header, read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceReport, WatchReport
from shared.contracts.subjects import WATCH, presence_subject
from shared.runtime.bus import Bus
from shared.runtime.clock import ManualClock, settle
from tests.conftest import Count
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import MemoryShore, Timer, World, memory_world

SETTINGS = TimerSettings()
TURN_MS, REACTION_MS = 60_000, 15_000


class Evening:
    """One rules member, one timer, and a table; `pass_ms` lets time go by."""

    def __init__(self, world: World, clock: ManualClock, table: Table) -> None:
        self.world = world
        self.clock = clock
        self.table = table
        self.timers: list[Timer] = []

    async def add_timer(self, settings: TimerSettings = SETTINGS) -> Timer:
        self.timers.append(await self.world.timer(settings))
        await self.pass_ms(0)
        return self.timers[-1]

    async def pass_ms(self, duration_ms: int) -> None:
        """In steps, so that followers, who wait for the log and not for the clock, come along."""
        left_ms = duration_ms
        while True:
            step_ms = min(left_ms, 250)
            await self.clock.advance(step_ms)
            await settle()
            left_ms -= step_ms
            if left_ms <= 0:
                break
        await settle()

    async def headers(self, table: Table | None = None) -> list[Header]:
        entries = await (table or self.table).entries()
        return [read_header(read_entry(entry)) for entry in entries]

    async def last(self) -> Header:
        return (await self.headers())[-1]

    async def time_outs(self, table: Table | None = None) -> list[Header]:
        return [h for h in await self.headers(table) if h.command_id.startswith("timeout:")]


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    clock = ManualClock()
    async with memory_world(clock) as world:
        await world.member()
        table = Table(await world.dispatch("cmd"), await world.log())
        made = Evening(world, clock, table)
        await made.pass_ms(600)
        yield made
        ending = asyncio.create_task(world.end())
        while not ending.done():
            await made.pass_ms(500)
        await ending


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


@pytest.mark.parametrize(("down_ms", "is_extended"), [(3_000, False), (30_000, True)])
async def test_a_deadline_that_passed_while_the_timer_was_down(
    evening: Evening, down_ms: int, is_extended: bool
) -> None:  # S13
    timer = await evening.add_timer()
    await evening.table.start()
    dealt = await evening.last()
    await evening.pass_ms(1_000)
    await stop(evening, timer)
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


async def stop(evening: Evening, timer: Timer) -> None:
    stopping = asyncio.create_task(timer.stop())
    while not stopping.done():
        await evening.pass_ms(100)
    with suppress(KeyError):
        await stopping


async def test_deadlines_of_many_rooms_that_passed_are_all_dealt_with_in_two_seconds(
    evening: Evening, count: Count
) -> None:
    timer = await evening.add_timer()
    tables = [Table(evening.table.dispatch, evening.table.log, seed=n) for n in range(30)]
    for table in tables:
        await table.start()
    await evening.pass_ms(0)
    await stop(evening, timer)
    await evening.pass_ms(TURN_MS + 3_000)
    await evening.add_timer()
    await evening.pass_ms(2_000)
    for table in tables:
        began = next(h for h in await evening.headers(table) if h.deadline_ms)
        ids = [header.command_id for header in await evening.time_outs(table)]
        assert ids.count(f"timeout:{began.due_id}") == 1, table.room
    count("overdue deadlines dealt with after a start", len(tables))


async def test_answered_deadlines_do_not_fire_after_a_start(evening: Evening) -> None:  # S13
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(50_000)
    await stop(evening, timer)
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


class Door:
    """A gateway's reports about who is there."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.here: set[PlayerId] = set()

    async def pass_s(self, seconds: int) -> None:
        bus = await self.evening.world.bus("gateway")
        encode = msgspec.json.encode
        for _ in range(seconds):
            await bus.publish(WATCH, encode(WatchReport("g1")))
            if self.here:
                await self.report(bus, self.evening.table.room)
            await self.evening.pass_ms(1_000)

    async def report(self, bus: Bus, room: RoomId) -> None:
        report = PresenceReport("g1", room, sorted(self.here), 0)
        await bus.publish(presence_subject(room), msgspec.json.encode(report))


async def test_absence_turns_into_autopilot_and_presence_turns_it_off(
    evening: Evening,
) -> None:  # S03
    await evening.add_timer()
    table = await evening.table.start()
    door = Door(evening)
    door.here = {HOST, *GUESTS[:2]}
    await door.pass_s(118)
    seats = {member.player: member for member in (await table.fold()).state.members}
    assert not any(member.away for member in seats.values())
    await door.pass_s(7)
    seats = {member.player: member for member in (await table.fold()).state.members}
    assert [player for player, member in seats.items() if member.away] == [GUESTS[2]]
    door.here.add(GUESTS[2])
    await door.pass_s(1)
    assert not any(member.away for member in (await table.fold()).state.members)
    await table.verified()


async def test_when_everybody_leaves_the_room_is_closed_as_abandoned(
    evening: Evening,
) -> None:  # S49
    timer = await evening.add_timer()
    table = await evening.table.start()
    door = Door(evening)
    door.here = {HOST, *GUESTS[:3]}
    await door.pass_s(10)
    door.here = set()
    await door.pass_s(595)
    assert (await table.fold()).state.phase != "closed"
    await door.pass_s(12)
    room = await table.fold()
    assert room.state.phase == "closed"
    assert room.state.matches_abandoned == 1
    assert room.state.revealed_secret
    assert table.room not in timer.service._ledger.rooms
    assert timer.metrics.commanded("abandon") == 1
    await table.verified()


async def test_without_a_watching_gateway_nobody_is_away(evening: Evening) -> None:
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(700_000)
    assert timer.metrics.commanded("absent") == 0
    assert timer.metrics.commanded("abandon") == 0


async def test_reports_that_are_none_change_nothing(evening: Evening) -> None:
    await evening.add_timer()
    await evening.table.start()
    bus = await evening.world.bus("gateway")
    for subject in (WATCH, presence_subject(evening.table.room)):
        for data in (b"", b"{", b"\xff", b"[]", b'{"gateway": 1}'):
            await bus.publish(subject, data)
    await evening.pass_ms(TURN_MS + 1_000)
    assert len(await evening.time_outs()) >= 1
