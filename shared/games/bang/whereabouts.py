"""Where each card can lie, for somebody who hears of some moves which cards went and of others only
how many. Counting alone: nothing is concluded from how anybody plays.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...engine.events import BLANK
from .state import DECK, DISCARD, Zone


class Found(NamedTuple):
    """A card whose place is certain."""

    zone: Zone
    since: int
    """The entry with which it was certain to lie there."""
    is_seen: bool
    """It was seen there or on its way; else it follows from counting."""


class Whereabouts:
    """The zones that each card can lie in; its true one is always among them.

    Not all that follows is found: where some cards of a hand were known and one went unseen, each
    of them can have gone, and it is not kept that no more than one did.
    """

    def __init__(self, cards: Iterable[int]) -> None:
        """All `cards` lie in the discard pile, as before the first shuffle (§4)."""
        self._zones = {card: {DISCARD} for card in cards}
        self._counts = Counter({DISCARD: len(self._zones)})
        self._deck: list[int] = []
        """Top card last; `BLANK` where it may be any that can lie in the deck."""
        self._found: dict[int, Found] = {}

    @property
    def found(self) -> Mapping[int, Found]:
        """Cards with a certain place."""
        return self._found

    def can_lie(self, card: int) -> frozenset[Zone]:
        return frozenset(self._zones[card])

    def top(self) -> tuple[int, ...]:
        """The deck from its top down to the lowest card whose very place is known, `BLANK` for
        those between that are not; empty where none is known."""
        lowest = next((place for place, card in enumerate(self._deck) if card != BLANK), None)
        return () if lowest is None else tuple(reversed(self._deck[lowest:]))

    def move(self, source: Zone, to: Zone, cards: Sequence[int], seq: int) -> None:
        """`cards` went, in this order; either all of them are named or all are blanks."""
        named = frozenset(cards) - {BLANK}
        lay = self._counts[source]
        if source == DECK:
            lay = self._deck.count(BLANK)
            cards = self._off_the_deck(cards)
        for card in cards:
            if card != BLANK:
                self._zones[card] = {to}
        unseen = sum(card == BLANK for card in cards)
        if unseen:
            self._went_unseen(source, to, is_all=unseen == lay)
        self._counts[source] -= len(cards)
        self._counts[to] += len(cards)
        if to == DECK:
            self._deck.extend(cards)
        self._settle(seq, named)

    def _off_the_deck(self, cards: Sequence[int]) -> Sequence[int]:
        """As they were heard, and those named besides whose places were known."""
        first = len(self._deck) - len(cards)
        taken = self._deck[first:][::-1]
        del self._deck[first:]
        return [place if card == BLANK else card for card, place in zip(cards, taken, strict=True)]

    def _went_unseen(self, source: Zone, to: Zone, is_all: bool) -> None:
        placed = frozenset(self._deck) if source == DECK else frozenset[int]()
        for card, zones in self._zones.items():
            if source in zones and card not in placed:
                zones.add(to)
                if is_all:
                    zones.remove(source)

    def shuffle(self, seq: int) -> None:
        """The discard pile, which all have seen, became the lower part of the deck (§5.7)."""
        for card, zones in self._zones.items():
            if zones == {DISCARD}:
                self._zones[card] = {DECK}
                self._found.pop(card, None)
        shuffled = self._counts.pop(DISCARD, 0)
        self._counts[DECK] += shuffled
        self._deck = [BLANK] * shuffled + self._deck
        self._settle(seq, frozenset())

    def disclose(self, piles: Iterable[tuple[Zone, Sequence[int]]], seq: int) -> None:
        """All that was hidden is told; the deck with its order, top card last."""
        for zone, cards in piles:
            for card in cards:
                self._zones[card] = {zone}
            if zone == DECK:
                self._deck = list(cards)
        self._settle(seq, frozenset(self._zones))

    def _settle(self, seq: int, named: frozenset[int]) -> None:
        self._conclude()
        for card, zones in self._zones.items():
            before = self._found.get(card)
            if len(zones) > 1:
                self._found.pop(card, None)
                continue
            (zone,) = zones
            if before is None or before.zone != zone:
                is_seen = card in named or (before is not None and before.is_seen)
                self._found[card] = Found(zone, seq, is_seen)

    def _conclude(self) -> None:
        """A zone whose cards are all certain holds no other; a zone that needs all the cards that
        can lie in it holds them all; as long as anything follows."""
        while True:
            open_ = [zones for zones in self._zones.values() if len(zones) > 1]
            maybe = Counter(zone for zones in open_ for zone in zones)
            sure = Counter(zone for of in self._zones.values() if len(of) == 1 for zone in of)
            full = {zone for zone in maybe if sure[zone] == self._counts[zone]}
            short = {zone for zone in maybe if sure[zone] + maybe[zone] == self._counts[zone]}
            if not full and not short:
                return
            for zones in open_:
                needed = zones & short
                if needed:
                    zones.intersection_update(needed)
                else:
                    zones.difference_update(full)
                assert zones, "a card that can lie nowhere"
