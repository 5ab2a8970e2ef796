"""Logs in files, judged one after the other."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from services.cli import stored
from services.cli.tree import ROOT
from shared.room.rules import Games
from shared.room.verify import Report, verify

LOGS = ROOT / "tests" / "golden" / "logs"
"""The logs of every version that this checkout keeps."""

_PATTERNS = ("*.jsonl", "*.jsonl.gz")


class Judged(Struct, frozen=True):
    path: Path
    report: Report
    unread: str = ""
    """Why it could not be read, one sentence that names it."""

    @property
    def holds(self) -> bool:
        return not self.unread and self.report.first_bad is None

    @property
    def why(self) -> str:
        """What does not hold, with the number of the first bad entry."""
        return str(self.report.first_bad or self.unread)


def found(paths: Iterable[Path]) -> list[Path]:
    """The files given, and those with logs in the folders given; each once, by name."""
    files: set[Path] = set()
    for path in paths:
        if path.is_dir():
            files.update(inside for each in _PATTERNS for inside in path.rglob(each))
        else:
            files.add(path)
    return sorted(files)


def judged(files: Iterable[Path], games: Games) -> Iterator[Judged]:
    """One verdict a file, in their order."""
    for path in files:
        try:
            head, entries = stored.read(path)
        except stored.BadFile as bad:
            yield Judged(path, Report(), str(bad))
        else:
            before = head.first_seq - 1, bytes.fromhex(head.previous)
            yield Judged(path, verify(entries, games, *before))
