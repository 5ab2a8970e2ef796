"""What is counted of many matches; counts of parts add up to those of the whole in any order."""

from collections.abc import Mapping
from math import ceil, exp2, log2

from msgspec import Struct, field

from services.cli.arena.match import Played

_STEPS = 16
"""Time classes in each doubling: a class is at most 4.5 % wide."""


class Count(Struct):
    """Trials, and how many of them were won."""

    trials: int = 0
    wins: int = 0

    def add(self, trials: int, wins: int) -> None:
        self.trials += trials
        self.wins += wins


class Tally(Struct):
    """`spent` is measured; all else follows from what was asked."""

    matches: int = 0
    won: dict[tuple[str, str], Count] = field(default_factory=dict)
    """(role, player). A match counts once where several seats have both in common, because they
    win and lose together: their seats are no independent trials."""
    alone: dict[str, Count] = field(default_factory=dict)
    """Player -> matches in which exactly one seat was his, in whatever role."""
    moves: dict[int, int] = field(default_factory=dict)
    """Moves of a match -> matches."""
    verified: int = 0
    looks: int = 0
    spent: dict[str, dict[int, int]] = field(default_factory=dict)
    """Player -> time class -> moves."""

    def count(self, played: Played) -> None:
        self.matches += 1
        self.verified += played.is_verified
        self.looks += played.looks
        self.moves[played.moves] = self.moves.get(played.moves, 0) + 1
        wins: dict[tuple[str, str], bool] = {}
        for role, name, won in zip(played.roles, played.names, played.won, strict=True):
            wins[role, name] = wins.get((role, name), False) or won
        for both, won in wins.items():
            self.won.setdefault(both, Count()).add(1, won)
        for name, won in zip(played.names, played.won, strict=True):
            if played.names.count(name) == 1:
                self.alone.setdefault(name, Count()).add(1, won)
        for name, spent_ns in played.spent_ns:
            classes = self.spent.setdefault(name, {})
            class_ = ceil(log2(max(1, spent_ns)) * _STEPS)
            classes[class_] = classes.get(class_, 0) + 1

    def add(self, other: "Tally") -> None:
        self.matches += other.matches
        self.verified += other.verified
        self.looks += other.looks
        for both, count in other.won.items():
            self.won.setdefault(both, Count()).add(count.trials, count.wins)
        for name, count in other.alone.items():
            self.alone.setdefault(name, Count()).add(count.trials, count.wins)
        _add(self.moves, other.moves)
        for name, classes in other.spent.items():
            _add(self.spent.setdefault(name, {}), classes)


def _add(one: dict[int, int], other: Mapping[int, int]) -> None:
    for key, number in other.items():
        one[key] = one.get(key, 0) + number


def quantile(counted: Mapping[int, int], share: float) -> int:
    """The least value that `share` of all that is counted does not pass; `counted` is not empty."""
    wanted = share * sum(counted.values())
    reached = 0
    for value in sorted(counted):
        reached += counted[value]
        if reached >= wanted:
            return value
    raise AssertionError(counted)


def milliseconds(class_: int) -> float:
    """The upper end of a time class."""
    return exp2(class_ / _STEPS) / 1e6
