"""Auditing a room's log: every entry follows the one before, and is what its command had to become.

A full log is decided again from its commands and must come out byte for byte (L1), so its draws,
salts and digests are proved with it. A redacted log proves its chain and its opened leaves (L11).
"""

from collections.abc import Iterable

from msgspec import Struct

from ..contracts.entries import GENESIS, Entry, Header, encoder
from ..contracts.ids import CommandId, PlayerId
from ..contracts.refusals import Refusal
from ..engine.chain import BadEntry, check
from ..engine.events import Event
from ..engine.game import Game
from . import codec
from .aggregate import Accepted, Room
from .envelope import Envelope, Supplied
from .events import LobbyReopened, MatchClosed, MatchDealt, RoomOpened, SecretRevealed
from .matches import digest
from .rules import Games, UnknownRules, installed
from .upcasters import is_as_decided

_NOTHING = Supplied("0" * 64)
"""For commands that use no supply."""


class Report(Struct):
    """What an audit found; all is well if `first_bad` is `None`."""

    entries: int = 0
    """Entries that are proved."""
    events: int = 0
    matches: int = 0
    """Matches dealt."""
    test_seeds: int = 0
    """Of these, dealt from a test seed: not fair."""
    secrets_dropped: int = 0
    """Secrets revealed without a match having been dealt from them."""
    is_redacted: bool = False
    """Some leaf is closed: from there on nothing was decided again."""
    head: bytes = GENESIS
    """Hash of the last entry that is proved."""
    first_bad: BadEntry | None = None


def verify(entries: Iterable[bytes], games: Games) -> Report:
    """Audits a room's log from its first entry on; stops at the first bad one and names it."""
    audit = _Audit(games)
    try:
        for stored in entries:
            audit.prove(stored)
    except BadEntry as bad:
        audit.report.first_bad = bad
    except UnknownRules as missing:
        why = f"is under rules that are not installed ({missing})"
        audit.report.first_bad = BadEntry(audit.report.entries + 1, why)
    return audit.report


class _Audit:
    def __init__(self, games: Games) -> None:
        self.report = Report()
        self._games = games
        self._decider: Room | None = None
        self._folder: Room | None = None
        self._pinned: dict[str, Game] = {}
        """First the room's game under the rules that were the newest when its lobby was opened,
        then older ones."""

    def prove(self, stored: bytes) -> None:
        """Proves the next entry. Raises `BadEntry` and `UnknownRules`."""
        report = self.report
        seq = report.entries + 1
        entry, header = check(stored, seq, report.head)
        events = self._events(entry, header)
        self._pin(seq, events)
        report.is_redacted |= any(isinstance(leaf, str) for leaf in entry.leaves)
        if not report.is_redacted:
            self._decide_again(stored, entry, header)
            self._fold(stored, events)
        self._count(events)
        report.entries = seq
        report.head = bytes.fromhex(entry.hash)

    def _events(self, entry: Entry, header: Header) -> list[Event | None]:
        game = next(iter(self._pinned.values()), None)
        reads = codec.read_events(entry, codec.codec(game).events, header.seq)
        if not isinstance(entry.leaves[0], str):
            codec.read_leaf(entry, header.seq)
        return [read.event for read in reads]

    def _pin(self, seq: int, events: list[Event | None]) -> None:
        """Takes the rules that the entry puts the room under. Raises `BadEntry`, `UnknownRules`."""
        first = events[0] if events else None
        if (seq == 1) != isinstance(first, RoomOpened):
            raise BadEntry(seq, "does not open a room" if seq == 1 else "opens the room again")
        if isinstance(first, RoomOpened):
            self._pinned[first.game] = installed(self._games, first.game, first.ruleset)
            self._decider = Room(first.room, self._pinned)
            self._folder = Room(first.room, self._games)
        elif isinstance(first, LobbyReopened):
            game, before = next(iter(self._pinned.items()))
            self._pinned[before.ruleset] = before
            self._pinned[game] = installed(self._games, game, first.ruleset)

    def _decide_again(self, stored: bytes, entry: Entry, header: Header) -> None:
        assert self._decider is not None
        leaf = codec.read_leaf(entry, header.seq)
        envelope = Envelope(
            PlayerId(header.actor),
            CommandId(header.command_id),
            bytes(leaf.command),
            leaf.supplied or _NOTHING,
        )
        decided = self._decider.decide(envelope, header.at_ms)
        if isinstance(decided, Refusal):
            raise BadEntry(header.seq, f"holds a command that is refused ({decided.code})")
        if not isinstance(decided, Accepted):
            raise BadEntry(header.seq, f"repeats the command of entry {decided.seq}")
        if decided.stored != stored:
            if not is_as_decided(entry, decided.stored):
                raise BadEntry(header.seq, _difference(decided, entry))
            self._decider.hash = bytes.fromhex(entry.hash)

    def _fold(self, stored: bytes, events: list[Event | None]) -> None:
        folder, decider = self._folder, self._decider
        assert folder is not None
        assert decider is not None
        seq = folder.apply(stored).header.seq
        for event in events:
            if isinstance(event, MatchClosed):
                if digest(folder.state.play) != event.digest:
                    raise BadEntry(seq, "ends a match in another state than its entries give")
                if folder.digest() != decider.digest():
                    raise BadEntry(seq, "leaves the room in another state than its commands give")

    def _count(self, events: list[Event | None]) -> None:
        report = self.report
        report.events += len(events)
        for event in events:
            if isinstance(event, MatchDealt):
                report.matches += 1
                report.test_seeds += event.test_seed
            elif isinstance(event, SecretRevealed):
                report.secrets_dropped += not event.dealt


def _difference(decided: Accepted, entry: Entry) -> str:
    """What of an entry is not as its command gives it; one clause."""
    if encoder.encode(decided.header) != bytes(entry.header):
        return "has another header than its command gives"
    for number, (wanted, leaf) in enumerate(zip(decided.leaves, entry.leaves, strict=True)):
        if isinstance(leaf, str) or wanted != bytes(leaf[1]):
            return f"has another leaf {number} than its command gives"
    return "has other salts than its match gives"
