"""A what-if: a match that is over is played again up to one of its entries, in a room of its own.

Nothing is copied and nothing need be believed: the new room is dealt from the seed of the old match
and gets the same commands at the same times, so its log verifies like any other, as one from a test
seed. Where it comes from stands in the id of its first command, which the log's chain covers.
"""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from services.cli.match.reading import Read, Viewer
from services.cli.match.source import Unreadable
from services.cli.match.standing import Standing
from services.cli.parts import GAMES
from shared.contracts.commands import Absent, Create, Join, Ready, Start, Timeout
from shared.contracts.entries import Entry, encoder, read_entry, read_header
from shared.contracts.ids import SYSTEM, CommandId, PlayerId, RoomId
from shared.contracts.refusals import Refusal
from shared.engine.game import Game
from shared.room.aggregate import Accepted, Envelope, Room, Supplied
from shared.room.codec import read_leaf
from shared.room.events import MatchClosed, MatchDealt
from shared.room.fair import seed
from shared.room.state import RoomState

ROOM = RoomId("BRANCH")
_ID = re.compile(r"branch:([A-Z]*):(\d+):(\d+):([0-9a-f]{64})")


class Origin(NamedTuple):
    """The entry behind which a what-if goes its own way."""

    room: str
    match: int
    seq: int
    hash: str
    """Of that entry, in hex."""

    @property
    def command_id(self) -> CommandId:
        return CommandId(f"branch:{self.room}:{self.match}:{self.seq}:{self.hash}")


def origin_of(first: bytes) -> Origin | None:
    """Where the log with this first entry comes from; `None` if it is no what-if's."""
    found = _ID.fullmatch(read_header(read_entry(first)).command_id)
    if found is None:
        return None
    room, match, seq, hash_ = found.groups()
    return Origin(room, int(match), int(seq), hash_)


class _Course(NamedTuple):
    """A match from its deal to the entry where it is left."""

    origin: Origin
    dealt: MatchDealt
    state: RoomState
    """After the deal."""
    entries: list[Read]
    """Behind the deal."""
    play: Any
    """The match after the last of them."""


def _course(entries: Sequence[Read], at: int) -> _Course:
    """Raises `BadEntry`, and `Unreadable` where there is nothing to branch from."""
    here = Standing(entries, Viewer(None, is_auditor=True))
    found: _Course | None = None
    for each in entries:
        here.take(each)
        dealt = next((e.event for e in each.events if isinstance(e.event, MatchDealt)), None)
        if dealt is not None and each.seq <= at:
            origin = Origin(here.state.room, dealt.match, at, "")
            found = _Course(origin, dealt, deepcopy(here.state), [], None)
        elif found is not None and each.seq <= at:
            found.entries.append(each)
        if found is not None and each.seq == at:
            if here.state.phase != "match":
                break
            origin = found.origin._replace(hash=each.entry.hash)
            found = found._replace(origin=origin, play=deepcopy(here.state.play))
        is_over = any(isinstance(e.event, MatchClosed) for e in each.events)
        if found is not None and found.play is not None and is_over:
            return found
    if found is None or found.play is None:
        raise Unreadable(f"no match runs after entry {at}")
    raise Unreadable("the match is not over; nobody may look into one that runs")


