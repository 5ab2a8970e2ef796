"""What befalls whole processes and the machines below them, one thing after the other."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.simulation.chance import between
from tests.simulation.house import SERVICES, House, Running

OCCASIONS = {
    "crash": 6,
    "replacement": 3,
    "pause": 3,
    "clock jump": 3,
    "broker outage": 2,
    "store outage": 2,
    "store emptied": 1,
}
"""How often each comes, beside the others."""


class Storm:
    def __init__(self, house: House) -> None:
        self._house = house
        self._sea = house.sea
        self._chance = house.sea.chance.stream("storm")
        self._pause_s = between(1.5, 15, self._chance.random())
        occasions = {
            kind: often for kind, often in OCCASIONS.items() if self._chance.random() < 0.7
        }
        self._occasions = occasions or OCCASIONS
        self._tasks: dict[asyncio.Task[None], None] = {}
        self._is_over = False

    async def rage(self) -> None:
        """Until cancelled; then `die_down`."""
        doing: dict[str, Callable[[], Awaitable[None]]] = {
            "crash": self._crash,
            "replacement": self._replace,
            "pause": self._hold,
            "clock jump": self._jump,
            "broker outage": self._broker,
            "store outage": self._store,
            "store emptied": self._empty,
        }
        while True:
            await asyncio.sleep(self._chance.expovariate(1 / self._pause_s))
            (kind,) = self._chance.choices(
                tuple(self._occasions), weights=tuple(self._occasions.values())
            )
            task = asyncio.create_task(_run(doing[kind]))
            self._tasks[task] = None
            task.add_done_callback(lambda done: self._tasks.pop(done, None))

    async def die_down(self) -> None:
        """Returns when everything is there again."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))

    def _any(self) -> Running | None:
        service = self._chance.choice(SERVICES)
        running = self._house.running[service]
        return self._chance.choice(running) if running else None

    def _count(self, what: str) -> None:
        self._sea.faults[what] += 1

    async def _crash(self) -> None:
        running = self._any()
        if running is None:
            return
        self._count(f"{running.kind} crashed")
        await self._house.crash(running)
        await asyncio.sleep(between(0.05, 5, self._chance.random()))
        await self._house.launch(running.kind)

    async def _replace(self) -> None:
        """A new instance beside the old one for a while."""
        running = self._any()
        if running is None:
            return
        await self._house.launch(running.kind)
        self._count(f"{running.kind} overlapping")
        await asyncio.sleep(between(0.05, 8, self._chance.random()))
        if running.process.is_alive:
            await self._house.stop(running)

    async def _hold(self) -> None:
        running = self._any()
        if running is None:
            return
        self._count("process held up")
        running.process.hold()
        await asyncio.sleep(between(0.2, 9, self._chance.random()))
        running.process.resume()

    async def _jump(self) -> None:
        """Until its clock is measured again."""
        running = self._any()
        if running is None:
            return
        self._count("clock jumped")
        by_ms = int(between(200, 4_000, self._chance.random())) * self._chance.choice((-1, 1))
        running.process.offset_ms += by_ms
        await asyncio.sleep(between(0.3, 5, self._chance.random()))
        running.process.offset_ms -= by_ms

    async def _broker(self) -> None:
        if not self._sea.is_broker_away:
            self._count("broker away")
            self._sea.is_broker_away = True
            await asyncio.sleep(between(0.1, 3, self._chance.random()))
            self._sea.is_broker_away = False

    async def _store(self) -> None:
        if not self._sea.is_store_away:
            self._count("store outage")
            self._sea.is_store_away = True
            await asyncio.sleep(between(0.2, 6, self._chance.random()))
            self._sea.is_store_away = False

    async def _empty(self) -> None:
        self._count("store emptied")
        self._house.store.empty()


async def _run(do: Callable[[], Awaitable[None]]) -> None:
    await do()
