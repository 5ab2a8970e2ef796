"""The lines of a match file, in and out of gzip, in bounded memory whatever the file holds."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from .head import BadFile, Head, read_head, write_head

LINE_LIMIT = 1 << 20
"""Bytes of a line; the longest there are, of a deal to seven, have some 20,000."""
FILE_LIMIT = 1 << 26
"""Bytes of all lines; the longest random matches have some 2,000,000."""

_GZIP = b"\x1f\x8b"


def pack(head: Head, entries: Iterable[bytes]) -> bytes:
    """A match file; the same bytes for the same match."""
    return gzip.compress(plain(head, entries), mtime=0)


def plain(head: Head, entries: Iterable[bytes]) -> bytes:
    """What is in it, uncompressed."""
    return b"\n".join((write_head(head), *entries, b""))


def unpack(stream: BinaryIO) -> tuple[Head, Iterator[bytes]]:
    """The head, and the entries one by one as they are asked for. Lines that were taken out of gzip
    are read as well. Raises `BadFile`, also while entries are read."""
    found = lines(stream)
    first = next(found, None)
    if first is None:
        raise BadFile("is empty")
    return read_head(first), found


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Every line without its end; `stream` stands at its beginning. Raises `BadFile`."""
    try:
        is_packed = stream.read(len(_GZIP)) == _GZIP
        stream.seek(0)
        source: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=stream) if is_packed else stream
        left = FILE_LIMIT
        while line := source.readline(min(LINE_LIMIT, left) + 1):
            left -= len(line)
            if left < 0 or len(line) > LINE_LIMIT:
                raise BadFile("is larger than any match")
            if not line.endswith(b"\n"):
                raise BadFile("is cut off")
            yield line[:-1]
    except EOFError:
        raise BadFile("is cut off") from None
    except (OSError, zlib.error) as error:
        raise BadFile(f"is damaged ({type(error).__name__})") from None
