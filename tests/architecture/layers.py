"""Who may import whom, and what the pure layers may know. Works on source text: nothing is run.

A *part* is the piece of the tree that a module belongs to: `engine`, `games/bang`,
`services/rules`.
"""

import ast
from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

PURE = frozenset({"contracts", "engine", "games", "room"})

_CORE = frozenset({"contracts", "engine", "games", "room", "text"})
_SHARED = (
    _CORE | {"archive", "eventstore", "folding"} | {"matchfile", "runtime", "rulesets", "client"}
)

MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "contracts": frozenset({"contracts"}),
    "engine": frozenset({"contracts", "engine"}),
    "games": frozenset({"contracts", "engine", "games"}),
    "room": frozenset({"contracts", "engine", "games", "room"}),
    "rulesets": frozenset({"engine", "rulesets"}),
    "text": frozenset({"contracts", "text"}),
    "eventstore": frozenset({"contracts", "eventstore"}),
    "runtime": frozenset({"contracts", "eventstore", "runtime"}),
    "folding": frozenset({"contracts", "engine", "room", "eventstore", "runtime", "folding"}),
    "matchfile": frozenset({"contracts", "engine", "room", "matchfile"}),
    "archive": frozenset(
        {"contracts", "engine", "room", "eventstore", "matchfile", "runtime", "archive"}
    ),
    "client": frozenset({"contracts", "runtime", "client"}),
    "services": _SHARED,
    "services/bots": frozenset({"contracts", "runtime", "client"}),
    "services/web": frozenset({"contracts", "runtime"}),
    "services/webhooks": frozenset({"contracts", "runtime"}),
}
"""Own parts may always be imported. Any other service is `services`; the command line is free."""

PURE_LIBRARIES = frozenset(
    {
        *("__future__", "abc", "base64", "binascii", "bisect", "collections", "contextlib"),
        *("copy", "dataclasses", "enum", "functools", "hashlib", "heapq", "hmac", "itertools"),
        *("math", "msgspec", "operator", "re", "string", "struct", "types", "typing"),
        *("unicodedata", "zlib"),
    }
)
"""No clock, I/O, random numbers, network, threads. A library that has none of it may be added."""

_IMPURE_BUILTINS = frozenset(
    {"__import__", "breakpoint", "compile", "eval", "exec", "hash", "id", "input", "open", "print"}
)
"""`hash` and `id` differ from one process to the next, so nothing that is replayed may ask them."""


class Module(NamedTuple):
    path: Path  # relative to the root of the checkout
    source: str


class Import(NamedTuple):
    module: str  # absolute dotted name
    is_relative: bool
    line: int


def faults(module: Module) -> Iterator[str]:
    """Sentences `path:line: what is wrong`; none when the module keeps the rule."""
    part = part_of(module.path)
    if part is None:
        return
    tree = ast.parse(module.source, str(module.path))
    told = {(found.line, _import_fault(part, found)) for found in _imports(tree, module.path)}
    for line, wrong in sorted(told, key=itemgetter(0)):
        if wrong:
            yield f"{module.path}:{line}: {wrong}"
    if _top(part) in PURE:
        for node in ast.walk(tree):
            wrong = _impurity(node)
            if wrong:
                yield f"{module.path}:{getattr(node, 'lineno', 0)}: {wrong}"


def part_of(path: Path) -> str | None:
    """`engine`, `games/bang`, `services/rules`; None outside of shared/ and services/."""
    folders = path.parts[:-1]
    match folders:
        case ("shared", "games", game, *_):
            return f"games/{game}"
        case ("shared", name, *_):
            return name
        case ("services", name, *_):
            return f"services/{name}"
        case _:
            return None


def _top(part: str) -> str:
    return part.partition("/")[0]


def _imports(tree: ast.Module, path: Path) -> Iterator[Import]:
    package = list(path.parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, False, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            for name in node.names:
                # `from ..engine import draws` may name a module as well as something in one.
                yield Import(f"{origin}.{name.name}", node.level > 0, node.lineno)


def _import_fault(part: str, found: Import) -> str | None:
    names = found.module.split(".")
    if names[0] == "tests":
        return "imports the tests"
    if names[0] not in ("shared", "services"):
        is_known = names[0] in PURE_LIBRARIES or _top(part) not in PURE
        return None if is_known else f"{part} is pure and imports {names[0]}"
    target = part_of(Path(*names, "module.py")) if len(names) > 1 else None
    if target is None:
        return f"imports the package {names[0]} as a whole"
    if not _is_allowed(part, target):
        return f"{part} imports {target}"
    if _top(part) in PURE and _top(target) != "contracts" and not found.is_relative:
        return f"{part} is loaded beside other versions of itself and imports {target} absolutely"
    return None


def _is_allowed(part: str, target: str) -> bool:
    if part in (target, "services/cli"):
        return True
    if _top(target) == "services":
        return False
    # A name directly under games/ is either a module of the catalogue or a game: one game
    # imports no other, while everything above the games may import any of them.
    if _top(part) == _top(target) == "games" and part != "games":
        return target == "games"
    allowed = MAY_IMPORT.get(part) or MAY_IMPORT[_top(part)]
    return _top(target) in allowed


def _impurity(node: ast.AST) -> str | None:
    match node:
        case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
            return "waits for something outside, in a pure layer"
        case ast.Call(func=ast.Name(id=name)) if name in _IMPURE_BUILTINS:
            return f"calls {name}() in a pure layer"
        case ast.Global():
            return "changes a global, in a pure layer"
        case _:
            return None
