"""Where rooms' entries lie in the broker's own numbers, as far as this process remembers.

Only ever a short cut: whoever uses a place verifies it, and asks the leader when there is none.
"""

from msgspec import Struct

from shared.contracts.ids import RoomId


class Place(Struct, frozen=True):
    """Entry `seq` of a room is the broker's message `number`."""

    seq: int
    number: int


class Places:
    """At most `limit` rooms; the least recently used is forgotten first.

    `heads` are rooms' last known entries, `starts` are entries to begin reading at.
    """

    def __init__(self, limit: int = 100_000) -> None:
        assert limit > 0, limit
        self._limit = limit
        self._heads: dict[RoomId, Place] = {}
        self._starts: dict[RoomId, Place] = {}

    def head(self, room: RoomId) -> Place | None:
        return self._heads.get(room)

    def keep_head(self, room: RoomId, place: Place) -> None:
        _keep(self._heads, room, place, self._limit)

    def forget_head(self, room: RoomId) -> None:
        self._heads.pop(room, None)

    def keep_start(self, room: RoomId, place: Place) -> None:
        _keep(self._starts, room, place, self._limit)

    def start_before(self, room: RoomId, seq: int) -> Place | None:
        """The latest known place not behind entry `seq`."""
        known = [p for p in (self._heads.get(room), self._starts.get(room)) if p and p.seq <= seq]
        return max(known, key=lambda place: place.seq, default=None)


def _keep(places: dict[RoomId, Place], room: RoomId, place: Place, limit: int) -> None:
    places.pop(room, None)
    places[room] = place
    if len(places) > limit:
        del places[next(iter(places))]
