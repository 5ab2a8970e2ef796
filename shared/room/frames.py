"""The views of a room as they stand, and the frame that each entry gives to each viewer.

A frame carries what its viewer hears and the sections of its view that changed. Sections that say
the same to everybody are made and encoded once, and viewers who get the same share one frame.
"""

from collections.abc import Collection
from typing import NamedTuple

from ..contracts.entries import encoder
from ..contracts.ids import PlayerId
from .aggregate import Accepted, Applied, Room
from .events import RoomEvent
from .told import audience, hidden
from .view import (
    Sections,
    Viewer,
    match_sections,
    own_section,
    public_sections,
    seat_sections,
)

GONE = b"null"
"""Stands in a frame for a section that its viewer's view no longer has."""


class Frame(NamedTuple):
    """What one entry gives to one viewer."""

    sections: Sections
    """The sections of the view that changed, `GONE` for those that are no more."""
    data: bytes
    """JSON of a `contracts.messages.Frame`."""


class Views:
    """The views of everybody who may see a room: its members, and `None` for all spectators.

    Made from a room as it stands; after each entry that `room` decided or folded, `frames` must be
    called with it, once.
    """

    __slots__ = ("_acting", "_own", "_public", "_room", "_seating", "_seats", "_shared", "_you")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._seating: tuple[PlayerId, ...] = ()
        self._seats: dict[Viewer, int] = {}
        self._shared: Sections = {}
        """The room's public sections, without the match's."""
        self._you: dict[Viewer, bytes] = {}
        self._public: Sections = {}
        self._own: dict[Viewer, Sections] = {}
        self._acting: Collection[int] = ()
        """Seats that may act as the room stands, so that what they may do may change next."""
        self._look_at_room()
        self._look_at_match(None)
        assert not self._shared.keys() & self._own[None].keys(), "a section's name is used twice"

    def viewers(self) -> tuple[Viewer, ...]:
        return tuple(self._own)

    def sections(self, viewer: Viewer) -> Sections:
        """The whole view of `viewer`; anybody who is no member sees what a spectator sees."""
        return {**self._public, **self._own.get(viewer, self._own[None])}

    def frames(self, entry: Accepted | Applied) -> dict[Viewer, Frame]:
        """The frame of each viewer, also the last one of those whose seat ended with this entry."""
        public, own = self._public, self._own
        if any(isinstance(event, RoomEvent) for event in entry.events):
            self._look_at_room()
            self._look_at_match(None)
        else:
            self._look_at_match(self._touched(entry))
        common = _changes(public, self._public)
        writer = _Writer(entry, self._seating, common)
        made: dict[Viewer, Frame] = {}
        for viewer, sections in self._own.items():
            if viewer in own:
                made[viewer] = writer.frame(viewer, _changes(own[viewer], sections))
            else:
                rest = {n: value for n, value in self._public.items() if n not in common}
                made[viewer] = writer.frame(viewer, {**rest, **sections})
        for viewer in own.keys() - made.keys():
            made[viewer] = writer.frame(viewer, _changes(own[viewer], self._own[None]))
        return made

    def _look_at_room(self) -> None:
        state, game = self._room.state, self._room.game
        assert game is not None, "a room that does not exist has no views"
        self._seating = game.seating(state.play) if state.play is not None else ()
        self._seats = {player: seat for seat, player in enumerate(self._seating)}
        self._shared = public_sections(state, game)
        self._you = {None: own_section(state, None, None)}
        for member in state.members:
            player = member.player
            self._you[player] = own_section(state, player, self._seats.get(player))

    def _touched(self, entry: Accepted | Applied) -> Collection[int] | None:
        play, game = self._room.state.play, self._room.game
        assert game is not None, "a room that does not exist has no views"
        touched = None if play is None else game.affected(play, entry.events)
        return None if touched is None else {*touched, *self._acting}

    def _look_at_match(self, touched: Collection[int] | None) -> None:
        """Makes the views of the match anew; `touched`: the seats that may have something new for
        themselves, `None` = all."""
        play, game = self._room.state.play, self._room.game
        assert game is not None, "a room that does not exist has no views"
        public, watched = match_sections(game, play)
        self._public = {**self._shared, **public}
        before, self._own = self._own, {}
        for viewer, you in self._you.items():
            seat = self._seats.get(viewer)
            if touched is not None and seat is not None and seat not in touched:
                self._own[viewer] = before[viewer]
                continue
            own = watched.copy() if seat is None else seat_sections(game, play, seat)
            own["you"] = you
            self._own[viewer] = own
        self._acting = () if play is None else game.affected(play, ()) or ()


def _changes(old: Sections, new: Sections) -> Sections:
    if old is new or old == new:
        return {}
    changed = {name: value for name, value in new.items() if old.get(name) != value}
    if old.keys() != new.keys():
        # In the view's order: a set's would make the frame's bytes hang on the hash seed.
        for name in [name for name in old if name not in new]:
            changed[name] = GONE
    return changed


class _Writer:
    """Writes the frames of one entry; all who hear and see no more than `common` get the same."""

    __slots__ = ("_common", "_confided", "_head", "_heard", "_plain", "_tail")

    def __init__(
        self, entry: Accepted | Applied, seating: tuple[PlayerId, ...], common: Sections
    ) -> None:
        header = entry.header
        self._head = b'{"type":"frame","seq":%d,"hash":"%s","atMs":%d,"events":[' % (
            header.seq,
            entry.hash.hex().encode(),
            header.at_ms,
        )
        self._common = common
        self._tail = _joined(common)
        self._heard: list[bytes] = []
        self._confided: list[tuple[int, tuple[PlayerId, ...], bytes]] = []
        leaf = 1
        for event in entry.events:
            is_public = hidden(event) is None
            told = None if is_public else audience(event, seating)
            if told:
                self._confided.append((len(self._heard), told, encoder.encode(event)))
            self._heard.append(entry.leaves[leaf])
            leaf += 1 if is_public else 2
        self._plain = Frame(common, self._write(self._heard, self._tail))

    def frame(self, viewer: Viewer, own: Sections) -> Frame:
        """The frame of `viewer`, for whom the sections in `own` have changed beside the common."""
        events = self._heard
        for number, told, whole in self._confided:
            if viewer in told:
                events = [*events[:number], whole, *events[number + 1 :]]
        if own:
            common = self._tail + b"," if self._tail else b""
            return Frame({**self._common, **own}, self._write(events, common + _joined(own)))
        if events is self._heard:
            return self._plain
        return Frame(self._common, self._write(events, self._tail))

    def _write(self, events: list[bytes], sections: bytes) -> bytes:
        return b'%s%s],"sections":{%s}}' % (self._head, b",".join(events), sections)


def _joined(sections: Sections) -> bytes:
    return b",".join([b'"%s":%s' % (name.encode(), value) for name, value in sections.items()])
