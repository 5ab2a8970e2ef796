"""L8: a running match always waits for somebody with a deadline, and what a time-out does is always
accepted: no match can hang."""

from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from shared.engine.game import run
from tests.conftest import Count

from .matches import Match
from .seeds import named, over
from .subjects import Subject

SILENT_TIMEOUTS = 60


@over(matches=2_000)
def test_a_running_match_waits_for_somebody_and_time_moves_it_on(
    subject: Subject, seeds: range, count: Count
) -> None:
    deadlines = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            dice = Random(seed)
            for step in match.steps():
                assert match.run(step) or step.kind == "absent", step
                if not match.game.is_over(match.state):
                    somebody_can_act(match)
                    if dice.random() < 0.1:
                        the_clock_moves(match, deepcopy(match.state))
                    deadlines += 1
            is_at_its_end(match)
    count("L8 matches that ended", len(seeds), minimum=len(seeds))
    count("L8 deadlines", deadlines, minimum=0)


def somebody_can_act(match: Match) -> None:
    game, state = match.game, match.state
    due = game.due(state)
    assert due is not None, "a running match has no deadline"
    assert list(game.elapse(state, due.at_ms - 1, match.draws)) == [], "time passed too early"
    waited_for = game.waited_for(state)
    assert waited_for, "a running match waits for nobody"
    for seat in waited_for:
        assert game.legal(state, seat), f"seat {seat} is waited for and may do nothing"


def the_clock_moves(match: Match, state: Any) -> None:
    """A time-out at the deadline, in a copy, does something and is not due again."""
    game = match.game
    due = game.due(state)
    assert due is not None
    before = msgspec.json.encode(state)
    assert run(state, game.elapse(state, due.at_ms, match.draws)), due
    assert msgspec.json.encode(state) != before, due
    assert game.due(state) != due


@over(matches=300, piece=25)
def test_where_everybody_is_silent_the_turns_go_on(
    subject: Subject, seeds: range, count: Count
) -> None:
    """From somewhere in each match on nobody says a word: no deadline comes twice, and play goes
    round the table."""
    timeouts = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            last = Random(seed).randint(1, 150)
            for number, step in enumerate(match.steps()):
                match.run(step)
                if number == last:
                    timeouts += silence(match, late=seed % 3 == 0)
                    break
    count("L8 time-outs in silence", timeouts, minimum=0)


def silence(match: Match, *, late: bool) -> int:
    """Lets time pass; `late`: every time-out comes so late that its wait is extended first."""
    game, state = match.game, match.state
    late_ms = match.setup.pace.late_ms + 1 if late else 0
    seen: set[str] = set()
    waited_for: set[int] = set()
    for number in range(SILENT_TIMEOUTS):
        due = game.due(state)
        if due is None:
            assert game.is_over(state)
            return number
        assert due.id not in seen, f"{due.id} is due twice"
        seen.add(due.id)
        waited_for.update(game.waited_for(state))
        assert run(state, game.elapse(state, due.at_ms + late_ms, match.draws)), due
    assert len(waited_for) > 1, "nobody but one player is ever waited for"
    return SILENT_TIMEOUTS


def is_at_its_end(match: Match) -> None:
    game, state = match.game, match.state
    assert game.is_over(state)
    assert game.due(state) is None
    assert game.waited_for(state) == ()
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.abandoned or outcome.winners
    assert outcome.abandoned or set(outcome.ranking) == set(game.seating(state))


@pytest.mark.full
@over(matches=20_000, piece=1_000)
def test_every_match_ends(subject: Subject, seeds: range, count: Count) -> None:
    steps = 0
    for seed in seeds:
        with named(seed):
            match = Match(subject, seed)
            steps += sum(bool(match.run(step)) for step in match.steps())
            is_at_its_end(match)
    count("L8 matches that ended, the long run", len(seeds), minimum=len(seeds))
    count("L8 steps, the long run", steps, minimum=0)
