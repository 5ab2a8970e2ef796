"""The hash chain over per-leaf commitments: one changed byte is found and named (L11).

commitment = sha256(salt ‖ leaf); entry hash = sha256(previous hash ‖ header ‖ commitments).
A closed leaf leaves its commitment behind, so a redacted log proves as much as a full one.
"""

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Literal

from msgspec import DecodeError, Raw, Struct, ValidationError

from ..contracts.entries import FORMAT, Entry, Header, Leaf, encoder, read_entry, read_header
from .draws import Salts


class Sealed(Struct, frozen=True, gc=False):
    stored: bytes
    hash: bytes


Check = Literal["form", "chain", "commitments", "rules", "secret", "decisions", "states", "results"]
"""What can be proved of an entry: that it reads as one; that it follows the one before; that
nothing of it was changed; that it is under rules that are installed; that secret, salts, seed and
draws belong together; that its command had to become it; that its events lead to the state it
names; that its match has the result it names."""


class BadEntry(Exception):
    """An entry that is not what was written. `seq` is its number in the room, `why` one clause,
    `check` what it fails."""

    def __init__(self, seq: int, why: str, check: Check = "form") -> None:
        super().__init__(f"entry {seq}: {why}")
        self.seq = seq
        self.why = why
        self.check: Check = check


def seal(previous: bytes, header: Header, leaves: Sequence[bytes], salts: Salts) -> Sealed:
    """Makes the stored form of an entry. `previous`: the hash of the entry before (32 bytes)."""
    assert header.leaves == len(leaves), header
    header_bytes = encoder.encode(header)
    digest = sha256(previous)
    digest.update(header_bytes)
    stored: list[Leaf] = []
    commitments: list[bytes] = []
    for salt, leaf in zip(salts.of(header.seq, len(leaves)), leaves, strict=True):
        commitments.append(sha256(salt + leaf).digest())
        stored.append((salt.hex(), Raw(leaf)))
    digest.update(b"".join(commitments))
    hash_ = digest.digest()
    entry = Entry(Raw(header_bytes), stored, previous.hex(), hash_.hex())
    return Sealed(encoder.encode(entry), hash_)


def check(stored: bytes, seq: int, previous: bytes) -> tuple[Entry, Header]:
    """Reads entry number `seq` and proves that it follows `previous`. Raises `BadEntry`."""
    entry, header = read(stored, seq)
    check_read(stored, entry, header, seq, previous)
    return entry, header


def read(stored: bytes, seq: int) -> tuple[Entry, Header]:
    """Entry number `seq` as it says it is; nothing is proved of it. Raises `BadEntry`."""
    try:
        entry = read_entry(stored)
        return entry, read_header(entry)
    except (DecodeError, ValidationError, UnicodeDecodeError) as error:
        raise BadEntry(seq, "is not readable") from error


def check_read(stored: bytes, entry: Entry, header: Header, seq: int, previous: bytes) -> None:
    """Proves that what was read follows `previous` as entry number `seq`. Raises `BadEntry`."""
    if encoder.encode(entry) != stored or encoder.encode(header) != bytes(entry.header):
        raise BadEntry(seq, "is not in canonical form")
    if header.format != FORMAT:
        raise BadEntry(seq, f"has format {header.format}, not {FORMAT}")
    if header.seq != seq:
        raise BadEntry(seq, f"says it is number {header.seq}", "chain")
    if header.leaves != len(entry.leaves):
        raise BadEntry(seq, f"has {len(entry.leaves)} leaves, not {header.leaves}")
    if entry.prev != previous.hex():
        raise BadEntry(seq, "does not follow the entry before it", "chain")
    if entry.hash != entry_hash(entry, previous).hex():
        raise BadEntry(seq, "does not match its hash", "commitments")


def entry_hash(entry: Entry, previous: bytes) -> bytes:
    """The hash that belongs to an entry's stored bytes."""
    digest = sha256(previous)
    digest.update(entry.header)
    for leaf in entry.leaves:
        digest.update(commitment(leaf))
    return digest.digest()


def commitment(leaf: Leaf) -> bytes:
    """What a leaf adds to its entry's hash; 32 bytes."""
    if isinstance(leaf, str):
        return _bytes(leaf, 32)
    salt, data = leaf
    return sha256(_bytes(salt, 16) + bytes(data)).digest()


def redact(entry: Entry, opened: Collection[int]) -> bytes:
    """The stored form of `entry` with only the leaves numbered in `opened` left readable."""
    leaves: list[Leaf] = [
        leaf if number in opened else commitment(leaf).hex()
        for number, leaf in enumerate(entry.leaves)
    ]
    return encoder.encode(Entry(entry.header, leaves, entry.prev, entry.hash))


def _bytes(text: str, size: int) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        return b""
    return value if len(value) == size and value.hex() == text else b""
