"""Ends waits for answers soon after the connection that they would come over was lost.

The client itself waits for the whole time-out, though no answer can come any more.
"""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from nats.aio.client import Client

LOOK_S = 0.1

T = TypeVar("T")


class Lifeline:
    """One look at the connection serves all who wait; nobody looks while nobody waits."""

    def __init__(self, connection: Client) -> None:
        self._connection = connection
        self._waiting: dict[asyncio.Timeout, int] = {}
        self._watch: asyncio.Task[None] | None = None

    async def hold(self, request: Awaitable[T]) -> T:
        """The request's outcome; `TimeoutError` when the connection is lost before."""
        limit = asyncio.timeout(None)
        self._waiting[limit] = self._connection.stats["reconnects"]
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._look())
        try:
            async with limit:
                return await request
        finally:
            del self._waiting[limit]

    async def _look(self) -> None:
        now = asyncio.get_running_loop().time
        while self._waiting:
            await asyncio.sleep(LOOK_S)
            is_connected = self._connection.is_connected
            reconnects = self._connection.stats["reconnects"]
            for limit, before in self._waiting.items():
                is_lost = not is_connected or reconnects != before
                if is_lost and limit.when() is None:
                    limit.reschedule(now())
