"""When a process looks through all its objects for garbage that reference counts do not see.

A look stops everything else, for a second where 7,000 sockets are open; Python takes one every few
seconds in such a process. Objects that live long are hardly ever garbage, so it is taken once an
hour, and before that when memory has grown; the young ones are looked at as always.
"""

import gc
import os
import time
from collections.abc import Callable
from pathlib import Path

import structlog

from shared.runtime.clock import Clock

_log = structlog.stdlib.get_logger(__name__)

_YOUNG = (5_000, 20, 1_000_000_000)
"""How many new objects, and looks at them, make the next look; the oldest are left to us."""

LOOK_MS = 3_600_000
_CHECK_MS = 60_000
_GROWTH = 1.5
_GROWTH_BYTES = 64 * 2**20
"""Smaller processes grow by half for no reason."""


def resident_bytes() -> int:
    """What this process holds in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Collecting:
    """Takes over from Python, for the whole process, as long as `run` runs."""

    def __init__(self, clock: Clock, memory_bytes: Callable[[], int] = resident_bytes) -> None:
        self._clock = clock
        self._memory_bytes = memory_bytes

    async def run(self) -> None:
        """Never returns."""
        before = gc.get_threshold()
        gc.collect()
        gc.freeze()  # modules and what was made of settings stay to the end
        gc.set_threshold(*_YOUNG)
        try:
            await self._look_now_and_then()
        finally:
            gc.set_threshold(*before)
            gc.unfreeze()

    async def _look_now_and_then(self) -> None:
        looked_ms, held_bytes = self._clock.now_ms(), self._memory_bytes()
        while True:
            await self._clock.sleep_ms(_CHECK_MS)
            now_ms, bytes_now = self._clock.now_ms(), self._memory_bytes()
            has_grown = bytes_now > max(held_bytes * _GROWTH, held_bytes + _GROWTH_BYTES)
            if has_grown or now_ms >= looked_ms + LOOK_MS:
                started_s = time.perf_counter()
                found = gc.collect()
                took_ms = round((time.perf_counter() - started_s) * 1000)
                looked_ms, held_bytes = self._clock.now_ms(), self._memory_bytes()
                _log.info("collected", objects=found, took_ms=took_ms, memory_bytes=held_bytes)
