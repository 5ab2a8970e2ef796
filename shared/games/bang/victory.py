"""Who has won (§6), and how a match ends. Asked after every elimination."""

from collections.abc import Iterator

from ...engine.events import Event
from .events import MatchEnded
from .state import State

SHERIFF = "sheriff"
DEPUTY = "deputy"
OUTLAW = "outlaw"
RENEGADE = "renegade"

LAW = "law"
OUTLAWS = "outlaws"
TEAM = {SHERIFF: LAW, DEPUTY: LAW, OUTLAW: OUTLAWS, RENEGADE: RENEGADE}
"""Role -> the side that shares a win; a renegade is a side of his own."""


def winner(state: State) -> str:
    """The side that has won by now, or an empty string."""
    living = [player.role for player in state.players if player.alive]
    if SHERIFF not in living:
        return RENEGADE if living == [RENEGADE] else OUTLAWS
    if OUTLAW not in living and RENEGADE not in living:
        return LAW
    return ""


def finish(state: State, winning: str) -> Iterator[Event]:
    """Ends the match and tells everybody everything (§8.3); `winning` empty = abandoned."""
    yield MatchEnded(
        winner=winning,
        roles=tuple(player.role for player in state.players),
        hands=tuple(tuple(player.hand) for player in state.players),
        deck=tuple(state.deck),
        aside=tuple(tuple(aside.cards) for aside in state.aside),
        offers=tuple(tuple(player.offer) for player in state.players),
        picks=tuple(player.picked for player in state.players),
    )
