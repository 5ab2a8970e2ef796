"""What ends in the rooms of hosts, as the log says it: their matches, and the rooms themselves.

Folded from the room's own events, which are public; nothing of a match is looked at, so nothing of
it can be told that not everybody knew at its end.
"""

from collections import deque
from typing import get_args

import structlog
from msgspec import Struct

from shared.contracts.entries import Entry, read_entry, read_header
from shared.contracts.hosting import Ending, Standing, What, ending_id
from shared.contracts.ids import Millis, RoomId
from shared.engine.chain import BadEntry
from shared.eventstore.log import Stored
from shared.room.aggregate import MISFITS
from shared.room.codec import room_events
from shared.room.events import MatchClosed, RoomClosed, RoomEvent, RoomEvents
from shared.room.state import RoomState

_log = structlog.stdlib.get_logger(__name__)

_NAMED = b'["tenant_named",'
_EVERY: tuple[type[RoomEvent], ...] = get_args(RoomEvents)


class _Room(Struct):
    state: RoomState
    seq: int


class Endings:
    """Follows the rooms of hosts; those of no host cost a look at their bytes."""

    def __init__(self) -> None:
        self.untold: deque[Ending] = deque()
        """In the order in which they were found; whoever tells one takes it away."""
        self._rooms: dict[RoomId, _Room] = {}

    def take(self, stored: Stored) -> None:
        """The room's next entry; known ones change nothing. Raises `DecodeError`."""
        room = self._rooms.get(stored.room)
        if room is None and _NAMED not in stored.entry:
            return
        if room is None:
            room = self._rooms[stored.room] = _Room(RoomState(stored.room), 0)
        if stored.seq <= room.seq:
            return
        entry = read_entry(stored.entry)
        at_ms = Millis(read_header(entry).at_ms)
        room.seq = stored.seq
        try:
            self._fold(room.state, entry, stored.seq, at_ms)
        except (BadEntry, *MISFITS):
            # Whether its log holds, others prove and tell of; here it can only be left out.
            _log.error("ending_unread", room=stored.room, seq=stored.seq)
            del self._rooms[stored.room]

    def owe(self, room: RoomId) -> bool:
        """Whether something of that room has still to be told."""
        return any(ending.room == room for ending in self.untold)

    def forget(self) -> None:
        """The log is read from its beginning again."""
        self._rooms.clear()

    def _fold(self, state: RoomState, entry: Entry, seq: int, at_ms: Millis) -> None:
        events = room_events(entry, _EVERY, seq)
        for event in events:
            event.on(state)
        for event in events:
            if isinstance(event, MatchClosed):
                what: What = "match.abandoned" if event.abandoned else "match.ended"
                self.untold.append(_ending(state, what, entry, seq, at_ms, event))
            elif isinstance(event, RoomClosed):
                if event.why != "cleared":
                    self.untold.append(_ending(state, "room.closed", entry, seq, at_ms, event))
                self._rooms.pop(state.room, None)


def _ending(
    state: RoomState,
    what: What,
    entry: Entry,
    seq: int,
    at_ms: Millis,
    event: MatchClosed | RoomClosed,
) -> Ending:
    is_match = isinstance(event, MatchClosed)
    ranked = sorted(state.standings.items(), key=lambda of: -of[1])
    return Ending(
        id=ending_id(state.room, state.match, what),
        tenant=state.tenant,
        what=what,
        room=state.room,
        match=state.match,
        at_ms=at_ms,
        game=state.game,
        ruleset=state.ruleset,
        seq=seq,
        hash=entry.hash,
        players=state.players if is_match else (),
        winners=event.winners if isinstance(event, MatchClosed) else (),
        ranking=event.ranking if isinstance(event, MatchClosed) else (),
        standings=tuple(Standing(player, points) for player, points in ranked),
        test_seed=is_match and state.test_seed,
        why=event.why if isinstance(event, RoomClosed) else "",
    )
