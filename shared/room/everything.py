"""A room with nothing of its match hidden, entry by entry, in the form of a viewer's frames: what
is shown of a match that is over, and of one that is not to auditors alone.

The room's own confidences, its key and the match's secret, are no part of it.
"""

from msgspec import Raw
from msgspec.structs import replace

from ..contracts.entries import encoder
from ..contracts.messages import Frame
from ..engine.events import Event
from .aggregate import Applied, Room
from .events import Confided
from .frames import GONE
from .rules import Games, installed
from .told import blank
from .view import Sections, match_sections, sections

_OPENED = ("disclosed", "laid")
"""Sections that hold more once a match is over, beside those of the seats."""


class Everything:
    """`room` as it stands; after each entry that it folded, `frame` must be called with it."""

    def __init__(self, room: Room, games: Games) -> None:
        self._room = room
        self._games = games
        self.sections = self._open()

    def frame(self, entry: Applied) -> bytes:
        """JSON of a `Frame`: the events whole, and the sections that changed."""
        before, self.sections = self.sections, self._open()
        changed = {n: Raw(v) for n, v in self.sections.items() if before.get(n) != v}
        changed |= {name: Raw(GONE) for name in before if name not in self.sections}
        header = entry.header
        events = [Raw(encoder.encode(_told(event))) for event in entry.events]
        return encoder.encode(Frame(header.seq, entry.hash.hex(), header.at_ms, events, changed))

    def _open(self) -> Sections:
        """What everybody sees, and what all would see beside it were the match over now."""
        state = self._room.state
        shown = sections(state, None, self._games)
        if state.play is None:
            return shown
        # Of the match alone: a match that goes on has no result.
        game = installed(self._games, state.game, state.ruleset)
        ended = match_sections(game, replace(state.play, over=True))
        return {**shown, **{name: value for name, value in ended.items() if _is_opened(name)}}


def _is_opened(name: str) -> bool:
    return name in _OPENED or name.startswith("seat/")


def _told(event: Event) -> Event:
    return blank(event) if isinstance(event, Confided) else event
