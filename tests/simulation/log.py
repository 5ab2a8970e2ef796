"""The log and its snapshots with a sea before them, and alarms that come late or never."""

import asyncio
import contextvars
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing, suppress
from typing import Any

from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import (
    Away,
    Batch,
    Checkpoint,
    Conflict,
    Doubtful,
    Snapshot,
    Snapshots,
    Stored,
)
from shared.eventstore.memory import MemoryLog
from tests.simulation.chance import Roll, between
from tests.simulation.sea import Process, Sea

OUTAGE_S = 1.0
"""So long an append waits for an acknowledgement."""


class SeaLog:
    """A process's way to the log that all share."""

    def __init__(self, log: MemoryLog, sea: Sea, process: Process) -> None:
        self._log = log
        self._sea = sea
        self._process = process

    async def append(
        self, room: RoomId, seq: int, entry: bytes, *, message_id: str, begins: bool = False
    ) -> None:
        sea, process = self._sea, self._process

        async def store() -> None:
            await self._log.append(room, seq, entry, message_id=message_id, begins=begins)

        roll = sea.chance.roll(f"append {room} {process.name}", entry)
        await self._reach(roll, "append away", room)
        fate = sea.chance.roll(f"fate {room} {process.name}", entry)
        if sea.strikes("append lost", fate):
            await self._wait(OUTAGE_S)
            raise Doubtful(room, seq, "lost")
        if sea.strikes("append late", fate):
            late = between(0.01, 2.5, fate())
            asyncio.get_running_loop().call_later(late, lambda: float_on(sea, _in_vain(store)))
            await self._wait(min(late, OUTAGE_S) * fate())
            raise Doubtful(room, seq, "late")
        if sea.strikes("append slow", roll):
            await self._wait(between(0.01, OUTAGE_S, roll()))
        await store()
        if sea.strikes("acknowledgement lost", fate):
            await self._wait(OUTAGE_S)
            raise Doubtful(room, seq, "no acknowledgement")
        await sea.hop(process, roll)

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        roll = self._roll(f"read {room} {after}")
        await self._reach(roll, "read away", room)
        entries = await self._log.read(room, after)
        await self._sea.hop(self._process, roll)
        return entries

    async def head(self, room: RoomId) -> Seq:
        roll = self._roll(f"head {room}")
        await self._reach(roll, "read away", room)
        head = await self._log.head(room)
        await self._sea.hop(self._process, roll)
        return head

    async def cut(self, room: RoomId, before: int) -> None:
        roll = self._roll(f"cut {room} {before}")
        await self._reach(roll, "cut away", room)
        await self._log.cut(room, before)
        if self._sea.strikes("cut unanswered", roll):
            await self._wait(OUTAGE_S)
            raise Away(f"room {room}")
        await self._sea.hop(self._process, roll)

    async def rooms(self) -> list[RoomId]:
        roll = self._roll("rooms")
        await self._reach(roll, "read away", RoomId("all"))
        return await self._log.rooms()

    async def follow(
        self, shards: Sequence[int], checkpoint: Checkpoint | None
    ) -> AsyncGenerator[Batch, None]:
        async with aclosing(self._log.follow(shards, checkpoint)) as batches:
            async for batch in batches:
                await self._sea.hop(self._process, self._roll("follow"))
                while self._sea.is_broker_away:
                    await self._wait(0.1)
                yield batch

    async def _reach(self, roll: Roll, fault: str, room: RoomId) -> None:
        await self._sea.hop(self._process, roll)
        if self._sea.strikes(fault, roll) or self._sea.is_broker_away:
            raise Away(f"room {room}")

    async def _wait(self, duration_s: float) -> None:
        await asyncio.sleep(duration_s)
        await self._process.breathe()

    def _roll(self, about: str) -> Roll:
        return self._sea.chance.roll(f"{about} {self._process.name}")


async def _in_vain(store: Callable[[], Awaitable[None]]) -> None:
    """What arrives too late finds its place taken; nobody is there to be told."""
    with suppress(Conflict, Doubtful):
        await store()


def float_on(sea: Sea, work: Coroutine[Any, Any, None]) -> None:
    """Goes on though its sender may be gone."""
    task = contextvars.Context().run(asyncio.get_running_loop().create_task, work)
    sea.afloat[task] = None
    task.add_done_callback(lambda done: sea.afloat.pop(done, None))


class SeaSnapshots:
    def __init__(self, snapshots: Snapshots, sea: Sea, process: Process) -> None:
        self._snapshots = snapshots
        self._sea = sea
        self._process = process

    async def get(self, room: RoomId) -> Snapshot | None:
        await self._reach(room)
        return await self._snapshots.get(room)

    async def put(self, room: RoomId, seq: int, fold: bytes) -> bool:
        await self._reach(room)
        return await self._snapshots.put(room, seq, fold)

    async def _reach(self, room: RoomId) -> None:
        roll = self._sea.chance.roll(f"snapshot {room} {self._process.name}")
        await self._sea.hop(self._process, roll)
        if self._sea.strikes("snapshot away", roll) or self._sea.is_broker_away:
            raise Away(f"snapshot of room {room}")
