"""The turn (§5.2): its start, its phases, its end, and its clock (§8.5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from ...contracts.bang import Discard, Draw, EndPlay, KeepCards
from ...contracts.refusals import Refusal
from ...engine.events import EVERYBODY, Event
from . import drawing
from .events import ClockSet, PhaseChanged, StepTaken, TurnBegan, TurnSkipped, WaitChanged
from .hooks import HAND_LIMIT, START_OF_TURN
from .piles import spend, spend_at_random
from .reactions.answers import refuse_absent, refuse_count
from .resolution import Resolution
from .setup import deal
from .state import DISCARD, second_ms
from .victory import SHERIFF
from .waits import Keep

STEP_LIMIT = 100
"""Steps that follow one command by themselves; a turn has fewer than five, and turns that pass
without anybody being asked end at the next draw."""


def settle(res: Resolution) -> Iterator[Event]:
    """Goes on with the turn as far as it goes by itself, then sets its clock."""
    for _ in range(STEP_LIMIT):
        state = res.state
        if state.over or state.waits:
            break
        turn = state.turn
        if turn.phase == "setup":
            yield from deal(res)
            first = next(s for s, player in enumerate(state.players) if player.role == SHERIFF)
            yield from _begin(res, first)
        elif not state.players[turn.seat].alive:
            yield from end_turn(res)
        elif turn.phase == "start":
            yield from _next_step(res)
        else:
            break
    else:
        raise AssertionError("a turn does not come to rest")
    if not res.state.over:
        yield from _set_clock(res)


def _next_step(res: Resolution) -> Iterator[Event]:
    turn = res.state.turn
    if turn.step < len(START_OF_TURN):
        moment = START_OF_TURN[turn.step]
        yield StepTaken(turn.step + 1)
        yield from res.reach(moment, turn.seat)
    else:
        yield from enter(res, "draw")


def _begin(res: Resolution, seat: int) -> Iterator[Event]:
    turn = res.state.turn
    is_sheriff = res.state.players[seat].role == SHERIFF
    yield TurnBegan(seat, turn.number + 1, turn.round + is_sheriff)
    yield _fresh_clock(res, seat)


def _fresh_clock(res: Resolution, seat: int) -> ClockSet:
    length_ms = second_ms(res.state, "turnSeconds")
    return ClockSet(res.state.next_wait, res.deadline_ms(seat, length_ms))


def enter(res: Resolution, phase: str) -> Iterator[Event]:
    """Enters a phase. What is left of a turn whose clock ran out, or whose player is away, takes
    its defaults at the pace of autopilot."""
    yield PhaseChanged(phase)
    turn = res.state.turn
    if turn.clock.expired or res.state.players[turn.seat].away:
        yield ClockSet(
            res.state.next_wait,
            res.now_ms + res.state.pace.autopilot_ms,
            extended=turn.clock.extended,
            expired=turn.clock.expired,
        )


def end_turn(res: Resolution) -> Iterator[Event]:
    """The next living seat clockwise begins its turn."""
    seat = res.state.turn.seat
    yield from _begin(res, next(other for other in res.state.clockwise(seat) if other != seat))


def skip_turn(res: Resolution) -> Iterator[Event]:
    """Ends a turn that has only just begun: no draw, no cards, no discard (§5.2, 2)."""
    yield TurnSkipped(res.state.turn.seat)
    yield from end_turn(res)


def _set_clock(res: Resolution) -> Iterator[Event]:
    state, clock = res.state, res.state.turn.clock
    if state.turn.phase == "setup":
        return
    if state.waits and clock.deadline_ms:
        left_ms = max(0, clock.deadline_ms - res.now_ms)
        yield ClockSet(clock.id, 0, left_ms, clock.extended, clock.expired)
    elif not state.waits and not clock.deadline_ms:
        least_ms = state.pace.resume_ms
        if clock.expired or state.players[state.turn.seat].away:
            least_ms = state.pace.autopilot_ms
        deadline_ms = res.now_ms + max(clock.left_ms, least_ms)
        yield ClockSet(state.next_wait, deadline_ms, 0, clock.extended, clock.expired)


def draw(res: Resolution, command: Draw | None) -> Iterator[Event]:
    yield from drawing.draw_cards(res, res.state.turn.seat, command)
    if not res.state.waits:
        yield from enter(res, "play")


def keep(res: Resolution, wait: Keep, command: KeepCards) -> Iterator[Event]:
    yield from drawing.keep(res, wait, command)
    yield from enter(res, "play")


def default_keep(res: Resolution, wait: Keep) -> Iterator[Event]:
    yield from drawing.default_keep(res, wait)
    yield from enter(res, "play")


def excess(res: Resolution, seat: int) -> int:
    """Hand cards above the limit; 0 or less = none."""
    player = res.state.players[seat]
    return len(player.hand) - res.ask(HAND_LIMIT, seat, player.life)


def end_play(res: Resolution, _: EndPlay | None = None) -> Iterator[Event]:
    """To the discard phase if there is too much in the hand, otherwise to the next turn."""
    if excess(res, res.state.turn.seat) > 0:
        yield from enter(res, "discard")
    else:
        yield from end_turn(res)


def refuse_discard(res: Resolution, seat: int, command: Discard) -> Refusal | None:
    """Exactly the excess, not more and not less (§5.2)."""
    return refuse_absent(res, seat, command.card_ids) or refuse_count(
        command.card_ids, excess(res, seat)
    )


def discard(res: Resolution, command: Discard) -> Iterator[Event]:
    seat = res.state.turn.seat
    yield from spend(res, seat, command.card_ids, DISCARD, EVERYBODY, "excess")
    yield from end_turn(res)


def run_out(res: Resolution) -> Iterator[Event]:
    """The turn's clock ran out: the phase it stands in takes its default (§8.5)."""
    turn = res.state.turn
    clock = turn.clock
    yield ClockSet(clock.id, clock.deadline_ms, 0, clock.extended, expired=True)
    if turn.phase == "draw":
        yield from draw(res, None)
    elif turn.phase == "play":
        yield from end_play(res)
    else:
        assert turn.phase == "discard", turn.phase
        for _ in range(excess(res, turn.seat)):
            yield from spend_at_random(res, turn.seat, DISCARD, EVERYBODY, "excess")
        yield from end_turn(res)


