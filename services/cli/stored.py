"""A room's log as a file: one entry a line, as it was stored, behind a line with players' names.

That first line is no part of the log, nothing vouches for it, and it may be missing.
"""

import gzip
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from shared.contracts.ids import RoomId

KIND = "saloon-room"


class Head(Struct, frozen=True, tag_field="file", tag=KIND):
    """What stands before the entries."""

    room: RoomId
    names: dict[str, str] = {}
    """Player id -> nickname."""


class BadFile(Exception):
    """The file cannot be read, or holds no log; the text says which."""


_head = msgspec.json.Decoder(Head)


def write(path: Path, room: RoomId, entries: Sequence[bytes], names: Mapping[str, str]) -> None:
    """The same bytes for the same log; compressed where the name ends in `.gz`."""
    lines = [msgspec.json.encode(Head(room, dict(names)), order="sorted"), *entries]
    data = b"".join(line + b"\n" for line in lines)
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def read(path: Path) -> tuple[Head, list[bytes]]:
    """Its head, an empty one where there is none, and its entries. Raises `BadFile`."""
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
    except (OSError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise BadFile(f"{path}: cannot be read ({type(error).__name__})") from None
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    if not lines:
        raise BadFile(f"{path}: holds no entry")
    try:
        return _head.decode(lines[0]), lines[1:]
    except msgspec.DecodeError:
        return Head(RoomId("")), lines
