"""What the clock does: silence shoots the opponent. Autopilot is silence at a pace of its own."""

from collections.abc import Iterator

from ...engine.events import Event
from ...engine.game import Due
from .events import AutopilotChanged, ClockSet
from .resolution import Resolution
from .state import State, other, turn_ms
from .turn import shoot


def due(state: State) -> Due | None:
    clock = state.turn.clock
    return (
        Due(clock.deadline_ms, f"{clock.id}.{int(clock.extended)}") if clock.deadline_ms else None
    )


def elapse(res: Resolution) -> Iterator[Event]:
    """Fires every shot that is due, in order; a time-out that comes too late extends the turn once
    instead: nobody loses by our outage.

    However many shots are due at once, the match ends first: silence never heals.
    """
    turn = res.state.turn
    while 0 < turn.clock.deadline_ms <= res.now_ms:
        late_ms = res.now_ms - turn.clock.deadline_ms
        if late_ms > res.state.pace.late_ms and not turn.clock.extended:
            yield ClockSet(turn.clock.id, res.now_ms + turn_ms(res.state), extended=True)
        else:
            yield ClockSet(turn.clock.id, 0, turn.clock.extended, expired=True)
            yield from shoot(res, turn.seat, other(turn.seat))
        turn = res.state.turn


def absent(state: State, seat: int, away: bool, now_ms: int) -> Iterator[Event]:
    """Autopilot on or off. The turn of who goes falls due soon; who comes back gets the full time
    anew, once a turn, or going and coming would hold up the match for ever (L8)."""
    if state.over or state.players[seat].away == away:
        return
    yield AutopilotChanged(seat, away)
    clock = state.turn.clock
    if state.turn.seat != seat:
        return
    soon_ms = now_ms + state.pace.autopilot_ms
    if away and clock.deadline_ms > soon_ms:
        yield ClockSet(state.next_clock, soon_ms, clock.extended)
    elif not away and not clock.extended:
        yield ClockSet(state.next_clock, now_ms + turn_ms(state), extended=True)
