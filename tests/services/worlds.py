"""The world that services are tested in: everything that outlives a process, in memory and real.

In the real one every service has a connection of its own as the user that the table of rights makes
for it, so that whatever passes here is also allowed.
"""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Protocol

from services.cli.broker import broker_settings, dial, new_passwords, rights_of, set_up
from services.rules.metrics import RulesMetrics
from services.rules.service import RulesService
from services.rules.settings import RulesSettings
from services.timer.metrics import TimerMetrics
from services.timer.service import TimerService
from services.timer.settings import TimerSettings
from shared.contracts.ids import RoomId
from shared.contracts.subjects import PROJECTION, REPLAY, RULES, TIMER
from shared.contracts.subjects import Path as Way
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.log import Log, Snapshots
from shared.eventstore.memory import MemoryLog
from shared.eventstore.places import Places
from shared.eventstore.snapshots import JetStreamSnapshots, MemorySnapshots
from shared.games.bang import Bang
from shared.games.buckshot import Buckshot
from shared.room.rules import Games
from shared.runtime.broker_api import store
from shared.runtime.bus import Bus
from shared.runtime.bus_memory import MemoryBroker
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import Clock, SystemClock
from shared.runtime.dispatch import Dispatch, DispatchSettings
from shared.runtime.keeping import Keeping, MemoryKeeping, NatsKeeping
from shared.runtime.kv import OPERATION, Bucket, NatsBucket
from shared.runtime.kv_memory import MemoryBucket
from shared.runtime.members import STREAM as MEMBERS_STREAM
from shared.runtime.members import MemberId, Members
from shared.runtime.metrics import Metrics
from shared.runtime.nats_server import NatsServer
from shared.runtime.schedules import Schedules
from shared.runtime.schedules_memory import MemorySchedules
from shared.runtime.schedules_nats import NatsSchedules
from shared.runtime.tenants import TENANTS_STREAM
from shared.runtime.wishes import MemoryWishes, NatsWishes, Wishes

GAMES: Games = {"bang": Bang(), "buckshot": Buckshot()}
QUICK = RulesSettings(leave_ms=20, drain_ms=500, bad_room_ms=300)
IMPATIENT = DispatchSettings(budget_ms=3_000)
RIGHTS = rights_of()
PASSWORDS = new_passwords(RIGHTS)

_rooms = itertools.product("BCDFGHJKLMNP", repeat=6)


def new_room() -> RoomId:
    """A code that no other test of this session uses."""
    return RoomId("".join(next(_rooms)))


class Shore(Protocol):
    """What is there before and after every process."""

    @property
    def is_real(self) -> bool: ...

    async def bus(self, service: str) -> Bus: ...

    def log(self, bus: Bus) -> tuple[Log, Snapshots]: ...

    def bucket(self, bus: Bus) -> Bucket: ...

    def hosts(self, bus: Bus) -> Bucket: ...

    async def keep_host(self, subject: str, data: bytes) -> None:
        """Empty data: it is gone."""
        ...

    def schedules(self, bus: Bus) -> Schedules: ...

    def keeping(self, bus: Bus, service: str) -> Keeping: ...

    def wishes(self, bus: Bus) -> Wishes: ...


