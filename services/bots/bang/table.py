"""The table as a player sees it: his view, read into people with cards in front of them.

Only what the view says and what the player kept in mind of cards that others took openly; nothing
is guessed here.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import Struct

from services.bots.bang.deck import COPIES, DECK, EXPLOSIVE, FOURTH_OUTLAW, HEARTS, KINDS, REACH
from services.bots.bang.deck import ROLES as ROLE_COUNTS
from shared.contracts.ids import PlayerId

UNARMED_REACH = 1


class _Person(Struct, rename="camel"):
    id: PlayerId
    character: str
    max_life: int


class _Seat(Struct, rename="camel"):
    life: int
    hand_count: int = 0
    in_play: tuple[int, ...] = ()
    alive: bool = True
    role: str = ""


class _Me(Struct):
    seat: int
    role: str


class _Hand(Struct):
    cards: tuple[int, ...]
    looking: tuple[int, ...] = ()


class _Turn(Struct):
    seat: int


class _Match(Struct):
    options: dict[str, str | int | bool]


class _Laid(Struct):
    cards: tuple[int, ...]


WaitKind = Literal[
    "shot", "demand", "standoff", "market", "dying", "check_pick", "keep", "character_pick"
]


class Wait(Struct):
    """An open wait, as far as it matters for an answer."""

    id: int
    kind: WaitKind
    other: int = -1
    """The opponent in a duel."""
    purpose: str = ""
    """What a draw check is made for."""


class Person(Struct):
    """Somebody at the table."""

    seat: int
    id: PlayerId
    character: str
    life: int
    max_life: int
    hand_count: int
    in_play: tuple[int, ...]
    kinds: frozenset[str]
    """Of what lies in front of him."""
    alive: bool
    role: str
    """Empty while it is secret."""

    @property
    def reach(self) -> int:
        """How far his weapon carries, in seats."""
        return max((REACH[kind] for kind in self.kinds if kind in REACH), default=UNARMED_REACH)

    @property
    def is_unlimited(self) -> bool:
        """May shoot as often as he likes."""
        return self.character == "willy" or "volcanic" in self.kinds

    @property
    def sees_nearer(self) -> int:
        return ("scope" in self.kinds) + (self.character == "rose")

    @property
    def seen_farther(self) -> int:
        return ("mustang" in self.kinds) + (self.character == "paul")


class Table:
    """`held`: by seat, cards that were seen going to that hand and have not been seen leaving it.

    Raises `msgspec.ValidationError` for a view of another shape.
    """

    def __init__(self, view: Mapping[str, Any], held: Mapping[int, frozenset[int]]) -> None:
        me = msgspec.convert(view.get("me"), _Me)
        hand = msgspec.convert(view.get("hand"), _Hand)
        turn = msgspec.convert(view.get("turn"), _Turn)
        people = msgspec.convert(view.get("seats"), list[_Person])
        self.options = msgspec.convert(view.get("match"), _Match).options
        self.waits = msgspec.convert(view.get("waits"), list[Wait])
        self.laid = msgspec.convert(view.get("laid"), list[_Laid])
        self.people = tuple(_person(view, seat, each) for seat, each in enumerate(people))
        self.role = me.role
        self.me = self.people[me.seat]
        self.hand = hand.cards
        self.looking = hand.looking
        self.turn_seat = turn.seat
        self.discard = _discard(view)
        self.living = tuple(each for each in self.people if each.alive)
        self.others = tuple(each for each in self.living if each is not self.me)
        self._places = {each.seat: place for place, each in enumerate(self.living)}
        self.held = self._still_held(held)

    @property
    def sheriff(self) -> Person:
        return next(each for each in self.people if each.role == "sheriff")

    @cached_property
    def role_counts(self) -> dict[str, int]:
        """How many of each role were dealt (§4)."""
        is_fourth = self.options.get("deputyCount7") is True and len(self.people) == 7
        return FOURTH_OUTLAW if is_fourth else ROLE_COUNTS[len(self.people)]

    @property
    def outlaws_left(self) -> int:
        """Outlaws that live, known or not: the dead have shown their roles."""
        return self._left("outlaw")

    @property
    def enemies_left(self) -> int:
        """Outlaws and renegades that live."""
        return self._left("outlaw") + self._left("renegade")

    def _left(self, role: str) -> int:
        dead = sum(not each.alive and each.role == role for each in self.people)
        return self.role_counts[role] - dead

    @cached_property
    def shown(self) -> frozenset[int]:
        """Cards whose place is known: they are neither in the deck nor unknown in a hand."""
        found = {*self.hand, *self.looking, *self.discard}
        for each in self.people:
            found.update(each.in_play)
        for laid in self.laid:
            found.update(laid.cards)
        return frozenset(found)

    def _still_held(self, held: Mapping[int, frozenset[int]]) -> dict[int, frozenset[int]]:
        """Of what was kept in mind, what the view does not contradict."""
        found = {}
        for each in self.others:
            cards = held.get(each.seat, frozenset()) - self.shown
            found[each.seat] = cards if len(cards) <= each.hand_count else frozenset()
        return found

    @cached_property
    def unseen(self) -> frozenset[int]:
        """Cards in the deck, or unknown in a hand."""
        return frozenset(range(len(DECK))).difference(self.shown, *self.held.values())

    @cached_property
    def unseen_kinds(self) -> Counter[str]:
        known = (self.shown, *self.held.values())
        return COPIES - Counter(KINDS[card] for cards in known for card in cards)

    @cached_property
    def heart_share(self) -> float:
        """Of unseen cards, those that make a barrel hold."""
        return len(self.unseen & HEARTS) / max(1, len(self.unseen))

    @cached_property
    def explosive_share(self) -> float:
        """Of unseen cards, those that set off the dynamite."""
        return len(self.unseen & EXPLOSIVE) / max(1, len(self.unseen))

    def distance(self, viewer: Person, target: Person) -> int:
        """Seats from one living player to another (§5.1)."""
        apart = abs(self._places[viewer.seat] - self._places[target.seat])
        apart = min(apart, len(self.living) - apart)
        return max(1, apart + target.seen_farther - viewer.sees_nearer)

    def reaches(self, shooter: Person, target: Person) -> bool:
        return self.distance(shooter, target) <= shooter.reach

    def clockwise(self) -> tuple[Person, ...]:
        """The living from this player on, himself first."""
        place = self._places[self.me.seat]
        return self.living[place:] + self.living[:place]

    def kinds_in_hand(self) -> Counter[str]:
        return Counter(KINDS[card] for card in self.hand)

    def by_id(self, player: PlayerId) -> Person:
        return next(each for each in self.people if each.id == player)


def _person(view: Mapping[str, Any], number: int, person: _Person) -> Person:
    seat = msgspec.convert(view.get(f"seat/{number}"), _Seat)
    return Person(
        seat=number,
        id=person.id,
        character=person.character,
        life=seat.life,
        max_life=person.max_life,
        hand_count=seat.hand_count,
        in_play=seat.in_play,
        kinds=frozenset(KINDS[card] for card in seat.in_play),
        alive=seat.alive,
        role=seat.role,
    )


def _discard(view: Mapping[str, Any]) -> list[int]:
    """The pile, top card last; it is shown in numbered parts."""
    found: list[int] = []
    part = 0
    while (cards := view.get(f"discard/{part}")) is not None:
        found += msgspec.convert(cards, list[int])
        part += 1
    return found
