"""Applying one event to the state of a room, its own or one of the match in it."""

from ..engine.events import Event
from ..engine.game import Setup
from .events import LobbyReopened, MatchDealt, RoomEvent, RoomOpened
from .rules import Games, installed
from .state import RoomState


def evolve(state: RoomState, event: Event, games: Games) -> None:
    """Changes `state`, the full one or a viewer's masked one, in place.

    Raises `UnknownRules` where the room is from here on under rules that are not installed.
    """
    if not isinstance(event, RoomEvent):
        event.on(state.play)
        return
    event.on(state)
    if isinstance(event, RoomOpened | LobbyReopened):
        installed(games, state.game, event.ruleset)
    elif isinstance(event, MatchDealt):
        game = installed(games, event.game, event.ruleset)
        state.play = game.initial(Setup(event.players, event.options, state.pace))
