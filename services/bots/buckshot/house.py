"""The dealer called `house`: counts shells and goes by rules of thumb.

What is certain is used to the full: a live shell goes into the opponent, out of a sawn barrel if
that counts, a blank one into itself for another turn. What is not certain is looked at, then bet
on by the likelier kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from services.bots.buckshot.table import Table, read
from shared.contracts.buckshot import (
    BLANK_SHELL,
    LIVE,
    OPPONENT,
    SELF,
    BuckshotCommand,
    Shoot,
    UseItem,
)
from shared.contracts.ids import PlayerId


class House:
    def __init__(self, player: PlayerId, chance: Random) -> None:
        """It has no need of chance."""

    def hear(self, events: Sequence[Any]) -> None:
        """The view says everything that it goes by."""

    def choose(self, view: Mapping[str, Any]) -> BuckshotCommand | None:
        table = read(view)
        if table is None:
            return None
        return next((move for move in _wishes(table) if move in table.moves), table.moves[0])


def _wishes(table: Table) -> Iterator[BuckshotCommand]:
    """What it would like to do, the dearest first; it takes the first that is offered."""
    turn = table.turn
    if table.mine.health < table.max_health:
        yield UseItem(turn, "cigarettes")
    if not table.chamber:
        yield UseItem(turn, "magnifier")
    if _aims_at_opponent(table):
        if table.live + table.blank > 1:
            yield UseItem(turn, "handcuffs")
        if table.chamber == LIVE and table.theirs.health > 1:
            yield UseItem(turn, "saw")
        yield Shoot(turn, OPPONENT)
    if not table.chamber and table.live == table.blank:
        yield UseItem(turn, "beer")
    yield Shoot(turn, SELF)


def _aims_at_opponent(table: Table) -> bool:
    """Whether the shell is likelier live; at even odds only where no beer is left to try."""
    if table.chamber or table.sawn:
        return table.chamber != BLANK_SHELL
    if table.live == table.blank:
        return "beer" not in table.mine.items
    return table.live > table.blank
