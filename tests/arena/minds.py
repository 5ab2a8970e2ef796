"""Automatic players with a fault, or made of another; worker processes import them by name."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from services.bots.bang.at_random import AtRandom
from shared.contracts.bang import Play
from shared.contracts.commands import Command
from shared.contracts.ids import PlayerId

PATIENCE = 40
"""Moves that a faulty one makes as it should, in each match."""


class Faulty:
    """Plays at random, and goes wrong with the move after the first `PATIENCE`."""

    def __init__(self, player: PlayerId, chance: Random) -> None:
        self._within = AtRandom(player, chance)
        self._moves = 0

    def hear(self, events: Sequence[Any]) -> None:
        self._within.hear(events)

    def choose(self, view: Mapping[str, Any]) -> Command | None:
        self._moves += 1
        chosen = self._within.choose(view)
        return chosen if self._moves <= PATIENCE else self.go_wrong(view, chosen)

    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Command | None:
        raise NotImplementedError


class Cheat(Faulty):
    """Plays a card that is not held; answers a wait that is long gone."""

    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Command:
        if isinstance(chosen, Play):
            return replace(chosen, card_id=max(set(range(80)) - set(view["hand"]["cards"])))
        return Play(card_id=79, turn=0)


class Raising(Faulty):
    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Command | None:
        raise LookupError("no such thought")


class Silent(Faulty):
    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Command | None:
        return None


class Thinking(Faulty):
    """Never answers."""

    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Command | None:
        while True:
            pass


class Mumbling(Faulty):
    """Answers with what is no command and cannot be sent."""

    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Any:
        return object()


class Deaf(Faulty):
    """Fails while it hears, not while it moves."""

    def hear(self, events: Sequence[Any]) -> None:
        if self._moves > PATIENCE:
            raise LookupError(f"{len(events)} events too many")

    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Command | None:
        return chosen


class Late(Raising):
    """Goes wrong in few matches."""

    def go_wrong(self, view: Mapping[str, Any], chosen: Command | None) -> Command | None:
        return super().go_wrong(view, chosen) if self._moves > 1.6 * PATIENCE else chosen


class Attentive:
    """Plays at random and keeps all that it was shown and told."""

    def __init__(self, player: PlayerId, chance: Random) -> None:
        self._within = AtRandom(player, chance)
        self.player = player
        self.told: list[list[Any]] = []
        self.shown: list[dict[str, Any]] = []
        ATTENTIVE.append(self)

    def hear(self, events: Sequence[Any]) -> None:
        self.told.append(list(events))

    def choose(self, view: Mapping[str, Any]) -> Command | None:
        self.shown.append(dict(view))
        return self._within.choose(view)


ATTENTIVE: list[Attentive] = []
