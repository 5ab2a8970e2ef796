"""What somebody was sent, held against what he may see.

Two ways lead to what a viewer has, and neither asks the other: frames come of what each event says
who hears it, and of the makers of sections; `see` asks the state who may see what. Where the first
gives more than the second, something was delivered although it is private.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from ..contracts.entries import encoder
from ..contracts.http_replay import Leak
from ..contracts.ids import PlayerId, RoomId
from ..contracts.messages import Frame
from ..engine.events import BLANK, Event
from . import codec
from .aggregate import MISFITS, Applied
from .fold import evolve
from .frames import GONE
from .rules import Games, installed
from .state import RoomState
from .told import hear
from .view import Sections, sections, see

_VALUE_MOST = 120
_CARDS = frozenset({"hand", "in_play", "deck", "discard", "cards", "shown", "chosen"})
"""Fields of a state under which cards stand."""

_frames = msgspec.json.Decoder(Frame)


class Holding:
    """`player`: whose frames they are; `None`: a spectator's."""

    def __init__(self, room: RoomId, player: PlayerId | None, games: Games) -> None:
        self._player = player
        self._games = games
        self._whole = RoomState(room)
        self._seen = RoomState(room)
        self._sent: Sections = {}

    def begin(self, entry: Applied, sent: Sections) -> list[Leak]:
        """The first entry, of which a whole view was sent."""
        told = [hear(event, self._player, None) for event in entry.events]
        return self._take(entry, told, sent)

    def take(self, entry: Applied, frame: bytes) -> list[Leak]:
        """The next entry, and the frame of it."""
        sent = _frames.decode(frame)
        state = self._whole
        decoder = codec.codec(installed(self._games, state.game, state.ruleset)).events
        told = [decoder.decode(event) for event in sent.events]
        return self._take(entry, told, {name: bytes(v) for name, v in sent.sections.items()})

    def _take(self, entry: Applied, told: list[Event], sent: Sections) -> list[Leak]:
        seq = entry.header.seq
        found = [
            leak
            for event, heard in zip(entry.events, told, strict=True)
            for leak in self._hear(seq, event, heard)
        ]
        self._sent |= sent
        self._sent = {name: value for name, value in self._sent.items() if value != GONE}
        return found + list(self._look(seq))

    def _hear(self, seq: int, event: Event, heard: Event) -> list[Leak]:
        """What he has more than he may see after `heard`, had he had no more before it: that he
        knew a card that has gone on is no leak, nor that he was shown one that lies open."""
        has, known = self._seen, _cards(msgspec.to_builtins(self._seen.play))
        fits = True
        try:
            evolve(has, heard, self._games)
        except MISFITS:
            fits = False
        evolve(self._whole, event, self._games)
        self._seen = see(self._whole, self._player, self._games)
        if not fits:
            return [_leak(seq, "state", heard)]
        shown = msgspec.to_builtins(self._seen)
        known |= _cards(shown["play"])
        more = _more(msgspec.to_builtins(has), shown, "state")
        return [_leak(seq, place, value) for place, value in more if value not in known]

    def _look(self, seq: int) -> Iterator[Leak]:
        """Sections of his view that could not be made from what he may see."""
        if self._whole.phase == "new":
            return
        made = sections(self._seen, self._player, self._games)
        for name, sent in self._sent.items():
            if made.get(name) != sent:
                wanted = msgspec.json.decode(made.get(name, GONE))
                for place, value in _other(msgspec.json.decode(sent), wanted, name):
                    yield _leak(seq, place, value)


def _leak(seq: int, place: str, value: Any) -> Leak:
    return Leak(seq, place, encoder.encode(value).decode()[:_VALUE_MOST])


def _pairs(has: Any, shown: Any, place: str) -> Iterator[tuple[Any, Any, str]]:
    """Values side by side, as far down as both are of one shape."""
    if isinstance(has, dict) and isinstance(shown, dict):
        for name, value in has.items():
            yield from _pairs(value, shown.get(name), f"{place}.{name}")
    elif isinstance(has, list | tuple) and isinstance(shown, list | tuple):
        if len(has) == len(shown):
            for number, (value, other) in enumerate(zip(has, shown, strict=True)):
                yield from _pairs(value, other, f"{place}.{number}")
        else:
            yield has, shown, place
    elif has != shown:
        yield has, shown, place


def _more(has: Any, shown: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Where one has something and is shown a blank."""
    for value, other, at in _pairs(has, shown, place):
        if other in ("", BLANK):
            yield at, value


def _other(sent: Any, made: Any, place: str) -> Iterator[tuple[str, Any]]:
    for value, _, at in _pairs(sent, made, place):
        yield at, value


def _cards(state: Any, *, is_cards: bool = False) -> set[Any]:
    """Cards that stand somewhere in a state."""
    if isinstance(state, dict):
        found = [_cards(value, is_cards=name in _CARDS) for name, value in state.items()]
    elif isinstance(state, list | tuple):
        found = [_cards(value, is_cards=is_cards) for value in state]
    else:
        return {state} if is_cards and isinstance(state, int) and state != BLANK else set()
    return set().union(*found)
