"""Matches played at random, heard by every viewer: what the log is tried on."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from shared.contracts.ids import PlayerId
from shared.engine.draws import Draws
from shared.engine.events import Event
from shared.engine.game import Outcome, Setup, option_values, run
from shared.games.bang.game import Bang
from shared.games.bang.state import State

NAMES = {
    f"p{n}": name for n, name in enumerate(("보리", "다온", "Jack", "한별", "봇 4", "猫", "x"))
}
COMMAND_LIMIT = 20_000


class Played(NamedTuple):
    seats: int
    events: list[Event]
    outcome: Outcome


def match(number: int) -> Played:
    """Match `number`: seats, options, moves, late time-outs and absences all follow from it."""
    random, game = Random(number), Bang()
    seats = random.choice(game.seats)
    given = {option.key: random.choice(option.choices) for option in game.options}
    values = option_values(game.options, given)
    assert isinstance(values, dict)
    setup = Setup(tuple(PlayerId(f"p{seat}") for seat in range(seats)), values)
    state = game.initial(setup)
    events = [event for part in _play(game, state, random) for event in part]
    outcome = game.outcome(state)
    assert outcome is not None
    return Played(seats, events, outcome)


def _play(game: Bang, state: State, random: Random) -> Iterator[list[Event]]:
    draws = Draws(random.randbytes(32))
    now_ms = 1_000
    yield run(state, game.start(state, now_ms, draws))
    for _ in range(COMMAND_LIMIT):
        if game.is_over(state):
            return
        what = random.random()
        due = game.due(state)
        assert due is not None
        if what < 0.0005:
            yield run(state, game.abandon(state))
        elif what < 0.01:
            seat = random.randrange(len(state.players))
            yield run(state, game.absent(state, seat, random.random() < 0.5, now_ms))
        elif what < 0.15:
            now_ms = due.at_ms + random.choice((0, 60_000))
            yield run(state, game.elapse(state, now_ms, draws))
        else:
            now_ms = min(now_ms + 50, due.at_ms)
            seat = random.choice(game.waited_for(state))
            offer = random.choice(game.legal(state, seat))
            command = game.complete(offer, random.randrange)
            assert game.refusal(state, seat, command) is None
            yield run(state, game.decide(state, seat, command, now_ms, draws))
    raise AssertionError("the match does not end")
