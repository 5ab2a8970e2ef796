"""Every service of one simulated house, each in a process that may crash and come back."""

import asyncio
import contextvars
import itertools
from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

from services.gateway.core import Gateway
from services.gateway.metrics import GatewayMetrics
from services.gateway.settings import GatewaySettings
from services.projection.metrics import ProjectionMetrics
from services.projection.service import ProjectionService
from services.projection.settings import ProjectionSettings
from services.rules.metrics import RulesMetrics
from services.rules.service import RulesService
from services.rules.settings import RulesSettings
from services.timer.metrics import TimerMetrics
from services.timer.service import TimerService
from services.timer.settings import TimerSettings
from shared.contracts.subjects import PROJECTION, RULES
from shared.engine.game import Pace
from shared.eventstore.log import LogError
from shared.eventstore.memory import MemoryLog
from shared.eventstore.snapshots import MemorySnapshots
from shared.games.bang import Bang
from shared.games.buckshot import Buckshot
from shared.room.rules import Games
from shared.runtime.bus import BusError
from shared.runtime.keeping import MemoryKeeping
from shared.runtime.kv_memory import MemoryBucket
from shared.runtime.members import MemberId, Members
from shared.runtime.metrics import Metrics
from shared.runtime.names import MemoryNames
from shared.runtime.schedules_memory import MemorySchedules
from shared.runtime.talk import MemoryTalk
from shared.runtime.viewstore import StoreAway
from shared.runtime.wishes import MemoryWishes
from tests.simulation.bus import SeaBroker, SeaBus
from tests.simulation.log import SeaLog, SeaSnapshots
from tests.simulation.sea import NOBODY, Process, Sea, SeaClock, adopt, virtual_loop
from tests.simulation.stores import EmptiedStore, SeaKeeping, SeaSchedules, SeaStore
from tests.simulation.witness import Witness

GAMES: Games = {"bang": Bang(), "buckshot": Buckshot()}
PACE = Pace(
    second_ms=100,
    reveal_ms=1_000,
    autopilot_ms=100,
    resume_ms=500,
    late_ms=1_500,
    clockless_ms=9_000,
)
RULES_SETTINGS = RulesSettings(
    pace=PACE, leave_ms=50, drain_ms=500, snapshot_entries=25, rooms_limit=2
)
TIMER_SETTINGS = TimerSettings(
    grace_ms=200,
    absence_ms=5_000,
    unclaimed_ms=2_000,
    abandon_ms=25_000,
    keep_ms=2_000,
    report_ttl_ms=4_000,
    ask_again_ms=2_000,
)
GATEWAY_SETTINGS = GatewaySettings(
    command_burst=1_000, presence_ms=1_500, recheck_ms=20_000, view_wait_ms=1_000
)
TICK_MS = 250
KEYS = (b"a-key-for-simulated-tokens-of-32",)
LAST_SHOWN_S = 1.5
"""Within it the projection has shown what was stored last, where nothing goes wrong."""
NOISE_MS = 120
"""How wrong a trusted clock may be."""

Service = Literal["rules", "timer", "projection", "gateway"]
SERVICES: tuple[Service, ...] = ("rules", "timer", "projection", "gateway")


class Runs(Protocol):
    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class Running:
    """One process with its service, which is called `kind`."""

    def __init__(
        self, kind: Service, process: Process, service: Any, metrics: Metrics, bus: SeaBus
    ) -> None:
        self.kind = kind
        self.process = process
        self.service = service
        self.metrics = metrics
        self.bus = bus

    @property
    def gateway(self) -> Gateway:
        assert isinstance(self.service, Gateway)
        return self.service

    async def crash(self) -> None:
        self.bus.cut()
        await self.process.crash()

    async def stop(self) -> None:
        """In order; what it waits for may be away for long."""
        stopping = self.process.spawn(self.service.stop())
        await asyncio.wait({stopping}, timeout=8)
        await self.crash()


