"""Matches that are over leave the log: written as files to a store of objects, read back, proved,
and only then cut away.

Every step may be the last one of this process. Each can be made again without harm, and none that
takes something away is made before what it takes away is known to lie elsewhere; so wherever it
stops, a match is in the log or in the archive, or in both as the same.
"""

import asyncio
from collections.abc import Callable, Iterator

import msgspec
import structlog

from services.replay.following import Due, Follower, Ledger
from services.replay.metrics import ArchiveCounts
from shared.archive import matches
from shared.archive.objects import (
    Address,
    Damaged,
    Full,
    Missing,
    Objects,
    ObjectsError,
    Refused,
    match_address,
)
from shared.contracts.commands import Restate
from shared.contracts.ids import SYSTEM, CommandId, RoomId
from shared.contracts.messages import Accepted, CommandRequest
from shared.contracts.messages import Refused as CommandRefused
from shared.engine.chain import BadEntry
from shared.eventstore.log import Away, Cutting, Gap, Log, Uncuttable
from shared.matchfile.container import pack
from shared.matchfile.head import AUDITOR, BadFile, Head
from shared.matchfile.opened import Stretch, stretches
from shared.matchfile.proving import Anchors, Verdict, prove
from shared.room.rules import Games
from shared.runtime.clock import Clock
from shared.runtime.dispatch import Dispatch

_log = structlog.stdlib.get_logger(__name__)

_AGAIN_MS = 600_000
"""Before a room is tried again in which something does not hold."""
_SWEEP_MS = 3_600_000
_DAY_MS = 86_400_000
_NO_ANCHORS = Anchors()


class _Kept(Exception):
    """A match stays in the log. `outcome`: a word of the metrics."""

    def __init__(self, outcome: str, why: str) -> None:
        super().__init__(why)
        self.outcome = outcome


