"""The worth of a place of Buckshot Roulette by plain recursion over every order of the shells.

Written apart from the search that it judges: it remembers nothing, leaves no move out, and keeps
for each side the orders that this side holds possible, all of them equally likely.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from shared.contracts.buckshot import LIVE, OPPONENT, SELF

Order = tuple[str, ...]
"""Shells, the next one first."""


class Place(Struct, frozen=True):
    """Everything but the shells. By seat: the health, the items (in the order of their words),
    who is cuffed and who immune. `opener`: the seat that opens every load, or -1."""

    seat: int
    health: tuple[int, int]
    items: tuple[Order, Order]
    cuffed: tuple[bool, bool]
    immune: tuple[bool, bool]
    sawn: bool
    max_health: int
    immunity: bool
    opener: int


Ending = Callable[[Place], float]
"""The worth of a new load for whoever opens it."""


def orders(live: int, blank: int, chamber: str = "") -> tuple[Order, ...]:
    """All that so many shells can be in, the chambered one known or not."""
    shells = [LIVE] * live + ["blank"] * blank
    return tuple(o for o in sorted(set(permutations(shells))) if chamber in ("", o[0]))


def moves(place: Place) -> list[str]:
    """Every legal move, by its target or item."""
    other = 1 - place.seat
    items = set(place.items[place.seat])
    if place.sawn:
        items.discard("saw")
    if place.cuffed[other] or place.immune[other]:
        items.discard("handcuffs")
    return [SELF, OPPONENT, *sorted(items)]


def worths(
    place: Place, mine: Sequence[Order], theirs: Sequence[Order], ending: Ending
) -> dict[str, float]:
    """The chance to win of whoever is on turn by each of his moves. `mine`: the orders that he
    holds possible; `theirs`: those that the other does."""
    return {move: _worth(place, move, mine, theirs, ending) for move in moves(place)}


def _worth(
    place: Place, move: str, mine: Sequence[Order], theirs: Sequence[Order], ending: Ending
) -> float:
    if move == "magnifier":
        after = _without(place, move)
        seen = _split(mine, spends=False)
        parts = [
            (part, max(worths(after, part, theirs, ending).values())) for part in seen.values()
        ]
        return sum(len(part) * worth for part, worth in parts) / len(mine)
    if move not in (SELF, OPPONENT, "beer"):
        return max(worths(step(place, move, "", False), mine, theirs, ending).values())
    total = 0.0
    heard = _split(theirs, spends=True)
    for shell, rest in _split(mine, spends=True).items():
        is_last = rest[0] == ()
        after = step(place, move, shell, is_last)
        if 0 in after.health:
            worth = float(after.health[place.seat] > 0)
        else:
            if is_last:
                worth = ending(after)
            elif after.seat == place.seat:
                worth = max(worths(after, rest, heard[shell], ending).values())
            else:
                worth = max(worths(after, heard[shell], rest, ending).values())
                assert sorted(rest) == sorted(heard[shell]), "one side knows more"
            worth = worth if after.seat == place.seat else 1 - worth
        total += len(rest) * worth
    return total / len(mine)


def _split(known: Sequence[Order], *, spends: bool) -> dict[str, list[Order]]:
    """The orders by their next shell, with or without it."""
    parts: dict[str, list[Order]] = defaultdict(list)
    for order in known:
        parts[order[0]].append(order[1:] if spends else order)
    return parts


def step(place: Place, move: str, shell: str, is_last: bool) -> Place:
    """The place after a move. `shell`: what was in the chamber, where the move spends it."""
    seat, other = place.seat, 1 - place.seat
    if move not in (SELF, OPPONENT):
        after = _without(place, move)
        if move == "cigarettes":
            healed = min(place.max_health, place.health[seat] + 1)
            return replace(after, health=_with(after.health, seat, healed))
        if move == "handcuffs":
            return replace(after, cuffed=_with(after.cuffed, other, True))
        if move == "beer":
            after = replace(after, sawn=False)
            is_given = is_last and place.opener not in (-1, seat)
            return _given(after, other) if is_given else after
        return replace(after, sawn=place.sawn or move == "saw")
    hit = seat if move == SELF else other
    after = replace(place, sawn=False)
    if shell == LIVE:
        left = max(0, place.health[hit] - (2 if place.sawn else 1))
        after = replace(after, health=_with(place.health, hit, left))
        if not left:
            return after
    heir = seat if hit == seat and shell != LIVE else other
    return _given(after, place.opener if is_last and place.opener >= 0 else heir)


def _given(place: Place, seat: int) -> Place:
    """The turn of `seat`, unless it is cuffed."""
    if place.cuffed[seat]:
        immune = _with(place.immune, seat, place.immunity)
        place = replace(place, cuffed=_with(place.cuffed, seat, False), immune=immune)
        seat = 1 - seat
    return replace(place, seat=seat, immune=_with(place.immune, seat, False))


def _without(place: Place, item: str) -> Place:
    items = list(place.items[place.seat])
    items.remove(item)
    return replace(place, items=_with(place.items, place.seat, tuple(items)))


def _with(pair: tuple, seat: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (value, pair[1]) if seat == 0 else (pair[0], value)
