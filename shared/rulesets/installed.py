"""Every ruleset that this process holds: those of this release, and released ones as needed."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import module_from_spec
from pathlib import Path
from zipimport import ZipImportError, zipimporter

from shared.engine.game import Game
from shared.rulesets.archive import BadRuleset, Released, digest, read, released, version


class Installed(Mapping[str, Game]):
    """Games by id in their newest rules, and rules by name; see `shared.room.rules.Games`.

    A released ruleset is loaded when it is first asked for. Where one of this release bears the
    same name, that one is used: a test holds both alike.
    """

    def __init__(self, current: Iterable[Game], directory: Path) -> None:
        """Raises `BadRuleset`."""
        self._current = tuple(current)
        self._games = {game.ruleset: game for game in self._current}
        self._released = {each.ruleset: each for each in released(directory)}
        names = sorted({*self._games, *self._released}, key=version)
        self._newest = {name.partition("/")[0]: name for name in names}
        self._names = (*self._newest, *names)
        self._digests: dict[str, str] = {}

    def __getitem__(self, name: str) -> Game:
        """Raises `BadRuleset` beside `KeyError`."""
        found = self._games.get(name)
        if found is None:
            ruleset = self._newest.get(name, name)
            found = self._games.get(ruleset) or load(self._released[ruleset])
            self._games[name] = self._games[ruleset] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def current(self) -> tuple[Game, ...]:
        """Those of this release."""
        return self._current

    def digest(self, ruleset: str) -> str | None:
        """sha256 in hex of the rules released under this name; `None` where none are kept here.
        Raises `BadRuleset`."""
        kept = self._released.get(ruleset)
        if kept is not None and ruleset not in self._digests:
            self._digests[ruleset] = digest(read(kept))
        return self._digests.get(ruleset)

    def newest(self) -> dict[str, Game]:
        """Each game by its id, in its newest rules. Raises `BadRuleset`."""
        return {game: self[game] for game in self._newest}

    def load_all(self) -> None:
        """So that no room has to wait for its rules. Raises `BadRuleset`."""
        for name in self:
            self[name]


def load(kept: Released) -> Game:
    """The rules in a package of their own, beside all others. Raises `BadRuleset`."""
    read(kept)
    if kept.package not in sys.modules:
        _import(kept)
    game: Game = sys.modules[kept.package].GAME
    if game.ruleset != kept.ruleset:
        raise BadRuleset(f"{kept.path} holds the rules {game.ruleset}")
    return game


def _import(kept: Released) -> None:
    try:
        spec = zipimporter(str(kept.path)).find_spec(kept.package)
    except ZipImportError as error:
        raise BadRuleset(f"{kept.path} cannot be read ({error})") from None
    assert spec is not None, kept
    assert spec.loader is not None, kept
    module = module_from_spec(spec)
    sys.modules[kept.package] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        for name in [name for name in sys.modules if name.split(".")[0] == kept.package]:
            del sys.modules[name]
        if isinstance(error, ImportError):
            raise BadRuleset(f"{kept.path} needs what this release has not: {error}") from error
        raise
