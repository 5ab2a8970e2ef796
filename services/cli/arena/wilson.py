"""How sure a share is that was counted."""

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Interval(NamedTuple):
    low: float
    high: float


def interval(wins: int, trials: int) -> Interval:
    """The two-sided 95 % score interval of a share, without continuity correction.

    `trials` ≥ 1 and 0 ≤ `wins` ≤ `trials` (asserted). E. B. Wilson, JASA 22 (1927) 209-212;
    formula as in R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, method 3.
    """
    assert 0 <= wins <= trials >= 1, (wins, trials)
    square = _Z * _Z
    whole = trials + square
    centre = (wins + square / 2) / whole
    half = _Z / whole * sqrt(wins * (trials - wins) / trials + square / 4)
    # At the edges the exact bounds are 0 and 1; rounding must not put them beside.
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == trials else min(1.0, centre + half)
    return Interval(low, high)
