"""Which rules a room is under: those of its lobby's opening hold to the end of its match (L10)."""

from collections.abc import Mapping

from ..engine.game import Game

Games = Mapping[str, Game]
"""The games that can be played, by id in their newest rules; older rules that open or stored rooms
are under, by the name of their ruleset, which has a slash in it."""


class UnknownRules(Exception):
    """A room is under rules that are not installed here; another member may hold them."""

    def __init__(self, game: str, ruleset: str) -> None:
        super().__init__(f"no rules for {game} {ruleset}".rstrip())
        self.game = game
        self.ruleset = ruleset


def held(games: Games) -> tuple[str, ...]:
    """The names of all rulesets there are, sorted."""
    return tuple(sorted({name if "/" in name else games[name].ruleset for name in games}))


def installed(games: Games, game: str, ruleset: str) -> Game:
    """The game under that ruleset, in its newest rules if it is empty. Raises `UnknownRules`."""
    for name in (ruleset, game):
        found = games.get(name)
        if found is not None and found.id == game and ruleset in ("", found.ruleset):
            return found
    raise UnknownRules(game, ruleset)
