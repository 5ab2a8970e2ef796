"""Which automatic players there are, by game and kind.

A mind plays one seat through one match. It has what the seat is shown and told, in the form in
which the server sends it, and a source of chance of its own; so the same seed plays the same match.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from services.bots.bang.at_random import AtRandom
from services.bots.bang.steady import Steady
from services.bots.buckshot.house import House
from services.bots.buckshot.novice import Novice
from services.bots.buckshot.sharp import Sharp
from shared.contracts.commands import Command
from shared.contracts.ids import PlayerId


class Mind(Protocol):
    def hear(self, events: Sequence[Any]) -> None:
        """The events of one entry as the seat hears them: arrays, the tag first.

        What came while the connection was lost is not heard; the view holds all that matters.
        """

    def choose(self, view: Mapping[str, Any]) -> Command | None:
        """What to do now; `None` where nothing is offered. `view`: the sections by name.

        Raises `msgspec.ValidationError` for a view of another shape.
        """


@runtime_checkable
class Searcher(Mind, Protocol):
    """A mind that searches, up to a limit."""

    cut_short: int
    """Moves so far whose search met its limit."""


MindMaker = Callable[[PlayerId, Random], Mind]

MINDS: Mapping[str, Mapping[str, MindMaker]] = {
    "bang": {"random": AtRandom, "steady": Steady},
    "buckshot": {"novice": Novice, "house": House, "sharp": Sharp},
}
"""By the game's id, then by kind."""

KINDS = frozenset(kind for kinds in MINDS.values() for kind in kinds)
