"""BANG! as one object: the rules of the sets it is given, put behind `shared.engine.game.Game`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...contracts.bang import BangCommand
from ...contracts.bang_offers import Offer, complete
from ...contracts.ids import PlayerId
from ...contracts.refusals import Refusal
from ...engine.draws import Draws
from ...engine.events import Event
from ...engine.game import Chooser, Due, Option, OptionValue, Outcome, Setup
from . import changes, decide, result, setup, timeouts, turn, victory, view
from .catalogue import Catalogue, ContentSet
from .content.base import BASE
from .events import BangEvent
from .geometry import SightBook
from .knowledge import Memory
from .legal import offers
from .resolution import Resolution
from .state import State

RULESET = "bang/1"


class _Assembled(NamedTuple):
    """For all matches with the same house rules."""

    catalogue: Catalogue
    sights: SightBook


class Bang:
    """The game with the content `sets`; it holds no match, only catalogues it has assembled."""

    id = "bang"
    seats = range(4, 8)
    player_kinds: tuple[str, ...] = ("random", "steady")
    state_type = State
    event_type = BangEvent
    command_type = BangCommand

    def __init__(self, sets: tuple[ContentSet, ...] = (BASE,), ruleset: str = RULESET) -> None:
        self.ruleset = ruleset
        self._sets = sets
        self.options: tuple[Option, ...] = tuple(o for content in sets for o in content.options)
        self._switches = tuple(h.option for content in sets for h in content.house_rules)
        self._kinds: dict[tuple[OptionValue, ...], _Assembled] = {}
        self._latest: tuple[object, _Assembled | None] = (None, None)

    def refuse_options(self, options: Mapping[str, OptionValue]) -> Refusal | None:
        return None

    def automatic_seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return ()

    def catalogue(self, options: dict[str, OptionValue]) -> Catalogue:
        """What exists in a match with these options."""
        return self._assembled(options).catalogue

    def _assembled(self, options: dict[str, OptionValue]) -> "_Assembled":
        """Made once for each set of house rules."""
        seen, latest = self._latest
        if latest is not None and seen is options:
            return latest
        key = tuple(options[name] for name in self._switches)
        if key not in self._kinds:
            self._kinds[key] = _Assembled(Catalogue(self._sets, options), SightBook())
        self._latest = (options, self._kinds[key])
        return self._kinds[key]

    def resolution(self, state: State, now_ms: int = 0, draws: Draws | None = None) -> Resolution:
        catalogue, sights = self._assembled(state.options)
        return Resolution(state, catalogue, now_ms, draws, sights if draws is None else None)

    def remember(self, state: State) -> Memory:
        """What somebody can know who hears his part from before the first event on."""
        return Memory(self.resolution, state)

    def initial(self, setup: Setup) -> State:
        cards = self.catalogue(setup.options).cards
        return State(
            joined=setup.players,
            options=setup.options,
            pace=setup.pace,
            discard=[card.id for card in cards],
        )

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        res = self.resolution(state, now_ms, draws)
        yield from setup.set_up(res)
        yield from turn.settle(res)

    def refusal(self, state: State, seat: int, command: BangCommand) -> Refusal | None:
        # What is decided hangs on the state alone, never on what was worked out for another.
        return decide.refusal(Resolution(state, self.catalogue(state.options)), seat, command)

    def decide(
        self, state: State, seat: int, command: BangCommand, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        return decide.resolve(self.resolution(state, now_ms, draws), seat, command)

    def due(self, state: State) -> Due | None:
        return timeouts.due(state)

    def elapse(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        return timeouts.elapse(self.resolution(state, now_ms, draws))

    def absent(self, state: State, seat: int, away: bool, now_ms: int) -> Iterator[Event]:
        return timeouts.absent(self.resolution(state, now_ms), seat, away)

    def abandon(self, state: State) -> Iterator[Event]:
        return victory.finish(state, "")

    def is_over(self, state: State) -> bool:
        return state.over

    def seating(self, state: State) -> tuple[PlayerId, ...]:
        return tuple([player.id for player in state.players])

    def waited_for(self, state: State) -> tuple[int, ...]:
        if state.waits:
            return tuple(dict.fromkeys(wait.seat for wait in state.waits if wait.deadline_ms))
        return () if state.over else (state.turn.seat,)

    def see(self, state: State, viewer: int | None) -> State:
        return view.see(state, viewer)

    def legal(self, state: State, viewer: int) -> Sequence[Offer]:
        return offers(self.resolution(state), viewer)

    def complete(self, offer: Offer, choose: Chooser) -> BangCommand:
        return complete(offer, choose)

    def sections(self, state: State, viewer: int | None) -> dict[str, Any]:
        return {**self.public_sections(state), **self.own_sections(state, viewer)}

    def public_sections(self, state: State) -> dict[str, Any]:
        return view.public_sections(self.resolution(state))

    def own_sections(self, state: State, viewer: int | None) -> dict[str, Any]:
        if viewer is None or not state.players:
            return {}
        return view.own_sections(self.resolution(state), viewer)

    def affected(self, state: State, events: Sequence[Event]) -> Collection[int] | None:
        return changes.affected(state, events)

    def changed(self, state: State, events: Sequence[Event]) -> dict[str, Any] | None:
        touched = changes.touched(events)
        if touched is None:
            return None
        found = changes.sections(state, touched)
        # What is silenced may hang on anything, on whose turn it is for one.
        moved = touched.distances or self.catalogue(state.options).rules.is_silencing
        if moved and state.options["showDistanceHelper"]:
            found["distances"] = view.distances(self.resolution(state))
        return found

    def outcome(self, state: State) -> Outcome | None:
        return result.outcome(state)
