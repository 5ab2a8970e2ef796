"""Applying one event to the state of a room, its own or one of the match in it."""

from ..engine.events import Event
from ..engine.game import Setup
from .events import MatchDealt, RoomEvent
from .rules import Games, installed
from .state import RoomState


def evolve(state: RoomState, event: Event, games: Games) -> None:
    """Changes `state`, the full one or a viewer's masked one, in place.

    Raises `UnknownRules` where a match begins under rules that are not installed.
    """
    if not isinstance(event, RoomEvent):
        event.on(state.play)
        return
    event.on(state)
    if isinstance(event, MatchDealt):
        game = installed(games, event.game, event.ruleset)
        state.play = game.initial(Setup(event.players, event.options, state.pace))
