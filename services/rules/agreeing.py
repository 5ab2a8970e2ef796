"""Which rules a new lobby opens under, while members with older and newer ones run side by side."""

from collections.abc import Iterator, Mapping, Sequence

from shared.engine.game import Game
from shared.room.rules import Games
from shared.rulesets.archive import version
from shared.runtime.members import Members


class Agreed(Mapping[str, Game]):
    """What this member holds, a game's id standing for the newest of its rulesets that everybody
    holds who is alive, so that whoever goes next does not take the room along; where there is none,
    for the newest that is here.
    """

    def __init__(self, games: Games, members: Sequence[Members]) -> None:
        self._members = members
        self._rulesets = {game.ruleset: game for game in games.values()}
        self._by_age: dict[str, list[str]] = {}
        """By game, the newest first."""
        for game in self._rulesets.values():
            self._by_age.setdefault(game.id, [games[game.id].ruleset])
        for name in sorted(self._rulesets, key=version, reverse=True):
            names = self._by_age[self._rulesets[name].id]
            if name not in names:
                names.append(name)

    def __getitem__(self, name: str) -> Game:
        found = self._rulesets.get(name)
        return self._newest(name) if found is None else found

    def __iter__(self) -> Iterator[str]:
        yield from self._by_age
        yield from self._rulesets

    def __len__(self) -> int:
        return len(self._by_age) + len(self._rulesets)

    def _newest(self, game: str) -> Game:
        names = self._by_age[game]
        held = [ruleset for each in self._members for ruleset in each.alive().values()]
        common = (name for name in names if all(name in rulesets for rulesets in held))
        return self._rulesets[next(common, names[0])]
