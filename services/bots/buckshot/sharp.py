"""The dealer called `sharp`: searches the load to its end and makes one of the best moves.

Past `NODE_LIMIT` places it gives the whole load up and looks as many shells ahead as
`NEAR_LIMIT` places allow, with the standing (`Standing.chance`) where it stops.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from services.bots.buckshot.search import Search, TooFar
from services.bots.buckshot.standing import (
    CUFFED,
    FREE,
    IMMUNE,
    WEIGHTS,
    Standing,
    Weights,
    packed,
)
from services.bots.buckshot.table import Side, Table, read
from shared.contracts.buckshot import OPPONENT, SELF, BuckshotCommand, Shoot, UseItem
from shared.contracts.ids import PlayerId

NODE_LIMIT = 60_000
NEAR_LIMIT = 15_000
SAME = 1e-9
"""Worths nearer to each other than this are the same."""


class Sharp:
    def __init__(
        self,
        player: PlayerId,
        chance: Random,
        *,
        node_limit: int = NODE_LIMIT,
        near_limit: int = NEAR_LIMIT,
        weights: Weights = WEIGHTS,
    ) -> None:
        self._chance = chance
        self._node_limit = node_limit
        self._near_limit = near_limit
        self._standing = Standing(weights)
        self.cut_short = 0
        """Moves so far whose search met its limit."""

    def hear(self, events: Sequence[Any]) -> None:
        """The view says everything that it goes by."""

    def choose(self, view: Mapping[str, Any]) -> BuckshotCommand | None:
        table = read(view)
        if table is None:
            return None
        best = best_of(self.worths(table))
        word = best[0] if len(best) == 1 else self._chance.choice(best)
        if word in (SELF, OPPONENT):
            return Shoot(table.turn, word)
        return UseItem(table.turn, word)

    def worths(self, table: Table) -> dict[str, float]:
        """The chance to win by each move that is worth a look, by its target or item."""
        try:
            return _worths(self._search(table, self._node_limit, 0), table)
        except TooFar:
            self.cut_short += 1
            return self._near(table)

    def _near(self, table: Table) -> dict[str, float]:
        """As many shells ahead as the limit allows, and one at least."""
        shells, left = table.live + table.blank, self._near_limit
        found = _worths(self._search(table, None, shells - 1), table)
        for ahead in range(2, shells):
            search = self._search(table, left, shells - ahead)
            try:
                found = _worths(search, table)
            except TooFar:
                break
            left -= search.nodes
        return found

    def _search(self, table: Table, nodes: int | None, horizon: int) -> Search:
        return Search(
            self._standing,
            table.max_health,
            immunity=table.immunity,
            nodes=nodes,
            horizon=horizon,
        )


def _worths(search: Search, table: Table) -> dict[str, float]:
    return search.worths(
        _packed(table.mine, opens=table.opener == "mine"),
        _packed(table.theirs, opens=table.opener == "theirs"),
        CUFFED if table.cuffed else IMMUNE if table.immune else FREE,
        table.live,
        table.blank,
        table.chamber,
        table.sawn,
    )


def best_of(worths: Mapping[str, float]) -> list[str]:
    """The moves that are the best, in the order of their words."""
    most = max(worths.values())
    return sorted(word for word, worth in worths.items() if worth >= most - SAME)


def _packed(side: Side, *, opens: bool) -> int:
    return packed(side.health, Counter(side.items), opens=opens)
