"""What the suites counted (matches played, cases run) against the least they must count.

A test that quietly plays no match passes; a count that falls below its committed minimum does not.
"""

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, json

VARIABLE = "SALOON_COUNTS"  # the folder of one stage's counts; unset outside of `saloon test`

Minimums = dict[str, dict[str, int]]  # stage -> what is counted -> least number


class _Line(Struct, frozen=True, array_like=True):
    what: str
    number: int


_LINES = json.Decoder(_Line)


class Counted(Struct, frozen=True):
    """`number` is None when nothing was counted, `minimum` when none is committed."""

    what: str
    number: int | None
    minimum: int | None

    @property
    def is_enough(self) -> bool:
        return self.number is not None and self.number >= max(1, self.minimum or 0)


def record(what: str, number: int) -> None:
    """Adds `number` to what the running stage has counted of `what`. One file for each process."""
    folder = os.environ.get(VARIABLE)
    if folder:
        with (Path(folder) / f"{os.getpid()}.jsonl").open("ab") as file:
            file.write(json.encode(_Line(what, number)) + b"\n")


def total(folder: Path) -> dict[str, int]:
    """The sums over all processes, in order of name."""
    sums: Counter[str] = Counter()
    for path in folder.glob("*.jsonl"):
        for line in _LINES.decode_lines(path.read_bytes()):
            sums[line.what] += line.number
    return dict(sorted(sums.items()))


def compare(numbers: Mapping[str, int], minimums: Mapping[str, int]) -> list[Counted]:
    """Everything that was counted or had to be, in order of name."""
    return [
        Counted(what, numbers.get(what), minimums.get(what))
        for what in sorted({*numbers, *minimums})
    ]


def committed(path: Path) -> Minimums:
    """Raises msgspec.ValidationError when the file is not of this shape."""
    return json.decode(path.read_bytes(), type=Minimums)
