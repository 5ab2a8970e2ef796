"""A room under test: commands go in by name, entries are kept, time stands still until moved."""

from collections.abc import Mapping
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import json

from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.refusals import Refusal
from shared.engine.game import Game, Pace
from shared.room.aggregate import Accepted, Envelope, Repeated, Room, Supplied
from shared.room.rules import Games
from shared.room.state import RoomState
from tests.room.tricks_game import Tricks

CODE = RoomId("QWERTY")
GAME: Game = Tricks()
GAMES: Games = {"tricks": GAME}
HOST = PlayerId("ann")
SYSTEM = PlayerId("")
START_MS = 1_700_000_000_000

Result = Accepted | Repeated | Refusal


class Table:
    """`random` supplies what the rules service would draw, so a table's log repeats."""

    def __init__(
        self, games: Games = GAMES, *, seed: int = 0, pace: Pace | None = None, test_seed: str = ""
    ) -> None:
        self.games: Mapping[str, Game] = games
        self.room = Room(CODE, games)
        self.random = Random(seed)
        self.pace = pace or Pace()
        self.test_seed = test_seed or None
        self.now_ms = START_MS
        self.log: list[bytes] = []
        self.sent: list[Envelope] = []
        """The envelope of each entry."""
        self.fresh: list[str] = []
        """Everything that was ever supplied."""

    @property
    def state(self) -> RoomState:
        return self.room.state

    def envelope(self, actor: str, command: Any, command_id: str = "") -> Envelope:
        """`command`: a struct, the name of a command without fields, a dict, or raw bytes."""
        body = {"type": command} if isinstance(command, str) else command
        sent = body if isinstance(body, bytes) else json.encode(body)
        fresh = self.random.randbytes(32).hex()
        self.fresh.append(fresh)
        name = CommandId(command_id or f"c-{self.random.getrandbits(64):x}")
        return Envelope(PlayerId(actor), name, sent, Supplied(fresh, self.pace, self.test_seed))

    def post(self, envelope: Envelope) -> Result:
        result = self.room.decide(envelope, self.now_ms)
        if isinstance(result, Accepted):
            self.log.append(result.stored)
            self.sent.append(envelope)
        return result

    def send(self, actor: str, command: Any, command_id: str = "") -> Result:
        return self.post(self.envelope(actor, command, command_id))

    def do(self, actor: str, command: Any, command_id: str = "") -> Accepted:
        """Sends what must be accepted."""
        result = self.send(actor, command, command_id)
        assert isinstance(result, Accepted), result
        return result

    def refuses(self, actor: str, command: Any, command_id: str = "") -> Refusal:
        """Sends what must be refused, and must leave nothing behind (L4)."""
        before, due = self.room.snapshot(), self.room.due
        result = self.send(actor, command, command_id)
        assert isinstance(result, Refusal), result
        assert self.room.snapshot() == before
        assert self.room.due == due
        return result

    def open(self, *others: str, **options: Any) -> "Table":
        """A lobby of the host and `others`."""
        self.do(HOST, {"type": "create", "game": "tricks", "options": options})
        for player in others:
            self.do(player, "join")
        return self

    def ready(self) -> "Table":
        """Everybody is ready, nobody gives entropy."""
        for member in self.state.persons():
            self.do(member.player, {"type": "ready", "ready": True})
        return self

    def deal(self, *others: str, **options: Any) -> "Table":
        """A running match of the host and `others`."""
        self.open(*others, **options).ready().do(HOST, "start")
        return self

    def seat(self, player: str) -> int:
        return GAME.seating(self.state.play).index(PlayerId(player))

    def move(self, player: str, choice: int = 0) -> Any:
        """The command for the first thing that the rules offer to the player."""
        offers = GAME.legal(self.state.play, self.seat(player))
        return GAME.complete(offers[0], lambda bound: choice % bound)

    def time_out(self) -> Accepted:
        """Lets what is due next happen."""
        due = self.room.due
        assert due is not None
        self.now_ms = max(self.now_ms, due.at_ms)
        return self.do(SYSTEM, {"type": "timeout", "due": due.id}, f"timeout:{due.id}")

    def finish(self) -> "Table":
        """Plays the running match to its end; who is away is left to the clock."""
        while self.state.phase == "match":
            there = [p for p in self.room.waited_for() if not self.state.seat(p).away]
            if there:
                self.do(there[0], self.move(there[0]))
            else:
                self.time_out()
        return self


def entropy_of(player: str) -> str:
    return sha256(player.encode()).hexdigest()


def commitment_of(player: str) -> str:
    return sha256(bytes.fromhex(entropy_of(player))).hexdigest()


def events(result: Accepted) -> list[str]:
    """The tags of what happened."""
    return [str(event.__struct_config__.tag) for event in result.events]
