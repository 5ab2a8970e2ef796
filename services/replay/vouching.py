"""What comes out of the archive is the installation's own match only where its own key says so.

Whoever can write to the archive can make a file that holds, of other entries under other hashes;
what he cannot make is the signature over it. So nothing from there is shown or handed on without.
"""

from collections.abc import Callable, Collection

from services.replay.slices import gently
from shared.archive.matches import Found
from shared.archive.objects import Damaged
from shared.contracts.entries import Entry
from shared.contracts.ids import RoomId
from shared.engine.chain import BadEntry, check
from shared.matchfile import signing
from shared.matchfile.head import AUDITOR, FORMAT, Head
from shared.matchfile.opened import begun
from shared.room.fair import read_hex

_HASH_BYTES = 32
_NOBODYS = Head(
    format=FORMAT,
    room=RoomId(""),
    match=0,
    game="",
    ruleset="",
    viewer=AUDITOR,
    first_seq=0,
    previous="00" * _HASH_BYTES,
    last_seq=0,
    head="00" * _HASH_BYTES,
)
"""No entry has such a number."""


def own_keys(finished: Callable[[Head, bool], Head], old: Collection[str]) -> frozenset[str]:
    """Public keys in hex that this installation signs with (`finished` does) and has signed with
    (`old`)."""
    signature = finished(_NOBODYS, True).signature
    present = () if signature is None else (signature.key,)
    return frozenset((*present, *old))


class Vouching:
    """`keys`: the installation's own public keys, in hex. One without any signs nothing, so that
    there the entries alone have to hold."""

    def __init__(self, keys: Collection[str] = ()) -> None:
        self._keys = frozenset(keys)

    async def check(self, found: Found) -> None:
        """Raises `Damaged` for an archived file that is not what the installation put there."""
        head = found.head
        why = self._unsigned(head) or await _unlike(head, found.entries)
        if why:
            raise Damaged(f"the archived file of match {head.match} of {head.room} {why}")

    def _unsigned(self, head: Head) -> str:
        if not self._keys:
            return ""
        signature = head.signature
        if signature is None:
            return "is not signed"
        if signature.key not in self._keys:
            return "is signed with a key that is none of ours"
        return "" if signing.holds(signature, head.signed) else "has a signature that does not hold"


async def _unlike(head: Head, entries: list[bytes]) -> str:
    """In what its entries are not what its head says; nothing where they are."""
    seq, previous = head.first_seq - 1, read_hex(head.previous, _HASH_BYTES) or b""
    is_open = True
    try:
        async for stored in gently(entries):
            seq += 1
            entry, _ = check(stored, seq, previous)
            previous = bytes.fromhex(entry.hash)
            is_open = is_open and _is_open(entry)
    except BadEntry as bad:
        return f"does not hold: entry {bad.seq} {bad.why}"
    if not entries or (seq, previous.hex()) != (head.last_seq, head.head):
        return "does not lead to the hash that was signed"
    if head.viewer != AUDITOR or not is_open:
        return "has something closed in it"
    said = (head.room, head.match, head.game, head.ruleset, head.first_seq)
    if [stretch[:5] for stretch in begun(entries[0])] != [said]:
        return "is of another match than its first line says"
    return ""


def _is_open(entry: Entry) -> bool:
    return all(not isinstance(leaf, str) for leaf in entry.leaves)
