"""Seat distance, distance and reach (§5.1)."""

from typing import Any

from msgspec import Struct

from .hooks import DISTANCE, WEAPON_RANGE, Sight
from .resolution import Resolution

TABLES_KEPT = 2_000
"""Tables whose distances are kept at a time."""

Sights = dict[int, "SightView"]
"""The distances of one table by seat, each worked out when they are first asked for."""


class SightView(Struct, frozen=True, rename="camel", gc=False):
    """How far a seat's weapon reaches, and how far it has to each: 0 to itself and the dead."""

    reach: int
    seats: tuple[int, ...]


def distance(res: Resolution, viewer: int, target: int) -> int:
    """Seats from `viewer` to `target` as the viewer sees it, at least 1.

    Counts living seats the shorter way round, then asks what cards and characters add or take
    away. Both must be alive (asserted) and different. Rules: §5.1, with an example for five seats.
    """
    players = res.state.players
    assert players[viewer].alive and players[target].alive, (viewer, target)
    if res.book is not None:
        return sight(res, viewer).seats[target]
    return _distance(res, viewer, target, res.state.living())


def weapon_range(res: Resolution, seat: int) -> int:
    """How far a seat's weapon reaches, in seats; a bare hand reaches 1 (§5.1)."""
    if res.book is not None:
        return sight(res, seat).reach
    return res.ask(WEAPON_RANGE, seat, 1)


def _distance(res: Resolution, viewer: int, target: int, living: list[int]) -> int:
    between = abs(living.index(target) - living.index(viewer))
    base = min(between, len(living) - between)
    return max(1, res.ask(DISTANCE, Sight(viewer, target), base))


def sight(res: Resolution, viewer: int) -> SightView:
    """All that `viewer` has to know of distances, out of the book of `res`."""
    assert res.book is not None, "distances are kept only where the state stands still"
    if res.sights is None:
        res.sights = res.book.at(res)
    found = res.sights.get(viewer)
    if found is None:
        found = res.sights[viewer] = _sight(res, viewer)
    return found


def _sight(res: Resolution, viewer: int) -> SightView:
    living = res.state.living()
    seats = [0] * len(res.state.players)
    if viewer not in living:
        return SightView(0, tuple(seats))
    for target in living:
        if target != viewer:
            seats[target] = _distance(res, viewer, target, living)
    return SightView(res.ask(WEAPON_RANGE, viewer, 1), tuple(seats))


class SightBook:
    """The distances of the latest tables of one catalogue: they change seldom, and cost more than
    the rest of a view."""

    __slots__ = ("_latest", "_seen", "_tables", "_turn")

    def __init__(self) -> None:
        self._tables: dict[tuple[Any, ...], Sights] = {}
        self._latest: Sights = {}
        self._seen: list[tuple[bool, str, list[int]]] = []
        self._turn = -1

    def at(self, res: Resolution) -> Sights:
        """What hangs on who is alive, who is who, and what lies in front of each; and where rules
        may silence others, on whose turn it is."""
        turn = res.state.turn.seat if res.catalogue.rules.is_silencing else -1
        seen = [(p.alive, p.character, p.in_play) for p in res.state.players]
        if seen != self._seen or turn != self._turn:
            key = (turn, *[(alive, name, tuple(cards)) for alive, name, cards in seen])
            if key not in self._tables:
                if len(self._tables) >= TABLES_KEPT:
                    self._tables.clear()
                self._tables[key] = {}
            self._latest = self._tables[key]
            self._seen = [(alive, name, cards.copy()) for alive, name, cards in seen]
            self._turn = turn
        return self._latest
