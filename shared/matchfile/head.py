"""The first line of a match file: what follows, whom it is for, and who signed its end.

No hash covers this line, so whatever it says of the entries is compared with them; the players'
nicknames alone are taken as they stand, and may be taken out.
"""

from hashlib import sha256

import msgspec
from msgspec import Struct

from ..contracts.ids import PlayerId, RoomId
from ..room.envelope import Hex32

KIND = "saloon-match"
FORMAT = 1

AUDITOR = "auditor"
"""Whom a file is for that has every leaf open."""
WATCHER = "watcher"
"""Whom a file is for that has only those leaves open that are told to everybody."""


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """An Ed25519 signature (RFC 8032) over `Head.signed`; both in hex."""

    key: str
    """The public key, 32 bytes."""
    value: str
    """64 bytes."""


class Head(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="file",
    tag=KIND,
):
    """What stands before the entries."""

    format: int
    room: RoomId
    match: int
    game: str
    ruleset: str
    viewer: str
    """`AUDITOR`, `WATCHER` or a player's id."""
    first_seq: int
    previous: Hex32
    """Hash of the entry before the first, in hex."""
    last_seq: int
    head: str
    """Hash of the last entry, in hex."""
    names: dict[str, str] = {}
    """Player id -> nickname, in order of the ids."""
    signature: Signature | None = None
    ruleset_digest: Hex32 | None = None
    """Of the released rules that `ruleset` names; `None` where they were not released."""

    @property
    def signed(self) -> bytes:
        """What its signature is over: which entries of which match it ends with, under what."""
        words = (KIND, self.room, self.match, self.first_seq, self.previous)
        released = () if self.ruleset_digest is None else (self.ruleset_digest,)
        return "\n".join(map(str, (*words, self.last_seq, self.head, *released, ""))).encode()

    @property
    def player(self) -> PlayerId | None:
        """The player it is for; `None` for auditors and watchers."""
        return player_of(self.viewer)


def player_of(viewer: str) -> PlayerId | None:
    """The player whose id that is; `None` for `AUDITOR` and `WATCHER`."""
    return None if viewer in (AUDITOR, WATCHER) else PlayerId(viewer)


def key_id(key: str) -> str:
    """What a public key is called for short: the first 16 digits of its sha256; both in hex."""
    return sha256(bytes.fromhex(key)).hexdigest()[:16]


class BadFile(Exception):
    """There is nothing to read, or it is no match file of a format this release knows; the text
    says which."""


class _Any(Struct, tag_field="file", tag=KIND):
    """As much of a head as every format has."""

    format: int


_any = msgspec.json.Decoder(_Any)
_head = msgspec.json.Decoder(Head)


def read_head(line: bytes) -> Head:
    """Raises `BadFile`."""
    try:
        found = _any.decode(line).format
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadFile("is no match file") from None
    if found != FORMAT:
        raise BadFile(f"is of format {found}, and this release reads format {FORMAT}")
    try:
        head = _head.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(f"has a first line that cannot be read ({error})") from None
    if write_head(head) != line:
        raise BadFile("has a first line that is not in canonical form")
    return head


def write_head(head: Head) -> bytes:
    return msgspec.json.encode(head)