class Archiving:
    """`finished`: signs a file's head, given whether its match is over. `owns`: whether this member
    is to look after a room; two that do are no harm. `sweeps`: whether it deletes what was kept
    long enough. `after_ms`, `keep_days`: 0 is never."""

    def __init__(
        self,
        *,
        follower: Follower,
        log: Log,
        cutting: Cutting,
        objects: Objects,
        rules: Dispatch,
        games: Games,
        clock: Clock,
        metrics: ArchiveCounts,
        finished: Callable[[Head, bool], Head],
        owns: Callable[[RoomId], bool],
        sweeps: Callable[[], bool],
        after_ms: int,
        keep_days: int,
        look_ms: int,
        tenant: str = "main",
    ) -> None:
        self._follower = follower
        self._log = log
        self._cutting = cutting
        self._objects = objects
        self._rules = rules
        self._games = games
        self._clock = clock
        self._metrics = metrics
        self._finished = finished
        self._owns = owns
        self._sweeps = sweeps
        self._after_ms = after_ms
        self._keep_days = keep_days
        self._look_ms = look_ms
        self._tenant = tenant
        self._later: dict[RoomId, int] = {}
        """Until when a room is left alone."""
        self._is_waiting = False
        self._swept_ms = 0

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            if self._follower.is_current and self._after_ms:
                await self.look()
            if self._sweeps():
                await self.sweep()
            await self._clock.sleep_ms(self._look_ms)

    async def look(self) -> None:
        """Does what is due, one room after the other, until the store says that it is no use."""
        due = list(self._due(self._follower.ledger))
        self._metrics.waiting.set(len(due) + len(self._later))
        for number, each in enumerate(due, 1):
            try:
                await self._do(each)
            except ObjectsError as error:
                self._wait(error)
                return
            except Away as error:
                self._metrics.guard("log_away")
                _log.warning("archive_log_away", why=str(error))
                return
            self._metrics.waiting.set(len(due) - number + len(self._later))
        if self._is_waiting:
            self._is_waiting = False
            _log.info("archive_goes_on")

    def _due(self, ledger: Ledger) -> Iterator[Due]:
        now_ms = self._clock.now_ms()
        self._later = {room: ms for room, ms in self._later.items() if ms > now_ms}
        for each in ledger.due(now_ms - self._after_ms):
            is_told = not self._follower.endings.owe(each.room)
            if is_told and each.room not in self._later and self._owns(each.room):
                yield each

    def _wait(self, error: ObjectsError) -> None:
        outcome = "full" if isinstance(error, Full) else "away"
        if isinstance(error, Refused):
            outcome = "refused"
        self._metrics.matches.add(outcome=outcome)
        if not self._is_waiting:
            self._is_waiting = True
            _log.warning("archive_waits", outcome=outcome, why=str(error))

    async def _do(self, due: Due) -> None:
        """Raises `ObjectsError` and the log's `Away`."""
        try:
            if due.before:
                await self._empty(due.room, due.before)
            else:
                await self._clear(due)
        except Uncuttable as error:
            self._metrics.guard("uncuttable")
            self._leave(due.room, str(error))
        except Gap as gap:
            self._metrics.guard("gap")
            self._leave(due.room, str(gap))
        except Damaged as error:
            self._metrics.matches.add(outcome="damaged")
            self._leave(due.room, str(error))
        except _Kept as kept:
            self._metrics.matches.add(outcome=kept.outcome)
            self._leave(due.room, str(kept))

    def _leave(self, room: RoomId, why: str) -> None:
        _log.error("match_not_archived", room=room, why=why)
        self._later[room] = self._clock.now_ms() + _AGAIN_MS

    async def _clear(self, due: Due) -> None:
        """Asks for the entry behind which the last match of a closed room can leave."""
        command = msgspec.Raw(msgspec.json.encode(Restate()))
        name = CommandId(f"restate:{due.match}")
        reply = await self._rules.send(CommandRequest(due.room, SYSTEM, name, command))
        if isinstance(reply, Accepted):
            self._metrics.cleared.add()
        elif isinstance(reply, CommandRefused) and reply.why.code != "nothing_due":
            self._leave(due.room, f"it is not cleared ({reply.why.code})")

    async def _empty(self, room: RoomId, before: int) -> None:
        """Archives all matches that lie before entry `before`, and cuts the room's log there."""
        kept = [stored.entry for stored in await self._log.read(room) if stored.seq < before]
        try:
            leaving = stretches(kept)
        except BadEntry as bad:
            raise _Kept("unproved", f"entry {bad.seq} {bad.why}") from None
        for stretch in leaving:
            self._metrics.matches.add(outcome=await self._archive(stretch))
        await self._cutting.cut(room, before)
        self._metrics.cuts.add()
        self._follower.ledger.cut(room, before)
        _log.info("room_cut", room=room, seq=before, matches=len(leaving))

    async def _archive(self, stretch: Stretch) -> str:
        """Returns when the match is known to lie in the archive; whether it was put there now or
        had been before. Raises `_Kept`, `ObjectsError`."""
        address = match_address(self._tenant, stretch.room, stretch.match)
        head = self._finished(stretch.head(AUDITOR, {}), True)
        data = await asyncio.to_thread(pack, head, stretch.entries)
        verdict = await self._proved(data)
        if verdict is None or not verdict.holds:
            where = f"entry {verdict.seq} {verdict.why}" if verdict else "no file can hold it"
            raise _Kept("unproved", f"match {head.match}: {where}")
        if await self._is_there(address, data, head):
            return "known"
        await self._objects.put(address, data)
        try:
            found = await self._objects.get(address)
        except Missing:
            raise Damaged(f"{address} is not there after it was put") from None
        if found != data:
            raise Damaged(f"{address} is not what was put")
        return "archived"

    async def _is_there(self, address: Address, data: bytes, head: Head) -> bool:
        """Whether what lies there is this match. What does not hold may be written over; a file
        that holds and is another may not: perhaps it is the log that was restored from a copy.
        Raises `_Kept`, `ObjectsError`."""
        try:
            found = await self._objects.get(address)
        except (Missing, Damaged):
            return False
        if found == data:
            return True
        verdict = await self._proved(found)
        if verdict is None or not verdict.holds:
            return False
        kept = matches.read(found)
        if kept is None or kept.head.signed != head.signed:
            raise _Kept("conflict", f"another file that holds lies at {address}")
        # Signed by nobody, or with a key that was given up, it might not be shown: put again.
        return _key(kept.head) == _key(head)

    async def _proved(self, data: bytes) -> Verdict | None:
        """`None`: it is no file that can be read."""
        return await asyncio.to_thread(_proved, data, self._games)

    async def sweep(self) -> None:
        """Deletes what was kept for long enough; looks once an hour."""
        now_ms = self._clock.now_ms()
        if not self._keep_days or now_ms < self._swept_ms + _SWEEP_MS:
            return
        self._swept_ms = now_ms
        try:
            for listed in await self._objects.listed(f"{self._tenant}/"):
                if listed.stored_ms < now_ms - self._keep_days * _DAY_MS:
                    await self._objects.delete(listed.address)
                    self._metrics.deleted.add()
                    _log.info("match_deleted", address=listed.address)
        except ObjectsError as error:
            _log.warning("archive_not_swept", why=str(error))


def _key(head: Head) -> str:
    return head.signature.key if head.signature else ""


def _proved(data: bytes, games: Games) -> Verdict | None:
    found = matches.read(data)
    if found is None:
        return None
    try:
        return prove(found.head, found.entries, games, _NO_ANCHORS)
    except BadFile:
        return None