def hurry(res: Resolution, seat: int) -> Iterator[Event]:
    """What is open for a seat that is away now falls due at the pace of autopilot; what stands
    still will, once it goes on."""
    pace_ms = res.state.pace.autopilot_ms
    soon_ms = res.now_ms + pace_ms
    for wait in res.state.waits_of(seat):
        if not wait.deadline_ms:
            yield WaitChanged(replace(wait, left_ms=min(wait.left_ms, pace_ms)))
        elif wait.deadline_ms > soon_ms:
            yield WaitChanged(replace(wait, deadline_ms=soon_ms))
    turn = res.state.turn
    clock = turn.clock
    if turn.seat == seat and not clock.deadline_ms:
        left_ms = min(clock.left_ms, pace_ms)
        yield ClockSet(clock.id, 0, left_ms, clock.extended, clock.expired)
    elif turn.seat == seat and clock.deadline_ms > soon_ms:
        yield ClockSet(res.state.next_wait, soon_ms, 0, clock.extended, clock.expired)


def relax(res: Resolution, seat: int) -> Iterator[Event]:
    """What is open for a seat that is back gets its full time anew, at once or once it goes on;
    only once each, or going and coming would hold up a table for ever (L8)."""
    for wait in res.state.waits_of(seat):
        if wait.extended:
            continue
        if wait.deadline_ms:
            deadline_ms = res.now_ms + wait.length_ms
            yield WaitChanged(replace(wait, deadline_ms=deadline_ms, extended=True))
        else:
            yield WaitChanged(replace(wait, left_ms=wait.length_ms, extended=True))
    turn = res.state.turn
    if turn.seat != seat or turn.clock.extended:
        return
    length_ms = second_ms(res.state, "turnSeconds")
    if turn.clock.deadline_ms:
        yield ClockSet(res.state.next_wait, res.now_ms + length_ms, extended=True)
    else:
        yield ClockSet(turn.clock.id, 0, length_ms, extended=True)
