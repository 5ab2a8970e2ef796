"""The last entry of every room, as the log's entries pass by."""

from contextlib import aclosing

import msgspec
import structlog
from msgspec import Struct

from services.replay.metrics import AnchorCounts
from shared.contracts.ids import RoomId
from shared.eventstore.layout import SHARD_COUNT
from shared.eventstore.log import Checkpoint, CheckpointUnusable, Gap, Log, Stored
from shared.matchfile.checkpoint import RoomHead
from shared.runtime.clock import Clock

_log = structlog.stdlib.get_logger(__name__)

_AGAIN_MS = 500
"""Before the log is followed again where it had a hole."""


class _Sealed(Struct, frozen=True):
    """As much of an entry as its neighbours are tied to."""

    prev: str
    hash: str


_sealed = msgspec.json.Decoder(_Sealed)


class Heads:
    """Some 300 bytes a room, for as long as the room's last entry stays in the log."""

    def __init__(self) -> None:
        self._found: dict[RoomId, RoomHead] = {}

    def all(self) -> tuple[RoomHead, ...]:
        return tuple(self._found.values())

    def take(self, stored: Stored) -> bool:
        """Whether the entry reads as one and follows the one before, if that was seen. What does
        not is taken all the same where it can be: it is what the log has."""
        try:
            sealed = _sealed.decode(stored.entry)
        except msgspec.DecodeError:
            return False
        before = self._found.get(stored.room)
        self._found[stored.room] = RoomHead(stored.room, stored.seq, sealed.hash)
        return before is None or before.seq + 1 != stored.seq or sealed.prev == before.hash


class HeadsFollower:
    """Follows the whole log from the first entry that it keeps, at each start."""

    def __init__(self, log: Log, clock: Clock, metrics: AnchorCounts) -> None:
        self.heads = Heads()
        self.is_current = False
        """All that the log had has been taken, as of the latest batch."""
        self._log = log
        self._clock = clock
        self._metrics = metrics
        self._checkpoint: Checkpoint | None = None

    async def run(self) -> None:
        """Until it is cancelled. After a hole it goes on behind it."""
        while True:
            try:
                await self._follow()
            except Gap as gap:
                _log.error("log_gap", room=gap.room, seq=gap.seq)
                self._metrics.damaged.add(what="gap")
            except CheckpointUnusable as error:
                _log.error("log_not_followed", why=str(error))
                self._checkpoint = None
            self.is_current = False
            await self._clock.sleep_ms(_AGAIN_MS)

    async def _follow(self) -> None:
        shards = range(SHARD_COUNT)
        async with aclosing(self._log.follow(shards, self._checkpoint)) as batches:
            async for batch in batches:
                for stored in batch.entries:
                    if not self.heads.take(stored):
                        _log.error("entry_does_not_follow", room=stored.room, seq=stored.seq)
                        self._metrics.damaged.add(what="chain")
                self._checkpoint = batch.checkpoint
                self.is_current = batch.is_current
