"""The views of a room as they stand, and the frame that each entry gives to each viewer.

A frame carries what its viewer hears and the sections of its view that changed. Sections that say
the same to everybody are made and encoded once, and viewers who get the same share one frame.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from ..contracts.entries import encoder
from ..contracts.ids import PlayerId
from ..engine.events import Event
from ..engine.game import Game
from .aggregate import Accepted, Applied, Room
from .events import RoomEvent
from .told import audience, hidden
from .view import (
    Sections,
    Viewer,
    changed_sections,
    encoded,
    match_sections,
    public_sections,
    you_section,
)

GONE = b"null"
"""Stands in a frame for a section that its viewer's view no longer has."""


class Frame(Struct, frozen=True):
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

    __slots__ = (
        "_acting",
        "_own",
        "_public",
        "_room",
        "_seating",
        "_seats",
        "_shared",
        "_unseated",
        "_you",
    )

    def __init__(self, room: Room) -> None:
        self._room = room
        self._seating: tuple[PlayerId, ...] = ()
        self._seats: dict[Viewer, int] = {}
        self._shared: Sections = {}
        """The room's public sections, without the match's."""
        self._you: dict[Viewer, bytes] = {}
        self._public: Sections = {}
        self._own: dict[Viewer, _Own] = {}
        self._unseated: list[Viewer] = []
        self._acting: Collection[int] = ()
        """Seats that may act as the room stands, so that what they may do may change next."""
        self._look_at_room()
        self._look_at_match()
        assert not self._shared.keys() & self._own[None].sections.keys(), (
            "a section's name is used twice"
        )

    def viewers(self) -> tuple[Viewer, ...]:
        return tuple(self._own)

    def sections(self, viewer: Viewer) -> Sections:
        """The whole view of `viewer`; anybody who is no member sees what a spectator sees."""
        return {**self._public, **self._own.get(viewer, self._own[None]).sections}

    def frames(self, entry: Accepted | Applied) -> dict[Viewer, Frame]:
        """The frame of each viewer, also the last one of those whose seat ended with this entry."""
        for event in entry.events:
            if isinstance(event, RoomEvent):
                return self._made_anew(entry)
        return self._carried_on(entry)

    def _made_anew(self, entry: Accepted | Applied) -> dict[Viewer, Frame]:
        public, own = self._public, self._own
        self._look_at_room()
        self._look_at_match()
        common = _changes(public, self._public)
        writer = _Writer(entry, self._seating, common)
        made: dict[Viewer, Frame] = {}
        for viewer, mine in self._own.items():
            if viewer in own:
                made[viewer] = writer.frame(viewer, _changes(own[viewer].sections, mine.sections))
            else:
                rest = {n: value for n, value in self._public.items() if n not in common}
                made[viewer] = writer.frame(viewer, {**rest, **mine.sections})
        for viewer in own.keys() - made.keys():
            changed = _changes(own[viewer].sections, self._own[None].sections)
            made[viewer] = writer.frame(viewer, changed)
        return made

    def _carried_on(self, entry: Accepted | Applied) -> dict[Viewer, Frame]:
        """Where all that happened is the match's: only what its events may touch is made anew."""
        game, play = self._match()
        common = self._public_changes(game, play, entry.events)
        own = self._own_changes(game, play, entry.events)
        writer = _Writer(entry, self._seating, common)
        made: dict[Viewer, Frame] = dict.fromkeys(self._own, writer.plain)
        for viewer, changed in own.items():
            made[viewer] = writer.frame(viewer, changed)
        for viewer in writer.told:
            if viewer in made and viewer not in own:
                made[viewer] = writer.frame(viewer, {})
        return made

    def _public_changes(self, game: Game, play: Any, events: Sequence[Event]) -> Sections:
        before = self._public
        found = changed_sections(game, play, events)
        if found is None:
            self._public = {**self._shared, **match_sections(game, play)}
            return _changes(before, self._public)
        changed = {name: value for name, value in found.items() if before.get(name) != value}
        before.update(changed)
        return changed

    def _own_changes(
        self, game: Game, play: Any, events: Sequence[Event]
    ) -> dict[Viewer, Sections]:
        """By viewer, what changed for him alone; nothing for those who have nothing new."""
        touched = game.affected(play, events)
        viewers: Iterable[Viewer] = self._own
        if touched is not None:
            seats = {*touched, *self._acting}
            viewers = [*self._unseated, *[self._seating[seat] for seat in seats]]
        found: dict[Viewer, Sections] = {}
        for viewer in viewers:
            mine = self._own.get(viewer)
            changed = mine and mine.carry_on(game.own_sections(play, mine.seat))
            if changed:
                found[viewer] = changed
        self._acting = game.affected(play, ()) or ()
        return found

    def _match(self) -> tuple[Game, Any]:
        game = self._room.game
        assert game is not None, "a room that does not exist has no views"
        return game, self._room.state.play

    def _look_at_room(self) -> None:
        game, play = self._match()
        state = self._room.state
        self._seating = game.seating(play) if play is not None else ()
        self._seats = {player: seat for seat, player in enumerate(self._seating)}
        self._shared = public_sections(state, game)
        self._you = {None: you_section(state, None, None)}
        for member in state.members:
            player = member.player
            self._you[player] = you_section(state, player, self._seats.get(player))

    def _look_at_match(self) -> None:
        """Makes all views of the match anew."""
        game, play = self._match()
        self._public = {**self._shared, **match_sections(game, play)}
        self._own = {}
        for viewer, you in self._you.items():
            seat = self._seats.get(viewer)
            values = {} if play is None else game.own_sections(play, seat)
            self._own[viewer] = _Own(seat, values, you)
        self._unseated = [viewer for viewer, mine in self._own.items() if mine.seat is None]
        self._acting = () if play is None else game.affected(play, ()) or ()


