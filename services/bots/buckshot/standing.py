"""How good a place in the match is, without looking further: the chance to win, by a formula.

The score is a sum, the player on turn first: what each side's health and items weigh, and who is
to act. Its logistic is the estimate. The weights come of 4,000 matches between dealers that
searched: who won, against the table at the beginning of each load, by logistic regression. Weights
made once more, of matches with these, played no better that could be told.

Whatever the weights, the search relies on this (`Search`): more health and each more item is
better; cigarettes are worth no more than the health they give, a saw no more than the health it
takes; a pair of handcuffs is worth no less than an opponent who wears it or is immune to it, and
one who is immune is no better than one who is not.
"""

from collections.abc import Mapping
from math import exp

from msgspec import Struct

BEER, CIGARETTES, HANDCUFFS, MAGNIFIER, SAW = (1 << 4 * place for place in range(5))
"""One item of a kind, in a packed side."""
HEALTH = 1 << 20
"""One health, in a packed side."""
OPENS = 1 << 24
"""This side opens every load, whoever's turn it was, in a packed side."""
FULL = 15
"""What fits in one place of a packed side."""

FREE, CUFFED, IMMUNE = range(3)
"""How it is with the hands of whoever waits: see `Table`."""


class Weights(Struct, frozen=True):
    """Of one health or item, of being on turn, of an opponent in handcuffs or immune to them, and
    of shells likelier live than not (times live less blank, over all that are left)."""

    health: float
    beer: float
    cigarettes: float
    handcuffs: float
    magnifier: float
    saw: float
    turn: float
    cuffed: float
    immune: float
    live: float


WEIGHTS = Weights(
    health=0.70,
    beer=0.14,
    cigarettes=0.37,
    handcuffs=0.47,
    magnifier=0.22,
    saw=0.42,
    turn=0.49,
    cuffed=0.45,
    immune=-0.16,
    live=0.35,
)


def packed(health: int, items: Mapping[str, int], *, opens: bool = False) -> int:
    """A side as one number: each kind's count in its own four bits, then health, then `OPENS`."""
    side = health * HEALTH + opens * OPENS
    for unit, kind in (
        (BEER, "beer"),
        (CIGARETTES, "cigarettes"),
        (HANDCUFFS, "handcuffs"),
        (MAGNIFIER, "magnifier"),
        (SAW, "saw"),
    ):
        side += unit * items.get(kind, 0)
    return side


class Standing:
    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self._weights = weights
        self._sides: dict[int, float] = {}

    def chance(self, mine: int, theirs: int, hands: int, tilt: float = 0.0) -> float:
        """The estimate of the one who is on turn. `hands`: of the other. `tilt`: live shells less
        blank ones over all that are left; 0 before a load, when that is not known."""
        weights = self._weights
        score = self._side(mine) - self._side(theirs) + weights.turn + weights.live * tilt
        if hands:
            score += weights.cuffed if hands == CUFFED else weights.immune
        return 1 / (1 + exp(-score))

    def _side(self, side: int) -> float:
        found = self._sides.get(side)
        if found is None:
            found = self._sides[side] = self._weigh(side)
        return found

    def _weigh(self, side: int) -> float:
        weights = self._weights
        return (
            weights.beer * (side & FULL)
            + weights.cigarettes * (side >> 4 & FULL)
            + weights.handcuffs * (side >> 8 & FULL)
            + weights.magnifier * (side >> 12 & FULL)
            + weights.saw * (side >> 16 & FULL)
            + weights.health * (side >> 20 & FULL)
        )
