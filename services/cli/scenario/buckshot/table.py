"""A gun on a table, set from a description in the middle of a match, and how to play on.

The case says what later loads hold; `Dictated` answers with that where the rules draw.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from services.cli.scenario.cards import BadSetup
from shared.contracts.buckshot import BLANK_SHELL, ITEMS, LIVE, BuckshotCommand
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import Refusal
from shared.engine.draws import Draws
from shared.engine.events import Event
from shared.engine.game import OptionValue, Pace, Setup, option_values, run
from shared.games.buckshot import Buckshot
from shared.games.buckshot.loads import FEWEST_ITEMS
from shared.games.buckshot.state import Clock, Gun, Player, State, Turn, turn_ms

T = TypeVar("T")

NOW_MS = 1_700_000_000_000
"""When a table is set, Unix time."""

Side = Literal["player", "dealer"]
SIDES: tuple[Side, Side] = ("player", "dealer")
"""By seat."""

Shell = Literal["live", "blank"]


class NextLoad(Struct, frozen=True, forbid_unknown_fields=True):
    shells: tuple[Shell, ...]
    """The next one first."""
    items: dict[Side, tuple[str, ...]] = {}
    """As many for both sides; left out: none."""


class GunSetup(Struct, frozen=True, forbid_unknown_fields=True):
    hp: dict[Side, int]
    max_hp: int
    items: dict[Side, tuple[str, ...]]
    shells: tuple[Shell, ...]
    """The next one first."""
    turn: Side
    next_loads: tuple[NextLoad, ...]
    options: dict[str, OptionValue] = {}
    """Deviations from the defaults."""


class Dictated(Draws):
    """Draws of which each answers as a case says, in the order in which a load asks."""

    __slots__ = ("_numbers", "_orders")

    def __init__(self, loads: Iterable[NextLoad]) -> None:
        super().__init__(bytes(32))
        self._numbers: deque[int] = deque()
        self._orders: deque[tuple[Shell, ...]] = deque()
        for load in loads:
            items = [load.items.get(side, ()) for side in SIDES]
            if len(items[0]) != len(items[1]):
                raise BadSetup("a load gives both sides as many items")
            self._numbers += (load.shells.count(kind) - 1 for kind in ("live", "blank"))
            self._numbers.append(len(items[0]) - FEWEST_ITEMS)
            self._numbers += (_item(item) for given in items for item in given)
            self._orders.append(load.shells)

    def below(self, number: int, bound: int) -> int:
        if not self._numbers:
            raise BadSetup("the gun is loaded more often than the case says")
        return self._numbers.popleft()

    def shuffled(self, first: int, cards: Sequence[Any]) -> list[Any]:
        return list(self._orders.popleft())


def _item(name: str) -> int:
    if name not in ITEMS:
        raise BadSetup(f"no item is called {name}")
    return ITEMS.index(name)


class Table:
    """A match that is played on from a description. Sides act by name; what is left out of a
    command is the turn's number."""

    def __init__(
        self, setup: Mapping[str, Any], *, game: Buckshot | None = None, now_ms: int = NOW_MS
    ) -> None:
        described = _read(setup, GunSetup)
        self.game = game if game is not None else Buckshot()
        self.draws: Draws = Dictated(described.next_loads)
        self.now_ms = now_ms
        self.state = build(self.game, described, now_ms)
        self.events: list[Event] = []
        """Everything that has happened, oldest first."""

    def act(self, who: str, action: str, args: Mapping[str, Any]) -> Refusal | list[Event]:
        """What comes of a command: a refusal, or its events. Raises `BadSetup` for what is none."""
        command = {"type": action, "turn": self.state.turn.number, **args}
        kind: Any = BuckshotCommand
        try:
            return self.send(self.seat(who), msgspec.convert(command, kind))
        except msgspec.ValidationError as error:
            raise BadSetup(f"{action}: {error}") from error

    def send(self, seat: int, command: BuckshotCommand) -> Refusal | list[Event]:
        """What comes of a command that is ready."""
        no = self.game.refusal(self.state, seat, command)
        if no is not None:
            return no
        return self._run(self.game.decide(self.state, seat, command, self.now_ms, self.draws))

    def timeout(self, late_ms: int = 0) -> list[Event]:
        """The clock moves on to the deadline, or beyond, and what is due takes its default."""
        due = self.game.due(self.state)
        if due is None:
            raise BadSetup("nothing is waited for")
        self.now_ms = due.at_ms + late_ms
        return self._run(self.game.elapse(self.state, self.now_ms, self.draws))

    def absent(self, who: str, *, away: bool = True) -> list[Event]:
        """The side's autopilot goes on or off."""
        return self._run(self.game.absent(self.state, self.seat(who), away, self.now_ms))

    def abandon(self) -> list[Event]:
        return self._run(self.game.abandon(self.state))

    def _run(self, rule: Iterable[Event]) -> list[Event]:
        events = run(self.state, rule)
        self.events += events
        return events

    def seat(self, side: str) -> int:
        if side not in SIDES:
            raise BadSetup(f"no side is called {side}")
        return SIDES.index(side)

    def side(self, seat: int) -> str | None:
        """The name of a side; `None` for -1, nobody."""
        return SIDES[seat] if seat >= 0 else None

    def player(self, side: str) -> Player:
        return self.state.players[self.seat(side)]

    def known(self, side: str) -> str | None:
        """The shell in the chamber, as far as this side sees it."""
        seen = self.game.see(self.state, self.seat(side))
        return (seen.gun.chamber[0] if seen.gun.chamber else "") or None


def build(game: Buckshot, setup: GunSetup, now_ms: int, pace: Pace = Pace()) -> State:  # noqa: B008
    """The live state of a table, in the first turn of the first load. Raises `BadSetup`."""
    options = option_values(game.options, {"maxHealth": setup.max_hp, **setup.options})
    if isinstance(options, Refusal):
        raise BadSetup(f"{options.code} {options.params['option']}")
    if set(setup.hp) != set(SIDES):
        raise BadSetup("both sides have health")
    state = game.initial(Setup(tuple(map(PlayerId, SIDES)), options, pace))
    for side in SIDES:
        items = list(setup.items.get(side, ()))
        for item in items:
            _item(item)
        state.players.append(Player(id=PlayerId(side), health=setup.hp[side], items=items))
    shells: list[str] = list(setup.shells)
    state.gun = Gun(shells.count(LIVE), shells.count(BLANK_SHELL), chamber=shells, spent=[])
    state.load = 1
    state.course = [(setup.hp["player"], setup.hp["dealer"])]
    clock = Clock(state.next_clock, now_ms + turn_ms(state))
    state.turn = Turn(SIDES.index(setup.turn), 1, clock)
    state.next_clock += 1
    return state


def _read(setup: Mapping[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(setup, kind)
    except msgspec.ValidationError as error:
        raise BadSetup(f"not a table: {error}") from error
