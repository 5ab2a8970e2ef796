"""The views of a room as they stand, and the frame that each entry gives to each viewer.

A frame carries what its viewer hears and the sections of its view that changed. Sections that say
the same to everybody are made and encoded once, and viewers who get the same share one frame.
"""

from typing import NamedTuple

from ..contracts.entries import encoder
from ..contracts.ids import PlayerId
from .aggregate import Accepted, Applied, Room
from .events import RoomEvent
from .told import Audience, audience, hidden
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
    """JSON: seq, hash, at_ms, events as heard, sections."""


class Views:
    """The views of everybody who may see a room: its members, and `None` for all spectators.

    Made from a room as it stands; after each entry that `room` decided or folded, `frames` must be
    called with it, once.
    """

    __slots__ = ("_own", "_public", "_room", "_shared", "_you")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._shared: Sections = {}
        """The room's public sections, without the game's."""
        self._you: dict[Viewer, bytes] = {}
        self._public: Sections = {}
        self._own: dict[Viewer, Sections] = {}
        self._look(has_room_changed=True)

    def viewers(self) -> tuple[Viewer, ...]:
        return tuple(self._own)

    def sections(self, viewer: Viewer) -> Sections:
        """The whole view of `viewer`; anybody who is no member sees what a spectator sees."""
        return {**self._public, **self._own.get(viewer, self._own[None])}

    def frames(self, entry: Accepted | Applied) -> dict[Viewer, Frame]:
        """The frame of each viewer, also the last one of those whose seat ended with this entry."""
        public, own = self._public, self._own
        self._look(has_room_changed=any(isinstance(e, RoomEvent) for e in entry.events))
        for viewer in own:
            self._own.setdefault(viewer, self._own[None])
        common = _changes(public, self._public)
        writer = _Writer(entry, self._seating())
        made: dict[Viewer, Frame] = {}
        for viewer, sections in self._own.items():
            if viewer in own:
                changed = {**common, **_changes(own[viewer], sections)}
            else:
                changed = {**self._public, **sections}
            made[viewer] = writer.frame(viewer, changed)
        for viewer in made.keys() - self._you.keys():
            del self._own[viewer]
        return made

    def _seating(self) -> tuple[PlayerId, ...]:
        room, game = self._room, self._room.game
        return game.seating(room.state.play) if game and room.state.play is not None else ()

    def _look(self, *, has_room_changed: bool) -> None:
        """Makes every view anew, the room's own sections only if they may have changed."""
        state, game = self._room.state, self._room.game
        assert game is not None, "a room that does not exist has no views"
        seats = {player: seat for seat, player in enumerate(self._seating())}
        if has_room_changed:
            self._shared = public_sections(state, game)
            self._you = {None: own_section(state, None, None)}
            for member in state.members:
                player = member.player
                self._you[player] = own_section(state, player, seats.get(player))
        public, watched = match_sections(game, state.play)
        self._public = {**self._shared, **public}
        self._own = {}
        for viewer, you in self._you.items():
            seat = seats.get(viewer) if viewer else None
            sections = watched if seat is None else seat_sections(game, state.play, seat)
            self._own[viewer] = {"you": you, **sections}


def _changes(old: Sections, new: Sections) -> Sections:
    changed = {name: value for name, value in new.items() if old.get(name) != value}
    for name in old.keys() - new.keys():
        changed[name] = GONE
    return changed


class _Writer:
    """Writes the frames of one entry; viewers who get the same get the same one."""

    __slots__ = ("_confided", "_head", "_heard", "_made")

    def __init__(self, entry: Accepted | Applied, seating: tuple[PlayerId, ...]) -> None:
        header = entry.header
        self._head = b'{"seq":%d,"hash":"%s","at_ms":%d,"events":[' % (
            header.seq,
            entry.hash.hex().encode(),
            header.at_ms,
        )
        self._heard: list[bytes] = []
        self._confided: list[tuple[int, Audience, bytes]] = []
        self._made: dict[tuple[object, ...], Frame] = {}
        leaf = 1
        for event in entry.events:
            if hidden(event) is None:
                self._heard.append(entry.leaves[leaf])
                leaf += 1
                continue
            told = audience(event, seating)
            if told:
                self._confided.append((len(self._heard), told, encoder.encode(event)))
            self._heard.append(entry.leaves[leaf])
            leaf += 2

    def frame(self, viewer: Viewer, changed: Sections) -> Frame:
        heard = [(n, full) for n, told, full in self._confided if told and viewer in told]
        same = (*heard, *changed.items())
        made = self._made.get(same)
        if made is None:
            made = self._made[same] = self._write(heard, changed)
        return made

    def _write(self, heard: list[tuple[int, bytes]], changed: Sections) -> Frame:
        events = self._heard
        if heard:
            events = [*events]
            for number, full in heard:
                events[number] = full
        sections = b",".join(b'"%s":%s' % (name.encode(), changed[name]) for name in changed)
        data = b'%s%s],"sections":{%s}}' % (self._head, b",".join(events), sections)
        return Frame(changed, data)
