"""Asking the log's leader for heads, once for all who ask about a room at the same time."""

import asyncio

from shared.contracts.ids import RoomId
from shared.eventstore.log import Log


class Heads:
    """An answer is shared only by those who asked before the question was put: a head that was read
    before a command came proves nothing about what that command was decided on."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._asking: dict[RoomId, asyncio.Task[int]] = {}
        self._next: dict[RoomId, asyncio.Task[int]] = {}

    async def head(self, room: RoomId) -> int:
        """The room's head, as the leader has it at some moment after this call. Raises `Away`."""
        task = self._next.get(room)
        if task is None:
            task = asyncio.create_task(self._ask(room, self._asking.get(room)))
            task.add_done_callback(_retrieve)
            self._next[room] = task
        return await asyncio.shield(task)

    async def _ask(self, room: RoomId, before: asyncio.Task[int] | None) -> int:
        if before is not None:
            await asyncio.wait({before})
        task = self._asking[room] = self._next.pop(room)
        try:
            return await self._log.head(room)
        finally:
            if self._asking.get(room) is task:
                del self._asking[room]


def _retrieve(task: asyncio.Task[int]) -> None:
    """Where everybody who asked was cancelled, nobody takes the error."""
    if not task.cancelled():
        task.exception()