class Branch:
    """The new room, at the entry where the old match is left, and the log so far."""

    def __init__(self, entries: Sequence[Read], at: int, chance: bytes) -> None:
        """`chance`: the same gives the same log. Raises `BadEntry` and `Unreadable`."""
        course = _course(entries, at)
        self.origin = course.origin
        self.game: Game = GAMES[course.dealt.game]
        self.room = Room(ROOM, GAMES)
        self.log: list[Accepted] = []
        self.now_ms = read_header(_deal_of(entries, course)).at_ms
        self._fresh = sha256(chance + bytes.fromhex(self.origin.hash)).hexdigest()
        if self.game.ruleset != course.dealt.ruleset:
            raise Unreadable(
                f"the match was played under {course.dealt.ruleset}; "
                f"{self.game.ruleset} is what can go on here"
            )
        self._deal(course)
        self.ids: dict[PlayerId, PlayerId] = dict(
            zip(course.dealt.players, self.room.state.players, strict=True)
        )
        """Players of the old match, and who stands for them in the new one."""
        self._play_again(course)
        self.taken_over = len(self.log)
        """Entries that tell of the old match."""

    def _deal(self, course: _Course) -> None:
        dealt, state = course.dealt, course.state
        host = PlayerId("person-1")
        supplied = Supplied(self._fresh, state.pace, seed(state).hex())
        opening = Create(game=dealt.game, options=dealt.options)
        self._must(host, opening, self.origin.command_id, supplied)
        members = self.room.state.members
        while len(members) < len(dealt.players):
            self._must(PlayerId(f"person-{len(members) + 1}"), Join())
        for member in self.room.state.persons():
            self._must(member.player, Ready(ready=True))
        self._must(host, Start())
        for number, player in enumerate(dealt.players):
            if state.seat(player).away:
                self._must(SYSTEM, Absent(self.room.state.players[number], away=True))

    def _play_again(self, course: _Course) -> None:
        for each in course.entries:
            self._repeat(each)
        was = _plain(course.play, self.ids)
        if was != _plain(self.room.state.play, {}):
            raise Unreadable("the match comes out otherwise when it is played again")

    def _repeat(self, each: Read) -> None:
        """The same command from who stands for its sender; what concerned the room alone is left
        out. Leaving and coming back are absence and its end, so nobody's seat is given up."""
        header = read_header(each.entry)
        self.now_ms, actor = header.at_ms, PlayerId(header.actor)
        told = msgspec.json.decode(read_leaf(each.entry, each.seq).command)
        match told["type"]:
            case "timeout":
                assert self.room.due is not None
                self._must(SYSTEM, Timeout(self.room.due.id))
            case "absent":
                self._turn_away(self.ids[told["player"]], away=told["away"])
            case "leave" | "join" if actor in self.ids:
                self._turn_away(self.ids[actor], away=told["type"] == "leave")
            case kind if kind in self._kinds and actor in self.ids:
                self._must(self.ids[actor], _with(told, self.ids))
            case _:
                return

    @property
    def _kinds(self) -> frozenset[str]:
        """Types of the game's commands."""
        kinds = msgspec.inspect.type_info(self.game.command_type)
        assert isinstance(kinds, msgspec.inspect.UnionType)
        return frozenset(
            str(kind.tag) for kind in kinds.types if isinstance(kind, msgspec.inspect.StructType)
        )

    def _turn_away(self, player: PlayerId, *, away: bool) -> None:
        if self.room.state.seat(player).away != away:
            self._must(SYSTEM, Absent(player, away))

    def _must(
        self,
        actor: PlayerId,
        command: Any,
        command_id: CommandId | None = None,
        supplied: Supplied | None = None,
    ) -> None:
        decided = self.send(actor, command, command_id, supplied)
        if not isinstance(decided, Accepted):
            raise Unreadable(f"a command of the old match is refused now ({decided.code})")

    def send(
        self,
        actor: PlayerId,
        command: Any,
        command_id: CommandId | None = None,
        supplied: Supplied | None = None,
    ) -> Accepted | Refusal:
        """Decides a command at `now_ms`, and keeps its entry if it is accepted."""
        envelope = Envelope(
            actor,
            command_id or CommandId(f"c{len(self.log) + 1}"),
            encoder.encode(command),
            supplied or Supplied(self._fresh),
        )
        decided = self.room.decide(envelope, self.now_ms)
        assert isinstance(decided, Accepted | Refusal), decided
        if isinstance(decided, Accepted):
            self.log.append(decided)
        return decided

    @property
    def seating(self) -> tuple[PlayerId, ...]:
        return self.game.seating(self.room.state.play)


def _deal_of(entries: Sequence[Read], course: _Course) -> Entry:
    for each in entries:
        if any(found.event == course.dealt for found in each.events):
            return each.entry
    raise AssertionError("the deal is among the entries")


def _plain(play: Any, ids: Mapping[PlayerId, PlayerId]) -> Any:
    return _with(msgspec.json.decode(encoder.encode(play)), ids)


def _with(value: Any, ids: Mapping[PlayerId, PlayerId]) -> Any:
    """A plain value with other ids for the players in it."""
    if isinstance(value, str):
        return ids.get(PlayerId(value), value)
    if isinstance(value, list):
        return [_with(each, ids) for each in value]
    if isinstance(value, dict):
        return {_with(key, ids): _with(each, ids) for key, each in value.items()}
    return value
