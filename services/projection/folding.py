"""Rooms folded up to a wanted entry, with their views.

FoldError
├── Damaged       an entry is missing or not what it was: nothing is shown beyond it
└── ForeignRules  the room is under rules that this process does not hold
"""

from collections import OrderedDict
from collections.abc import Iterable

from shared.contracts.ids import RoomId
from shared.engine.chain import BadEntry
from shared.eventstore.log import Gap, Log, Snapshots, Stored
from shared.room.aggregate import Applied, BadSnapshot, Room
from shared.room.frames import Views
from shared.room.rules import Games, UnknownRules


class FoldError(Exception):
    """Why a room cannot be shown. Its text names room and number only."""


class Damaged(FoldError):
    def __init__(self, room: RoomId, seq: int) -> None:
        super().__init__(f"room {room}: entry {seq} is missing or not what it was")
        self.room = room
        self.seq = seq


class ForeignRules(FoldError):
    pass


class Live:
    """A room at some entry, and the views that belong to it."""

    __slots__ = ("room", "views")

    def __init__(self, room: Room) -> None:
        self.room = room
        self.views: Views | None = Views(room) if room.seq else None


class Folder:
    """Reads rooms from snapshots and the log. Raises `FoldError` and the log's `Away`."""

    def __init__(self, log: Log, snapshots: Snapshots, games: Games) -> None:
        self._log = log
        self._snapshots = snapshots
        self._games = games

    async def fold(self, room: RoomId, up_to: int | None = None) -> Room:
        """The room after entry `up_to`, which must exist; `None`: as it is now."""
        folded = await self._from_snapshot(room, up_to) or Room(room, self._games)
        if up_to is not None and folded.seq >= up_to:
            return folded
        try:
            tail = await self._log.read(room, folded.seq)
        except Gap as gap:
            raise Damaged(room, gap.seq) from gap
        apply(folded, (s for s in tail if up_to is None or s.seq <= up_to))
        return folded

    async def between(self, room: RoomId, after: int, before: int) -> list[Stored]:
        """The entries after number `after` and before number `before`."""
        try:
            tail = await self._log.read(room, after)
        except Gap as gap:
            raise Damaged(room, gap.seq) from gap
        return [stored for stored in tail if stored.seq < before]

    async def _from_snapshot(self, room: RoomId, up_to: int | None) -> Room | None:
        snapshot = await self._snapshots.get(room)
        if snapshot is None or (up_to is not None and snapshot.seq > up_to):
            return None
        try:
            return Room.restore(snapshot.fold, self._games)
        except BadSnapshot:
            return None
        except UnknownRules as missing:
            raise ForeignRules(f"room {room}: {missing}") from missing


def apply(room: Room, entries: Iterable[Stored]) -> list[Applied]:
    """Folds stored entries. After an error `room` is to be thrown away."""
    name = room.state.room
    try:
        return [room.apply(stored.entry) for stored in entries]
    except BadEntry as bad:
        raise Damaged(name, bad.seq) from bad
    except UnknownRules as missing:
        raise ForeignRules(f"room {name}: {missing}") from missing


class Rooms:
    """Live rooms in bounded memory, the least recently used forgotten first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._live: OrderedDict[RoomId, Live] = OrderedDict()

    def __len__(self) -> int:
        return len(self._live)

    def get(self, room: RoomId) -> Live | None:
        live = self._live.get(room)
        if live is not None:
            self._live.move_to_end(room)
        return live

    def keep(self, room: RoomId, live: Live) -> None:
        self._live[room] = live
        while len(self._live) > self._limit:
            self._live.popitem(last=False)

    def names(self) -> list[RoomId]:
        return list(self._live)

    def drop(self, room: RoomId) -> None:
        self._live.pop(room, None)