class MemoryShore:
    is_real = False

    def __init__(self, clock: Clock) -> None:
        self.broker = MemoryBroker(clock)
        self._log = MemoryLog(idle_s=0.2)
        self._snapshots = MemorySnapshots()
        self._bucket = MemoryBucket(self.broker.connect("bucket"), "$KV.MEMBERS.>", clock)
        self._hosts = MemoryBucket(self.broker.connect("bucket"), "$KV.TENANTS.>", clock)
        self._schedules = MemorySchedules(clock, ack_wait_ms=1_000, tick_ms=50)
        self._keeping: dict[str, MemoryKeeping] = {}
        self._wishes = MemoryWishes()

    async def open(self) -> None:
        await self._bucket.open()
        await self._hosts.open()

    async def bus(self, service: str) -> Bus:
        return self.broker.connect(service)

    def log(self, bus: Bus) -> tuple[Log, Snapshots]:
        return self._log, self._snapshots

    def bucket(self, bus: Bus) -> Bucket:
        return self._bucket

    def hosts(self, bus: Bus) -> Bucket:
        return self._hosts

    async def keep_host(self, subject: str, data: bytes) -> None:
        gone = {} if data else {OPERATION: "PURGE"}
        await self.broker.connect("hosts").publish(subject, data, gone)

    def schedules(self, bus: Bus) -> Schedules:
        return self._schedules

    def keeping(self, bus: Bus, service: str) -> Keeping:
        return self._keeping.setdefault(service, MemoryKeeping())

    def wishes(self, bus: Bus) -> Wishes:
        return self._wishes


class NatsShore:
    is_real = True

    def __init__(self, server: NatsServer) -> None:
        self.server = server

    async def bus(self, service: str) -> NatsBus:
        return await dial(self.server.url, service, PASSWORDS[service])

    def log(self, bus: Bus) -> tuple[Log, Snapshots]:
        assert isinstance(bus, NatsBus)
        places = Places()
        return JetStreamLog(bus.nc, places=places), JetStreamSnapshots(bus.nc, places=places)

    def bucket(self, bus: Bus) -> Bucket:
        assert isinstance(bus, NatsBus)
        return NatsBucket(bus, MEMBERS_STREAM)

    def hosts(self, bus: Bus) -> Bucket:
        assert isinstance(bus, NatsBus)
        return NatsBucket(bus, TENANTS_STREAM)

    async def keep_host(self, subject: str, data: bytes) -> None:
        bus = await self.bus("hosts")
        await store(bus, subject, data, {} if data else {OPERATION: "PURGE"})
        await bus.close()

    def schedules(self, bus: Bus) -> Schedules:
        assert isinstance(bus, NatsBus)
        return NatsSchedules(bus)

    def keeping(self, bus: Bus, service: str) -> Keeping:
        assert isinstance(bus, NatsBus)
        return NatsKeeping(bus, service)

    def wishes(self, bus: Bus) -> Wishes:
        assert isinstance(bus, NatsBus)
        return NatsWishes(bus)


async def start_broker(directory: Path, port: int = 0) -> NatsServer:
    server = NatsServer(broker_settings(directory, RIGHTS, PASSWORDS, port=port))
    await server.start()
    bus = await dial(server.url, "setup", PASSWORDS["setup"])
    await set_up(bus)
    await bus.close()
    return server


class Member:
    """A running member of the rules service, with what a test may look at."""

    def __init__(self, name: MemberId, service: RulesService, metrics: RulesMetrics, bus: Bus):
        self.name = name
        self.service = service
        self.metrics = metrics
        self.bus = bus


class Timer:
    """A running instance of the timer service, with what a test may look at."""

    def __init__(self, service: TimerService, metrics: TimerMetrics, bus: Bus):
        self.service = service
        self.metrics = metrics
        self.bus = bus
        self._is_running = True

    async def stop(self) -> None:
        """Twice does no harm."""
        if self._is_running:
            self._is_running = False
            await self.service.stop()

    async def crash(self) -> None:
        """As if the process were gone: it keeps nothing and finishes nothing."""
        self._is_running = False
        for task in (*self.service._loops, *self.service._tasks):
            task.cancel()
        await self.bus.close(drain_ms=0)


