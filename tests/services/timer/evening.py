"""An evening in memory: time stands still until a test moves it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from services.timer.settings import TimerSettings
from shared.contracts.entries import Header, read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceReport, WatchReport
from shared.contracts.subjects import WATCH, presence_subject
from shared.eventstore.log import Log
from shared.runtime.bus import Bus
from shared.runtime.clock import ManualClock, settle
from tests.services.table import Table
from tests.services.worlds import Timer, World, memory_world

SETTINGS = TimerSettings()
TURN_MS = 60_000


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

    async def stop(self, timer: Timer) -> None:
        """Stopping takes time, which stands still."""
        stopping = asyncio.create_task(timer.stop())
        while not stopping.done():
            await self.pass_ms(100)
        await stopping


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


@asynccontextmanager
async def evening_in(
    is_clock_trusted: Callable[[], bool] = lambda: True,
    wrap: Callable[[Log], Log] = lambda log: log,
) -> AsyncIterator[Evening]:
    """One rules member, which decides nothing while it does not trust its clock, and a table.
    `wrap` puts something before the member's log."""
    clock = ManualClock()
    async with memory_world(clock) as world:
        await world.member(is_clock_trusted=is_clock_trusted, wrap=wrap)
        made = Evening(world, clock, Table(await world.dispatch("cmd"), await world.log()))
        await made.pass_ms(600)
        yield made
        ending = asyncio.create_task(world.end())
        while not ending.done():
            await made.pass_ms(500)
        await ending
