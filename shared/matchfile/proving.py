"""Proving one match file: its entries, its first line, its signature, what it is anchored to."""

from collections.abc import Callable, Collection, Iterable
from typing import Literal

from msgspec import Struct

from ..contracts.entries import GENESIS
from ..contracts.ids import PlayerId
from ..engine.chain import BadEntry, Check
from ..engine.events import Event, Seating
from ..room import codec
from ..room.events import Restated, RoomOpened, SeatTaken
from ..room.fair import read_hex
from ..room.rules import Games
from ..room.told import audience, hidden
from ..room.verify import Audit, Proved, Report
from . import signing
from .checkpoint import Checkpoint
from .head import AUDITOR, BadFile, Head, key_id
from .opened import prepared

_LONGEST = 1 << 53
"""No room has so many entries."""

Proof = Check | Literal["head", "signature", "anchor"]
"""What can be proved of a file; `head`: its first line says what its entries say."""


Digest = Callable[[str], str | None]
"""By the name of a ruleset, the digest of what was released under it; `None`: none is kept here."""


def _none_kept(_: str) -> None:
    return None


class Anchors(Struct, frozen=True):
    """What somebody kept elsewhere."""

    keys: Collection[str] = ()
    """Public keys in hex, one of which must have signed; empty: anybody may have, or nobody."""
    hashes: Collection[str] = ()
    """Hashes in hex, each of which must be that of an entry."""
    checkpoints: Collection[Checkpoint] = ()
    is_whole_room: bool = False
    """The entries are all that their room has, so it must reach as far as each checkpoint."""


class Verdict(Struct):
    """What is proved of a file, and what first is not."""

    report: Report
    ruleset: str = ""
    """Of the match that the file names."""
    rules: Literal["unreleased", "installed", "unknown"] = "unreleased"
    """Whether the file says which release its rules are of, and that one is kept here, or none of
    the name is: then it was proved under those that this release has under the name."""
    key: str = ""
    """Public key with which it is signed, in hex."""
    failed: Proof | None = None
    seq: int | None = None
    """Number of the first bad entry; `None` where it is the file as a whole that is bad."""
    why: str = ""
    """One clause, of that entry or of the file."""
    anchored: int = 0
    """Number of the last entry that was kept elsewhere: all up to it is what it was then."""

    @property
    def holds(self) -> bool:
        return self.failed is None

    @property
    def checks(self) -> tuple[Proof, ...]:
        """What all of it passed; all that applies where it holds."""
        if self.failed is not None:
            return ()
        signed: tuple[Proof, ...] = ("signature",) if self.key else ()
        anchored: tuple[Proof, ...] = ("anchor",) if self.anchored else ()
        return ("head", *self.report.checks, *signed, *anchored)


class _Unfit(Exception):
    """A proof of the file as a whole has failed."""

    def __init__(self, failed: Proof, why: str, seq: int | None = None) -> None:
        super().__init__(why)
        self.failed: Proof = failed
        self.seq = seq


def prove(
    head: Head,
    entries: Iterable[bytes],
    games: Games,
    anchors: Anchors,
    digest: Digest = _none_kept,
) -> Verdict:
    """Proves what a file holds, entry by entry. Raises `BadFile` where it cannot be read on."""
    proof = _Proof(head, games, anchors)
    key = head.signature.key if head.signature else ""
    verdict = Verdict(proof.audit.report, head.ruleset, key=key)
    try:
        verdict.rules = _rules(head, digest)
        for stored in entries:
            if not proof.takes(stored):
                break
        else:
            proof.ends()
    except BadEntry as bad:
        verdict.report.first_bad = bad
    except _Unfit as unfit:
        verdict.failed, verdict.seq, verdict.why = unfit.failed, unfit.seq, str(unfit)
    found = verdict.report.first_bad
    if found is not None:
        verdict.failed, verdict.seq, verdict.why = found.check, found.seq, found.why
    verdict.anchored = proof.anchored if verdict.holds else 0
    return verdict


