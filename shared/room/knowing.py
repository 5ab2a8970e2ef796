"""A room as one viewer knows it who forgot nothing: from what he is told, event by event, and from
nothing else."""

from typing import Any

from ..contracts.ids import PlayerId, RoomId
from ..engine.events import Event
from ..engine.game import Game
from ..games.memory import Memory, remember
from .events import LobbyReopened, MatchDealt, RoomEvent
from .fold import evolve
from .matches import seat_of
from .rules import Games, installed
from .state import RoomState
from .told import hear
from .view import see


class Knowing:
    """`hears_all`: an auditor, who is told everything and remembers for nobody."""

    def __init__(
        self, room: RoomId, player: PlayerId | None, games: Games, *, hears_all: bool = False
    ) -> None:
        self.state = RoomState(room)
        self._player = player
        self._games = games
        self._hears_all = hears_all
        self._memory: Memory | None = None

    @property
    def game(self) -> Game:
        """The room must have been opened."""
        return installed(self._games, self.state.game, self.state.ruleset)

    @property
    def seat(self) -> int | None:
        """The viewer's at the match that runs or is over."""
        return seat_of(self.game, self.state, self._player)

    @property
    def is_seated(self) -> bool:
        """Whether there is a match, and everybody has a seat at it."""
        return self.state.play is not None and bool(self.game.seating(self.state.play))

    def take(self, event: Event, seq: int) -> None:
        """`event` of entry `seq`, whole or as it was heard. Raises what `MISFITS` names."""
        if not self._hears_all:
            seat = None if self.state.play is None else self.seat
            event = hear(event, self._player, seat)
        evolve(self.state, event, self._games)
        if not self._hears_all:
            self.state = see(self.state, self._player, self._games)
        if isinstance(event, MatchDealt):
            self._memory = remember(self.game, self.state.play)
        elif isinstance(event, LobbyReopened):
            self._memory = None
        elif self._memory is not None and not isinstance(event, RoomEvent):
            self._memory.hear(event, self.state.play, seq)

    def knows(self) -> Any:
        """The game's `Knowledge`; all must be seated (asserted)."""
        assert self._memory is not None, "no match has been dealt"
        return self._memory.tell(self.state.play, self.seat)