class World:
    """Processes of one test; all of them end with it."""

    def __init__(self, shore: Shore, clock: Clock) -> None:
        self.shore = shore
        self.clock = clock
        self.failures: list[BaseException] = []
        self._ending: list[Callable[[], Awaitable[None]]] = []
        self._chance = Random(1)
        """The same matches are dealt in each run, so that none ends early by chance."""

    def fail(self, error: BaseException) -> None:
        """A part of a service ended by itself."""
        self.failures.append(error)

    async def timer(
        self,
        settings: TimerSettings,
        *,
        wrap_alarms: Callable[[Schedules], Schedules] = lambda alarms: alarms,
    ) -> Timer:
        """A running instance of the timer service."""
        bus = await self.bus("timer")
        metrics = TimerMetrics(Metrics("timer"))
        service = TimerService(
            bus=bus,
            members=Members(bus, self.shore.bucket(bus), self.clock, service=RULES),
            log=self.shore.log(bus)[0],
            schedules=wrap_alarms(self.shore.schedules(bus)),
            keeping=self.shore.keeping(bus, TIMER),
            wishes=self.shore.wishes(bus),
            own=Members(bus, self.shore.bucket(bus), self.clock, service=TIMER),
            member=MemberId(f"t{token_hex(4)}"),
            clock=self.clock,
            is_clock_trusted=lambda: True,
            settings=settings,
            metrics=metrics,
            fail=self.fail,
        )
        await service.start()
        timer = Timer(service, metrics, bus)
        self._ending.append(timer.stop)
        return timer

    async def log(self) -> Log:
        """The log as an auditor has it."""
        bus = await self.bus("auditor")
        return self.shore.log(bus)[0]

    async def member(
        self,
        *,
        settings: RulesSettings = QUICK,
        wrap: Callable[[Log], Log] = lambda log: log,
        games: Games = GAMES,
        is_clock_trusted: Callable[[], bool] = lambda: True,
        clock: Clock | None = None,
        name: str = "",
    ) -> Member:
        """A member of the rules service that has joined. `wrap` puts something before its log."""
        bus = await self.bus("rules")
        log, snapshots = self.shore.log(bus)
        member = MemberId(name or f"m{token_hex(4)}")
        metrics = RulesMetrics(Metrics("rules"))
        service = RulesService(
            bus=bus,
            members=Members(bus, self.shore.bucket(bus), self.clock, service=RULES),
            member=member,
            log=wrap(log),
            snapshots=snapshots,
            games=games,
            clock=clock or self.clock,
            is_clock_trusted=is_clock_trusted,
            settings=settings,
            metrics=metrics,
            fresh=lambda: self._chance.randbytes(32),
            fail=self.fail,
            readers=tuple(
                Members(bus, self.shore.bucket(bus), self.clock, service=service)
                for service in (PROJECTION, REPLAY)
            ),
        )
        await service.start()
        self._ending.append(service.stop)
        return Member(member, service, metrics, bus)

    async def dispatch(self, way: Way, settings: DispatchSettings = IMPATIENT) -> Dispatch:
        """The way of a gateway (`cmd`, `tenant`), a timer (`sys`) or a replay (`audit`) to the
        rules."""
        senders = {"cmd": "gateway", "sys": "timer", "audit": "replay", "tenant": "gateway"}
        bus = await self.bus(senders[way])
        members = Members(bus, self.shore.bucket(bus), self.clock, service=RULES)
        await members.watch()
        self._ending.append(members.close)
        return Dispatch(bus, members, self.clock, way, settings, name=token_hex(8))

    async def bus(self, service: str) -> Bus:
        bus = await self.shore.bus(service)
        self._ending.append(lambda: bus.close(drain_ms=100))
        return bus

    async def end(self) -> None:
        while self._ending:
            await self._ending.pop()()
        assert not self.failures, self.failures


@asynccontextmanager
async def memory_world(clock: Clock | None = None) -> AsyncIterator[World]:
    time = clock or SystemClock()
    shore = MemoryShore(time)
    await shore.open()
    world = World(shore, time)
    yield world
    await world.end()


@asynccontextmanager
async def nats_world(server: NatsServer) -> AsyncIterator[World]:
    world = World(NatsShore(server), SystemClock())
    yield world
    await world.end()
