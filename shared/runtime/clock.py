"""Time: the interface services are given, this machine's clock, and a clock that tests move.

All times are Unix milliseconds. The broker's time, which services decide by, is in `broker_clock`.
"""

import asyncio
import heapq
import itertools
import time
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from shared.contracts.ids import Millis
from shared.runtime.tasks import end

_Result = TypeVar("_Result")

_SETTLE_ROUNDS = 20
"""How often a moved clock lets ready tasks run: enough for a chain of twenty wake-ups."""


class Clock(Protocol):
    """Never goes backwards within a process."""

    def now_ms(self) -> Millis: ...

    async def sleep_ms(self, duration_ms: int) -> None:
        """Returns when this clock has moved by `duration_ms`; for ≤ 0 after other ready tasks."""
        ...

    async def sleep_until_ms(self, at_ms: int) -> None:
        """Returns when `now_ms() >= at_ms`, never earlier."""
        ...


class SystemClock:
    """This machine's time as it was at construction, carried on by its monotonic clock.

    Later steps of the machine's time do not show: a deadline neither jumps nor comes twice.
    """

    def __init__(self) -> None:
        self._anchor_ns = time.time_ns() - time.monotonic_ns()

    def now_ms(self) -> Millis:
        return Millis((self._anchor_ns + time.monotonic_ns()) // 1_000_000)

    async def sleep_ms(self, duration_ms: int) -> None:
        await asyncio.sleep(max(0, duration_ms) / 1000)

    async def sleep_until_ms(self, at_ms: int) -> None:
        while (missing_ms := at_ms - self.now_ms()) > 0:
            await self.sleep_ms(missing_ms)


class ManualClock:
    """Stands still until it is moved."""

    def __init__(self, start_ms: int = 1_800_000_000_000) -> None:
        self._now_ms = start_ms
        self._order = itertools.count()
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []

    def now_ms(self) -> Millis:
        return Millis(self._now_ms)

    async def sleep_ms(self, duration_ms: int) -> None:
        await self.sleep_until_ms(self._now_ms + duration_ms)

    async def sleep_until_ms(self, at_ms: int) -> None:
        if at_ms <= self._now_ms:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (at_ms, next(self._order), woken))
        await woken

    async def advance(self, duration_ms: int) -> None:
        """Moves on by `duration_ms`, ≥ 0, stopping at each sleeper's time on the way.

        Sleepers wake in the order of their times, those of one time in the order they lay down, and
        each runs until it waits again before the clock goes on.
        """
        assert duration_ms >= 0, duration_ms
        target_ms = self._now_ms + duration_ms
        await settle()
        while self._sleepers and self._sleepers[0][0] <= target_ms:
            at_ms, _, woken = heapq.heappop(self._sleepers)
            self._now_ms = max(self._now_ms, at_ms)
            if not woken.done():
                woken.set_result(None)
                await settle()
        self._now_ms = target_ms

    def jump(self, by_ms: int) -> None:
        """Steps forwards or backwards as a wrong clock does. Wakes nobody."""
        self._now_ms += by_ms


async def settle() -> None:
    """Lets every task that is ready run, and those that they make ready."""
    for _ in range(_SETTLE_ROUNDS):
        await asyncio.sleep(0)


async def _sleep(clock: Clock, duration_ms: int) -> None:
    await clock.sleep_ms(duration_ms)


async def within_ms(clock: Clock, limit_ms: int, work: Coroutine[Any, Any, _Result]) -> _Result:
    """What `work` returns or raises; after `limit_ms` `TimeoutError`, and `work` is cancelled."""
    task = asyncio.create_task(work)
    alarm: asyncio.Task[None] = asyncio.create_task(_sleep(clock, limit_ms))
    try:
        await asyncio.wait({task, alarm}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise TimeoutError
    finally:
        await end(task, alarm)
