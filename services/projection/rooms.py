"""Live rooms with their views, in bounded memory."""

from collections import OrderedDict

from shared.contracts.ids import RoomId
from shared.room.aggregate import Room
from shared.room.frames import Views


class Live:
    """A room at some entry, and the views that belong to it."""

    __slots__ = ("room", "views")

    def __init__(self, room: Room) -> None:
        self.room = room
        self.views: Views | None = None if room.state.phase == "new" else Views(room)


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
