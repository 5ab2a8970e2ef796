"""What content is made of: cards, characters, checks and house rules as declarations.

A set is a value of type `ContentSet`; a `Catalogue` joins the sets of a match with the house rules
its options turn on. The engine's modules know these types and no content.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from ...contracts.refusals import Refusal
from ...engine.events import Event
from ...engine.game import Option, OptionValue
from ...engine.hooks import Rule, Rulebook

if TYPE_CHECKING:
    from .resolution import Resolution

T = TypeVar("T")

SUITS = "SHDC"
RANKS = {**{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}
RANK_NAMES = {value: name for name, value in RANKS.items()}

BROWN = "brown"
BLUE = "blue"

NOBODY = "nobody"
"""The card is played without naming anybody."""
OTHER = "other"
"""One other living player."""
OTHERS_CARD = "others_card"
"""One other living player and one of his cards; one's own card in play where a rule allows it."""


class Card(Struct, frozen=True, gc=False):
    id: int
    kind: str
    suit: str
    """S, H, D or C."""
    rank: int
    """2..14; 11 = J, 12 = Q, 13 = K, 14 = A."""


class Use(Struct, frozen=True, gc=False):
    """A card about to be played."""

    seat: int
    card: int
    kind: str
    """What it is played as."""
    target: int = -1
    pick: int = -1
    """A card in play in front of the target; -1 = a random one of the hand."""


Allowed = Callable[["Resolution", Use], Refusal | None]
Effect = Callable[["Resolution", Use], Iterator[Event]]


class CardDef(Struct, frozen=True):
    kind: str
    border: str
    copies: tuple[str, ...]
    """Suit and rank of each copy, such as `SA` or `H10`."""
    target: str = NOBODY
    allowed: tuple[Allowed, ...] = ()
    """Conditions beyond target and phase, asked in this order."""
    effect: Effect | None = None
    """What playing it does; `None` = it cannot be played actively."""
    answers: tuple[str, ...] = ()
    """Kinds of wait it is an answer to."""
    counts: str = ""
    """The turn's counter that playing it raises."""
    weapon: bool = False
    """Takes the one place for a weapon."""
    rules: tuple[Rule, ...] = ()
    """In force while it lies in front of somebody."""


class Character(Struct, frozen=True):
    name: str
    life: int
    rules: tuple[Rule, ...] = ()


class CheckDef(Struct, frozen=True):
    """A draw check: which cards match, and what follows. A check without a card does not match."""

    purpose: str
    suit: str
    ranks: range
    good: bool
    """Whether a match is what its drawer hopes for."""
    then: "Callable[[Resolution, int, int, bool], Iterator[Event]]"
    """`then(resolution, seat, parent wait or 0, matched)`."""


class HouseRule(Struct, frozen=True):
    """Rules that an option of the match brings into force when it has the value `True`."""

    option: str
    rules: tuple[Rule, ...]


class ContentSet(Struct, frozen=True):
    name: str
    cards: tuple[CardDef, ...] = ()
    copies: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """More cards of kinds that another set declares: kind, then suit and rank of each."""
    characters: tuple[Character, ...] = ()
    checks: tuple[CheckDef, ...] = ()
    options: tuple[Option, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    rules: tuple[Rule, ...] = ()
    """Table rules that always hold with this set."""


class Catalogue:
    """Everything that exists in one match. Immutable once made."""

    __slots__ = ("cards", "characters", "checks", "kinds", "rules")

    def __init__(self, sets: tuple[ContentSet, ...], options: Mapping[str, OptionValue]) -> None:
        definitions = [card for content in sets for card in content.cards]
        self.kinds = _named((card.kind, card) for card in definitions)
        self.characters = _named((c.name, c) for content in sets for c in content.characters)
        self.checks = _named((c.purpose, c) for content in sets for c in content.checks)
        self.cards = tuple(_numbered(sets))
        assert all(card.kind in self.kinds for card in self.cards), "a copy of an unknown kind"
        table = [rule for content in sets for rule in content.rules]
        for content in sets:
            for house in content.house_rules:
                table += house.rules if options[house.option] is True else ()
        bearers = {
            **{kind: card.rules for kind, card in self.kinds.items()},
            **{name: character.rules for name, character in self.characters.items()},
        }
        assert len(bearers) == len(self.kinds) + len(self.characters), "a name is used twice"
        self.rules = Rulebook(table, bearers)


def _named(pairs: Iterator[tuple[str, T]]) -> dict[str, T]:
    found: dict[str, T] = {}
    for name, value in pairs:
        assert name not in found, name
        found[name] = value
    return found


def _numbered(sets: tuple[ContentSet, ...]) -> Iterator[Card]:
    """Set by set, so that a set that joins later changes no number of those before it."""
    number = 0
    for content in sets:
        own = ((definition.kind, definition.copies) for definition in content.cards)
        for kind, copies in (*own, *content.copies):
            for copy in copies:
                yield Card(number, kind, copy[0], RANKS[copy[1:]])
                number += 1
