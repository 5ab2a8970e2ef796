"""The dealer called `novice`: anything that is allowed, each as likely as the other."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from services.bots.buckshot.table import read
from shared.contracts.buckshot import BuckshotCommand
from shared.contracts.ids import PlayerId


class Novice:
    def __init__(self, player: PlayerId, chance: Random) -> None:
        self._chance = chance

    def hear(self, events: Sequence[Any]) -> None:
        """Whatever happens is all the same to it."""

    def choose(self, view: Mapping[str, Any]) -> BuckshotCommand | None:
        table = read(view)
        return None if table is None else self._chance.choice(table.moves)
