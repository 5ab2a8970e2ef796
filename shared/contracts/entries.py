"""Entry format 1: how one accepted command is stored, with everything that came of it.

An entry is JSON: a header, its leaves, the previous entry's hash and its own. Leaf 0 is the
command; each event follows as one public leaf, behind it one sealed leaf if somebody hears more.
A leaf is `[salt, data]`; in a redacted entry a closed leaf is its bare commitment.
"""

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

FORMAT = 1
GENESIS = bytes(32)
"""The hash before a room's first entry."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What an entry says in the open. Hashed as stored."""

    format: int
    seq: int
    """The room's own number, from 1."""
    at_ms: int
    """Unix time; the only time that rules see. Never earlier than the entry before."""
    actor: str
    """Player id; empty for the system (time-outs, presence)."""
    command_id: str
    deadline_ms: int
    """When the next time-out is due after this entry, Unix time; 0 = nothing is due."""
    due_id: str
    """The id that time-out's command carries; empty with `deadline_ms` 0."""
    ruleset: str
    """The rules of the match in progress; empty in the lobby."""
    leaves: int
    """How many leaves follow."""


Leaf = tuple[str, Raw] | str
"""(salt in hex, data as stored), or the commitment in hex where the leaf is closed."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    header: Raw
    leaves: list[Leaf]
    prev: str
    """Hash of the entry before, in hex."""
    hash: str
    """sha256(prev ‖ header ‖ commitments), in hex."""


encoder = Encoder()
_entry = Decoder(Entry)
_header = Decoder(Header)


def read_entry(stored: bytes) -> Entry:
    """Reads a stored entry. Raises `msgspec.DecodeError` for anything that is not one."""
    return _entry.decode(stored)


def read_header(entry: Entry) -> Header:
    """The header of an entry. Raises `msgspec.DecodeError`."""
    return _header.decode(entry.header)