class House:
    """What outlives every process, and the processes. `broken` tells what must not have been."""

    def __init__(self, sea: Sea) -> None:
        self.sea = sea
        self.clock = SeaClock(NOBODY)
        self.broker = SeaBroker(sea, self.clock)
        self.log = MemoryLog(batch_limit=16)
        self.witness = Witness(self.log)
        self.broken = self.witness.broken
        self.store = EmptiedStore(self.clock)
        self.snapshots = MemorySnapshots()
        self.running: dict[Service, list[Running]] = {service: [] for service in SERVICES}
        self.all_metrics: dict[Service, list[Metrics]] = {service: [] for service in SERVICES}
        self._schedules = MemorySchedules(self.clock, ack_wait_ms=3_000, tick_ms=TICK_MS)
        self._bucket = MemoryBucket(self.broker.attach(NOBODY), "$KV.MEMBERS.>", self.clock)
        self._keeping: dict[str, MemoryKeeping] = {}
        self._wishes = MemoryWishes()
        self._names = MemoryNames(self.clock, retention_days=90)
        self._talk = MemoryTalk(self.broker.attach(NOBODY))
        self._lives = itertools.count(1)
        self._launched = asyncio.Event()
        self._chance = sea.chance.stream("house")
        self.broker.sure.add("$KV.MEMBERS.>")
        self.broker.sent = self.witness.sent
        self.broker.arrived = self.witness.arrived

    def _on_unhandled(self, _: asyncio.AbstractEventLoop, what: dict[str, Any]) -> None:
        """A crash cancels what waits for several things at once; nobody is left to hear of it."""
        if not isinstance(what.get("exception"), asyncio.CancelledError):
            self.broken.append(f"unhandled: {what}")

    async def open(self) -> None:
        loop = virtual_loop()
        loop.adopt = self._adopt
        loop.set_exception_handler(self._on_unhandled)
        await self._bucket.open()
        few = self.sea.is_calm
        sizes: dict[Service, int] = {
            "rules": 2 if few else self._chance.choice((1, 2, 2, 3)),
            "timer": 1 if few else self._chance.choice((1, 1, 1, 2)),
            "projection": 1 if few else self._chance.choice((1, 1, 2)),
            "gateway": 1 if few else self._chance.choice((1, 1, 2)),
        }
        for service, size in sizes.items():
            for _ in range(size):
                await self.launch(service)

    async def launch(self, service: Service) -> Running:
        """A new process of the service; where it cannot start it is tried again."""
        while True:
            running = self._make(service)
            starting = running.process.spawn(running.service.start())
            await asyncio.wait({starting}, timeout=10)
            error = starting.exception() if starting.done() else TimeoutError()
            if error is None:
                self.running[service].append(running)
                self._launched.set()
                return running
            if not isinstance(error, BusError | LogError | StoreAway | TimeoutError):
                self.broken.append(f"{running.process.name} did not start: {error!r}")
            await running.crash()
            await asyncio.sleep(0.5)

    async def gateways(self) -> list[Running]:
        """Those that are there; waits for one."""
        while not (there := self.running["gateway"]):
            self._launched.clear()
            await self._launched.wait()
        return there

    async def crash(self, running: Running) -> None:
        self._leave(running)
        await running.crash()

    async def stop(self, running: Running) -> None:
        self._leave(running)
        await running.stop()

    async def end(self) -> None:
        """First whoever makes entries, so that what was made last is shown, too."""
        for running in tuple(self.running["timer"]):
            await self.stop(running)
        await asyncio.sleep(LAST_SHOWN_S)
        for service in reversed(SERVICES):
            for running in tuple(self.running[service]):
                await self.stop(running)

    def counted(self, service: Service, name: str, **labels: str) -> int:
        """What all its processes have counted together, those that are gone too."""
        return int(sum(m.value(name, **labels) for m in self.all_metrics[service]))

    def _leave(self, running: Running) -> None:
        for others in self.running.values():
            if running in others:
                others.remove(running)

    def _adopt(self, task: asyncio.Task[Any], context: contextvars.Context) -> None:
        adopt(task, context)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(
            error, AssertionError | LookupError | TypeError | ValueError | AttributeError
        ):
            self.broken.append(f"a task failed: {error!r} at {_where(error)}")

    def _make(self, service: Service) -> Running:
        process = Process(f"{service}{next(self._lives)}")
        noise_ms = NOISE_MS // 6 if self.sea.is_calm else NOISE_MS
        process.offset_ms = self._chance.randint(-noise_ms, noise_ms)
        metrics = Metrics(service)
        self.all_metrics[service].append(metrics)
        bus = self.broker.attach(process)
        makers: dict[Service, Callable[[Process, SeaBus, Metrics], Any]] = {
            "rules": self._rules,
            "timer": self._timer,
            "projection": self._projection,
            "gateway": self._gateway,
        }
        return Running(service, process, makers[service](process, bus, metrics), metrics, bus)

    def _rules(self, process: Process, bus: SeaBus, metrics: Metrics) -> RulesService:
        return RulesService(
            bus=bus,
            members=self._members(bus, process, RULES),
            member=MemberId(process.name),
            log=SeaLog(self.log, self.sea, process),
            snapshots=SeaSnapshots(self.snapshots, self.sea, process),
            games=GAMES,
            clock=SeaClock(process),
            is_clock_trusted=lambda: True,
            settings=RULES_SETTINGS,
            metrics=RulesMetrics(metrics),
            fresh=self._fresh(process),
            fail=self._fail(process),
        )

    def _timer(self, process: Process, bus: SeaBus, metrics: Metrics) -> TimerService:
        return TimerService(
            bus=bus,
            members=self._members(bus, process, RULES),
            log=SeaLog(self.log, self.sea, process),
            schedules=SeaSchedules(self._schedules, self.sea, process),
            keeping=self._kept(process, "timer"),
            wishes=self._wishes,
            own=self._members(bus, process, "timer"),
            member=MemberId(process.name),
            clock=SeaClock(process),
            is_clock_trusted=lambda: True,
            settings=TIMER_SETTINGS,
            metrics=TimerMetrics(metrics),
            fail=self._fail(process),
        )

    def _projection(self, process: Process, bus: SeaBus, metrics: Metrics) -> ProjectionService:
        return ProjectionService(
            bus=bus,
            members=self._members(bus, process, PROJECTION),
            member=MemberId(process.name),
            log=SeaLog(self.log, self.sea, process),
            snapshots=SeaSnapshots(self.snapshots, self.sea, process),
            games=GAMES,
            store=SeaStore(self.store, self.sea, process),
            keeping=self._kept(process, "projection"),
            wishes=self._wishes,
            clock=SeaClock(process),
            settings=ProjectionSettings(),
            metrics=ProjectionMetrics(metrics),
            fail=self._fail(process),
        )

    def _gateway(self, process: Process, bus: SeaBus, metrics: Metrics) -> Gateway:
        return Gateway(
            bus=bus,
            members=self._members(bus, process, RULES),
            store=SeaStore(self.store, self.sea, process),
            names=self._names,
            talk=self._talk,
            wishes=self._wishes,
            clock=SeaClock(process),
            settings=GATEWAY_SETTINGS,
            metrics=GatewayMetrics(metrics),
            keys=KEYS,
            credential="",
            auditor="",
            fresh=self._fresh(process),
            fail=self._fail(process),
        )

    def _members(self, bus: SeaBus, process: Process, service: str) -> Members:
        clock = SeaClock(process)
        return Members(bus, self._bucket, clock, service=service, ttl_s=2, beat_ms=900)

    def _kept(self, process: Process, service: Service) -> SeaKeeping:
        kept = self._keeping.setdefault(service, MemoryKeeping())
        return SeaKeeping(kept, self.sea, process)

    def _fresh(self, process: Process) -> Callable[[], bytes]:
        stream = self.sea.chance.stream(f"fresh {process.name}")
        return lambda: stream.randbytes(32)

    def _fail(self, process: Process) -> Callable[[BaseException], None]:
        def fail(error: BaseException) -> None:
            self.broken.append(f"{process.name} ended by itself: {error!r} at {_where(error)}")

        return fail


def _where(error: BaseException) -> str:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return "" if frame is None else f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}"


Attempt = Callable[[Gateway], Awaitable[Any]]
