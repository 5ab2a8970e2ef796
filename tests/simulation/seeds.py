"""Which seeds are played here, in pieces that several workers share."""

from collections import Counter

from tests.conftest import Count
from tests.simulation.run import Outcome, simulate

SEEDS = 300
PIECE = 5
FULL_SEEDS = 2_000


def pieces(first: int, last: int) -> list[range]:
    """`first` up to `last` without it."""
    return [range(start, min(start + PIECE, last)) for start in range(first, last, PIECE)]


def name(seeds: range) -> str:
    return f"{seeds[0]}-{seeds[-1]}"


def play(seeds: range) -> list[Outcome]:
    """Raises at the first seed where something does not hold, and says how to see it again."""
    outcomes = []
    for seed in seeds:
        outcome = simulate(seed)
        assert not outcome.broken, outcome.tell()
        outcomes.append(outcome)
    return outcomes


def tell(outcomes: list[Outcome], count: Count) -> None:
    """Adds what happened to what the stage has counted."""
    count("seeds", len(outcomes))
    count("simulated minutes", round(sum(outcome.simulated_s for outcome in outcomes) / 60))
    sums = {"fault": Counter[str](), "guard": Counter[str](), "": Counter[str]()}
    for outcome in outcomes:
        sums["fault"] += outcome.faults
        sums["guard"] += outcome.guards
        sums[""] += outcome.counted
    for title, numbers in sums.items():
        for what, number in numbers.items():
            count(f"{title}: {what}" if title else what, number)
