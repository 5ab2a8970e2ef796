"""The live state of a match: lists and plain values only, changed by events and by nothing else.

A viewer's masked state has the same types, with `BLANK` for a card and `""` for a name it may not
know. Piles keep their order: hands oldest card first, deck and discard pile top card last.
"""

from functools import lru_cache

from msgspec import Struct, field

from ...contracts.ids import PlayerId
from ...engine.events import Audience
from ...engine.game import OptionValue, Pace
from .waits import AnyWait


class Zone(Struct, frozen=True, array_like=True, gc=False):
    """Where cards lie. `owner`: a seat for `hand` and `play`, a number for `aside`, else -1."""

    pile: str
    owner: int = -1


DECK = Zone("deck")
DISCARD = Zone("discard")


def hand_of(seat: int) -> Zone:
    return Zone("hand", seat)


def play_of(seat: int) -> Zone:
    return Zone("play", seat)


def aside_of(number: int) -> Zone:
    return Zone("aside", number)


class Player(Struct):
    id: PlayerId
    role: str = ""
    character: str = ""
    max_life: int = 0
    life: int = 0
    alive: bool = True
    hand: list[int] = []
    in_play: list[int] = []
    offer: list[str] = []
    """Characters to choose from (§4), in the order offered."""
    picked: str = ""
    """His choice, until all choices are shown together."""
    away: bool = False
    """On autopilot (§8.5)."""


class Clock(Struct):
    """The one clock of a turn's draw, play and discard."""

    id: int = 0
    """Numbered like a wait, anew each time it is set running."""
    deadline_ms: int = 0
    """Unix time; 0 while it stands still because waits are open."""
    left_ms: int = 0
    extended: bool = False
    expired: bool = False
    """Ran out in this turn: what is left of the turn takes its defaults."""


class Turn(Struct):
    seat: int = -1
    number: int = 0
    round: int = 0
    """The Sheriff's n-th turn and all turns up to his next."""
    phase: str = "setup"
    """setup, start, draw, play or discard (§5.2)."""
    step: int = 0
    """How many of the steps of the turn's start have been taken."""
    counters: dict[str, int] = {}
    """Counts of this turn, by name."""
    shown: int = -1
    """The card its drawer had to show to all; -1 = none."""
    clock: Clock = field(default_factory=Clock)


class Aside(Struct):
    """Cards laid out or looked at, until the wait they belong to is settled."""

    number: int
    cards: list[int]
    audience: Audience


class Check(Struct, frozen=True):
    """The last draw check, for all to see."""

    seat: int
    purpose: str
    cards: tuple[int, ...]
    chosen: int
    success: bool


class Death(Struct, frozen=True):
    seat: int
    killer: int


class State(Struct):
    joined: tuple[PlayerId, ...]
    """Players in the order in which they took their seats in the room."""
    options: dict[str, OptionValue]
    pace: Pace
    players: list[Player] = []
    """Clockwise; a seat is a place in this list."""
    deck: list[int] = []
    discard: list[int] = []
    aside: list[Aside] = []
    turn: Turn = field(default_factory=Turn)
    waits: list[AnyWait] = []
    """Open waits, oldest first."""
    next_wait: int = 1
    next_draw: int = 0
    last_check: Check | None = None
    deaths: list[Death] = []
    winner: str = ""
    """law, outlaws or renegade."""
    over: bool = False
    abandoned: bool = False

    def pile(self, zone: Zone) -> list[int]:
        """The list behind a zone; an `aside` that does not exist is an error."""
        if zone.pile == "hand":
            return self.players[zone.owner].hand
        if zone.pile == "deck":
            return self.deck
        if zone.pile == "discard":
            return self.discard
        if zone.pile == "play":
            return self.players[zone.owner].in_play
        return next(aside.cards for aside in self.aside if aside.number == zone.owner)

    def living(self) -> list[int]:
        """Seats of the living, in seat order."""
        return [seat for seat, player in enumerate(self.players) if player.alive]

    def clockwise(self, first: int) -> list[int]:
        """Living seats clockwise, from `first` on (itself included if alive)."""
        players = self.players
        return [seat for seat in _round(first, len(players)) if players[seat].alive]

    def wait(self, number: int) -> AnyWait | None:
        """The open wait with this number."""
        return next((wait for wait in self.waits if wait.id == number), None)

    def seat_of(self, player: PlayerId | None) -> int:
        """The seat of a player; -1 for nobody at this table."""
        return next((s for s, p in enumerate(self.players) if p.id == player), -1)

    def waits_of(self, seat: int) -> list[AnyWait]:
        return [wait for wait in self.waits if wait.seat == seat]

    def laid(self, number: int) -> list[int]:
        """Cards laid aside under `number`, in the order they were laid."""
        return self.pile(aside_of(number))


@lru_cache(maxsize=1_000)
def _round(first: int, size: int) -> tuple[int, ...]:
    return (*range(first, size), *range(first))


def second_ms(state: State, option: str) -> int:
    """The length of an option given in seconds, in milliseconds of this match's pace."""
    seconds = state.options[option]
    assert isinstance(seconds, int), option
    return seconds * state.pace.second_ms
