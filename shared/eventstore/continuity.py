"""Sees a hole in a room's numbers while entries of many rooms pass by."""

from shared.contracts.ids import RoomId

from .log import Gap


class Continuity:
    """Remembers the last number of at most `room_limit` rooms; the least recently seen goes first.

    `is_whole`: the entries begin with each room's first, so that a room not seen yet has to begin
    with 1 or a marked entry; otherwise, and once a room was forgotten, the first number seen is
    taken as it is. A marked entry may come instead of an earlier one: the room was cut there.
    """

    def __init__(self, *, is_whole: bool, room_limit: int = 50_000) -> None:
        self._is_whole = is_whole
        self._room_limit = room_limit
        self._last: dict[RoomId, int] = {}

    def wanted(self, room: RoomId) -> int:
        """The number that comes next; 0 when any may come."""
        last = self._last.get(room)
        if last is not None:
            return last + 1
        return 1 if self._is_whole else 0

    def take(self, room: RoomId, seq: int, *, begins: bool = False) -> None:
        """Raises `Gap` when `seq` is not the number that comes next, nor one to begin with."""
        wanted = self.wanted(room)
        if wanted not in (0, seq) and not (begins and seq > wanted):
            raise Gap(room, wanted, seq)
        self._last.pop(room, None)
        self._last[room] = seq
        if len(self._last) > self._room_limit:
            del self._last[next(iter(self._last))]
            self._is_whole = False
