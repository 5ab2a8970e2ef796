"""The timer service over a real broker, as the user that the table of rights makes for it."""

import asyncio
import itertools
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress

import msgspec
import pytest

from services.timer.settings import TimerSettings
from shared.contracts.entries import Header, read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceReport, WatchReport
from shared.contracts.subjects import WATCH, presence_subject
from shared.engine.game import Pace
from shared.eventstore.log import Away
from shared.room.state import RoomState
from shared.runtime.nats_server import NatsServer
from shared.runtime.schedules import Fired, Schedules
from tests.conftest import Count
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import QUICK, World, nats_world

BRISK = Pace(second_ms=20, reveal_ms=200, autopilot_ms=40, resume_ms=100, late_ms=60_000)
"""A turn of 30 s takes 600 ms."""
RULES = msgspec.structs.replace(QUICK, pace=BRISK)
SETTINGS = TimerSettings(
    grace_ms=25,
    missed_ms=400,
    absence_ms=1_500,
    unclaimed_ms=500,
    abandon_ms=4_000,
    report_ttl_ms=300,
    tick_ms=50,
    presence_tick_ms=100,
    keep_ms=200,
    ask_again_ms=1_000,
)


@pytest.fixture
async def own_world(own_broker: NatsServer) -> AsyncIterator[World]:
    async with nats_world(own_broker) as world:
        yield world


async def table_in(world: World, seed: int = 0) -> Table:
    return Table(await world.dispatch("cmd"), await world.log(), seed=seed)


async def time_outs(table: Table) -> list[Header]:
    headers = [read_header(read_entry(entry)) for entry in await table.entries()]
    return [header for header in headers if header.command_id.startswith("timeout:")]


async def reached(table: Table, number: int, *, within_s: float) -> list[Header]:
    """At least so many time-outs; the time it took is bounded."""
    async with asyncio.timeout(within_s):
        while True:
            with suppress(Away):  # the broker is killed now and then
                if len(found := await time_outs(table)) >= number:
                    return found
            await asyncio.sleep(0.02)


async def test_sleepers_are_timed_out_one_after_the_other(world: World, count: Count) -> None:
    await world.member(settings=RULES)
    timer = await world.timer(SETTINGS)
    table = await (await table_in(world)).start(turnSeconds=30)
    found = await reached(table, 8, within_s=15)
    headers = [read_header(read_entry(entry)) for entry in await table.entries()]
    late_ms = [
        after.at_ms - before.deadline_ms
        for before, after in itertools.pairwise(headers)
        if after.command_id.startswith("timeout:")
    ]
    assert min(late_ms) >= SETTINGS.grace_ms
    assert max(late_ms) <= SETTINGS.grace_ms + 400
    assert timer.metrics.alarmed("gone_off") >= 8
    await table.verified()
    count("time-outs over a broker", len(found))


async def test_two_timers_and_two_members_time_out_once(world: World) -> None:
    for _ in range(2):
        await world.member(settings=RULES)
        await world.timer(SETTINGS)
    tables = [await table_in(world, seed) for seed in range(4)]
    for table in tables:
        await table.start(turnSeconds=30)
    for table in tables:
        found = await reached(table, 4, within_s=15)
        assert len({header.command_id for header in found}) == len(found)
        await table.verified()


async def test_a_timer_that_was_down_catches_up_at_once(world: World) -> None:  # S13
    await world.member(settings=RULES)
    first = await world.timer(SETTINGS)
    table = await (await table_in(world)).start(turnSeconds=30)
    await reached(table, 1, within_s=5)
    await first.crash()
    await asyncio.sleep(1.5)
    before = len(await time_outs(table))
    began_s = time.monotonic()
    await world.timer(SETTINGS)
    await reached(table, before + 1, within_s=2)
    assert time.monotonic() - began_s < 2


async def test_without_the_alarms_of_the_broker_nothing_is_missed(world: World) -> None:
    """S27: the consumer that hands alarms out is stuck; looking finds what is overdue."""
    await world.member(settings=RULES)
    timer = await world.timer(SETTINGS, wrap_alarms=Deaf)
    table = await (await table_in(world)).start(turnSeconds=30)
    await reached(table, 2, within_s=5)
    assert timer.metrics.alarmed("set") >= 1
    assert timer.metrics.alarmed("gone_off") == 0
    assert timer.metrics.alarmed("missed") >= 2


class Deaf:
    """Alarms that can be set and never go off."""

    def __init__(self, alarms: Schedules) -> None:
        self._alarms = alarms

    async def arm(self, room: RoomId, at_ms: int, payload: bytes) -> None:
        await self._alarms.arm(room, at_ms, payload)

    async def disarm(self, room: RoomId) -> None:
        await self._alarms.disarm(room)

    async def fired(self) -> AsyncGenerator[Fired, None]:
        while True:
            await asyncio.sleep(3_600)
            yield Fired(RoomId(""), b"", _nothing)


async def _nothing() -> None:
    pass


class Door:
    """A gateway that reports every 100 ms who is there."""

    def __init__(self, world: World, table: Table) -> None:
        self._world = world
        self._table = table
        self.here: set[PlayerId] = set()

    async def run(self) -> None:
        bus = await self._world.bus("gateway")
        while True:
            await bus.publish(WATCH, msgspec.json.encode(WatchReport("g1")))
            report = PresenceReport("g1", self._table.room, sorted(self.here), 0)
            if self.here:
                await bus.publish(presence_subject(self._table.room), msgspec.json.encode(report))
            await asyncio.sleep(0.1)


async def state_of(table: Table, holds: Callable[[RoomState], bool]) -> None:
    """Waits until the room is so."""
    async with asyncio.timeout(8):
        while True:
            if holds((await table.fold()).state):
                return
            await asyncio.sleep(0.05)


def away(state: RoomState) -> list[PlayerId]:
    return [member.player for member in state.members if member.away]


async def test_presence_is_reported_across_the_accounts(world: World) -> None:
    slow = msgspec.structs.replace(RULES, pace=Pace())
    await world.member(settings=slow)
    await world.timer(SETTINGS)
    table = await (await table_in(world)).start()
    door = Door(world, table)
    door.here = {HOST, *GUESTS[:2]}
    reporting = asyncio.create_task(door.run())

    await state_of(table, lambda state: away(state) == [GUESTS[2]])
    door.here.add(GUESTS[2])
    await state_of(table, lambda state: away(state) == [])
    door.here = set()
    await state_of(table, lambda state: state.phase == "closed")
    reporting.cancel()
    await table.verified()


async def test_a_broker_that_is_killed_and_started_again_costs_no_deadline(
    own_broker: NatsServer, own_world: World, count: Count
) -> None:
    await own_world.member(settings=RULES)
    await own_world.timer(SETTINGS)
    tables = [await table_in(own_world, seed) for seed in range(3)]
    for table in tables:
        await table.start(turnSeconds=30)
    for round_ in range(2):
        before = {table.room: len(await time_outs(table)) for table in tables}
        own_broker.kill()
        await asyncio.sleep(0.5)
        await own_broker.start()
        began_s = time.monotonic()
        for table in tables:
            await reached(table, before[table.room] + 2, within_s=6)
        assert time.monotonic() - began_s < 6, round_
    for table in tables:
        await table.verified()
    count("brokers killed under a timer", 2)
