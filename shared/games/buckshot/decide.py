"""Both commands with their checks and what they do (§3): "may I", "why not" and "do it"."""

from collections.abc import Iterator

from ...contracts.buckshot import OPPONENT, SELF, BuckshotCommand, Shoot
from ...contracts.refusals import Refusal, refuse
from ...engine.events import Event
from .items import refuse_use, use
from .resolution import Resolution
from .state import State, other
from .turn import reload, shoot


def refusal(state: State, seat: int, command: BuckshotCommand) -> Refusal | None:
    """Why `seat` may not do this now, or `None`."""
    if state.over:
        return refuse("game_over")
    if state.turn.seat != seat:
        return refuse("not_your_turn")
    if state.turn.number != command.turn:
        return refuse("stale_turn")
    if isinstance(command, Shoot):
        return None if command.target in (SELF, OPPONENT) else refuse("invalid_target")
    return refuse_use(state, seat, command.item)


def resolve(res: Resolution, seat: int, command: BuckshotCommand) -> Iterator[Event]:
    """Carries out what `refusal` let pass, and whatever follows from it."""
    if isinstance(command, Shoot):
        yield from shoot(res, seat, seat if command.target == SELF else other(seat))
        return
    yield from use(res, seat, command.item)
    if not res.state.gun.chamber:
        yield from reload(res)
