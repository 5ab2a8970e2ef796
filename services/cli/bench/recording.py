"""A whole match of seven played at random, kept as the commands and entries it was made of."""

import json
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from shared.contracts.entries import encoder
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.games.bang import Bang
from shared.room.aggregate import Accepted, Envelope, Room, Supplied

SEATS = 7
STARTED_MS = 1_800_000_000_000
STEP_MS = 200


class Step(NamedTuple):
    envelope: Envelope
    at_ms: int
    accepted: Accepted


class Recording(NamedTuple):
    """`lobby` leads to the deal, `play` from there to the end."""

    game: Bang
    lobby: list[Step]
    play: list[Step]


class _Recorder:
    def __init__(self, seed: int) -> None:
        self.game = Bang()
        self.room = Room(RoomId("BENCHA"), {self.game.id: self.game})
        self.steps: list[Step] = []
        self._seed = seed
        self._at_ms = STARTED_MS

    def send(self, actor: str, command: dict[str, Any] | bytes) -> None:
        self._at_ms += STEP_MS
        number = len(self.steps)
        fresh = sha256(f"{self._seed}/{number}".encode()).hexdigest()
        data = command if isinstance(command, bytes) else json.dumps(command).encode()
        supplied = Supplied(fresh=fresh)
        envelope = Envelope(PlayerId(actor), CommandId(f"c{number}"), data, supplied)
        accepted = self.room.decide(envelope, self._at_ms)
        assert isinstance(accepted, Accepted), (command, accepted)
        self.steps.append(Step(envelope, self._at_ms, accepted))


def record(seed: int, seats: int = SEATS) -> Recording:
    """The same match for the same seed."""
    recorder = _Recorder(seed)
    players = [f"player-{number}" for number in range(seats)]
    recorder.send(players[0], {"type": "create", "game": "bang"})
    for player in players[1:]:
        recorder.send(player, {"type": "join"})
    for player in players:
        recorder.send(player, {"type": "ready", "ready": True})
    recorder.send(players[0], {"type": "start"})
    dealt = len(recorder.steps)
    chance = Random(seed)  # noqa: S311 (a bench's choice of moves)
    game, room = recorder.game, recorder.room
    while room.state.phase == "match":
        player = chance.choice(room.waited_for())
        seat = game.seating(room.state.play).index(player)
        offer = chance.choice(game.legal(room.state.play, seat))
        command = game.complete(offer, chance.randrange)
        recorder.send(player, encoder.encode(command))
    return Recording(game, recorder.steps[:dealt], recorder.steps[dealt:])
