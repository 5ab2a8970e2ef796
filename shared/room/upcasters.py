"""Events of a room as they were stored once, read as they are now.

A changed shape gets an upcaster here, also one that only grew: what is decided again today has the
new field. Its test is a stored sample in tests/golden/shapes. Chain and commitments cover what was
stored. Events of a game need none: its rules are kept as they were.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Raw
from msgspec.json import Decoder

from ..contracts.entries import Entry, encoder, read_entry

Fields = list[Any]
"""An event as it is stored, its tag first."""

UPCASTERS: Mapping[tuple[str, int], Callable[[Fields], Fields]] = {}
"""By tag and number of fields, the tag included, of an older shape: its next shape."""

_fields = Decoder(Fields)


def as_now(leaf: Raw | bytes) -> Raw | bytes:
    """The public leaf of an event in its shape of today. Raises what a leaf raises that is none:
    `DecodeError`, `LookupError`, `TypeError`."""
    if not UPCASTERS:
        return leaf
    fields = _fields.decode(leaf)
    shapes = [(fields[0], len(fields))]
    while upcast := UPCASTERS.get(shapes[-1]):
        fields = upcast(fields)
        shapes.append((fields[0], len(fields)))
        assert len(shapes) <= len(UPCASTERS) + 1, shapes
    return leaf if len(shapes) == 1 else encoder.encode(fields)


def is_as_decided(entry: Entry, decided: bytes) -> bool:
    """Whether a stored entry is the one that was decided again, but for older shapes of events."""
    if not UPCASTERS:
        return False
    wanted = read_entry(decided)
    if bytes(wanted.header) != bytes(entry.header) or len(wanted.leaves) != len(entry.leaves):
        return False
    for mine, stored in zip(wanted.leaves, entry.leaves, strict=True):
        if isinstance(mine, str) or isinstance(stored, str) or mine[0] != stored[0]:
            return False
        if bytes(mine[1]) not in (bytes(stored[1]), _said_now(bytes(stored[1]))):
            return False
    return True


def _said_now(leaf: bytes) -> bytes:
    """`as_now`, for leaves that need not be those of events."""
    return bytes(as_now(leaf)) if leaf.startswith(b'["') else leaf
