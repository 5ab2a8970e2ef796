"""Whole matches between automatic players, straight on the rules: each has its own view and hears
its own events, in the form in which servers send them."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from services.bots.minds import MINDS, Mind
from shared.contracts.commands import Command
from shared.contracts.ids import PlayerId
from shared.engine.draws import Draws
from shared.engine.events import Event, hear
from shared.engine.game import OptionValue, Setup, run
from shared.games.bang import Bang
from shared.games.bang.state import State

GAME = Bang()
DEFAULTS = {option.key: option.default for option in GAME.options}
STEP_LIMIT = 3_000
BEGINNING_MS = 1_800_000_000_000

Kind = Callable[[int, str], str]
"""Which kind of player sits at a seat, by its role."""


def steady(_seat: int, _role: str) -> str:
    """Thinking players everywhere."""
    return "steady"


def seated(*kinds: str) -> Kind:
    """These kinds, seat by seat."""
    return lambda seat, _role: kinds[seat]


def on_the_wire(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def view_of(state: State, seat: int) -> Mapping[str, Any]:
    found: Mapping[str, Any] = on_the_wire(GAME.sections(state, seat))
    return found


class Move(NamedTuple):
    """About to be made: `state` is still as it was."""

    seat: int
    command: Command


class Match:
    """`kind` seats the players; all the rest is drawn from `seed`."""

    def __init__(
        self, seed: int, kind: Kind, players: int = 7, options: dict[str, OptionValue] = DEFAULTS
    ) -> None:
        names = tuple(PlayerId(f"p{number}") for number in range(players))
        self.state = GAME.initial(Setup(names, options))
        self._draws = Draws(seed.to_bytes(32))
        self._dice = Random(seed)
        first = run(self.state, GAME.start(self.state, BEGINNING_MS, self._draws))
        self.kinds = [kind(seat, p.role) for seat, p in enumerate(self.state.players)]
        self.minds: list[Mind] = [
            MINDS["bang"][name](player.id, Random(f"{seed} {seat}"))
            for seat, (name, player) in enumerate(zip(self.kinds, self.state.players, strict=True))
        ]
        self.last: list[Event] = []
        self.asked: Callable[[int], None] = lambda _: None
        """Called with a seat before its mind chooses."""
        self._tell(first)

    def moves(self) -> Iterator[Move]:
        """Each move before it is made; what it brought about is `last` when the next is asked."""
        for step in range(STEP_LIMIT):
            if GAME.is_over(self.state):
                return
            seat = self._dice.choice(GAME.waited_for(self.state))
            self.asked(seat)
            command = self.minds[seat].choose(view_of(self.state, seat))
            assert command is not None, seat
            yield Move(seat, command)
            self._make(seat, command, BEGINNING_MS + 100 * step)
        raise AssertionError(f"the match is not over after {STEP_LIMIT} moves")

    def play(self) -> str:
        """To the end; gives the winner."""
        for _ in self.moves():
            pass
        return self.state.winner

    def _make(self, seat: int, command: Any, now_ms: int) -> None:
        no = GAME.refusal(self.state, seat, command)
        assert no is None, (self.kinds[seat], command, no)
        rule = GAME.decide(self.state, seat, command, now_ms, self._draws)
        self.last = run(self.state, rule)
        self._tell(self.last)

    def _tell(self, events: list[Event]) -> None:
        for seat, mind in enumerate(self.minds):
            mind.hear(on_the_wire([hear(event, seat) for event in events]))


def random_options(dice: Random) -> dict[str, OptionValue]:
    return {option.key: dice.choice(option.choices) for option in GAME.options}
