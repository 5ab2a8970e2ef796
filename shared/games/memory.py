"""Who remembers a match of which game: what a seat can know is made by a memory of its game."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ..engine.events import Event
from ..engine.game import Game
from . import bang, buckshot
from .bang import knowledge as of_bang
from .buckshot import knowledge as of_buckshot


class Memory(Protocol):
    """Takes what one viewer hears, from a match's first event on, and tells what he can know."""

    def hear(self, event: Event, state: Any, seq: int) -> None:
        """`event` as it was heard with entry `seq`; `state` as it is seen after it."""

    def tell(self, state: Any, seat: int | None) -> Any:
        """The game's `Knowledge`, of who sees `state` from `seat`; somebody must be seated."""


def remember(game: Game, state: Any) -> Memory:
    """A memory of nothing yet. `state`: as it was before the match's first event.

    Raises `KeyError` for a game that has none.
    """
    return _MEMORIES[game.id](game, state)


_MEMORIES: Mapping[str, Callable[[Any, Any], Memory]] = {
    bang.Bang.id: lambda game, state: of_bang.Memory(game.resolution, state),
    buckshot.Buckshot.id: lambda _, state: of_buckshot.Memory(state),
}
