"""A room as one aggregate: it decides commands into entries and folds stored entries."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, convert
from msgspec.json import Decoder

from ..contracts import commands
from ..contracts.commands import Command
from ..contracts.entries import FORMAT, GENESIS, Entry, Header, encoder
from ..contracts.ids import CommandId, PlayerId, RoomId
from ..contracts.refusals import Refusal, refuse
from ..engine import chain
from ..engine.chain import BadEntry
from ..engine.events import Event
from ..engine.game import EVENT_LIMIT, Due, Game
from . import codec, lobby, matches
from .desk import Decision, Desk
from .envelope import COMMAND_ID_LIMIT, Envelope, Supplied
from .events import HostChanged, Restated, RoomOpened, SeatTaken
from .fair import Chance
from .fold import evolve
from .once import Once, key_of
from .rules import Games, installed
from .state import RoomState
from .upcasters import as_now

__all__ = ["Accepted", "Applied", "BadSnapshot", "Envelope", "Repeated", "Room", "Supplied"]


class Accepted(Struct, frozen=True):
    """What a command became. It counts once `stored` has been appended as entry `seq`."""

    seq: int
    stored: bytes
    hash: bytes
    header: Header
    events: list[Event]
    leaves: list[bytes]

    @property
    def begins(self) -> bool:
        """Whether a log of the room may begin with it."""
        return isinstance(self.events[0], RoomOpened | Restated)


class Repeated(Struct, frozen=True, gc=False):
    """This command of this actor took effect before, with entry `seq`."""

    seq: int


class Applied(Struct, frozen=True):
    """What a stored entry said."""

    header: Header
    entry: Entry
    events: list[Event]
    hash: bytes
    leaves: list[bytes]


class BadSnapshot(Exception):
    """A snapshot this release cannot read; the room is folded from its log instead."""


class _Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    seq: int
    hash: bytes
    at_ms: int
    once: Once
    state: RoomState


MISFITS = (AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What a forged event may do to a state that does not fit it."""

_VERSION = 2
_snapshots = Decoder(_Snapshot)

_RULES: dict[type[Command], Callable[[Desk, Any], Decision]] = {
    commands.Create: lobby.create,
    commands.Join: lobby.join,
    commands.Leave: lobby.leave,
    commands.Kick: lobby.kick,
    commands.HandOver: lobby.hand_over,
    commands.SetOptions: lobby.set_options,
    commands.SetVisibility: lobby.set_visibility,
    commands.SetTalk: lobby.set_talk,
    commands.SetTitle: lobby.set_title,
    commands.SetWatching: lobby.set_watching,
    commands.SetWording: lobby.set_wording,
    commands.AddAutomatic: lobby.add_automatic,
    commands.RemoveAutomatic: lobby.remove_automatic,
    commands.Ready: lobby.ready,
    commands.Start: lobby.start,
    commands.Again: lobby.again,
    commands.Reveal: matches.reveal,
    commands.Timeout: matches.timeout,
    commands.Absent: matches.absent,
    commands.Abandon: matches.abandon,
    commands.End: matches.end,
    commands.Look: matches.look,
    commands.Restate: lobby.restate,
}
_SYSTEM = (
    *(commands.Timeout, commands.Absent, commands.Abandon, commands.End),
    *(commands.Look, commands.Restate),
)
_SYSTEM_NAMES = frozenset(kind.__struct_config__.tag for kind in _SYSTEM)
_SUPPLIED: dict[type[Command], tuple[str, ...]] = {
    commands.Create: ("fresh", "pace", "test_seed"),
    commands.Again: ("fresh", "test_seed"),
    commands.AddAutomatic: ("fresh",),
    commands.SetOptions: ("fresh",),
    commands.Kick: ("fresh",),
}
"""Commands that use what is supplied, and which of it."""

_USED_FOR: dict[type[Command], type[Event]] = {
    commands.SetOptions: SeatTaken,
    commands.Kick: HostChanged,
}
"""Those of them that use it only where it comes to such an event."""


