"""What the timer knows of each room, folded from headers and from the room's own public events.

It knows no game: a header says when something is due and under which id.
"""

from collections.abc import Iterator

import msgspec
import structlog
from msgspec import Struct

from shared.contracts.entries import Header, read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.engine.chain import BadEntry
from shared.eventstore.log import Stored
from shared.room.codec import room_events
from shared.room.events import (
    MatchClosed,
    MatchDealt,
    PresenceChanged,
    Restated,
    RoomClosed,
    SeatGivenUp,
    SeatTaken,
)

_log = structlog.stdlib.get_logger(__name__)

_KNOWN = (
    *(SeatTaken, SeatGivenUp, MatchDealt, PresenceChanged, MatchClosed),
    *(Restated, RoomClosed),
)


class Seat(Struct):
    """A member of a room. Times are Unix milliseconds."""

    is_automatic: bool
    since_ms: int
    """When it was taken, or its player last acted, went or came back."""
    is_away: bool = False
    has_left: bool = False
    """Gave it up in mid-match; it is played by autopilot until the match's end."""


class Record(Struct):
    """A room that is not closed."""

    since_ms: int
    """Its first entry's time, as far as known."""
    seq: int = 0
    deadline_ms: int = 0
    """When the next time-out is due; 0 = nothing is."""
    due: str = ""
    is_running: bool = False
    """A match is."""
    seats: dict[PlayerId, Seat] = {}
    is_over: bool = False
    """A match was, and the next is not prepared."""


class Ledger:
    """All rooms, each up to the last entry that was folded."""

    def __init__(self, rooms: dict[RoomId, Record] | None = None) -> None:
        self.rooms = rooms or {}
        self.has_changed = False
        """Since this was last set to false."""

    def __iter__(self) -> Iterator[tuple[RoomId, Record]]:
        """A list of its own, so that rooms may come and go meanwhile."""
        return iter(list(self.rooms.items()))

    def get(self, room: RoomId) -> Record | None:
        return self.rooms.get(room)

    def fold(self, stored: Stored) -> Record | None:
        """Takes the room's next entry; gives its record, none when the room is closed by it.

        An entry known already changes nothing. One that cannot be read is passed over with a
        warning: whether it may be gone on with is for the rules to say, who check every byte.
        """
        record = self.rooms.get(stored.room)
        if record is not None and stored.seq <= record.seq:
            return record
        try:
            entry = read_entry(stored.entry)
            header = read_header(entry)
            events = room_events(entry, _KNOWN, stored.seq)
        except (msgspec.DecodeError, BadEntry):
            _log.warning("entry_unreadable", room=stored.room, seq=stored.seq)
            return record
        self.has_changed = True
        if record is None:
            record = self.rooms[stored.room] = Record(header.at_ms)
        record.seq = stored.seq
        record.deadline_ms, record.due = header.deadline_ms, header.due_id
        acting = record.seats.get(PlayerId(header.actor))
        if acting is not None:
            acting.since_ms = header.at_ms
        for event in events:
            if isinstance(event, RoomClosed):
                del self.rooms[stored.room]
                return None
            _apply(record, event, header)
        return record


def _apply(record: Record, event: object, header: Header) -> None:
    seats = record.seats
    match event:
        case SeatTaken(player=player, automatic=kind):
            seats[player] = Seat(bool(kind), header.at_ms)
        case SeatGivenUp(player=player):
            seats.pop(player, None)
        case MatchDealt():
            record.is_running, record.is_over = True, False
        case PresenceChanged(player=player, away=away, left=left) if player in seats:
            seat = seats[player]
            seat.is_away, seat.has_left, seat.since_ms = away, left, header.at_ms
        case MatchClosed():
            record.is_running, record.is_over = False, True
            for seat in seats.values():
                seat.is_away = False
        case Restated(members=members):
            record.is_running = record.is_over = False
            record.seats = {
                player: seats.get(player) or Seat(bool(kind), header.at_ms)
                for player, kind in members
            }
        case _:
            pass
