"""Random whole matches of any game, straight on the rules: no room around them, no log.

Besides offered commands they have time-outs, some of them late, answers that overtake a time-out,
players who go away and come back, and matches that are abandoned.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal, NamedTuple

from shared.contracts.ids import PlayerId
from shared.engine.draws import Draws
from shared.engine.events import Event
from shared.engine.game import Pace, Setup, run

from .subjects import Subject

BEGINNING_MS = 1_800_000_000_000
STEP_LIMIT = 20_000
"""No random match comes near it: the longest have some hundred steps."""


class Temper(NamedTuple):
    """How the players of one match are; shares of all steps."""

    silence: float
    absence: float
    abandoned_at: int
    """The step with which nobody is left; 0 = never."""

    @classmethod
    def of(cls, dice: Random) -> "Temper":
        return cls(
            dice.choice((0.0, 0.03, 0.15)),
            dice.choice((0.0, 0.0, 0.02)),
            dice.randint(1, 200) if dice.random() < 0.04 else 0,
        )


class Step(NamedTuple):
    """What happens next. `away` is meant for `absent` alone."""

    kind: Literal["start", "command", "timeout", "absent", "abandon"]
    now_ms: int
    seat: int = -1
    command: Any = None
    away: bool = False


class Match:
    """A random match, all of it drawn from `seed`. Its steps are to be carried out one by one."""

    def __init__(self, subject: Subject, seed: int) -> None:
        self.game = game = subject.game
        self._dice = dice = Random(seed)
        count = dice.choice(game.seats)
        self.setup = Setup(
            tuple(PlayerId(f"player-{number}") for number in range(count)),
            {option.key: dice.choice(option.choices) for option in game.options},
            Pace(autopilot_ms=dice.choice((0, 800)), resume_ms=dice.choice((250, 5_000))),
        )
        self.state = game.initial(self.setup)
        self.draws = Draws(dice.randbytes(32))
        self.seats = range(count)
        self._temper = Temper.of(dice)
        self._away: set[int] = set()
        self._now_ms = BEGINNING_MS

    def steps(self) -> Iterator[Step]:
        """The next step, as the state stands; carry it out before asking for another."""
        yield Step("start", self._now_ms)
        for number in range(1, STEP_LIMIT):
            if self.game.is_over(self.state):
                return
            yield self._next(number)
        raise AssertionError(f"the match is not over after {STEP_LIMIT} steps")

    def rule(self, step: Step) -> Iterator[Event]:
        """The rule of a step: apply each event before asking for the next."""
        game, state = self.game, self.state
        match step.kind:
            case "start":
                return game.start(state, step.now_ms, self.draws)
            case "command":
                no = game.refusal(state, step.seat, step.command)
                assert no is None, (no, step)
                return game.decide(state, step.seat, step.command, step.now_ms, self.draws)
            case "timeout":
                return game.elapse(state, step.now_ms, self.draws)
            case "absent":
                return game.absent(state, step.seat, step.away, step.now_ms)
            case "abandon":
                return game.abandon(state)

    def run(self, step: Step) -> list[Event]:
        return run(self.state, self.rule(step))

    def _next(self, number: int) -> Step:
        dice, temper = self._dice, self._temper
        if number == temper.abandoned_at:
            return Step("abandon", self._now_ms)
        if dice.random() < temper.absence:
            seat = dice.choice(self.seats)
            return self._turn_away(seat, away=seat not in self._away)
        seat = dice.choice(self.game.waited_for(self.state))
        if seat in self._away and dice.random() < 0.2:
            return self._turn_away(seat, away=False)
        if seat in self._away or dice.random() < temper.silence:
            return self._timeout()
        return self._answer(seat)

    def _turn_away(self, seat: int, *, away: bool) -> Step:
        (self._away.add if away else self._away.discard)(seat)
        return Step("absent", self._later(1_000), seat, away=away)

    def _timeout(self) -> Step:
        due = self.game.due(self.state)
        assert due is not None, "a running match waits for nobody"
        late_ms = self._dice.choice((0, 0, 0, 700, self.setup.pace.late_ms + 1))
        self._now_ms = max(self._now_ms, due.at_ms) + late_ms
        return Step("timeout", self._now_ms)

    def _answer(self, seat: int) -> Step:
        offers = self.game.legal(self.state, seat)
        assert offers, f"seat {seat} is waited for and may do nothing"
        command = self.game.complete(self._dice.choice(offers), self._dice.randrange)
        # Rarely an answer comes after its deadline and yet before the time-out.
        patience_ms = 60_000 if self._dice.random() < 0.01 else 400
        return Step("command", self._later(patience_ms), seat, command)

    def _later(self, most_ms: int) -> int:
        self._now_ms += self._dice.randint(0, most_ms)
        return self._now_ms
