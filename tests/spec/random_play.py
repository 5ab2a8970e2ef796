"""Whole matches played by chance: every move is one that was offered, silence and absence included.

What was done is kept as a script, so that the same match can be played again from its seed.
"""

from random import Random
from typing import NamedTuple

from services.cli.scenario.table import Table
from shared.contracts.bang import BangCommand
from shared.contracts.refusals import Refusal
from shared.engine.game import OptionValue
from shared.games.bang import Bang

from .support import GAME, NAMES

MOVE_MS = 200
LATE_MS = 6_000
STEP_LIMIT = 5_000


class Step(NamedTuple):
    """`seat` did `command`; a bare time is the clock, a truth is an absence or a return."""

    now_ms: int
    seat: int = -1
    command: BangCommand | bool | None = None


class RandomMatch:
    """A match of four to seven players with options by chance, all of it from `seed`."""

    def __init__(self, seed: int, game: Bang = GAME, **options: OptionValue) -> None:
        self._chance = Random(seed)
        self.game = game
        players = self._chance.choice(game.seats)
        chosen = {option.key: self._chance.choice(option.choices) for option in game.options}
        self.setup = {
            "fresh_match": True,
            "players": list(NAMES[:players]),
            "options": chosen | options,
        }
        self.seed = str(seed)
        self.table = Table(self.setup, game=self.game, seed=self.seed)
        self.script: list[Step] = []

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.table.state)

    def step(self) -> None:
        """One move, time-out, absence or return."""
        assert len(self.script) < STEP_LIMIT, self.seed
        chance, state = self._chance, self.table.state
        kind = chance.random()
        if kind < 0.03:
            due = self.game.due(state)
            assert due is not None, self.seed
            late_ms = LATE_MS if chance.random() < 0.1 else 0
            self._do(Step(max(due.at_ms, self.table.now_ms) + late_ms))
        elif kind < 0.05:
            seat = chance.randrange(len(state.players))
            self._do(Step(self.table.now_ms, seat, not state.players[seat].away))
        else:
            seat = chance.choice(self.game.waited_for(state))
            offers = self.game.legal(state, seat)
            assert offers, (self.seed, state.turn, state.waits)
            command = self.game.complete(chance.choice(offers), chance.randrange)
            self._do(Step(self.table.now_ms + MOVE_MS, seat, command))

    def _do(self, step: Step) -> None:
        do(self.table, step)
        self.script.append(step)

    def to_the_end(self) -> "RandomMatch":
        while not self.is_over:
            self.step()
        return self

    def again(self) -> Table:
        """The same match, played anew from its seed and its script."""
        table = Table(self.setup, game=self.game, seed=self.seed)
        for step in self.script:
            do(table, step)
        return table


def do(table: Table, step: Step) -> None:
    """Carries out one step; what was offered is never refused (asserted)."""
    table.now_ms = step.now_ms
    if step.command is None:
        table.elapse()
    elif isinstance(step.command, bool):
        table.absent(str(table.who(step.seat)), away=step.command)
    else:
        reply = table.send(step.seat, step.command)
        assert not isinstance(reply, Refusal), (step, reply)
