"""What cards are worth in the hand, and in front of somebody.

    hold(card) = HOLD[kind] * REPEATED[how many of its kind come before it] * its use as things are

Cards above the hand limit are lost at the turn's end: the least of them cost nothing to use.
"""

from collections import Counter
from collections.abc import Sequence

from services.bots.bang import weights
from services.bots.bang.aims import Stakes
from services.bots.bang.deck import KINDS, REACH
from services.bots.bang.table import UNARMED_REACH, Person, Table


class Keeping:
    """`patience`: how much it still matters, from 1 to 0, what could be kept."""

    def __init__(self, table: Table, stakes: Stakes, patience: float) -> None:
        self.patience = patience
        self._table = table
        self._stakes = stakes
        self.worths = self.of_hand(table.hand)
        excess = max(0, len(table.hand) - max(1, table.me.life))
        by_worth = sorted(self.worths, key=self.worths.__getitem__)
        self._spent = weights.SPENT * patience
        self._free = frozenset(by_worth[:excess])

    def of_hand(self, cards: Sequence[int]) -> dict[int, float]:
        """What each of these cards is worth, were they the whole hand."""
        before: Counter[str] = Counter()
        found = {}
        for card in cards:
            kind = KINDS[card]
            repeated = weights.REPEATED[min(before[kind], len(weights.REPEATED) - 1)]
            if kind == "bang" and self._table.me.is_unlimited:
                repeated = 1.0
            before[kind] += 1
            found[card] = self.of_kind(kind) * repeated
        return found

    def of_kind(self, kind: str) -> float:
        """The first card of its kind in this player's hand."""
        table, me = self._table, self._table.me
        worth = weights.HOLD[kind]
        if kind in REACH:
            gain = self.weapon(kind) - self.weapon_now()
            return weights.HOLD[kind] * weights.USELESS + max(0.0, gain)
        if kind in me.kinds and kind in weights.IN_PLAY:
            return worth * weights.USELESS
        if kind == "beer" and len(table.living) <= 2:
            return worth * weights.USELESS
        if kind == "missed" and me.character == "calamity":
            return max(worth, weights.HOLD["bang"])
        if kind == "bang" and me.character == "calamity":
            return max(worth, weights.HOLD["missed"])
        return worth

    def price(self, card: int) -> float:
        """What it costs to use a card of the hand that could be kept."""
        return 0.0 if card in self._free else self._spent * self.worths[card]

    def gain(self, card: int) -> float:
        """What it is worth to get this card besides those of the hand."""
        return self.of_hand((*self._table.hand, card))[card]

    def least(self, cards: Sequence[int], count: int) -> tuple[int, ...]:
        """The `count` cards that are missed least."""
        return tuple(sorted(cards, key=self.worths.__getitem__)[:count])

    def weapon_now(self) -> float:
        kind = next((kind for kind in self._table.me.kinds if kind in REACH), "")
        return self.weapon(kind) if kind else 0.0

    def weapon(self, kind: str) -> float:
        """What a weapon in front of this player is worth: the enemies it reaches that a bare hand
        does not, and shots beyond the first."""
        table, me = self._table, self._table.me
        worth = 0.0
        for other in table.others:
            distance = table.distance(me, other)
            if UNARMED_REACH < distance <= REACH[kind]:
                worth += weights.REACHED * max(0.0, -self._stakes[other.seat])
        if kind == "volcanic" and me.character != "willy":
            shots = table.kinds_in_hand()["bang"]
            worth += weights.FAST * max(0, shots - 1)
        return worth

    def in_front_of(self, person: Person, card: int) -> float:
        """What a card in front of somebody is worth to him; below 0 where it burdens him."""
        kind = KINDS[card]
        if kind == "jail":
            return -weights.JAILED * (1 - self._table.heart_share)
        if kind == "dynamite":
            return -weights.EXPLOSION * self._table.explosive_share
        if kind in REACH:
            return weights.THEIR_WEAPON
        return weights.IN_PLAY[kind]