class _Proof:
    def __init__(self, head: Head, games: Games, anchors: Anchors) -> None:
        previous = read_hex(head.previous, len(GENESIS))
        is_first = head.first_seq == 1
        if not previous or is_first != (previous == GENESIS) or not 0 < head.first_seq < _LONGEST:
            raise BadFile("has a first line that nothing can follow")
        self.audit = Audit(games, head.first_seq - 1, previous)
        self.anchored = 0
        self._head = head
        self._anchors = anchors
        self._kept = _kept(head, anchors)
        self._hashes = set(anchors.hashes)
        self._seating: tuple[PlayerId, ...] = ()
        self._seated: set[PlayerId] = set()

    def takes(self, stored: bytes) -> bool:
        """False where the audit is over. Raises `BadEntry` and `_Unfit`."""
        seq = self.audit.report.seq + 1
        if seq > self._head.last_seq:
            raise BadEntry(seq, "is behind the last that the first line names", "chain")
        proved = self.audit.prove(stored)
        if proved is None:
            return False
        if seq == self._head.first_seq:
            self._begins([read.event for read in proved.events if read.event is not None])
        if self._head.viewer != AUDITOR:
            self._sits(proved)
            self._opens(proved)
        elif self.audit.report.is_redacted:
            raise BadEntry(seq, "has a closed leaf in a file for an auditor")
        self._anchor(seq, proved.entry.hash)
        return True

    def _sits(self, proved: Proved) -> None:
        """Who has a seat from here on."""
        for event in (read.event for read in proved.events):
            if isinstance(event, Seating):
                self._seating = tuple(map(PlayerId, event.order))
            elif isinstance(event, SeatTaken):
                self._seated.add(event.player)
            elif isinstance(event, Restated):
                self._seated.update(player for player, _ in event.members)

    def _begins(self, events: list[Event]) -> None:
        """The match is the one that the first line names, and follows what was kept."""
        head, first = self._head, events[0]
        if self._kept.get(head.first_seq - 1, {head.previous}) != {head.previous}:
            why = "does not follow the one in the checkpoint"
            raise _Unfit("anchor", why, head.first_seq)
        assert isinstance(first, RoomOpened | Restated), first
        said = head.room, head.match, head.game, head.ruleset
        if said != prepared(first, events):
            raise _Unfit("head", "its first line names another match than its entries")

    def _opens(self, proved: Proved) -> None:
        """What is open is what its viewer may have. Raises `BadEntry`."""
        seq, leaves, player = proved.seq, proved.entry.leaves, self._head.player
        if not isinstance(leaves[0], str):
            is_own = proved.header.actor == player
            if not is_own or codec.read_leaf(proved.entry, seq).supplied is not None:
                raise BadEntry(seq, "opens a command that is not its viewer's")
        for read in proved.events:
            if read.event is None or hidden(read.event) is None:
                continue
            told = audience(read.event, self._seating)
            if read.is_whole != (told is None or player in told):
                raise BadEntry(seq, f"opens leaf {read.public + 1} to others than may have it")

    def _anchor(self, seq: int, hash_: str) -> None:
        if hash_ in self._hashes:
            self._hashes.discard(hash_)
            self.anchored = seq
        if seq in self._kept:
            if self._kept[seq] != {hash_}:
                raise _Unfit("anchor", "is not the one in the checkpoint", seq)
            self.anchored = seq

    def ends(self) -> None:
        """All entries are there and hold; what is left is of the file. Raises as `takes`."""
        head, report = self._head, self.audit.report
        if report.seq < head.last_seq:
            raise BadEntry(report.seq + 1, "is missing", "chain")
        if report.head.hex() != head.head:
            raise _Unfit("head", "its first line names another last hash than its last entry has")
        if head.player is not None and head.player not in self._seated:
            raise _Unfit("head", "its first line names a viewer who had no seat")
        self._is_signed()
        if self._anchors.is_whole_room and max(self._kept, default=0) > report.seq:
            raise _Unfit(
                "anchor", "is missing, and a checkpoint has it or one later", report.seq + 1
            )
        if self._hashes:
            raise _Unfit("anchor", f"none of its entries has the hash {min(self._hashes)}")

    def _is_signed(self) -> None:
        head, keys = self._head, self._anchors.keys
        if head.signature is None:
            if keys:
                raise _Unfit("signature", "it is not signed")
            return
        if not signing.holds(head.signature, head.signed):
            raise _Unfit("signature", "its signature does not hold")
        if keys and head.signature.key not in keys:
            key = key_id(head.signature.key)
            raise _Unfit("signature", f"it is signed with a key that is not known, {key}")


def _rules(head: Head, digest: Digest) -> Literal["unreleased", "installed", "unknown"]:
    """Raises `_Unfit`."""
    if head.ruleset_digest is None:
        return "unreleased"
    kept = digest(head.ruleset)
    if kept is None:
        return "unknown"
    if kept != head.ruleset_digest:
        why = f"was played under other rules than those released here as {head.ruleset}"
        raise _Unfit("rules", why, head.first_seq)
    return "installed"


def _kept(head: Head, anchors: Anchors) -> dict[int, set[str]]:
    """What hashes entries of the room have in checkpoints, by number; more than one: one lies."""
    found: dict[int, set[str]] = {}
    for checkpoint in anchors.checkpoints:
        for each in checkpoint.rooms:
            if each.room == head.room:
                found.setdefault(each.seq, set()).add(each.hash)
    return found
