"""What the clock does (§8.5): the earliest deadline, and everything that is due at a time."""

from collections.abc import Iterator

from msgspec.structs import replace

from ...engine.events import Event
from ...engine.game import Due
from . import turn
from .decide import DEFAULTS
from .events import AutopilotChanged, ClockSet, WaitChanged
from .resolution import Resolution
from .state import Clock, State, second_ms
from .waits import AnyWait

STEPS_AT_ONCE = 200
"""Defaults one time-out may take; what is due beyond that is due again at once."""


def next_due(state: State) -> AnyWait | Clock | None:
    """What runs out first; equal deadlines clockwise from the player whose card opened them."""
    running = [wait for wait in state.waits if wait.deadline_ms]
    if running:
        size = len(state.players)
        return min(running, key=lambda w: (w.deadline_ms, (w.seat - w.opener) % size, w.id))
    clock = state.turn.clock
    return clock if clock.deadline_ms else None


def due(state: State) -> Due | None:
    item = next_due(state)
    if item is None:
        return None
    return Due(item.deadline_ms, f"{item.id}.{int(item.extended)}")


def elapse(res: Resolution) -> Iterator[Event]:
    """Takes every default that is due, in order; what comes too late is extended once instead."""
    for _ in range(STEPS_AT_ONCE):
        item = next_due(res.state)
        if res.state.over or item is None or item.deadline_ms > res.now_ms:
            return
        if res.now_ms - item.deadline_ms > res.state.pace.late_ms and not item.extended:
            yield _extended(res, item)
            continue
        if isinstance(item, Clock):
            yield from turn.run_out(res)
        else:
            yield from DEFAULTS[type(item)](res, item)
        yield from turn.settle(res)


def _extended(res: Resolution, item: AnyWait | Clock) -> Event:
    """Nobody loses by our outage: the wait gets its own length once more, for all to see."""
    if isinstance(item, Clock):
        length_ms = second_ms(res.state, "turnSeconds")
        return ClockSet(item.id, res.now_ms + length_ms, 0, extended=True, expired=item.expired)
    return WaitChanged(replace(item, deadline_ms=res.now_ms + item.length_ms, extended=True))


def absent(res: Resolution, seat: int, away: bool) -> Iterator[Event]:
    """Autopilot on or off; what is open for the seat falls due soon, or gets its full time anew."""
    player = res.state.players[seat]
    if res.state.over or player.away == away:
        return
    yield AutopilotChanged(seat, away)
    if player.alive:
        yield from turn.hurry(res, seat) if away else turn.relax(res, seat)