class _Own:
    """What one viewer alone has: its values as the game gave them, and what they are sent as."""

    __slots__ = ("_values", "seat", "sections")

    def __init__(self, seat: int | None, values: dict[str, Any], you: bytes) -> None:
        self.seat = seat
        self.sections: Sections = {**encoded(values), "you": you}
        self._values = values

    def carry_on(self, values: dict[str, Any]) -> Sections:
        """Puts `values` in the place of those before; gives what differs."""
        known, before = self._values, self.sections
        if values == known:
            return {}
        self._values = values
        if values.keys() != known.keys():
            self.sections = {**encoded(values), "you": before["you"]}
            return _changes(before, self.sections)
        changed = {
            name: encoder.encode(value) for name, value in values.items() if value != known[name]
        }
        before.update(changed)
        return changed


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

    __slots__ = ("_common", "_confided", "_head", "_heard", "_tail", "plain", "told")

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
        self.told: set[PlayerId] = set()
        """Those who hear more than everybody does."""
        leaf = 1
        for event in entry.events:
            if hidden(event) is not None:
                told = audience(event, seating)
                if told:
                    self._confided.append((len(self._heard), told, encoder.encode(event)))
                    self.told.update(told)
                self._heard.append(entry.leaves[leaf])
                leaf += 2
            else:
                self._heard.append(entry.leaves[leaf])
                leaf += 1
        self.plain = Frame(common, self._write(self._heard, self._tail))
        """The frame of all who hear and see what everybody does."""

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
            return self.plain
        return Frame(self._common, self._write(events, self._tail))

    def _write(self, events: list[bytes], sections: bytes) -> bytes:
        return b'%s%s],"sections":{%s}}' % (self._head, b",".join(events), sections)


def _joined(sections: Sections) -> bytes:
    return b",".join([_key(name) + value for name, value in sections.items()])


@lru_cache(maxsize=1_000)
def _key(name: str) -> bytes:
    return b'"%s":' % name.encode()
