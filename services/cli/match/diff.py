"""The verb `match diff`: where two logs part, or what changed between two entries of one."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from services.cli.match import asked
from services.cli.match.branching import origin_of
from services.cli.match.differences import Difference, NothingShared, compare, differences
from services.cli.match.opened import opened, say_left
from services.cli.match.shown import origin_line
from services.cli.match.source import Missing, Source, Unreadable, open_source
from services.cli.match.standing import standing
from shared.matchfile.opened import number_of
from shared.text.catalogue import Catalogue, Language

_LONGEST = 200
"""Characters of a value that are shown to a reader."""


@click.command(short_help="Where two logs part, or two moments of one.")
@click.argument("one", metavar="ROOM|FILE")
@click.argument("other", metavar="[ROOM|FILE]", required=False)
@asked.data
@asked.language
@click.option("--at", type=int, metavar="SEQ", help="Compare the room after this entry of one log,")
@click.option("--against", type=int, metavar="SEQ", help="with the room after this one.")
@click.option(
    "--as",
    "heard_by",
    default=asked.AUDITOR,
    show_default=True,
    metavar="WHO",
    help="With --at: as a player (by id, name or number) or a watcher knew it.",
)
@asked.as_json
def diff(
    *,
    one: str,
    other: str | None,
    data: Path,
    language: Language,
    at: int | None,
    against: int | None,
    heard_by: str,
    is_json: bool,
) -> None:
    """Names the first difference between two logs: which entry, which leaf of it, which field. Or,
    with --at and --against, everything that differs between two moments of one log.

    Entries are compared by their numbers in the room, from the first that both logs have.
    A leaf that is closed in one log and open in the other is the same if its seal is the same. A
    what-if (`match branch`) has numbers, times and salts of its own, so it differs from its first
    entry on; where it leaves its match is told, and `match show` reads both from there.
    Exits 0 if there is no difference, 1 if there is one, 2 if there is nothing to compare.
    """
    texts = Catalogue(language)
    if other is not None and at is None and against is None:
        told = _of_logs(one, other, data, texts)
    elif other is None and at is not None and against is not None:
        told = _of_states(one, data, at, against, heard_by, texts)
    else:
        raise click.UsageError("name two logs, or one log with --at and --against")
    lines, plain, is_same = told
    if is_json:
        print(msgspec.json.format(msgspec.json.encode(plain)).decode())
    else:
        for line in lines:
            print(line)
    sys.exit(0 if is_same else 1)


_Told = tuple[list[str], dict[str, Any], bool]
"""What is said, the same as plain values, and whether there is no difference."""


def _of_logs(one: str, other: str, data: Path, texts: Catalogue) -> _Told:
    mine, yours = _source(one, data, texts), _source(other, data, texts)
    try:
        found = compare(mine.entries, yours.entries)
    except NothingShared as nothing:
        raise Unreadable(str(nothing)) from None
    shown = found.since + found.entries
    if found.first is None or found.first.kind == "end":
        shown -= 1
    for each in (mine, yours):
        each.look(shown)
    if found.first is None:
        lines = [texts.text("look-diff-none", count=found.entries)]
    else:
        lines = [_sentence(texts, found.first)]
    lines += _origins(mine, yours, texts)
    if found.since > 1:
        lines.append(texts.text("look-diff-since", seq=found.since))
    if found.closed:
        lines.append(texts.text("look-diff-closed", count=found.closed))
    return lines, {"same": found.first is None, **msgspec.to_builtins(found)}, found.first is None


def _origins(one: Source, other: Source, texts: Catalogue) -> Iterator[str]:
    """Where one of the two is a what-if of the other's room."""
    for mine, yours in ((one, other), (other, one)):
        first = mine.entries[0]
        origin = origin_of(first) if number_of(first) is not None else None
        if origin is not None and origin.room == yours.room:
            yield origin_line(texts, origin)


def _source(given: str, data: Path, texts: Catalogue) -> Source:
    try:
        found = open_source(given, data)
    except Missing as missing:
        raise Unreadable(f"{given}: {missing}") from None
    say_left(found, texts)
    return found


def _sentence(texts: Catalogue, found: Difference) -> str:
    if found.kind in ("end", "unreadable", "form"):
        which = 1 if found.one else 2
        return texts.text(f"look-diff-{found.kind}", seq=found.entry, number=which)
    return texts.text(
        f"look-diff-{found.kind}",
        seq=found.entry,
        leaf=found.leaf,
        what=found.what or "?",
        field=found.field or "?",
        one=_short(found.one),
        other=_short(found.other),
    )


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"


def _of_states(
    source: str, data: Path, at: int, against: int, heard_by: str, texts: Catalogue
) -> _Told:
    with opened(source, data, texts) as log:
        viewer = asked.viewer_named(heard_by, log.seated, log.names)
        states = [standing(log.entries, viewer, each).state for each in (at, against)]
        log.look(viewer, max(at, against))
    changed = list(differences(*map(msgspec.to_builtins, states)))
    lines = list(_changes(texts, changed)) or [texts.text("look-diff-none-states")]
    plain = [{"field": field, "at": one, "against": other} for field, one, other in changed]
    told = {"same": not changed, "at": at, "against": against, "changed": plain}
    return lines, told, not changed


def _changes(texts: Catalogue, changed: list[tuple[str, str, str]]) -> Iterator[str]:
    for field, one, other in changed:
        yield texts.text("look-diff-state", field=field, one=_short(one), other=_short(other))
