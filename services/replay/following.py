"""Follows the log: each room's last entry, and where its matches begin as far as they are there.

Folded from headers and from marks, with every start anew from the first entry that the log has: as
long as matches leave it, so much cannot become much. Some 500 bytes a room.
"""

from collections.abc import Iterator
from contextlib import aclosing, suppress
from typing import NamedTuple

import msgspec
import structlog
from msgspec import Struct

from services.replay.endings import Endings
from services.replay.heads import Heads
from services.replay.metrics import AnchorCounts
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import Millis, RoomId, Seq
from shared.eventstore.layout import SHARD_COUNT
from shared.eventstore.log import Checkpoint, CheckpointUnusable, Gap, Log, Stored
from shared.matchfile.opened import begun
from shared.runtime.clock import Clock

_log = structlog.stdlib.get_logger(__name__)

_AGAIN_MS = 500
"""Before the log is followed again where it had a hole."""
_CLOSED = b'["room_closed",'


class Beginning(NamedTuple):
    """An entry with which a stretch of the log begins."""

    seq: Seq
    at_ms: Millis
    match: int
    """Which is prepared there; 0 = none, the room is closed and was cleared."""
    is_marked: bool


class Room(Struct):
    """`beginnings`: at least one, in order."""

    beginnings: list[Beginning]
    last_seq: int = 0
    last_ms: int = 0
    is_closed: bool = False


class Due(NamedTuple):
    """What is to be done about a room. `before`: where its log is to begin; 0 = it is closed, and
    has to let go of `match` first."""

    room: RoomId
    before: int
    match: int


class Ledger:
    """Every room of the log."""

    def __init__(self) -> None:
        self.rooms: dict[RoomId, Room] = {}

    def take(self, stored: Stored) -> None:
        """The room's next entry; known ones change nothing. Raises `DecodeError`."""
        room = self.rooms.get(stored.room)
        if room is not None and stored.seq <= room.last_seq:
            return
        at_ms = Millis(read_header(read_entry(stored.entry)).at_ms)
        if stored.begins and (room is None or stored.seq != room.last_seq + 1):
            room = None  # the log was cut before it
        for stretch in begun(stored.entry):
            beginning = Beginning(stored.seq, at_ms, stretch.match, stored.begins)
            if room is None:
                room = self.rooms[stored.room] = Room([])
            room.beginnings.append(beginning)
        if room is not None:
            room.last_seq, room.last_ms = stored.seq, at_ms
            room.is_closed = _CLOSED in stored.entry

    def cut(self, room: RoomId, before: int) -> None:
        """Forgets what has left the log, if the room has not been forgotten meanwhile."""
        known = self.rooms.get(room)
        if known is not None:
            known.beginnings = [each for each in known.beginnings if each.seq >= before]

    def due(self, until_ms: int) -> Iterator[Due]:
        """Rooms that have something from before `until_ms`: a match that the next one has followed
        since then, or the last one of a room that was closed since then."""
        for name, room in list(self.rooms.items()):
            followed = [
                each
                for each in room.beginnings[1:]
                if each.is_marked and (each.match == 0 or each.at_ms <= until_ms)
            ]
            last = room.beginnings[-1]
            if followed:
                yield Due(name, followed[-1].seq, followed[-1].match)
            elif room.is_closed and last.match and room.last_ms <= until_ms:
                yield Due(name, 0, last.match)


class Follower:
    """Follows the whole log from the first entry that it keeps, at each start."""

    def __init__(self, log: Log, clock: Clock, counts: AnchorCounts) -> None:
        self.heads = Heads()
        self.ledger = Ledger()
        self.endings = Endings()
        self.is_current = False
        """All that the log had has been taken, as of the latest batch."""
        self._log = log
        self._clock = clock
        self._counts = counts
        self._checkpoint: Checkpoint | None = None

    async def run(self) -> None:
        """Until it is cancelled. After a hole it goes on behind it."""
        while True:
            try:
                await self._follow()
            except Gap as gap:
                _log.error("log_gap", room=gap.room, seq=gap.seq)
                self._counts.damaged.add(what="gap")
            except CheckpointUnusable as error:
                _log.error("log_not_followed", why=str(error))
                self.heads.forget()
                self.ledger.rooms.clear()
                self.endings.forget()
                self._checkpoint = None
            self.is_current = False
            await self._clock.sleep_ms(_AGAIN_MS)

    async def _follow(self) -> None:
        every = range(SHARD_COUNT)
        async with aclosing(self._log.follow(every, self._checkpoint)) as batches:
            async for batch in batches:
                for stored in batch.entries:
                    self._take(stored)
                self._checkpoint = batch.checkpoint
                self.is_current = batch.is_current

    def _take(self, stored: Stored) -> None:
        if not self.heads.take(stored):
            _log.error("entry_does_not_follow", room=stored.room, seq=stored.seq)
            self._counts.damaged.add(what="chain")
        with suppress(msgspec.DecodeError):  # it was told of
            self.ledger.take(stored)
            self.endings.take(stored)
