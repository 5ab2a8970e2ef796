"""Buckshot Roulette as one object, behind `shared.engine.game.Game`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ...contracts.buckshot import BuckshotCommand, Offer, complete
from ...contracts.ids import PlayerId
from ...contracts.refusals import Refusal
from ...engine.draws import Draws
from ...engine.events import Event
from ...engine.game import Chooser, Due, Option, OptionValue, Outcome, Setup
from . import decide, legal, result, timeouts, turn, view
from .events import BuckshotEvent
from .knowledge import Memory
from .options import DEALER, LEVELS, OPTIONS, refuse_together
from .resolution import Resolution
from .state import State

RULESET = "buckshot/1"


class Buckshot:
    """The game; it holds no match."""

    id = "buckshot"
    ruleset = RULESET
    seats = range(2, 3)
    options: tuple[Option, ...] = OPTIONS
    player_kinds: tuple[str, ...] = LEVELS
    state_type = State
    event_type = BuckshotEvent
    command_type = BuckshotCommand

    def refuse_options(self, options: Mapping[str, OptionValue]) -> Refusal | None:
        return refuse_together(options)

    def automatic_seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return (str(options["dealer"]),) if options["opponent"] == DEALER else ()

    def remember(self, state: State) -> Memory:
        """What somebody can know who hears his part from before the first event on."""
        return Memory(state)

    def initial(self, setup: Setup) -> State:
        return State(joined=setup.players, options=setup.options, pace=setup.pace)

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        return turn.begin(Resolution(state, now_ms, draws))

    def refusal(self, state: State, seat: int, command: BuckshotCommand) -> Refusal | None:
        return decide.refusal(state, seat, command)

    def decide(
        self, state: State, seat: int, command: BuckshotCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        return decide.resolve(Resolution(state, now_ms, draws), seat, command)

    def due(self, state: State) -> Due | None:
        return timeouts.due(state)

    def elapse(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        return timeouts.elapse(Resolution(state, now_ms, draws))

    def absent(self, state: State, seat: int, away: bool, now_ms: int) -> Iterator[Event]:
        return timeouts.absent(state, seat, away, now_ms)

    def abandon(self, state: State) -> Iterator[Event]:
        return turn.finish(state, -1)

    def is_over(self, state: State) -> bool:
        return state.over

    def seating(self, state: State) -> tuple[PlayerId, ...]:
        return tuple(player.id for player in state.players)

    def waited_for(self, state: State) -> tuple[int, ...]:
        return () if state.over else (state.turn.seat,)

    def see(self, state: State, viewer: int | None) -> State:
        return view.see(state, viewer)

    def legal(self, state: State, viewer: int) -> Sequence[Offer]:
        return legal.offers(state, viewer)

    def complete(self, offer: Offer, choose: Chooser) -> BuckshotCommand:
        return complete(offer, choose)

    def sections(self, state: State, viewer: int | None) -> dict[str, Any]:
        return {**self.public_sections(state), **self.own_sections(state, viewer)}

    def public_sections(self, state: State) -> dict[str, Any]:
        return view.public_sections(state)

    def own_sections(self, state: State, viewer: int | None) -> dict[str, Any]:
        return view.own_sections(state, viewer)

    def affected(self, state: State, events: Sequence[Event]) -> Collection[int] | None:
        """Always both sides: to look at two is cheaper than to ask which."""
        return None

    def changed(self, state: State, events: Sequence[Event]) -> dict[str, Any] | None:
        """Always all of them: there are few."""
        return None

    def outcome(self, state: State) -> Outcome | None:
        return result.outcome(state)
