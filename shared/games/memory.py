"""What a seat can know of a match is made by a memory, which comes with the match's own rules: it
has to know their events from those of every other version."""

from typing import Any, Protocol, runtime_checkable

from ..engine.events import Event
from ..engine.game import Game


class Memory(Protocol):
    """Takes what one viewer hears, from a match's first event on, and tells what he can know."""

    def hear(self, event: Event, state: Any, seq: int) -> None:
        """`event` as it was heard with entry `seq`; `state` as it is seen after it."""

    def tell(self, state: Any, seat: int | None) -> Any:
        """The game's `Knowledge`, of who sees `state` from `seat`; somebody must be seated."""


@runtime_checkable
class Remembered(Protocol):
    """A game that has a memory."""

    def remember(self, state: Any) -> Memory:
        """A memory of nothing yet. `state`: as it was before the match's first event."""


def remember(game: Game, state: Any) -> Memory:
    """A memory of nothing yet, by the rules of `game`; see `Remembered`.

    Raises `KeyError` for a game that has none.
    """
    if not isinstance(game, Remembered):
        raise KeyError(game.id)
    return game.remember(state)
