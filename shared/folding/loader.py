"""How a cold room is folded: its snapshot, if this release can read it, then the log's tail.

FoldError
├── Damaged       an entry of the room is missing or not what it was: nothing is built on it
└── ForeignRules  the room is under rules that this process does not hold
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import structlog

from shared.contracts.entries import read_entry
from shared.contracts.ids import RoomId
from shared.engine.chain import BadEntry
from shared.eventstore.log import Gap, Log, Snapshot, Snapshots, Stored
from shared.folding.metrics import FoldingMetrics
from shared.room.aggregate import Applied, BadSnapshot, Room
from shared.room.rules import Games, UnknownRules

_log = structlog.stdlib.get_logger(__name__)

_FOLDED_AT_ONCE = 64
"""Then other rooms get a turn."""


class FoldError(Exception):
    """Why a room cannot be served. Its text names room and number only."""


class Damaged(FoldError):
    def __init__(self, room: RoomId, seq: int) -> None:
        super().__init__(f"room {room}: entry {seq} is missing or not what it was")
        self.room = room
        self.seq = seq


class ForeignRules(FoldError):
    def __init__(self, room: RoomId, missing: UnknownRules) -> None:
        super().__init__(f"room {room}: {missing}")
        self.ruleset = missing.ruleset


class Loaded(NamedTuple):
    room: Room
    """Number 0 = there is no such room."""
    snapshot_seq: int
    """Where the snapshot stands that it was folded from; 0 = there was none."""


class Loader:
    """Folds rooms. Raises `FoldError` and the log's `Away`."""

    def __init__(
        self, log: Log, snapshots: Snapshots, games: Games, metrics: FoldingMetrics
    ) -> None:
        self._log = log
        self._snapshots = snapshots
        self._games = games
        self._metrics = metrics

    async def load(self, room: RoomId, up_to: int | None = None) -> Loaded:
        """The room after entry `up_to`, which must exist; `None`: at the head, as the log's leader
        had it during the load.

        Where the log was cut behind `up_to` it is the room before the first entry that is left,
        with nothing in it yet.
        """
        snapshot = await self._snapshots.get(room)
        if snapshot is not None and (up_to is None or snapshot.seq <= up_to):
            restored = self._restored(room, snapshot)
            if restored is not None:
                try:
                    await self._fold_tail(restored, up_to)
                except (BadEntry, Gap):
                    # The log decides, not a cache of it: it was cut behind the snapshot, or perhaps
                    # the snapshot alone was restored from a copy.
                    self._metrics.passed_over.add(why="unfit")
                    _log.info("snapshot_unfit", room=room, seq=snapshot.seq)
                else:
                    self._metrics.loads.add(start="snapshot")
                    return Loaded(restored, snapshot.seq)
        fresh = await self._from_the_first(room, up_to)
        self._metrics.loads.add(start="first")
        return Loaded(fresh, 0)

    async def _from_the_first(self, room: RoomId, up_to: int | None) -> Room:
        with _damage_named(room):
            if up_to == 0:
                return Room(room, self._games)
            kept = await self._log.read(room)
            fresh = _before(room, self._games, kept)
            await self._fold_all(fresh, kept, up_to)
            return fresh

    async def catch_up(self, room: Room, up_to: int | None = None) -> None:
        """Folds what was stored since `room.seq`. After an error `room` is to be thrown away."""
        with _damage_named(room.state.room):
            await self._fold_tail(room, up_to)

    async def between(self, room: RoomId, after: int, before: int) -> list[Stored]:
        """The entries after number `after` and before number `before`."""
        try:
            tail = await self._log.read(room, after)
        except Gap as gap:
            raise Damaged(room, gap.seq) from gap
        return [stored for stored in tail if stored.seq < before]

    def _restored(self, room: RoomId, snapshot: Snapshot) -> Room | None:
        try:
            restored = Room.restore(snapshot.fold, self._games)
        except BadSnapshot:
            restored = None
        except UnknownRules as missing:
            raise ForeignRules(room, missing) from missing
        if restored is None or (restored.state.room, restored.seq) != (room, snapshot.seq):
            self._metrics.passed_over.add(why="unreadable")
            return None
        return restored

    async def _fold_tail(self, room: Room, up_to: int | None) -> None:
        tail: Sequence[Stored] = ()
        if up_to is None or room.seq < up_to:
            tail = await self._log.read(room.state.room, room.seq)
        await self._fold_all(room, tail, up_to)

    async def _fold_all(self, room: Room, tail: Sequence[Stored], up_to: int | None) -> None:
        if up_to is not None:
            tail = [stored for stored in tail if stored.seq <= up_to]
        self._metrics.folded.add(len(tail))
        for start in range(0, len(tail), _FOLDED_AT_ONCE):
            if start:
                await asyncio.sleep(0)
            for stored in tail[start : start + _FOLDED_AT_ONCE]:
                _fold(room, stored)


@contextmanager
def _damage_named(room: RoomId) -> Iterator[None]:
    try:
        yield
    except (BadEntry, Gap) as damage:
        raise Damaged(room, damage.seq) from damage


def _before(room: RoomId, games: Games, kept: Sequence[Stored]) -> Room:
    """The room as it is before the first entry that its log has. Raises `BadEntry`."""
    if not kept or kept[0].seq == 1:
        return Room(room, games)
    first = kept[0]
    try:
        previous = bytes.fromhex(read_entry(first.entry).prev)
    except ValueError as error:
        raise BadEntry(first.seq, "does not read as an entry") from error
    return Room(room, games, first.seq - 1, previous)


def apply(room: Room, stored: Stored) -> Applied:
    """Folds the next entry. After a `FoldError` `room` is to be thrown away."""
    try:
        return _fold(room, stored)
    except BadEntry as bad:
        raise Damaged(room.state.room, bad.seq) from bad


def _fold(room: Room, stored: Stored) -> Applied:
    try:
        return room.apply(stored.entry)
    except UnknownRules as missing:
        raise ForeignRules(room.state.room, missing) from missing
