"""Match files on disk."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.matchfile.container import pack, plain, unpack
from shared.matchfile.head import BadFile, Head

__all__ = ["BadFile", "opened", "read", "write"]

PLAIN = ".jsonl"
"""What the name of a file ends in whose lines are not compressed."""


def write(path: Path, head: Head, entries: Iterable[bytes]) -> None:
    """The same bytes for the same match, compressed unless the name ends in `.jsonl`. Raises
    `OSError`."""
    lines = plain if path.suffix == PLAIN else pack
    path.write_bytes(lines(head, entries))


@contextmanager
def opened(path: Path) -> Iterator[tuple[Head, Iterator[bytes]]]:
    """The head of the file, and its entries one by one. Raises `BadFile`, whose text begins with
    the path, also while entries are read."""
    try:
        with path.open("rb") as stream:
            yield unpack(stream)
    except BadFile as bad:
        raise BadFile(f"{path} {bad}") from None
    except OSError as error:
        raise BadFile(f"{path} cannot be read ({type(error).__name__})") from None


def read(path: Path) -> tuple[Head, list[bytes]]:
    """All of a file. Raises `BadFile`."""
    with opened(path) as (head, entries):
        return head, list(entries)
