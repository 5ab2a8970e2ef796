"""The first thing in which two logs differ, and everything in which two states do."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from services.cli.parts import GAMES
from shared.contracts.entries import Entry, Leaf, encoder, read_entry
from shared.engine.chain import commitment
from shared.matchfile.opened import number_of
from shared.room.events import RoomEvents

Kind = Literal["end", "unreadable", "form", "header", "count", "leaf", "salt", "chain"]
"""`end`: one log has no such entry. `form`: one is not in canonical form. `count`: of leaves.
`salt`: the same leaf, salted otherwise. `chain`: the entry before, or the entry's own hash, and
nothing else."""

ABSENT = "—"
"""Stands for a value that one side does not have."""


class Difference(Struct, frozen=True):
    """`one` and `other` are what stands in the first and the second log, as JSON."""

    kind: Kind
    entry: int
    """Its number in the room."""
    leaf: int = -1
    what: str = ""
    """The command's type or the event's tag, of a leaf."""
    field: str = ""
    """Names of fields and places in lists, parted by points."""
    one: str = ""
    other: str = ""


class Compared(Struct, frozen=True):
    first: Difference | None
    since: int
    """Number of the first entry that both logs have."""
    entries: int
    """From there on that are the same, up to the first difference."""
    closed: int
    """Leaves that are open in one log alone, and for all that can be seen the same."""


class NothingShared(Exception):
    """No entry is in both logs; the text says which are in which."""


def compare(one: Sequence[bytes], other: Sequence[bytes]) -> Compared:
    """Compares entries of the same number, from the first that both have. A leaf that is closed on
    one side counts as the same if it has the same commitment. Raises `NothingShared`."""
    mine = _first_seq(one) or _first_seq(other) or 1
    yours = _first_seq(other) or mine
    since = max(mine, yours)
    left, right = one[since - mine :], other[since - yours :]
    if not left or not right:
        raise NothingShared(
            f"they have no entry in common: one has {_reach(mine, one)}, the other "
            f"{_reach(yours, other)}"
        )
    closed = 0
    for number, (here, there) in enumerate(zip_longest(left, right), since):
        if here == there:
            continue
        found = _entries(number, here, there)
        if isinstance(found, Difference):
            return Compared(found, since, number - since, closed)
        closed += found
    return Compared(None, since, len(left), closed)


def _first_seq(entries: Sequence[bytes]) -> int | None:
    """`None` where there is no first entry, or it does not say which it is."""
    return number_of(entries[0]) if entries else None


def _reach(first: int, entries: Sequence[bytes]) -> str:
    return f"{first} to {first + len(entries) - 1}" if entries else "none"


def _entries(number: int, mine: bytes | None, yours: bytes | None) -> Difference | int:
    if mine is None or yours is None:
        return Difference("end", number, one=_absent(mine), other=_absent(yours))
    one, other = _read(mine), _read(yours)
    if one is None or other is None:
        return Difference("unreadable", number, one=_absent(one), other=_absent(other))
    if (encoder.encode(one) == mine) != (encoder.encode(other) == yours):
        is_first = encoder.encode(other) == yours
        return Difference("form", number, one=ABSENT * is_first, other=ABSENT * (not is_first))
    headers = _first(msgspec.json.decode(one.header), msgspec.json.decode(other.header))
    if headers is not None:
        return Difference("header", number, -1, "", *headers)
    if len(one.leaves) != len(other.leaves):
        counts = str(len(one.leaves)), str(len(other.leaves))
        return Difference("count", number, one=counts[0], other=counts[1])
    found = _leaves(number, one.leaves, other.leaves)
    if isinstance(found, Difference):
        return found
    for field in ("prev", "hash"):
        left, right = getattr(one, field), getattr(other, field)
        if left != right:
            return Difference("chain", number, field=field, one=left, other=right)
    return found


def _absent(entry: object) -> str:
    return ABSENT if entry is None else ""


def _read(stored: bytes) -> Entry | None:
    try:
        entry = read_entry(stored)
        msgspec.json.decode(entry.header)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return entry


def _leaves(number: int, mine: list[Leaf], yours: list[Leaf]) -> Difference | int:
    """Those that are open on one side alone, or the first difference."""
    closed = 0
    what = ""
    for place, (one, other) in enumerate(zip(mine, yours, strict=True)):
        if isinstance(one, str) or isinstance(other, str):
            if commitment(one) != commitment(other):
                texts = _said(one), _said(other)
                return Difference("leaf", number, place, what, "", *texts)
            closed += one != other
            continue
        left, right = msgspec.json.decode(one[1]), msgspec.json.decode(other[1])
        what = _what(place, left) or what
        different = _first(_named(left), _named(right))
        if different is not None:
            return Difference("leaf", number, place, what, *different)
        if bytes(one[1]) != bytes(other[1]):
            return Difference("leaf", number, place, what, "", _said(one), _said(other))
        if one[0] != other[0]:
            return Difference("salt", number, place, what, "", one[0], other[0])
    return closed


def _said(leaf: Leaf) -> str:
    return leaf if isinstance(leaf, str) else bytes(leaf[1]).decode("utf-8", "replace")


def _what(place: int, leaf: Any) -> str:
    """The type of a command, the tag of an event; empty for a sealed leaf, which belongs to the
    event before it."""
    if place == 0:
        command = leaf.get("command", {}) if isinstance(leaf, dict) else {}
        return str(command.get("type", "")) if isinstance(command, dict) else ""
    is_event = isinstance(leaf, list) and bool(leaf) and leaf[0] in _TAGS
    return str(leaf[0]) if is_event else ""


def _tags() -> dict[str, frozenset[tuple[str, ...]]]:
    """Names of the fields by tag of an event; games may use a tag each in its own way."""
    unions = (RoomEvents, *(game.event_type for game in GAMES.values()))
    found: dict[str, set[tuple[str, ...]]] = {}
    for kind in (kind for union in unions for kind in get_args(union)):
        found.setdefault(str(kind.__struct_config__.tag), set()).add(kind.__struct_fields__)
    return {tag: frozenset(fields) for tag, fields in found.items()}


_TAGS = _tags()


def _named(leaf: Any) -> Any:
    """An event, which is an array with its tag first, with names for its fields."""
    if not isinstance(leaf, list) or not leaf or leaf[0] not in _TAGS:
        return leaf
    fits = sorted(fields for fields in _TAGS[leaf[0]] if len(fields) >= len(leaf) - 1)
    if len(fits) != 1:
        return leaf
    return {"event": leaf[0], **dict(zip(fits[0], leaf[1:], strict=False))}


def _first(one: Any, other: Any) -> tuple[str, str, str] | None:
    """Where two values first differ, and what stands there on either side."""
    return next(differences(one, other), None)


def differences(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """`(field, one, other)` for everything in which two plain values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from _under(
                path, str(key), key in one, one.get(key), key in other, other.get(key)
            )
    elif isinstance(one, list) and isinstance(other, list):
        for place in range(max(len(one), len(other))):
            here, there = place < len(one), place < len(other)
            left, right = one[place] if here else None, other[place] if there else None
            yield from _under(path, str(place), here, left, there, right)
    elif type(one) is not type(other) or one != other:
        yield path, _json(one), _json(other)


def _under(
    path: str, key: str, here: bool, one: Any, there: bool, other: Any
) -> Iterator[tuple[str, str, str]]:
    field = f"{path}.{key}" if path else key
    if here and there:
        yield from differences(one, other, field)
    else:
        yield field, _json(one) if here else ABSENT, _json(other) if there else ABSENT


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
