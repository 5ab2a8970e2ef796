"""Turns (§3, §5): a shot and what follows from it, whose turn is next, and the turn's clock."""

from collections.abc import Iterator

from ...contracts.buckshot import LIVE
from ...engine.events import Event
from .events import (
    ClockSet,
    HealthChanged,
    MatchEnded,
    Seated,
    ShotFired,
    TurnBegan,
    TurnSkipped,
)
from .loads import load
from .options import PLAYER
from .resolution import Resolution
from .state import State, max_health, other, turn_ms

OPENER = 0
"""The player's side opens the first load."""


def begin(res: Resolution) -> Iterator[Event]:
    """Both sides at full health, the first load, the player's turn (§5)."""
    yield Seated(res.state.joined, max_health(res.state))
    yield from load(res)
    yield from give(res, OPENER)


def shoot(res: Resolution, seat: int, target: int) -> Iterator[Event]:
    """Fires at `target`. A blank at oneself gives another turn, all else ends it (§3)."""
    gun = res.state.gun
    shell, damage = gun.chamber[0], 2 if gun.sawn else 1
    yield ShotFired(seat, target, shell)
    if shell == LIVE:
        health = max(0, res.state.players[target].health - damage)
        yield HealthChanged(target, -damage, health)
        if health == 0:
            yield from finish(res.state, other(target))
            return
    stays = target == seat and shell != LIVE
    yield from go_on(res, seat if stays else other(seat))


def go_on(res: Resolution, seat: int) -> Iterator[Event]:
    """`seat` has the next turn; an empty gun is loaded first, and an option may then say whose
    turn it is."""
    if not res.state.gun.chamber:
        yield from load(res)
        seat = opener(res.state, seat)
    yield from give(res, seat)


def reload(res: Resolution) -> Iterator[Event]:
    """Loads a gun that was emptied without a shot; the turn goes on, unless an option gives it
    to the other side."""
    yield from load(res)
    seat = res.state.turn.seat
    if opener(res.state, seat) != seat:
        yield from give(res, OPENER)


def opener(state: State, seat: int) -> int:
    """Who opens a load where `seat` would go on (option `loadOpener`)."""
    return OPENER if state.options["loadOpener"] == PLAYER else seat


def give(res: Resolution, seat: int) -> Iterator[Event]:
    """The turn of `seat`; if it is cuffed, that passes by and the other side's begins (§4)."""
    state = res.state
    if state.players[seat].cuffed:
        yield TurnSkipped(seat, immune=bool(state.options["cuffImmunity"]))
        seat = other(seat)
    yield TurnBegan(seat, state.turn.number + 1)
    yield fresh_clock(res, seat)


def fresh_clock(res: Resolution, seat: int) -> ClockSet:
    """A clock for a whole turn; a short one where the seat is on autopilot."""
    state = res.state
    length_ms = state.pace.autopilot_ms if state.players[seat].away else turn_ms(state)
    return ClockSet(state.next_clock, res.now_ms + length_ms)


def finish(state: State, winner: int) -> Iterator[Event]:
    """Ends the match; `winner` -1 = nobody."""
    yield MatchEnded(winner, tuple(state.gun.chamber))
