"""Planted later versions: copies of the rules of this release, changed a little and released."""

from pathlib import Path

from msgspec import Struct

from services.cli.parts import GAMES
from shared.rulesets.archive import Released, write
from shared.rulesets.sources import Sources, sources


class Change(Struct, frozen=True):
    """Puts `new` for `old`, which stands once in the source `path`."""

    path: str
    old: str
    new: str


SMALLER_REWARD = Change("games/bang/wounds.py", "REWARD_CARDS = 3", "REWARD_CARDS = 2")
SHORTER_LOADS = Change("games/buckshot/loads.py", "MOST_OF_A_KIND = 4", "MOST_OF_A_KIND = 3")

CHANGES = {"bang": SMALLER_REWARD, "buckshot": SHORTER_LOADS}
"""By game, what its planted second version plays otherwise."""


def named(game: str, number: int) -> Change:
    """Another name for the rules."""
    return Change(f"games/{game}/game.py", f'"{game}/1"', f'"{game}/{number}"')


def altered(found: Sources, *changes: Change) -> Sources:
    result = dict(found)
    for change in changes:
        text = result[change.path].decode()
        assert text.count(change.old) == 1, change
        result[change.path] = text.replace(change.old, change.new).encode()
    return result


def second(game: str, directory: Path) -> Released:
    """The planted second version, in that folder."""
    made = altered(sources(GAMES[game]), named(game, 2), CHANGES[game])
    return write(directory, f"{game}/2", made)


def copy(game: str, directory: Path) -> Released:
    """The rules of this release as they are, in that folder."""
    return write(directory, f"{game}/1", sources(GAMES[game]))
