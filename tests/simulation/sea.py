"""What lies between the services: time, delays, and how often what goes wrong."""

import asyncio
import contextvars
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from shared.contracts.ids import Millis
from tests.simulation.chance import Chance, Roll, between
from tests.simulation.loop import VirtualLoop

START_MS = 1_800_000_000_000

RATES = {
    "message lost": (0.001, 0.02),
    "message doubled": (0.001, 0.03),
    "message late": (0.001, 0.04),
    "append away": (0.002, 0.03),
    "append lost": (0.002, 0.03),
    "append late": (0.002, 0.03),
    "acknowledgement lost": (0.002, 0.04),
    "append slow": (0.002, 0.05),
    "read away": (0.002, 0.03),
    "store away": (0.002, 0.03),
    "store answer lost": (0.002, 0.03),
    "place not kept": (0.01, 0.3),
    "alarm not set": (0.01, 0.1),
    "alarm lost": (0.01, 0.2),
    "alarm doubled": (0.01, 0.2),
    "snapshot away": (0.01, 0.2),
    "cut away": (0.01, 0.2),
    "cut unanswered": (0.01, 0.2),
}
"""Faults of single calls, and between which shares of the calls their rate is drawn."""

ON = 0.6
"""How likely a kind of fault is there at all in a run that is not calm."""
CALM = 0.12
"""How likely nothing goes wrong in a run."""


class Process:
    """What lives and dies together. `offset_ms`: how wrong its clock is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_alive = True
        self.offset_ms = 0
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self._resumed: asyncio.Event | None = None

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task of this process, whoever asks for it."""
        context = contextvars.copy_context()
        context.run(_owner.set, self)
        return asyncio.get_running_loop().create_task(work, context=context)

    async def breathe(self) -> None:
        """Returns at once unless the process is held up; never in one that is dead."""
        while self._resumed is not None:
            await self._resumed.wait()
        if not self.is_alive:
            raise asyncio.CancelledError

    def hold(self) -> None:
        self._resumed = self._resumed or asyncio.Event()

    def resume(self) -> None:
        if self._resumed is not None:
            self._resumed.set()
            self._resumed = None

    async def crash(self) -> None:
        """From now on it does nothing any more, and nobody hears that it does not."""
        self.is_alive = False
        self.resume()
        for _ in range(100):
            if not self.tasks:
                return
            for task in tuple(self.tasks):
                task.cancel()
            await asyncio.sleep(0)
        raise AssertionError((self.name, list(self.tasks)))


_owner: contextvars.ContextVar[Process | None] = contextvars.ContextVar("owner", default=None)

NOBODY = Process("nobody")
"""What is no service's: the broker, and people."""


def adopt(task: asyncio.Task[Any], context: contextvars.Context) -> None:
    """Makes a new task one of its process's."""
    process = context.get(_owner)
    if process is not None:
        process.tasks[task] = None
        task.add_done_callback(lambda done: process.tasks.pop(done, None))


def still() -> "Sea":
    """Everything arrives at once, and nothing goes wrong."""
    return Sea(is_rough=False)


class Sea:
    """`is_rough`: without it everything arrives at once and nothing goes wrong."""

    def __init__(self, seed: int = 0, *, is_rough: bool = True) -> None:
        self.chance = Chance(seed)
        self.faults: Counter[str] = Counter()
        self.is_rough = is_rough
        self.is_broker_away = False
        self.is_store_away = False
        self.afloat: dict[asyncio.Task[None], None] = {}
        """Appends whose sender has given them up."""
        drawn = self.chance.stream("weather")
        self.is_calm = not is_rough or drawn.random() < CALM
        self.rates = {
            kind: between(low, high, drawn.random()) * (drawn.random() < ON)
            for kind, (low, high) in RATES.items()
        }
        if self.is_calm:
            self.settle()

    def settle(self) -> None:
        """No call fails any more."""
        self.rates = dict.fromkeys(RATES, 0.0)

    def strikes(self, kind: str, roll: Roll) -> bool:
        """Whether this goes wrong now; counts it."""
        struck = roll() < self.rates[kind]
        if struck:
            self.faults[kind] += 1
        return struck

    async def hop(self, process: Process, roll: Roll) -> None:
        """A way through the network, as long as it takes."""
        if self.is_rough:
            await asyncio.sleep(hop_s(roll()))
        await process.breathe()


def hop_s(share: float) -> float:
    """Most take a fraction of a millisecond, a few some milliseconds."""
    return between(0.000_1, 0.006, share**2)


class SeaClock:
    """The broker's time as a process has it, which may be wrong and never runs back."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._latest_ms = 0

    def now_ms(self) -> Millis:
        passed_ms = int(asyncio.get_running_loop().time() * 1000)
        self._latest_ms = max(self._latest_ms, START_MS + passed_ms + self._process.offset_ms)
        return Millis(self._latest_ms)

    async def sleep_ms(self, duration_ms: int) -> None:
        await asyncio.sleep(max(0, duration_ms) / 1000)
        await self._process.breathe()

    async def sleep_until_ms(self, at_ms: int) -> None:
        while (missing_ms := at_ms - self.now_ms()) > 0:
            await self.sleep_ms(min(missing_ms, 250))


def virtual_loop() -> VirtualLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop
