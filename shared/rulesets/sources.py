"""Which sources make a ruleset: all that one game's decisions and folds are made of.

That is the game, the mechanisms of the engine it uses, and its own commands. What it shares with
the room around it, and so with every other ruleset, it has from the release it is loaded into:
`MET` and all other contracts. Those are part of the log's format, and golden logs hold them.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from shared.engine.game import Game

SHARED = Path(__file__).resolve().parents[1]

Sources = dict[str, bytes]
"""Python text by its path inside the package of a ruleset, `games/bang/state.py`."""

MET = frozenset({"engine.draws", "engine.events", "engine.game"})
"""Modules in which rooms and rules meet: classes that both ask for must be the same ones."""


class Unreleasable(Exception):
    """The sources cannot stand on their own; the text says where."""


class _Import(NamedTuple):
    module: str
    """Without `shared.`: `engine.hooks`."""
    name: str
    """Empty where the module as a whole is imported."""


def sources(game: Game, shared: Path = SHARED) -> Sources:
    """The sources of `game` as they are in the folder `shared` now. Raises `Unreleasable`."""
    return _Gathering(game, shared).gather()


class _Gathering:
    def __init__(self, game: Game, shared: Path) -> None:
        self._game = game
        self._shared = shared
        self._found: Sources = {}
        self._met: dict[str, set[str]] = {}

    def gather(self) -> Sources:
        kind = type(self._game).__name__
        start = f"games.{self._game.id}"
        waiting = [start]
        while waiting:
            module = waiting.pop()
            path = self._path(module)
            if path is None or path in self._found:
                continue
            self._found[path] = (self._shared / path).read_bytes()
            waiting += self._needs(module, path)
        for module, names in self._met.items():
            self._found[f"{module.replace('.', '/')}.py"] = _passing_on(module, names)
        head = (
            f'"""Rules of {self._game.id}."""\n\nfrom .{start} import {kind}\n\nGAME = {kind}()\n'
        )
        self._found["__init__.py"] = head.encode()
        for path in [*self._found]:
            for folder in Path(path).parents[:-1]:
                self._found.setdefault(f"{folder}/__init__.py", b"")
        return self._found

    def _needs(self, module: str, path: str) -> Iterator[str]:
        """Modules to take along; names that are met elsewhere are noted."""
        package = module.split(".") if path.endswith("__init__.py") else module.split(".")[:-1]
        for found in self._imports(path, package):
            if self._is_met(found.module):
                if not found.name:
                    raise Unreleasable(f"{path}: imports {found.module} as a whole")
                self._met.setdefault(found.module, set()).add(found.name)
            else:
                yield found.module

    def _imports(self, path: str, package: list[str]) -> Iterator[_Import]:
        for node in ast.walk(ast.parse(self._found[path], path)):
            if not isinstance(node, ast.ImportFrom) or not node.level:
                continue
            above = package[: len(package) - node.level + 1]
            origin = ".".join([*above, *([node.module] if node.module else [])])
            for name in node.names:
                inner = f"{origin}.{name.name}"
                yield (
                    _Import(origin, name.name) if self._path(inner) is None else _Import(inner, "")
                )

    def _is_met(self, module: str) -> bool:
        top, _, name = module.partition(".")
        is_own = name == self._game.id or name.startswith(f"{self._game.id}_")
        return module in MET or (top == "contracts" and not is_own)

    def _path(self, module: str) -> str | None:
        """Where a module of the folder `shared` is; `None` if there is none."""
        stem = module.replace(".", "/")
        candidates = (f"{stem}.py", f"{stem}/__init__.py")
        return next((path for path in candidates if (self._shared / path).is_file()), None)


def _passing_on(module: str, names: set[str]) -> bytes:
    """A module that has these names from the release it is loaded into."""
    listed = "".join(f"    {name},\n" for name in sorted(names))
    return f'"""As rooms have them."""\n\nfrom shared.{module} import (\n{listed})\n'.encode()
