"""Automatic players who sit down by themselves, because the room's options want them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..contracts.refusals import Refusal, refuse
from ..engine.events import Event
from ..engine.game import Game
from .desk import Desk
from .events import SeatGivenUp, SeatTaken
from .fair import automatic_player
from .state import Member, RoomState

NOBODY: Sequence[str] = ()


class Reseating(NamedTuple):
    """Who gets up, and the kinds of those who sit down."""

    going: tuple[Member, ...]
    coming: tuple[str, ...]
    unwanted: tuple[str, ...]
    """Kinds of those whom the host had seated and the options do not want, who stay."""


def reseating(state: RoomState, before: Sequence[str], wanted: Sequence[str]) -> Reseating:
    """What has to happen where the options wanted the kinds `before` and want `wanted` now.

    Whoever is wanted and there already stays, also where the host had seated him; whom only the
    options before had wanted goes.
    """
    surplus = Counter(before) - Counter(wanted)
    missing = Counter(wanted) - _seated(state)
    going: list[Member] = []
    for member in reversed(state.members):
        if surplus[member.automatic] > 0:
            surplus[member.automatic] -= 1
            going.append(member)
    staying = _seated(state) - Counter(member.automatic for member in going)
    unwanted = staying - Counter(wanted)
    return Reseating(tuple(going), tuple(missing.elements()), tuple(unwanted.elements()))


def _seated(state: RoomState) -> Counter[str]:
    """Automatic players by kind."""
    return Counter(member.automatic for member in state.members if member.automatic)


def refuse_seats(state: RoomState, game: Game, change: Reseating) -> Refusal | None:
    """Where there are too few seats, refuses with `other_kind_seated` if they are held by automatic
    players of other kinds, else with `seats_needed` (`count`: who would sit down)."""
    seated = len(state.members) - len(change.going) + len(change.coming)
    lacking = seated - game.seats[-1]
    if not change.coming or lacking <= 0:
        return None
    if lacking <= len(change.unwanted):
        wanted, kinds = (" ".join(dict.fromkeys(e)) for e in (change.coming, change.unwanted))
        return refuse("other_kind_seated", wanted=wanted, kinds=kinds)
    return refuse("seats_needed", count=len(change.coming))


def reseat(desk: Desk, change: Reseating) -> Iterator[Event]:
    for member in change.going:
        yield SeatGivenUp(member.player, "removed")
    for number, kind in enumerate(change.coming):
        yield SeatTaken(automatic_player(desk.supplied.fresh, number), kind)


def is_needed(state: RoomState, game: Game, member: Member) -> bool:
    """Whether the room's options want this automatic player to stay."""
    wanted = Counter(game.automatic_seats(state.options))
    return wanted[member.automatic] >= _seated(state)[member.automatic]
