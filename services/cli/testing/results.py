"""What one test did, as the recorder writes it and the runner reads it."""

import re
from pathlib import Path
from typing import Literal

from msgspec import Struct, json

Outcome = Literal["passed", "failed", "not shown"]

_ESCAPED = re.compile(r"\\u((?!d[89a-f])[0-9a-f]{4})|\\U([0-9a-f]{8})|\\x([0-9a-f]{2})")


class Result(Struct, frozen=True):
    """One test, or one module that could not be collected."""

    node: str  # pytest's node id, its escapes undone so that a Korean parameter reads as written
    outcome: Outcome  # skipped and expected to fail are both "not shown"
    phase: Literal["collect", "setup", "call", "teardown"]  # where the outcome was decided
    seconds: float
    reason: str  # first line of the failure, or why it was not shown; empty when passed


def plain(node: str) -> str:
    """pytest writes parameters outside of ASCII as escapes; gives them back as letters.

    Halves of a letter (surrogates) stay escaped: no text can hold them.
    """
    return _ESCAPED.sub(lambda m: chr(int(m[1] or m[2] or m[3], 16)), node)


def write(path: Path, results: list[Result]) -> None:
    path.write_bytes(json.encode(results))


def read(path: Path) -> list[Result] | None:
    """None when the run ended before it could write."""
    return json.decode(path.read_bytes(), type=list[Result]) if path.is_file() else None
