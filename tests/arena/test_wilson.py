"""The interval beside a share, against published values and against the equation it solves."""

from math import isclose, sqrt
from random import Random
from statistics import NormalDist

import pytest

from services.cli.arena.wilson import interval
from tests.conftest import Count


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_published_intervals(wins: int, trials: int, low: float, high: float) -> None:
    found = interval(wins, trials)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_its_ends_are_the_shares_from_which_the_count_is_just_so_far(count: Count) -> None:
    dice, z = Random(1), NormalDist().inv_cdf(0.975)
    checked = 0
    for _ in range(1_000):
        trials = dice.randint(1, 10 ** dice.randint(1, 6))
        wins = dice.randint(0, trials)
        found = interval(wins, trials)
        assert 0 <= found.low <= wins / trials <= found.high <= 1
        for end in found:
            if 0 < end < 1:
                far = abs(wins / trials - end) / sqrt(end * (1 - end) / trials)
                assert isclose(far, z, rel_tol=1e-6), (wins, trials)
                checked += 1
    count("ends of intervals put into their equation", checked, minimum=1_500)


@pytest.mark.parametrize("trials", [1, 2, 7, 20, 1_000, 10**9])
def test_nothing_and_everything_won_reach_the_edge_and_are_mirror_images(trials: int) -> None:
    none, every = interval(0, trials), interval(trials, trials)
    assert none.low == 0
    assert every.high == 1
    assert 0 < none.high < 1
    assert isclose(none.high, 1 - every.low, rel_tol=1e-9, abs_tol=1e-15)


def test_no_trial_has_no_share() -> None:
    with pytest.raises(AssertionError):
        interval(0, 0)
