"""`saloon bench engine`: the pure part on one core, no I/O."""

from collections.abc import Callable
from itertools import count
from random import Random
from statistics import median
from typing import Any

import click

from shared.contracts.entries import encoder
from shared.contracts.ids import PlayerId
from shared.engine import chain
from shared.engine.draws import Draws, Salts
from shared.engine.game import Setup, fold, option_values, run
from shared.games.bang import Bang
from shared.room import codec
from shared.room.aggregate import Accepted, Room
from shared.room.events import RoomOpened
from shared.room.frames import Views

from . import asked
from .memory import room_bytes
from .recording import SEATS, STARTED_MS, Recording, record
from .table import Row, in_turn, ratio, report


@click.command()
@asked.rounds
@asked.seed
@asked.as_json
def engine(*, rounds: int, seed: int, as_json: bool) -> None:
    """Rules, log chain and frames: the pure pipeline of one command, and whole matches."""
    recording = record(seed)
    times = in_turn(_Passes(recording).works(), rounds)
    matches = in_turn({"matches": lambda: _random_matches(seed, 8)}, rounds)["matches"]
    report("engine", _rows(recording, times, matches), as_json=as_json)


class _Passes:
    """One pass over the match for each thing measured. Each starts from its own fresh copy."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._entries = [step.accepted for step in recording.play]
        self._reader = codec.codec(recording.game).commands
        self._salts = Salts(bytes(32))

    def works(self) -> dict[str, Callable[[], object]]:
        return {
            "pipeline": self.pipeline,
            "deciding": self.deciding,
            "dealing": self.dealt,
            "floor": self.floor,
            "folding": self.folding,
            "decoding": self.decoding,
            "sealing": self.sealing,
        }

    def pipeline(self) -> None:
        room, views = self.dealt()
        for step in self._recording.play:
            accepted = room.decide(step.envelope, step.at_ms)
            assert isinstance(accepted, Accepted)
            views.frames(accepted)

    def deciding(self) -> None:
        room, _ = self.dealt()
        for step in self._recording.play:
            room.decide(step.envelope, step.at_ms)

    def dealt(self) -> tuple[Room, Views]:
        """The room after the deal."""
        opened = self._recording.lobby[0].accepted.events[0]
        assert isinstance(opened, RoomOpened)
        room = Room(opened.room, {self._recording.game.id: self._recording.game})
        for step in self._recording.lobby:
            room.apply(step.accepted.stored)
        return room, Views(room)

    def floor(self) -> None:
        state = self.dealt()[0].state.play
        for entry in self._entries:
            fold(state, _own(entry.events))
            encoder.encode(entry.events)

    def folding(self) -> None:
        state = self.dealt()[0].state.play
        for entry in self._entries:
            fold(state, _own(entry.events))

    def decoding(self) -> None:
        for step in self._recording.play:
            codec.read_command(self._reader, step.envelope.command)

    def sealing(self) -> None:
        for entry in self._entries:
            leaves = codec.write(entry.leaves[0], entry.events)
            chain.seal(entry.hash, entry.header, leaves, self._salts)


def _own(events: list[Any]) -> list[Any]:
    """A match's own events, without those of its room."""
    return [event for event in events if type(event).__module__.startswith("shared.games")]


def _random_matches(seed: int, matches: int) -> None:
    game = Bang()
    options = option_values(game.options, {})
    assert isinstance(options, dict)
    for number in range(matches):
        chance = Random(f"{seed}/{number}")  # noqa: S311 (a bench's choice of moves)
        draws = Draws(chance.randbytes(32))
        state = game.initial(Setup(tuple(PlayerId(str(seat)) for seat in range(SEATS)), options))
        run(state, game.start(state, STARTED_MS, draws))
        for now_ms in count(STARTED_MS, 200):
            if state.over:
                break
            seat = chance.choice(game.waited_for(state))
            offer = chance.choice(game.legal(state, seat))
            command = game.complete(offer, chance.randrange)
            assert game.refusal(state, seat, command) is None
            run(state, game.decide(state, seat, command, now_ms, draws))


def _rows(recording: Recording, times: dict[str, list[float]], matches: list[float]) -> list[Row]:
    size = len(recording.play)
    events = sum(len(_own(step.accepted.events)) for step in recording.play)

    def less(name: str, start: str) -> list[float]:
        return [a - b for a, b in zip(times[name], times[start], strict=True)]

    whole, floor = less("pipeline", "dealing"), less("floor", "dealing")
    deciding, folding = less("deciding", "dealing"), less("folding", "dealing")
    sealing, decoding = times["sealing"], times["decoding"]
    frames = [a - b for a, b in zip(whole, deciding, strict=True)]
    rules = [a - b - c for a, b, c in zip(deciding, sealing, decoding, strict=True)]

    def us(spent: list[float]) -> float:
        return median(spent) / size * 1e6

    beside = "evolve + encode of one entry, same run"
    return [
        Row("whole pipeline of one command", ratio(whole, floor), "×", 20, False, beside),
        Row("  that is", us(whole), "µs"),
        Row("  evolve + encode", us(floor), "µs"),
        Row("  decode the command", us(decoding), "µs"),
        Row("  refusal, decide, evolve", us(rules), "µs"),
        Row("  leaves, commitments, chain, encode", us(sealing), "µs"),
        Row("  legal, sections, frames for 8 viewers", us(frames), "µs"),
        Row(
            "commands with 8 views, one core",
            size / median(whole),
            "/s",
            20_000,
            True,
            "boardgame.io 4,100/s (published)",
        ),
        Row(
            "random whole matches, 7 seats",
            8 / median(matches),
            "/s",
            200,
            True,
            "nearest open server 21/s (published)",
        ),
        Row("fold of a stored match", events / median(folding), "events/s", 100_000),
        Row("memory of an idle live room", room_bytes(recording) / 1024, "KiB", 32, False),
    ]
