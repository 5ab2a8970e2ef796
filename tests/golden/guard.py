"""What a ruleset's sources were when its name was last looked at.

`rulesets.json` holds the digest of each, by name. Before a release it may move on as often as the
rules do (`python -m tests.golden`); from then on the name stands for what was released.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from services.cli.parts import RULESETS
from shared.engine.game import Game
from shared.rulesets.archive import BadRuleset, Released, digest, read, released, version
from shared.rulesets.sources import SHARED, Sources, sources

RECORD = Path(__file__).parent / "rulesets.json"

Record = dict[str, str]
"""Digest by ruleset."""


def recorded(path: Path = RECORD) -> Record:
    return msgspec.json.decode(path.read_bytes(), type=Record)


def move_on(
    games: Mapping[str, Game],
    path: Path = RECORD,
    directory: Path = RULESETS,
    shared: Path = SHARED,
) -> None:
    """Records what the rules of this release are now, except where they were released before."""
    known = recorded(path) if path.exists() else {}
    kept = {each.ruleset: digest(read(each)) for each in released(directory)}
    for game in games.values():
        known[game.ruleset] = digest(sources(game, shared))
    known |= kept
    lines = {name: known[name] for name in sorted(known, key=version)}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(lines), indent=2) + b"\n")


def faults(
    games: Mapping[str, Game],
    path: Path = RECORD,
    directory: Path = RULESETS,
    shared: Path = SHARED,
) -> Iterator[str]:
    """Sentences that say what is wrong and what to do; none where every name means one thing.

    `games`: those of this release, by id; `shared`: the folder their sources are in.
    """
    known = recorded(path)
    kept = {each.ruleset: each for each in released(directory)}
    spoilt = {name for name, each in kept.items() if name in known and not _is(each, known[name])}
    for name in sorted(spoilt):
        yield f"{kept[name].path.name} is not what was released as {name}: bring it back."
    for game in games.values():
        now = sources(game, shared)
        if game.ruleset in spoilt:
            continue
        if game.ruleset in kept:
            yield from _changed(game, kept[game.ruleset], now)
        elif known.get(game.ruleset) != digest(now):
            yield (
                f"the rules {game.ruleset} have changed. They are not released: remove the logs "
                "that they would play otherwise, and run `.venv/bin/python -m tests.golden`."
            )
    held = {game.ruleset for game in games.values()}
    for name in known:
        if name not in kept and name not in held:
            yield (
                f"the rules {name} are neither those of this release nor kept: release them from "
                "the last state of the sources that had them (`saloon admin ruleset release`), or "
                f"take them out of {path.name} if nobody has ever played by them."
            )
    for name in kept.keys() - known.keys():
        yield f"the rules {name} were released: run `.venv/bin/python -m tests.golden`."


def _changed(game: Game, kept: Released, now: Sources) -> Iterator[str]:
    """What was released may still be described otherwise, and no more."""
    if not _is_same(now, read(kept)):
        number = version(game.ruleset)[1] + 1
        yield (
            f"the rules {game.ruleset} were released as {kept.path.name} and mean something else "
            f"now. Take the change back, or give them a name of their own: RULESET = "
            f'"{game.id}/{number}" in shared/games/{game.id}/game.py, then '
            "`.venv/bin/python -m tests.golden`."
        )


def _is(kept: Released, known: str) -> bool:
    try:
        return digest(read(kept)) == known
    except BadRuleset:
        return False


def _is_same(one: Sources, other: Sources) -> bool:
    return one.keys() == other.keys() and all(
        one[name] == other[name] or _meaning(one[name]) == _meaning(other[name]) for name in one
    )


def _meaning(source: bytes) -> str:
    """What Python makes of it, comments and docstrings left out."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [statement for statement in body if not _is_text(statement)]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
