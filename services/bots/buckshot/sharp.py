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

NODE_LIMIT = 80_000
NEAR_LIMIT = 20_000
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
            return self._searched(table, self._node_limit, 0)
        except TooFar:
            self.cut_short += 1
        shells, left = table.live + table.blank, self._near_limit
        found = self._searched(table, 1 << 30, shells - 1)
        for ahead in range(2, shells):
            try:
                found = self._searched(table, left, shells - ahead)
            except TooFar:
                break
        return found

    def _searched(self, table: Table, nodes: int, horizon: int) -> dict[str, float]:
        search = Search(
            self._standing,
            table.max_health,
            immunity=table.immunity,
            nodes=nodes,
            horizon=horizon,
        )
        hands = CUFFED if table.cuffed else IMMUNE if table.immune else FREE
        return search.worths(
            _packed(table.mine, opens=table.opener == "mine"),
            _packed(table.theirs, opens=table.opener == "theirs"),
            hands,
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
