"""Auditing a room's log: every entry follows the one before, and is what its command had to become.

A full log is decided again from its commands and must come out byte for byte (L1), so its draws,
salts and digests are proved with it; what the secret decides is looked at first, so that a report
says which of all this does not hold. A redacted log proves its chain and its opened leaves (L11).
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder

from ..contracts.entries import GENESIS, Entry, Header, encoder
from ..contracts.ids import CommandId, PlayerId
from ..contracts.refusals import Refusal
from ..engine.chain import BadEntry, Check, check_read, read
from ..engine.draws import Salts
from ..engine.events import Event
from ..engine.game import Game
from . import codec
from .aggregate import Accepted, Room
from .envelope import NOTHING, Envelope
from .events import (
    LobbyReopened,
    MatchClosed,
    MatchDealt,
    Restated,
    RoomClosed,
    RoomEvent,
    RoomOpened,
    SecretChosen,
    SecretRevealed,
    TenantNamed,
)
from .fair import SECRET_BYTES, read_hex
from .fold import evolve
from .matches import digest
from .rules import Games, UnknownRules, installed
from .told import hidden
from .upcasters import is_as_decided

_OTHER_STATE = "ends a match in another state than its entries give"
_closed = Decoder(MatchClosed)

CHAINED: tuple[Check, ...] = ("form", "chain", "commitments")
"""What is checked of every entry."""

OPEN: tuple[Check, ...] = ("secret", "decisions", "states", "results")
"""What is checked where every leaf is open."""


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
    is_over: bool = False
    """The last of its matches has an end, or the room has."""
    is_redacted: bool = False
    """Some leaf is closed: from there on nothing was decided again."""
    seq: int = 0
    """Number of the last entry that is proved."""
    head: bytes = GENESIS
    """Its hash."""
    first_bad: BadEntry | None = None

    @property
    def checks(self) -> tuple[Check, ...]:
        """Everything that all proved entries passed."""
        if not self.entries:
            return ()
        return CHAINED if self.is_redacted else CHAINED + OPEN


def verify(
    entries: Iterable[bytes], games: Games, seq: int = 0, previous: bytes = GENESIS
) -> Report:
    """Audits a room's log; stops at the first bad entry and names it.

    `seq`, `previous`: number and hash of the entry before the first given. That one opens the room,
    or restates it where there are entries before; what it restates is then taken at its word.
    """
    audit = Audit(games, seq, previous)
    for stored in entries:
        if audit.prove(stored) is None:
            break
    return audit.report


class Proved(NamedTuple):
    """An entry that holds."""

    seq: int
    entry: Entry
    header: Header
    events: list[codec.ReadEvent]


class Audit:
    """An audit under way, entry by entry, so that nobody has to hold a whole log."""

    def __init__(self, games: Games, seq: int = 0, previous: bytes = GENESIS) -> None:
        self.report = Report(seq=seq, head=previous)
        self._games = games
        self._decider: Room | None = None
        self._folder: Room | None = None
        self._secret = b""
        self._pinned: dict[str, Game] = {}
        """First the room's game under the rules that were the newest when its lobby was opened,
        then older ones."""

    def prove(self, stored: bytes) -> Proved | None:
        """Proves the next entry; `None` where it is bad or cannot be judged, and the audit over."""
        assert self.report.first_bad is None, "the audit is over"
        try:
            return self._prove(stored)
        except BadEntry as bad:
            self.report.first_bad = bad
        except UnknownRules as missing:
            why = f"is under rules that are not installed ({missing})"
            self.report.first_bad = BadEntry(self.report.seq + 1, why, "rules")
        return None

    def _prove(self, stored: bytes) -> Proved:
        """An entry whose every leaf is open and that comes out of its command byte for byte, hash
        included, follows the one before and was not changed: that need not be looked at. For any
        other it is, and is said first where it does not hold."""
        report = self.report
        seq = report.seq + 1
        entry, header = read(stored, seq)
        try:
            reads = self._prove_read(stored, entry, header)
        except (BadEntry, UnknownRules):
            check_read(stored, entry, header, seq, report.head)
            raise
        report.events += len(reads)
        report.entries += 1
        report.seq = seq
        report.head = bytes.fromhex(entry.hash)
        return Proved(seq, entry, header, reads)

    def _prove_read(self, stored: bytes, entry: Entry, header: Header) -> list[codec.ReadEvent]:
        report = self.report
        seq = report.seq + 1
        is_redacted = report.is_redacted or str in map(type, entry.leaves)
        if is_redacted:
            check_read(stored, entry, header, seq, report.head)
            if not isinstance(entry.leaves[0], str):
                codec.read_leaf(entry, seq)
        game = next(iter(self._pinned.values()), None)
        reads = codec.read_events(entry, codec.codec(game).events, seq)
        events = [each.event for each in reads if isinstance(each.event, RoomEvent)]
        self._pin(seq, reads[0].event if reads else None, events)
        report.is_redacted = is_redacted
        if not is_redacted:
            self._belong_together(seq, events)
            self._decide_again(stored, entry, header)
            self._fold(seq, reads)
        self._count(events)
        return reads

    def _pin(self, seq: int, first: Event | None, events: list[RoomEvent]) -> None:
        """Takes the rules that the entry puts the room under. Raises `BadEntry`, `UnknownRules`."""
        if (seq == 1) != isinstance(first, RoomOpened):
            raise BadEntry(seq, "does not open a room" if seq == 1 else "opens the room again")
        if isinstance(first, RoomOpened):
            self._pin_first(first, seq)
        elif not self._pinned:
            if not isinstance(first, Restated):
                raise BadEntry(seq, "does not restate the room, so nothing can begin with it")
            self._pin_first(first, seq)
            assert self._decider is not None
            self._take_at_its_word(first, events)
        for event in events:
            if isinstance(event, LobbyReopened):
                game, before = next(iter(self._pinned.items()))
                self._pinned[before.ruleset] = before
                self._pinned[game] = installed(self._games, game, event.ruleset)

    def _take_at_its_word(self, first: Restated, events: list[RoomEvent]) -> None:
        """Makes the room what it restates, so that this can be decided again."""
        assert self._decider is not None
        state = self._decider.state
        evolve(state, first, self._games)
        for event in events:
            if isinstance(event, TenantNamed):
                evolve(state, event, self._games)
        if any(map(_clears, events)):
            state.phase, state.secret_hash = "closed", "of the match it lets go of"

    def _pin_first(self, first: RoomOpened | Restated, seq: int) -> None:
        self._pinned[first.game] = installed(self._games, first.game, first.ruleset)
        before = seq - 1, self.report.head
        self._decider = Room(first.room, self._pinned, *before)
        self._folder = Room(first.room, self._pinned, *before)

    def _belong_together(self, seq: int, events: list[RoomEvent]) -> None:
        """The secret of a match and what commits to it. Raises `BadEntry`."""
        for event in events:
            if isinstance(event, SecretChosen):
                self._secret = read_hex(event.sealed[0] if event.sealed else "", SECRET_BYTES)
                if not self._secret or sha256(self._secret).hexdigest() != event.secret_hash:
                    why = "holds a secret that is not the one it commits to"
                    raise BadEntry(seq, why, "secret")
            elif _clears(event):
                self._secret = b""
            elif isinstance(event, SecretRevealed) and event.secret != self._secret.hex():
                raise BadEntry(seq, "reveals another secret than was committed to", "secret")

    def _decide_again(self, stored: bytes, entry: Entry, header: Header) -> None:
        assert self._decider is not None
        leaf = codec.read_leaf(entry, header.seq)
        envelope = Envelope(
            PlayerId(header.actor),
            CommandId(header.command_id),
            bytes(leaf.command),
            leaf.supplied or NOTHING,
        )
        decided = self._decider.decide(envelope, header.at_ms)
        if isinstance(decided, Refusal):
            why = f"holds a command that is refused ({decided.code})"
            raise BadEntry(header.seq, why, "decisions")
        if not isinstance(decided, Accepted):
            why = f"repeats the command of entry {decided.seq}"
            raise BadEntry(header.seq, why, "decisions")
        if decided.stored != stored:
            check_read(stored, entry, header, header.seq, self.report.head)
            if not is_as_decided(entry, decided.stored):
                raise self._other(decided, entry)
            self._decider.hash = bytes.fromhex(entry.hash)

    def _other(self, decided: Accepted, entry: Entry) -> BadEntry:
        salts = [salt.hex() for salt in Salts(self._secret).of(decided.seq, len(entry.leaves))]
        if salts != [leaf[0] for leaf in entry.leaves]:
            why = "has other salts than its match's secret gives"
            return BadEntry(decided.seq, why, "secret")
        return _difference(decided, entry)

    def _fold(self, seq: int, reads: list[codec.ReadEvent]) -> None:
        folder, decider = self._folder, self._decider
        assert folder is not None
        assert decider is not None
        for event in folder.fold(seq, reads):
            if isinstance(event, MatchClosed):
                if digest(folder.state.play) != event.digest:
                    raise BadEntry(seq, _OTHER_STATE, "states")
                if folder.digest() != decider.digest():
                    why = "leaves the room in another state than its commands give"
                    raise BadEntry(seq, why, "states")

    def _count(self, events: list[RoomEvent]) -> None:
        report = self.report
        for event in events:
            if isinstance(event, MatchDealt):
                report.matches += 1
                report.test_seeds += event.test_seed
            elif isinstance(event, SecretRevealed):
                report.secrets_dropped += not event.dealt
            elif isinstance(event, SecretChosen):
                report.is_over = False
            elif isinstance(event, MatchClosed | RoomClosed):
                report.is_over = True


def _clears(event: Event | None) -> bool:
    """Whether a closed room lets go of its last match."""
    return isinstance(event, RoomClosed) and event.why == "cleared"


def _difference(decided: Accepted, entry: Entry) -> BadEntry:
    """What of an entry is not as its command gives it."""
    seq = decided.seq
    if encoder.encode(decided.header) != bytes(entry.header):
        return BadEntry(seq, "has another header than its command gives", "decisions")
    for number, (wanted, leaf) in enumerate(zip(decided.leaves, entry.leaves, strict=True)):
        if isinstance(leaf, str) or wanted != bytes(leaf[1]):
            event = _event_of(decided.events, number)
            if isinstance(event, MatchClosed) and not isinstance(leaf, str):
                return _otherwise_closed(seq, event, bytes(leaf[1]))
            if isinstance(event, SecretChosen) or getattr(event, "draw", -1) >= 0:
                why = f"has another leaf {number} than its match's secret gives"
                return BadEntry(seq, why, "secret")
            why = f"has another leaf {number} than its command gives"
            return BadEntry(seq, why, "decisions")
    return BadEntry(seq, "is not what its command gives", "decisions")


def _event_of(events: list[Event], leaf: int) -> Event | None:
    """Whose leaf has this number; `None` for the command's."""
    first = 1
    for event in events:
        behind = first + 1 + (hidden(event) is not None)
        if first <= leaf < behind:
            return event
        first = behind
    return None


def _otherwise_closed(seq: int, closed: MatchClosed, leaf: bytes) -> BadEntry:
    try:
        is_result = _closed.decode(leaf).digest == closed.digest
    except (DecodeError, ValidationError):
        is_result = False
    if is_result:
        return BadEntry(seq, "names another result than its match has", "results")
    return BadEntry(seq, _OTHER_STATE, "states")
