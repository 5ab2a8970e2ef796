"""What somebody can know of a match who heard his part of its events and forgot nothing.

It follows from what he heard and from counting; nothing is guessed from how others play. Two
matches that one cannot tell apart give him the same knowledge, and it is true in both of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from ...engine.events import EVERYBODY, Event
from .events import CardsMoved, Eliminated, MatchEnded, PileShuffled, RoleDealt
from .hooks import ROLES
from .resolution import Resolution
from .state import DECK, DISCARD, State, Zone, aside_of, hand_of
from .whereabouts import Whereabouts

How = Literal["own", "open", "seen", "counted"]
"""`own`: it is his. `open`: it is there for all to see. `seen`: he saw it go there, or all it was
among. `counted`: it can be nowhere else, or nobody else's."""


class CardFact(Struct, frozen=True):
    """A card whose place is certain. `since`: the entry from which on it was certain there."""

    card: int
    pile: str
    owner: int
    """As in `Zone`."""
    since: int
    how: How


class OpenCard(Struct, frozen=True):
    """A card that can lie in several zones, these in their order by pile and owner."""

    card: int
    zones: tuple[Zone, ...]


class RoleFact(Struct, frozen=True):
    """What a seat's role can be; `how` and `since` are empty and 0 while it is open."""

    seat: int
    possible: tuple[str, ...]
    """In the order of the alphabet; one is certain."""
    how: Literal["own", "shown", "counted", ""]
    since: int


class DeckFacts(Struct, frozen=True):
    count: int
    known: tuple[int, ...]
    """Cards that certainly lie in it, by id."""
    top: tuple[int, ...]
    """Top card first, as far down as the place of some card is known; -1 for those between."""


class HandFacts(Struct, frozen=True):
    """Another seat's hand."""

    seat: int
    count: int
    known: tuple[int, ...]
    """Cards that certainly lie in it, by id."""


class Knowledge(Struct, frozen=True):
    """`seat` is `None` for a spectator, who has no cards and no role."""

    seat: int | None
    hand: tuple[int, ...]
    """Oldest first."""
    offer: tuple[str, ...]
    """Characters he chooses from."""
    roles: tuple[RoleFact, ...]
    """By seat."""
    cards: tuple[CardFact, ...]
    """By id."""
    open_cards: tuple[OpenCard, ...]
    """By id; with `cards` every card of the match."""
    deck: DeckFacts
    hands: tuple[HandFacts, ...]
    """Of the others, by seat."""


class Memory:
    """Takes what one viewer hears, event by event from the deal on."""

    def __init__(self, resolution: Callable[[State], Resolution], state: State) -> None:
        """`resolution`: the match's rules; `state`: as it was before the match's first event."""
        self._resolution = resolution
        self._where = Whereabouts(state.discard)
        self._roles: dict[int, tuple[str, int]] = {}
        """By seat, what was told of it and with which entry."""
        self._counted: dict[int, int] = {}
        """Seats whose role followed from counting, and the entry from which on it did."""

    def hear(self, event: Event, state: State, seq: int) -> None:
        """`event` as it was heard with entry `seq`; `state` as it is seen after it."""
        match event:
            case CardsMoved():
                self._where.move(event.source, event.to, event.cards, seq)
            case PileShuffled():
                self._where.shuffle(seq)
            case RoleDealt() if event.role[0]:
                self._roles[event.seat] = event.role[0], seq
            case Eliminated():
                self._roles.setdefault(event.seat, (event.role, seq))
            case MatchEnded():
                for seat, role in enumerate(event.roles):
                    self._roles.setdefault(seat, (role, seq))
                self._where.disclose(_disclosed(event, state), seq)
            case _:
                return
        if isinstance(event, RoleDealt | Eliminated | MatchEnded):
            self._count_roles(state, seq)

    def _count_roles(self, state: State, seq: int) -> None:
        for seat in range(len(state.players)):
            if seat not in self._roles and len(self._left(state)) == 1:
                self._counted.setdefault(seat, seq)

    def _left(self, state: State) -> tuple[str, ...]:
        """Roles that are left over for those of whom nothing was told, each once."""
        dealt = self._resolution(state).ask(ROLES, len(state.players), ())
        told = Counter(role for role, _ in self._roles.values())
        return tuple(sorted(Counter(dealt) - told))

    def tell(self, state: State, seat: int | None) -> Knowledge:
        """What he knows now, who sees `state` from `seat`; all must be seated (asserted)."""
        assert state.players, "nobody is seated yet"
        me = None if seat is None else state.players[seat]
        found = self._where.found
        cards = (card.id for card in self._resolution(state).catalogue.cards)
        open_cards = [card for card in cards if card not in found]
        return Knowledge(
            seat,
            tuple(me.hand) if me else (),
            tuple(me.offer) if me else (),
            tuple(self._role(state, seat, of) for of in range(len(state.players))),
            tuple(self._card(state, seat, card) for card in sorted(found)),
            tuple(OpenCard(card, _ordered(self._where.can_lie(card))) for card in open_cards),
            DeckFacts(len(state.deck), self._in(DECK), self._where.top()),
            tuple(
                HandFacts(of, len(player.hand), self._in(hand_of(of)))
                for of, player in enumerate(state.players)
                if of != seat
            ),
        )

    def _in(self, zone: Zone) -> tuple[int, ...]:
        found = self._where.found
        return tuple(sorted(card for card, where in found.items() if where.zone == zone))

    def _card(self, state: State, seat: int | None, card: int) -> CardFact:
        zone, since, is_seen = self._where.found[card]
        how: How = "seen" if is_seen else "counted"
        if zone.pile == "play" or zone == DISCARD or _is_open(state, zone):
            how = "open"
        elif seat is not None and zone == hand_of(seat):
            how = "own"
        return CardFact(card, zone.pile, zone.owner, since, how)

    def _role(self, state: State, seat: int | None, of: int) -> RoleFact:
        if of in self._roles:
            role, since = self._roles[of]
            return RoleFact(of, (role,), "own" if of == seat else "shown", since)
        if of in self._counted:
            return RoleFact(of, self._left(state), "counted", self._counted[of])
        return RoleFact(of, self._left(state), "", 0)


def _is_open(state: State, zone: Zone) -> bool:
    return zone.pile == "aside" and any(
        aside.number == zone.owner and aside.audience is EVERYBODY for aside in state.aside
    )


def _disclosed(event: MatchEnded, state: State) -> Iterator[tuple[Zone, tuple[int, ...]]]:
    yield DECK, event.deck
    for seat, hand in enumerate(event.hands):
        yield hand_of(seat), hand
    for aside, cards in zip(state.aside, event.aside, strict=True):
        yield aside_of(aside.number), cards


def _ordered(zones: frozenset[Zone]) -> tuple[Zone, ...]:
    return tuple(sorted(zones, key=lambda zone: (zone.pile, zone.owner)))
