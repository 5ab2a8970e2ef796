"""Case files, format 1: what is read, and what a case may say about itself."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

EXAMPLE = "tests/scenarios/rules_cases.json"
"""A file of cases that every checkout has."""

Fact = dict[str, Any]
"""One fact as written: its name under `fact`, then its own fields."""


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    step: int
    who: str
    action: str
    args: dict[str, Any] = {}


class StepWanted(Struct, frozen=True, forbid_unknown_fields=True):
    step: int
    rejected: bool
    why: str = ""
    """Code of the refusal."""


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[StepWanted, ...] = ()
    facts: tuple[Fact, ...] = ()


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    game: str
    kind: Literal["scenario", "property", "view"]
    title: str
    setup: dict[str, Any]
    actions: tuple[Action, ...]
    expected: Expected
    seed: str = ""
    """Number of the rules document."""
    seed_section: str = ""
    ambiguous: bool = False
    """The document is silent; the expectation is a decision."""
    note: str = ""


class Head(Struct, frozen=True):
    """What every game's cases have in common."""

    id: str
    game: str


class Written(Struct, frozen=True):
    """A case as it stands in its file, not read yet."""

    head: Head
    raw: Raw
    source: Path


class _File(Struct, frozen=True):
    format: Literal[1]
    cases: tuple[Raw, ...]


class BadFile(ValueError):
    """A file that holds no cases in a known format."""


def load(paths: Iterable[Path]) -> list[Written]:
    """All cases of all files, in their order. Raises `BadFile`, also where two have one id."""
    found: dict[str, Written] = {}
    for path in paths:
        for written in _written(path):
            if written.head.id in found:
                raise BadFile(f"{path}: a second case is called {written.head.id}")
            found[written.head.id] = written
    return list(found.values())


def _written(path: Path) -> Iterator[Written]:
    try:
        cases = msgspec.json.decode(path.read_bytes(), type=_File).cases
        for raw in cases:
            yield Written(msgspec.json.decode(raw, type=Head), raw, path)
    except OSError as error:
        raise BadFile(
            f"{path}: {error.strerror}; name a file of cases, such as {EXAMPLE}"
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: {error}") from error


class Library(Mapping[str, Case]):
    """Cases by id, each read when it is asked for: a case may build on another."""

    def __init__(self, written: Iterable[Written]) -> None:
        self._raw = {case.head.id: case.raw for case in written}

    def __getitem__(self, name: str) -> Case:
        """Raises `KeyError` for no such case, `msgspec.ValidationError` for a misshapen one."""
        return msgspec.json.decode(self._raw[name], type=Case)

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)