class Room:
    """One room. Whoever holds it is its only writer; if an append fails, throw it away.

    It changes its state in place and keeps no log. `games`: what can be played here.

    `seq`, `hash_`: of the entry before the first that it will be given; that one opens the room, or
    restates it where there are entries before. From there on it knows which commands took effect
    (L5), and not which did in the match before.
    """

    __slots__ = ("_at_ms", "_chance", "_game", "_games", "_once", "due", "hash", "seq", "state")

    def __init__(self, room: RoomId, games: Games, seq: int = 0, hash_: bytes = GENESIS) -> None:
        self.seq = seq
        self.hash = hash_
        self.state = RoomState(room)
        self.due: Due | None = None
        """The next time-out; its command carries this id."""
        self._games = games
        self._game: Game | None = None
        self._at_ms = 0
        self._once = Once.empty()
        self._chance = Chance()

    @property
    def game(self) -> Game | None:
        """What is played here, under the room's rules; `None` before the first entry."""
        state, kept = self.state, self._game
        if kept is None or kept.id != state.game or kept.ruleset != state.ruleset:
            kept = installed(self._games, state.game, state.ruleset) if state.game else None
            self._game = kept
        return kept

    def decide(self, envelope: Envelope, now_ms: int) -> Accepted | Repeated | Refusal:
        """Carries a command out at Unix time `now_ms`; a refused one changes nothing (L4)."""
        actor, command_id = envelope.actor, envelope.command_id
        if not (0 < len(command_id) <= COMMAND_ID_LIMIT and command_id.isprintable()):
            return refuse("malformed")
        if self.seq == 0 and not _creates(envelope.command):
            return refuse("no_such_room")
        read = codec.read_command(codec.codec(self.game).commands, envelope.command)
        if read is None or isinstance(read.command, _SYSTEM) == bool(actor):
            return self._unreadable(envelope)
        key = key_of(actor, command_id)
        row = self._once.find(key)
        if row >= 0:
            same = self._once.says(row, read.stored)
            return Repeated(self._once.seq(row)) if same else refuse("command_id_conflict")
        at_ms = max(now_ms, self._at_ms)
        desk = Desk(self.state, self._games, actor, at_ms, envelope.supplied, self._chance)
        decision = _decision(desk, read.command)
        if isinstance(decision, Refusal):
            return decision
        return self._commit(envelope, read, at_ms, decision, key)

    def _unreadable(self, envelope: Envelope) -> Refusal:
        """To whom the room is hidden, it answers as one that does not exist."""
        sent, actor, game = envelope.command, envelope.actor, self.game
        if not actor:
            return refuse("malformed")
        name = commands.type_of(sent)
        if game is not None and not _creates(sent):
            if lobby.is_hidden(self.state, actor):
                return refuse("no_such_room")
            if codec.is_foreign(name, game, self._games):
                return refuse("other_game", game=game.id)
        if name in _SYSTEM_NAMES:
            return refuse("malformed")
        return codec.why_unread(codec.codec(game).commands, sent)

    def _commit(
        self,
        envelope: Envelope,
        read: codec.ReadCommand,
        at_ms: int,
        rule: Iterable[Event],
        key: bytes,
    ) -> Accepted:
        state = self.state
        match, ruleset = state.match, _ruleset(state)
        events = self._drive(rule)
        leaf = codec.command_leaf(read.stored, _used(read.command, envelope.supplied, events))
        leaves = codec.write(leaf, events)
        self.due = due = matches.due(state, self._games)
        assert due is not None or state.phase != "match", "a match waits for nobody (L8)"
        header = Header(
            format=FORMAT,
            seq=self.seq + 1,
            at_ms=at_ms,
            actor=envelope.actor,
            command_id=envelope.command_id,
            deadline_ms=due.at_ms if due else 0,
            due_id=due.id if due else "",
            ruleset=ruleset or _ruleset(state),
            leaves=len(leaves),
        )
        sealed = chain.seal(self.hash, header, leaves, self._chance.salts(state))
        self._advance(header, sealed.hash, key, read.stored, match)
        return Accepted(header.seq, sealed.stored, sealed.hash, header, events, leaves)

    def _drive(self, rule: Iterable[Event]) -> list[Event]:
        events: list[Event] = []
        for event in rule:
            evolve(self.state, event, self._games)
            events.append(event)
            assert len(events) <= EVENT_LIMIT, type(event)
        assert events, "an accepted command has an effect"
        return events

    def _advance(
        self, header: Header, hash_: bytes, key: bytes, command: bytes, match: int
    ) -> None:
        if self.state.match != match:
            self._once.next_match()
        self._once.add(key, header.seq, command)
        self.seq = header.seq
        self.hash = hash_
        self._at_ms = header.at_ms

    def apply(self, stored: bytes) -> Applied:
        """Folds the next stored entry. Raises `BadEntry`, then this room is to be thrown away, and
        `UnknownRules`."""
        seq = self.seq + 1
        entry, header = chain.check(stored, seq, self.hash)
        return self.take(
            entry, header, codec.read_events(entry, codec.codec(self.game).events, seq)
        )

    def take(self, entry: Entry, header: Header, reads: Sequence[codec.ReadEvent]) -> Applied:
        """Folds the next entry where it has been checked and its events are read already; else as
        `apply`."""
        seq = self.seq + 1
        if header.at_ms < self._at_ms:
            raise BadEntry(seq, "is earlier than the entry before it", "chain")
        leaf = codec.read_leaf(entry, seq)
        match = self.state.match
        events = self.fold(seq, reads)
        key = key_of(PlayerId(header.actor), CommandId(header.command_id))
        self._advance(header, bytes.fromhex(entry.hash), key, bytes(leaf.command), match)
        self.due = Due(header.deadline_ms, header.due_id) if header.due_id else None
        leaves = [bytes(opened[1]) for opened in entry.leaves if not isinstance(opened, str)]
        for read in reads:
            leaves[read.public] = bytes(as_now(leaves[read.public]))
        return Applied(header, entry, events, self.hash, leaves)

    def fold(self, seq: int, reads: Sequence[codec.ReadEvent]) -> list[Event]:
        """Folds the events of entry `seq` into the state and does nothing else: a room that is only
        given these has a state, and cannot go on from it. Raises `BadEntry`, `UnknownRules`."""
        events = [read.event for read in reads if read.event is not None and read.is_whole]
        if len(events) < len(reads):
            raise BadEntry(seq, "is redacted and cannot be folded")
        try:
            self._fold(events)
        except MISFITS as error:
            raise BadEntry(seq, "holds an event that cannot have happened", "states") from error
        return events

    def _fold(self, events: list[Event]) -> None:
        if self.state.phase == "new":
            first = events[0]
            assert isinstance(first, Restated if self.seq else RoomOpened), first
            assert first.room == self.state.room, "the log is another room's"
        for event in events:
            evolve(self.state, event, self._games)
        # A log may begin with an entry that only restates: its rules are asked for here.
        assert self.game is not None

    def snapshot(self) -> bytes:
        """Everything needed to go on from here. It holds the secret: keep it as the log is kept."""
        return encoder.encode(
            _Snapshot(_VERSION, self.seq, self.hash, self._at_ms, self._once, self.state)
        )

    @classmethod
    def restore(cls, snapshot: bytes, games: Games) -> "Room":
        """The room as it was. Raises `BadSnapshot` (fold the log instead) and `UnknownRules`."""
        try:
            read = _snapshots.decode(snapshot)
            assert read.version == _VERSION, read.version
            room = cls(read.state.room, games)
            room.state = state = read.state
            game = room.game
            if game is not None and state.play is not None:
                state.play = convert(state.play, game.state_type, str_keys=True)
        except (AssertionError, DecodeError, ValidationError) as error:
            raise BadSnapshot("not a snapshot of this release") from error
        room.seq, room.hash, room._at_ms, room._once = read.seq, read.hash, read.at_ms, read.once
        room.due = matches.due(state, games)
        return room

    def digest(self) -> str:
        """sha256 of the whole state in canonical form, in hex; equal on every fold of one log."""
        return sha256(encoder.encode(self.state)).hexdigest()

    def seated(self, player: PlayerId) -> bool:
        """Whether a seat of the room is this player's, also one left in mid-match."""
        return self.state.member(player) is not None

    def waited_for(self) -> tuple[PlayerId, ...]:
        """Players who may act now: of the match, or whose entropy is awaited."""
        state = self.state
        if state.phase == "reveal":
            return tuple(member.player for member in state.unrevealed())
        game = self.game
        if state.phase != "match" or game is None:
            return ()
        seating = game.seating(state.play)
        return tuple(seating[seat] for seat in game.waited_for(state.play))


def _creates(sent: bytes) -> bool:
    """Whether what was sent would be a `create`, or is no command."""
    return commands.type_of(sent) in ("", "create")


def _decision(desk: Desk, command: Command) -> Decision:
    state = desk.state
    if desk.actor and state.phase != "new" and not lobby.may_enter(desk, command):
        return refuse("no_such_room")
    if isinstance(command, commands.End) and command.tenant not in ("", state.tenant):
        return refuse("no_such_room")
    rule = _RULES.get(type(command))
    if rule is None:
        return matches.play(desk, command)
    if state.phase == "closed" and not isinstance(command, commands.Restate):
        return refuse("room_closed")
    return rule(desk, command)


def _used(command: Command, supplied: Supplied, events: list[Event]) -> Supplied | None:
    """What of the supply belongs to the command, and so is stored with it."""
    names, needs = _SUPPLIED.get(type(command)), _USED_FOR.get(type(command), Event)
    if names is None or not any(isinstance(event, needs) for event in events):
        return None
    return Supplied(**{name: getattr(supplied, name) for name in names})


def _ruleset(state: RoomState) -> str:
    return state.ruleset if state.phase == "match" else ""
