"""What the laws have to know of Buckshot Roulette: where shells and items lie, and who sees them.

Neither has a number of its own. For the laws they are counted through: the live shells of a load,
its blank ones, and the items of each kind.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from shared.contracts.buckshot import BLANK_SHELL, ITEMS, LIVE, OPPONENT, SELF
from shared.contracts.refusals import BUCKSHOT_CODES
from shared.engine.draws import Draws
from shared.engine.events import BLANK, Event
from shared.games.buckshot import Buckshot
from shared.games.buckshot.events import HealthChanged, ItemsDealt, ItemUsed, Loaded, ShellSeen
from shared.games.buckshot.state import SLOTS, State

from .places import Place


class Hardier(Buckshot):
    """Both begin with one charge more."""

    ruleset = "buckshot/hardier"

    def start(self, state: State, now_ms: int, draws: Draws) -> Iterator[Event]:
        yield from super().start(state, now_ms, draws)
        for seat, player in enumerate(state.players):
            yield HealthChanged(seat, 1, player.health + 1)


GAME = Buckshot()
NEWER = Hardier()

KINDS = (LIVE, BLANK_SHELL, *ITEMS)
MOST = 2 * SLOTS
"""Of a kind there are never more."""

CARDS = frozenset(range(MOST * len(KINDS)))
CARD_FIELDS = frozenset[str]()
REVEALS = {
    "shot_fired": frozenset({"shell"}),
    "shell_ejected": frozenset({"shell"}),
    "shell_seen": frozenset({"shell"}),
    "match_ended": frozenset({"chamber"}),
}
REASONS = frozenset(BUCKSHOT_CODES)


def counted(things: Sequence[str]) -> list[int]:
    """A number for each thing; a shell that its viewer does not know is a blank."""
    found, seen = [], Counter[str]()
    for thing in things:
        found.append(MOST * KINDS.index(thing) + seen[thing] if thing else BLANK)
        seen[thing] += 1
    return found


def lying(state: State) -> list[int]:
    items = [item for player in state.players for item in player.items]
    return counted([*state.gun.spent, *state.gun.chamber, *items])


def moved(whole: list[int], event: Event) -> list[int]:
    """A load replaces the shells of the one before; items are dealt and used up."""
    things = [KINDS[number // MOST] for number in whole]
    match event:
        case Loaded():
            items = [thing for thing in things if thing in ITEMS]
            shells = [LIVE] * event.live_count + [BLANK_SHELL] * event.blank_count
            things = [*shells, *items]
        case ItemsDealt():
            things += event.items
        case ItemUsed():
            things.remove(event.item)
    return counted(things)


def places(state: State) -> list[Place]:
    """The order of the shells is nobody's, but for the next one and who looked at it."""
    found = [Place("spent", tuple(state.gun.spent), None)]
    for number, shell in enumerate(state.gun.chamber):
        looked = tuple(s for s, player in enumerate(state.players) if player.knows and number == 0)
        found.append(Place(f"shell {number}", (shell,), None if state.over else looked))
    for seat, player in enumerate(state.players):
        found.append(Place(f"hand {seat}", tuple(player.items), None))
    return found


def known(state: State) -> frozenset[int]:
    """Places in the load, counted from its first shell, whose shells can be read off a state."""
    shells = (*state.gun.spent, *state.gun.chamber)
    return frozenset(place for place, shell in enumerate(shells) if shell)


def named(state: State, event: Event) -> frozenset[int]:
    match event:
        case Loaded():
            return frozenset(range(len(event.shells)))
        case ShellSeen():
            return frozenset({len(state.gun.spent)})
        case _:
            raise AssertionError(event)


def domains(state: State, _: int) -> Mapping[str, Sequence[Any]]:
    return {
        "turn": (state.turn.number, state.turn.number - 1, state.turn.number + 1),
        "target": (SELF, OPPONENT, "player-1"),
        "item": (*ITEMS, "adrenaline"),
    }


def apt(state: State) -> Mapping[str, Sequence[Any]]:
    return {"turn": (state.turn.number,)}


def plain(_: State, command: Any) -> Any:
    return command


def reshuffled(state: State, viewer: int, dice: Random) -> State:
    other = deepcopy(state)
    first = int(state.players[viewer].knows)
    hidden = other.gun.chamber[first:]
    dice.shuffle(hidden)
    other.gun.chamber[first:] = hidden
    return other


KNOWLEDGE = (moved, lying, places, known, named, domains, apt, plain, reshuffled)
