"""Live rooms in bounded memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from services.rules.metrics import RulesMetrics
from services.rules.settings import RulesSettings
from shared.contracts.ids import RoomId
from shared.folding.loader import Damaged, Loaded
from shared.room.aggregate import Room


class Hot:
    """A room's place in memory. Whoever uses or replaces `room` holds `lock`."""

    __slots__ = (
        "bytes",
        "damage",
        "damaged_until_ms",
        "id",
        "is_behind",
        "lock",
        "reads",
        "room",
        "snapshot_seq",
        "stored_seq",
        "users",
    )

    def __init__(self, room: RoomId) -> None:
        self.id = room
        self.lock = asyncio.Lock()
        self.users = 0
        """Commands that work on it or wait for it."""
        self.room: Room | None = None
        self.stored_seq = 0
        """The last entry of `room` that is known to be stored."""
        self.reads = 0
        """Rises whenever `room` was read from the log, or given up. While it stays, every entry
        that `room` grew by is one of this process."""
        self.is_behind = False
        """The log has entries that `room` does not."""
        self.snapshot_seq = 0
        """Where its newest snapshot stands, as far as this process knows."""
        self.bytes = 0
        """What it takes, estimated."""
        self.damage: Damaged | None = None
        self.damaged_until_ms = 0

    def keep(self, loaded: Loaded) -> None:
        """`loaded` is the room as the log has it."""
        self.room = loaded.room
        self.snapshot_seq = loaded.snapshot_seq
        self.was_read()

    def was_read(self) -> None:
        """`room` has all that the log has."""
        assert self.room is not None
        self.stored_seq = self.room.seq
        self.reads += 1
        self.is_behind = False
        self.damage = None

    def drop(self) -> None:
        """What is in memory is trusted no more; the log is."""
        self.room = None
        self.reads += 1


class Rooms:
    """Rooms that commands came for, the least recently used of them forgotten first."""

    def __init__(self, settings: RulesSettings, metrics: RulesMetrics) -> None:
        self._settings = settings
        self._hot: OrderedDict[RoomId, Hot] = OrderedDict()
        self._bytes = 0
        self._metrics = metrics
        metrics.rooms.by(self.__len__)
        metrics.rooms_bytes.by(lambda: self._bytes)
        metrics.snapshot_age.by(self.oldest_snapshot_entries)

    def __len__(self) -> int:
        return len(self._hot)

    @property
    def bytes(self) -> int:
        """What all of them take, estimated."""
        return self._bytes

    def oldest_snapshot_entries(self) -> int:
        """Entries that a live room has beyond its newest snapshot, at most."""
        ages = (hot.stored_seq - hot.snapshot_seq for hot in self._hot.values() if hot.room)
        return max(ages, default=0)

    @contextmanager
    def using(self, room: RoomId) -> Iterator[Hot]:
        """The room's place, which stays as long as it is used."""
        hot = self._hot.get(room)
        if hot is None:
            hot = self._hot[room] = Hot(room)
        self._hot.move_to_end(room)
        hot.users += 1
        try:
            yield hot
        finally:
            hot.users -= 1
            self._settle(hot)

    def __contains__(self, room: RoomId) -> bool:
        return room in self._hot

    def weigh(self, hot: Hot, size_bytes: int) -> None:
        """Notes what a room takes now."""
        self._bytes += size_bytes - hot.bytes
        hot.bytes = size_bytes

    def _settle(self, hot: Hot) -> None:
        is_empty = hot.damage is None and (hot.room is None or hot.room.seq == 0)
        if hot.users == 0 and is_empty:
            self._forget(hot)
        if self._is_over():
            self._shrink()

    def _shrink(self) -> None:
        """Rooms in use stay, so the limits may be passed by as many as commands are under way."""
        for hot in [hot for hot in self._hot.values() if hot.users == 0]:
            self._forget(hot)
            self._metrics.forgotten.add()
            if not self._is_over():
                return

    def _is_over(self) -> bool:
        settings = self._settings
        return len(self._hot) > settings.rooms_limit or self._bytes > settings.rooms_bytes_limit

    def _forget(self, hot: Hot) -> None:
        self.weigh(hot, 0)
        del self._hot[hot.id]
