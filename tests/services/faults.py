"""A log with a bad connection: what goes wrong with the next appends is written down beforehand."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Away, Batch, Checkpoint, Conflict, Doubtful, Log, Stored


class After(NamedTuple):
    """Runs when the entry has been stored, before anybody is told."""

    run: Callable[[], Awaitable[None]]


Fault = (
    Literal["ack lost", "request lost", "late", "away", "cancelled"]
    | Callable[[RoomId, int], Awaitable[None]]
    | After
)
"""`late`: it arrives with the next read or append, if its place is still free. A function runs
before the append, which then goes through."""


class Gate:
    """Logs of which one append waits until it is let through."""

    def __init__(self) -> None:
        self._logs: list[FaultyLog] = []
        self._open = asyncio.Event()

    def wrap(self, log: Log) -> Log:
        self._logs.append(FaultyLog(log))
        return self._logs[-1]

    def hold(self) -> None:
        """The next append of the log that was wrapped first."""
        self._logs[0].faults.append(self._wait)

    def open(self) -> None:
        self._open.set()

    async def _wait(self, _: RoomId, __: int) -> None:
        await self._open.wait()


class FaultyLog:
    """Passes everything on but what `faults` says, which holds for one append each."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.faults: deque[Fault] = deque()
        self.heads_asked = 0
        self.reads = 0
        self.is_away = False
        self._late: Callable[[], Awaitable[None]] | None = None

    async def append(
        self, room: RoomId, seq: int, entry: bytes, *, message_id: str, begins: bool = False
    ) -> None:
        self._refuse_if_away()

        async def store() -> None:
            await self.log.append(room, seq, entry, message_id=message_id, begins=begins)

        await self._arrive()
        match self.faults.popleft() if self.faults else None:
            case None:
                await store()
            case "ack lost":
                await store()
                raise Doubtful(room, seq, "planned")
            case "request lost":
                raise Doubtful(room, seq, "planned")
            case "late":
                self._late = store
                raise Doubtful(room, seq, "planned")
            case "away":
                raise Away("planned")
            case "cancelled":
                await store()
                raise asyncio.CancelledError
            case After(run):
                await store()
                await run()
            case before:
                await before(room, seq)
                await store()

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        self._refuse_if_away()
        self.reads += 1
        entries = await self.log.read(room, after)
        await self._arrive()
        return entries

    async def head(self, room: RoomId) -> Seq:
        self._refuse_if_away()
        self.heads_asked += 1
        return await self.log.head(room)

    async def rooms(self) -> list[RoomId]:
        return await self.log.rooms()

    def follow(
        self, shards: Sequence[int], checkpoint: Checkpoint | None
    ) -> AsyncGenerator[Batch, None]:
        return self.log.follow(shards, checkpoint)

    def _refuse_if_away(self) -> None:
        if self.is_away:
            raise Away("planned")

    async def _arrive(self) -> None:
        if self._late is not None:
            late, self._late = self._late, None
            with suppress(Conflict):
                await late()
