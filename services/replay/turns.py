"""Whose turn it is to be worked for. Who waits for the archive lets others on meanwhile: a store
that hangs takes nothing from those who ask about what the log has."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from shared.archive.objects import Away


class Turns:
    """`at_once`: who are worked for side by side; as many more may have the archive asked.
    `waiting`: who may wait for that."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._working = asyncio.Semaphore(at_once)
        self._asking = asyncio.Semaphore(at_once)
        self._limit = at_once + waiting
        self._aside = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        async with self._working:
            yield

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Within a turn, which others have until this is left. Raises the archive's `Away` where
        too many wait for it."""
        if self._aside >= self._limit:
            raise Away("too many wait for the archive")
        self._aside += 1
        self._working.release()
        try:
            async with self._asking:
                yield
        finally:
            self._aside -= 1
            await self._working.acquire()
