"""The last entry of every room, as the log's entries pass by."""

import msgspec
from msgspec import Struct

from shared.contracts.ids import RoomId
from shared.eventstore.log import Stored
from shared.matchfile.checkpoint import RoomHead


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

    def forget(self) -> None:
        """The log is read from its beginning again; what it has lost is not to be pinned."""
        self._found.clear()
