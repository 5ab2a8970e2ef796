"""A resolution: one command being decided, with everything its rules may look at.

Rules read `state` and never write it; they yield events, and the driver applies each before it goes
on. What a rule may ask beyond the state is here: the rulebook, the draws and the time.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from ...engine.draws import Draws
from ...engine.events import Event
from ...engine.hooks import Moment, Query
from .catalogue import Card, CardDef, Catalogue
from .events import WaitChanged, WaitClosed, WaitOpened
from .state import State
from .waits import AnyWait, Wait

if TYPE_CHECKING:
    from .geometry import SightBook, Sights

Q = TypeVar("Q")
A = TypeVar("A")


class Resolution:
    """`draws` is `None` where nothing may happen: in checks, offers and views. There the state
    stands still, and its distances stand in `book`."""

    __slots__ = ("_draws", "book", "catalogue", "now_ms", "sights", "state")

    def __init__(
        self,
        state: State,
        catalogue: Catalogue,
        now_ms: int = 0,
        draws: Draws | None = None,
        book: "SightBook | None" = None,
    ) -> None:
        self.state = state
        self.catalogue = catalogue
        self.now_ms = now_ms
        self._draws = draws
        self.book = book
        self.sights: Sights | None = None

    @property
    def draws(self) -> Draws:
        assert self._draws is not None, "a check or a view asked for a random draw"
        return self._draws

    def ask(self, query: Query[Q, A], question: Q, answer: A) -> A:
        return self.catalogue.rules.ask(self, query, question, answer)

    def may_differ(self, query: Query[Q, A], seat: int) -> bool:
        """Whether something speaks to a query that asks this seat alone."""
        return self.catalogue.rules.may_speak(self, query, (seat,))

    def reach(self, moment: Moment[Q], what: Q) -> Iterator[Event]:
        return self.catalogue.rules.reach(self, moment, what)

    def seats_in_force(self) -> Sequence[int]:
        return self.state.clockwise(max(self.state.turn.seat, 0))

    def bearers(self, seat: int) -> Sequence[str]:
        player = self.state.players[seat]
        if not player.in_play:
            return (player.character,)
        cards = self.catalogue.cards
        return [player.character, *[cards[card].kind for card in player.in_play]]

    def card(self, number: int) -> Card:
        return self.catalogue.cards[number]

    def definition(self, card: int) -> CardDef:
        return self.catalogue.kinds[self.catalogue.cards[card].kind]

    def deadline_ms(self, seat: int, length_ms: int) -> int:
        """When a wait of `seat` that opens now falls due; soon where the seat is on autopilot."""
        if self.state.players[seat].away:
            return self.now_ms + self.state.pace.autopilot_ms
        return self.now_ms + length_ms

    def open(self, wait: AnyWait) -> Iterator[Event]:
        """Opens `wait`, number and deadline filled in; its parent stands still meanwhile."""
        parent = self.state.wait(wait.parent) if wait.parent else None
        if parent is not None:
            left_ms = max(0, parent.deadline_ms - self.now_ms)
            yield WaitChanged(replace(parent, deadline_ms=0, left_ms=left_ms))
        deadline_ms = self.deadline_ms(wait.seat, wait.length_ms)
        yield WaitOpened(replace(wait, id=self.state.next_wait, deadline_ms=deadline_ms))

    def close(self, wait: Wait, how: str) -> Iterator[Event]:
        """Closes `wait`; a parent that stood still for it goes on with what it had left."""
        yield WaitClosed(wait.id, how)
        parent = self.state.wait(wait.parent) if wait.parent else None
        if parent is not None:
            yield WaitChanged(replace(parent, deadline_ms=self.now_ms + parent.left_ms, left_ms=0))
