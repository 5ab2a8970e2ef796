"""How a cold room is folded: its snapshot, if this release can read it, then the log's tail.

LoadError
├── Damaged       an entry of the room is missing or not what it was: nothing is decided on it
└── ForeignRules  the room is under rules that this process does not hold
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import structlog

from services.rules.metrics import RulesMetrics
from shared.contracts.ids import RoomId
from shared.engine.chain import BadEntry
from shared.eventstore.log import Gap, Log, Snapshot, Snapshots, Stored
from shared.room.aggregate import BadSnapshot, Room
from shared.room.rules import Games, UnknownRules

_log = structlog.stdlib.get_logger(__name__)

_FOLDED_AT_ONCE = 64
"""Then other rooms get a turn."""


class LoadError(Exception):
    """Why a room cannot be served. Its text names room and number only."""


class Damaged(LoadError):
    def __init__(self, room: RoomId, seq: int) -> None:
        super().__init__(f"room {room}: entry {seq} is missing or not what it was")
        self.room = room
        self.seq = seq


class ForeignRules(LoadError):
    pass


class Loaded(NamedTuple):
    room: Room
    """At the head, as the log's leader had it during the load; number 0 = there is no such room."""
    snapshot_seq: int
    """Where the snapshot stands that it was folded from; 0 = there was none."""


class Loader:
    """Folds rooms. Raises `LoadError` and the log's `Away`."""

    def __init__(self, log: Log, snapshots: Snapshots, games: Games, metrics: RulesMetrics) -> None:
        self._log = log
        self._snapshots = snapshots
        self._games = games
        self._metrics = metrics

    async def load(self, room: RoomId) -> Loaded:
        snapshot = await self._snapshots.get(room)
        if snapshot is not None:
            restored = self._restored(room, snapshot)
            if restored is not None:
                try:
                    await self._fold_tail(restored)
                except (BadEntry, Gap):
                    # The log decides, not a cache of it: perhaps it alone was restored from a copy.
                    self._metrics.guard("snapshot_unfit")
                    _log.warning("snapshot_unfit", room=room, seq=snapshot.seq)
                else:
                    self._metrics.loads.add(start="snapshot")
                    return Loaded(restored, snapshot.seq)
        fresh = Room(room, self._games)
        await self.catch_up(fresh)
        self._metrics.loads.add(start="first")
        return Loaded(fresh, 0)

    async def catch_up(self, room: Room) -> None:
        """Folds what was stored since `room.seq`. After an error `room` is to be thrown away."""
        try:
            await self._fold_tail(room)
        except BadEntry as bad:
            raise Damaged(room.state.room, bad.seq) from bad
        except Gap as gap:
            raise Damaged(room.state.room, gap.seq) from gap

    def _restored(self, room: RoomId, snapshot: Snapshot) -> Room | None:
        try:
            restored = Room.restore(snapshot.fold, self._games)
        except BadSnapshot:
            restored = None
        except UnknownRules as missing:
            raise ForeignRules(f"room {room}: {missing}") from missing
        if restored is None or (restored.state.room, restored.seq) != (room, snapshot.seq):
            self._metrics.guard("snapshot_unreadable")
            return None
        return restored

    async def _fold_tail(self, room: Room) -> None:
        tail = await self._log.read(room.state.room, room.seq)
        self._metrics.folded.add(len(tail))
        for start in range(0, len(tail), _FOLDED_AT_ONCE):
            if start:
                await asyncio.sleep(0)
            _fold(room, tail[start : start + _FOLDED_AT_ONCE])


def _fold(room: Room, entries: Sequence[Stored]) -> None:
    try:
        for stored in entries:
            room.apply(stored.entry)
    except UnknownRules as missing:
        raise ForeignRules(f"room {room.state.room}: {missing}") from missing
