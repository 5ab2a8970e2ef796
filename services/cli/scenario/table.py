"""A table set from a description, in the middle of a match or before its deal, and how to play on.

`build` makes the live state; `Table` acts by wire commands with cards and players by their names,
fills in the open wait or the turn's number, and moves the clock. What it may be asked about is what
a case's facts are made of; views and heard events come from the game itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy, deepcopy
from hashlib import blake2b
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from shared.contracts.bang import BangCommand
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import Refusal
from shared.engine.draws import Draws, shuffle_words
from shared.engine.events import Event
from shared.engine.game import OptionValue, Pace, Setup, option_values, run
from shared.games.bang import Bang
from shared.games.bang.geometry import distance
from shared.games.bang.setup import SHERIFF_BONUS
from shared.games.bang.state import Clock, Death, Player, State, Turn, second_ms
from shared.games.bang.turn import settle
from shared.games.bang.victory import SHERIFF, TEAM
from shared.games.bang.waits import AnyWait

from .cards import BadSetup, CardNames
from .wire import wire_command

T = TypeVar("T")

NOW_MS = 1_700_000_000_000
"""When a table is set, Unix time."""


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player as a case describes him; left out: full life, no cards, the next place."""

    id: str
    role: str
    character: str
    seat: int | None = None
    life: int | None = None
    max_life: int | None = None
    """Left out: the character's, one more for the Sheriff (§4)."""
    alive: bool = True
    hand: tuple[str, ...] = ()
    """Card held longest first."""
    in_play: tuple[str, ...] = ()


