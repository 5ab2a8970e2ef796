"""A signed list of the heads of all rooms at one time: kept elsewhere, it pins every log.

The root is that of the Merkle tree of RFC 9162 (2.1.1) over the heads in order of the rooms' codes,
so that later one head can be shown to belong to it without the others.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from ..contracts.ids import RoomId
from . import signing
from .head import BadFile, Signature

KIND = "saloon-checkpoint"
FORMAT = 1


class RoomHead(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    room: RoomId
    seq: int
    hash: str
    """Of the room's last entry, in hex."""


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True, tag_field="file", tag=KIND):
    format: int
    at_ms: int
    """Unix time at which the heads were read."""
    root: str
    rooms: tuple[RoomHead, ...]
    """In order of their codes."""
    signature: Signature


def made(heads: Iterable[RoomHead], at_ms: int, private: bytes) -> Checkpoint:
    rooms = tuple(sorted(heads, key=lambda head: head.room))
    root = merkle_root([_leaf(head) for head in rooms]).hex()
    signature = signing.sign(private, _signed(at_ms, len(rooms), root))
    return Checkpoint(FORMAT, at_ms, root, rooms, signature)


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """32 bytes; of no leaf: sha256 of nothing."""
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    left, right = merkle_root(leaves[:split]), merkle_root(leaves[split:])
    return sha256(b"\x01" + left + right).digest()


def write(checkpoint: Checkpoint) -> bytes:
    return msgspec.json.encode(checkpoint) + b"\n"


_checkpoint = msgspec.json.Decoder(Checkpoint)


def read(data: bytes) -> Checkpoint:
    """Raises `BadFile` unless root and signature belong to the heads."""
    try:
        found = _checkpoint.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadFile("is no checkpoint") from None
    if found.format != FORMAT:
        raise BadFile(f"is of format {found.format}, and this release reads format {FORMAT}")
    if merkle_root([_leaf(head) for head in found.rooms]).hex() != found.root:
        raise BadFile("has a root that is not that of its heads")
    if not signing.holds(found.signature, _signed(found.at_ms, len(found.rooms), found.root)):
        raise BadFile("has a signature that does not hold")
    return found


def _leaf(head: RoomHead) -> bytes:
    return f"{head.room}\n{head.seq}\n{head.hash}\n".encode()


def _signed(at_ms: int, rooms: int, root: str) -> bytes:
    return f"{KIND}\n{FORMAT}\n{at_ms}\n{rooms}\n{root}\n".encode()
