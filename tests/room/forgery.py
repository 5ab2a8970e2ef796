"""What somebody with full power over a stored log can do: change entries and chain them anew."""

from collections.abc import Callable
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from shared.contracts.entries import GENESIS, Entry, Leaf, encoder, read_entry, read_header
from shared.engine.chain import entry_hash


def chained(log: list[bytes], forge: Callable[[int, Entry], Entry | None]) -> list[bytes]:
    """`log` with every entry as `forge(number, entry)` gives it, and a chain that fits."""
    previous, found = GENESIS, []
    for number, stored in enumerate(log):
        entry = forge(number, read_entry(stored))
        if entry is None:
            continue
        entry = replace(entry, prev=previous.hex())
        previous = entry_hash(entry, previous)
        found.append(encoder.encode(replace(entry, hash=previous.hex())))
    return found


def with_leaf(entry: Entry, number: int, data: bytes) -> Entry:
    leaves: list[Leaf] = [*entry.leaves]
    salt = leaves[number][0]
    leaves[number] = (salt, Raw(data))
    return replace(entry, leaves=leaves)


def with_header(entry: Entry, **changed: Any) -> Entry:
    header = replace(read_header(entry), **changed)
    return replace(entry, header=Raw(encoder.encode(header)))


def leaf(entry: Entry, number: int) -> bytes:
    opened = entry.leaves[number]
    assert not isinstance(opened, str)
    return bytes(opened[1])