class TurnSetup(Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    phase: Literal["start", "draw", "play", "discard"] = "play"
    bangs_played: int = 0
    round: int = 1


class FreshSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that is dealt by the rules; `players` in the order in which they joined."""

    fresh_match: Literal[True]
    players: tuple[str, ...]
    options: dict[str, OptionValue] = {}


class TableSetup(Struct, frozen=True, forbid_unknown_fields=True):
    players: tuple[Seat, ...]
    turn: TurnSetup
    options: dict[str, OptionValue] = {}
    """Deviations from the defaults."""
    deck_top: tuple[str, ...] = ()
    """Drawn first comes first."""
    deck_rest: Literal["any", "empty"] = "any"
    """`any`: the cards named nowhere follow, shuffled by the match's draws. `empty`: they lie in no
    zone, so they do not exist in this match."""
    discard: tuple[str, ...] = ()
    """Top card last."""


def build(
    game: Bang,
    setup: Mapping[str, Any],
    draws: Draws,
    now_ms: int = NOW_MS,
    pace: Pace = Pace(),  # noqa: B008 - frozen
) -> State:
    """The live state of a table; its turn's clock has just been started. Raises `BadSetup`."""
    table = _read(setup, TableSetup)
    options = _options(game, table.options)
    catalogue = game.catalogue(options)
    seats = table.players
    zones = [names for seat in seats for names in (seat.hand, seat.in_play)]
    claimed, rest = CardNames(catalogue.cards).claim([*zones, table.deck_top, table.discard])
    lives = {name: character.life for name, character in catalogue.characters.items()}
    players = [
        _player(seat, place, lives, claimed[2 * place], claimed[2 * place + 1])
        for place, seat in enumerate(seats)
    ]
    state = State(
        joined=tuple(player.id for player in players),
        options=options,
        pace=pace,
        players=players,
        deck=claimed[-2][::-1],
        discard=claimed[-1],
        deaths=[Death(place, -1) for place, seat in enumerate(seats) if not seat.alive],
    )
    if table.deck_rest == "any":
        state.deck = [*draws.shuffled(0, rest), *state.deck]
        state.next_draw = shuffle_words(len(rest))
    state.turn = _turn(state, table.turn)
    state.turn.clock = Clock(state.next_wait, now_ms + second_ms(state, "turnSeconds"))
    state.next_wait += 1
    return state


def _read(setup: Mapping[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(setup, kind)
    except msgspec.ValidationError as error:
        raise BadSetup(f"not a table: {error}") from error


def _options(game: Bang, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    options = option_values(game.options, given)
    if isinstance(options, Refusal):
        raise BadSetup(f"{options.code} {options.params['option']}")
    return options


def _undealt(game: Bang, setup: Mapping[str, Any], pace: Pace) -> State:
    fresh = _read(setup, FreshSetup)
    if len(fresh.players) not in game.seats:
        raise BadSetup(f"{len(fresh.players)} players cannot play")
    players = tuple(map(PlayerId, fresh.players))
    return game.initial(Setup(players, _options(game, fresh.options), pace))


def _player(
    seat: Seat, place: int, lives: Mapping[str, int], hand: list[int], in_play: list[int]
) -> Player:
    if seat.seat not in (None, place):
        raise BadSetup(f"{seat.id} is listed at place {place} and says seat {seat.seat}")
    if seat.role not in TEAM:
        raise BadSetup(f"{seat.id}: no role is called {seat.role}")
    if seat.character not in lives:
        raise BadSetup(f"{seat.id}: no character is called {seat.character}")
    full = seat.max_life
    if full is None:
        full = lives[seat.character] + SHERIFF_BONUS * (seat.role == SHERIFF)
    life = full if seat.life is None else seat.life
    return Player(
        id=PlayerId(seat.id),
        role=seat.role,
        character=seat.character,
        max_life=full,
        life=life if seat.alive else min(life, 0),
        alive=seat.alive,
        hand=hand,
        in_play=in_play,
        offer=[],
    )


def _turn(state: State, turn: TurnSetup) -> Turn:
    seat = state.seat_of(PlayerId(turn.player))
    if seat < 0:
        raise BadSetup(f"it is the turn of {turn.player}, who has no seat")
    counters = {"bang": turn.bangs_played} if turn.bangs_played else {}
    return Turn(seat=seat, number=1, round=turn.round, phase=turn.phase, counters=counters)


class Table:
    """A match that is played on from a description. `seed`: anything that names its draws.

    `setup` is a `TableSetup`, or a `FreshSetup` to deal a new match. Players are named as there,
    cards as `CardNames` does or by their id. A deal, and a turn set to phase `start`, goes on by
    itself at once; what came of it is in `events`.
    """

    def __init__(
        self,
        setup: Mapping[str, Any],
        *,
        game: Bang | None = None,
        seed: str = "table",
        now_ms: int = NOW_MS,
        pace: Pace = Pace(),  # noqa: B008 - frozen
    ) -> None:
        self.game = game if game is not None else Bang()
        self.draws = Draws(blake2b(seed.encode(), digest_size=32).digest())
        self.now_ms = now_ms
        is_fresh = "fresh_match" in setup
        self.state: State = (
            _undealt(self.game, setup, pace)
            if is_fresh
            else build(self.game, setup, self.draws, now_ms, pace)
        )
        self.names = CardNames(self.game.catalogue(self.state.options).cards)
        self.events: list[Event] = []
        """Everything that has happened, oldest first."""
        if is_fresh:
            self._run(self.game.start(self.state, now_ms, self.draws))
        elif self.state.turn.phase == "start":
            self._run(settle(self.game.resolution(self.state, now_ms, self.draws)))

    def act(
        self, who: str, action: str, args: Mapping[str, Any] | None = None
    ) -> Refusal | list[Event]:
        """What comes of a command: a refusal, or its events. `args` as in a case, or `wait` and
        `turn` to name another than the one that is open. Raises `BadSetup` for what is no command.
        """
        seat = self.seat(who)
        command = wire_command(self.game, self.state, self.names, seat, action, args or {})
        return self.send(seat, command)

    def send(self, seat: int, command: BangCommand) -> Refusal | list[Event]:
        """What comes of a command that is ready."""
        no = self.game.refusal(self.state, seat, command)
        if no is not None:
            return no
        return self._run(self.game.decide(self.state, seat, command, self.now_ms, self.draws))

    def timeout(self, *players: str) -> list[Event]:
        """The clock moves on to the last of these players' deadlines, and all that is due by then
        takes its default. Raises `BadSetup` where nothing waits for one of them."""
        self.now_ms = max(self.now_ms, *(self.deadline_ms(who) for who in players))
        return self.elapse()

    def elapse(self) -> list[Event]:
        """What the clock does by now."""
        return self._run(self.game.elapse(self.state, self.now_ms, self.draws))

    def later(self, duration_ms: int) -> None:
        """Time passes and nobody does anything; `elapse` then does what is due."""
        self.now_ms += duration_ms

    def absent(self, who: str, *, away: bool = True) -> list[Event]:
        """The player's autopilot goes on or off (§8.5)."""
        return self._run(self.game.absent(self.state, self.seat(who), away, self.now_ms))

    def copy(self) -> "Table":
        """The same table once more, to be played on by itself."""
        twin = copy(self)
        twin.state = deepcopy(self.state)
        twin.events = self.events.copy()
        return twin

    def _run(self, rule: Iterable[Event]) -> list[Event]:
        events = run(self.state, rule)
        self.events += events
        return events

    def seat(self, who: str) -> int:
        seat = self.state.seat_of(PlayerId(who))
        if seat < 0:
            raise BadSetup(f"nobody here is called {who}")
        return seat

    def who(self, seat: int) -> str | None:
        """The name of a seat's player; `None` for -1, nobody."""
        return self.name(seat) if seat >= 0 else None

    def name(self, seat: int) -> str:
        assert seat >= 0, "nobody sits there"
        return self.state.players[seat].id

    def player(self, who: str) -> Player:
        return self.state.players[self.seat(who)]

    def hand(self, who: str) -> list[str]:
        """Full names, card held longest first."""
        return self.names.all_of(self.player(who).hand)

    def in_play(self, who: str) -> list[str]:
        return self.names.all_of(self.player(who).in_play)

    def deck(self) -> list[str]:
        """Full names, the card that is drawn next first."""
        return self.names.all_of(reversed(self.state.deck))

    def discard(self) -> list[str]:
        """Full names, top card last."""
        return self.names.all_of(self.state.discard)

    def waits(self, who: str | None = None) -> list[AnyWait]:
        """Open waits, oldest first; of one player, or all."""
        return [wait for wait in self.state.waits if who is None or wait.seat == self.seat(who)]

    def laid(self, wait: int) -> Sequence[int]:
        """Cards laid aside under a number."""
        return next((a.cards for a in self.state.aside if a.number == wait), ())

    def deadline_ms(self, who: str) -> int:
        """When the player's silence takes effect, Unix time. Raises `BadSetup` if it never does."""
        seat = self.seat(who)
        running = [wait.deadline_ms for wait in self.waits(who) if wait.deadline_ms]
        clock = self.state.turn.clock
        if not running and self.state.turn.seat == seat and clock.deadline_ms:
            running = [clock.deadline_ms]
        if not running:
            raise BadSetup(f"nothing waits for {who}")
        return min(running)

    def distance(self, viewer: str, target: str) -> int:
        """Seats, as §5.1 counts them."""
        res = self.game.resolution(self.state)
        return distance(res, self.seat(viewer), self.seat(target))

    def view(self, who: str | None) -> dict[str, Any]:
        """The sections that a player sees, or a spectator (`None`)."""
        seat = None if who is None else self.seat(who)
        return self.game.sections(self.game.see(self.state, seat), seat)
