"""What one viewer may see: a masked state, and the view cut into named sections.

Hidden is the order of the shells in the gun, and nothing else; who looked at the one in the chamber
knows that one. Once the match is over everything has been disclosed.
"""

from typing import Any

from msgspec.structs import replace

from ...contracts.buckshot import (
    BLANK_SHELL,
    LIVE,
    DisclosedView,
    GunView,
    MatchView,
    MeView,
    PersonView,
    SeatView,
    TurnView,
)
from .legal import blocked, offers
from .state import Gun, Player, State, max_health


def see(state: State, viewer: int | None) -> State:
    """A copy of `state` as `viewer` may see it, in the same types."""
    return replace(
        state,
        players=[replace(player, items=player.items.copy()) for player in state.players],
        gun=_gun(state, viewer),
        turn=replace(state.turn, clock=replace(state.turn.clock)),
        course=state.course.copy(),
    )


def _gun(state: State, viewer: int | None) -> Gun:
    gun = state.gun
    chamber = gun.chamber.copy() if state.over else [""] * len(gun.chamber)
    if _knows(state, viewer):
        chamber[0] = gun.chamber[0]
    return replace(gun, chamber=chamber, spent=gun.spent.copy())


def _knows(state: State, viewer: int | None) -> bool:
    return viewer is not None and bool(state.players) and state.players[viewer].knows


def public_sections(state: State) -> dict[str, Any]:
    """The sections that say the same to every viewer, whoever's state they are made from."""
    turn, gun = state.turn, state.gun
    found: dict[str, Any] = {
        "match": MatchView(state.winner, state.over, state.abandoned, state.options),
        "turn": TurnView(turn.seat, turn.number, state.load),
        "clock": turn.clock.deadline_ms,
        "gun": _gun_view(gun),
        "seats": tuple(PersonView(p.id, max_health(state)) for p in state.players),
    }
    for seat, player in enumerate(state.players):
        found[f"seat/{seat}"] = _seat(player)
    if state.over:
        found["disclosed"] = DisclosedView(tuple(gun.chamber))
    return found


def _gun_view(gun: Gun) -> GunView:
    """Of its chamber only the length is read."""
    left = len(gun.chamber)
    live = gun.live - gun.spent.count(LIVE)
    blank = gun.blank - gun.spent.count(BLANK_SHELL)
    chance = round(100 * live / left) if left else 0
    return GunView(gun.live, gun.blank, left, tuple(gun.spent), gun.sawn, live, blank, chance)


def _seat(player: Player) -> SeatView:
    items = tuple(player.items)
    return SeatView(player.health, items, player.cuffed, player.immune, player.away)


def own_sections(state: State, viewer: int | None) -> dict[str, Any]:
    """The sections that only `viewer` has; a spectator has none."""
    if viewer is None or not state.players:
        return {}
    chamber = state.gun.chamber[0] if _knows(state, viewer) else ""
    found: dict[str, Any] = {"me": MeView(viewer, chamber), "legal": offers(state, viewer)}
    if told := blocked(state, viewer):
        found["blocked"] = told
    return found
