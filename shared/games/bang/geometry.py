"""Seat distance, distance and reach (§5.1)."""

from .hooks import DISTANCE, WEAPON_RANGE, Sight
from .resolution import Resolution


def distance(res: Resolution, viewer: int, target: int) -> int:
    """Seats from `viewer` to `target` as the viewer sees it, at least 1.

    Counts living seats the shorter way round, then asks what cards and characters add or take
    away. Both must be alive (asserted) and different. Rules: §5.1, with an example for five seats.
    """
    players = res.state.players
    assert players[viewer].alive and players[target].alive, (viewer, target)
    first, last = min(viewer, target), max(viewer, target)
    between = sum(players[seat].alive for seat in range(first, last))
    around = sum(player.alive for player in players) - between
    return max(1, res.ask(DISTANCE, Sight(viewer, target), min(between, around)))


def weapon_range(res: Resolution, seat: int) -> int:
    """How far a seat's weapon reaches, in seats; a bare hand reaches 1 (§5.1)."""
    return res.ask(WEAPON_RANGE, seat, 1)
