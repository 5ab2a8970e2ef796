"""The games that the laws are held to. A further game joins by one line in `SUBJECTS`."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from shared.engine.events import Event
from shared.engine.game import Game
from shared.room.rules import Games

from . import bang, buckshot
from .places import Place


class Subject(Struct, frozen=True):
    """A game, and what the laws have to know of it beyond the `Game` protocol."""

    game: Game
    newer: Game
    """The same game under a later ruleset that plays differently (L10)."""
    cards: frozenset[int]
    """Every card there is; what has no number of its own is counted through."""
    card_fields: frozenset[str]
    """Fields of its commands that name cards."""
    reveals: Mapping[str, frozenset[str]]
    """By tag of an event, the fields in which it may tell what was hidden before."""
    reasons: frozenset[str]
    """Codes with which it refuses."""
    moved: Callable[[list[int], Event], list[int]]
    """What must lie somewhere after an event, by what lay there before."""
    lying: Callable[[Any], list[int]]
    """What lies in all places for cards of a state, blanks included."""
    places: Callable[[Any], list[Place]]
    """Every place of a state, in an order that masking does not change."""
    known: Callable[[Any], frozenset[int]]
    """What can be read off a state, masked or not: by its number, or by its place."""
    named: Callable[[Any, Event], frozenset[int]]
    """What the sealed field of an event names to who hears it; `known` by then, or told in vain."""
    domains: Callable[[Any, int], Mapping[str, Sequence[Any]]]
    """By field of a command, everything that a seat could sensibly say there now."""
    apt: Callable[[Any], Mapping[str, Sequence[Any]]]
    """Of these the words for what is open now, so that a command gets as far as its other words."""
    plain: Callable[[Any, Any], Any]
    """One form for all commands that mean the same in a state."""
    reshuffled: Callable[[Any, int, Random], Any]
    """A copy of a state in which everything that a seat cannot see lies elsewhere."""
    full: int = 0
    """Over so many matches each law is held in a full run."""

    @property
    def games(self) -> Games:
        return {self.game.id: self.game}


SUBJECTS: Mapping[str, Subject] = {
    "bang": Subject(
        bang.GAME,
        bang.NEWER,
        bang.CARDS,
        bang.CARD_FIELDS,
        bang.REVEALS,
        bang.REASONS,
        *bang.KNOWLEDGE,
    ),
    "buckshot": Subject(
        buckshot.GAME,
        buckshot.NEWER,
        buckshot.CARDS,
        buckshot.CARD_FIELDS,
        buckshot.REVEALS,
        buckshot.REASONS,
        *buckshot.KNOWLEDGE,
        full=20_000,
    ),
}
