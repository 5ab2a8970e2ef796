"""The live state of a match: lists and plain values only, changed by events and by nothing else.

A viewer's masked state has the same types, with `""` for a shell that he may not know.
"""

from msgspec import Struct, field

from ...contracts.ids import PlayerId
from ...engine.game import OptionValue, Pace
from .options import OFF

SLOTS = 8
"""Items a side can hold (§4)."""


class Player(Struct):
    id: PlayerId
    health: int = 0
    items: list[str] = []
    """Oldest first."""
    cuffed: bool = False
    """Its next turn is skipped."""
    immune: bool = False
    """May not be cuffed before it has had a turn (option `cuffImmunity`)."""
    knows: bool = False
    """Has looked at the shell in the chamber; what it saw is its own."""
    away: bool = False
    """On autopilot."""


class Gun(Struct):
    live: int = 0
    """Live shells of this load as it was announced; likewise `blank`."""
    blank: int = 0
    chamber: list[str] = []
    """Shells still in it, the next one first."""
    spent: list[str] = []
    """What was fired or ejected of this load, in order."""
    sawn: bool = False


class Clock(Struct):
    """The one clock of a turn."""

    id: int = 0
    """Counted through the match, anew each time it is set running."""
    deadline_ms: int = 0
    """Unix time; 0 = there is none."""
    extended: bool = False


class Turn(Struct):
    seat: int = -1
    number: int = 0
    clock: Clock = field(default_factory=Clock)


class State(Struct):
    joined: tuple[PlayerId, ...]
    """Seat 0, the player's side, and seat 1, the dealer's."""
    options: dict[str, OptionValue]
    pace: Pace
    players: list[Player] = []
    gun: Gun = field(default_factory=Gun)
    load: int = 0
    """Loads so far."""
    turn: Turn = field(default_factory=Turn)
    next_clock: int = 1
    next_draw: int = 0
    course: list[tuple[int, ...]] = []
    """Health of both sides as each load began."""
    winner: int = -1
    """The seat that won."""
    over: bool = False
    abandoned: bool = False


def other(seat: int) -> int:
    """The seat across the table."""
    return 1 - seat


def turn_ms(state: State) -> int:
    """How long a turn may take, in milliseconds of this match's pace."""
    seconds = state.options["turnSeconds"]
    if seconds == OFF:
        return state.pace.clockless_ms
    assert isinstance(seconds, int), seconds
    return seconds * state.pace.second_ms


def max_health(state: State) -> int:
    value = state.options["maxHealth"]
    assert isinstance(value, int), value
    return value
