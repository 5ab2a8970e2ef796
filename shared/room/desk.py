"""What a room's rules have before them while they decide one command."""

from collections.abc import Iterator

from msgspec import Struct

from ..contracts.ids import PlayerId
from ..contracts.refusals import Refusal
from ..engine.draws import Draws
from ..engine.events import Event
from ..engine.game import Game
from .envelope import Supplied
from .fair import Chance
from .rules import Games, installed
from .state import RoomState

Decision = Refusal | Iterator[Event]
"""A rule refuses before its first event, or gives its events one by one."""


class Desk(Struct, frozen=True):
    state: RoomState
    """The live state; rules read it, events change it between two steps of a rule."""
    games: Games
    actor: PlayerId
    at_ms: int
    supplied: Supplied
    chance: Chance

    @property
    def game(self) -> Game:
        """What is played here, under the room's rules."""
        return installed(self.games, self.state.game, self.state.ruleset)

    @property
    def draws(self) -> Draws:
        """Of the match that was dealt."""
        return self.chance.draws(self.state)
