"""What each viewer is sent: views and heard events step by step, and whether it depends on a card.

A card is hidden from a viewer if a match in which it was exchanged for another hidden card sends
him the same bytes. That needs no list of the places where a card might stand.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import msgspec

from shared.engine.events import EVERYBODY, Event, SealedEvent, hear
from shared.games.bang.events import CardsMoved, MatchEnded
from shared.games.bang.state import State

from .cases import Action
from .script import act
from .table import Table

SPECTATOR = "spectator"


class Frame(NamedTuple):
    """What a viewer is sent after one action; before the first it is the view that he joined on."""

    heard: tuple[Event, ...]
    view: dict[str, Any]
    """As somebody gets it who comes back just now."""
    seen: State
    """The masked state that the view is made of."""

    def sent(self) -> bytes:
        return msgspec.json.encode([self.heard, self.view, self.seen])


class Film(NamedTuple):
    """A script played through. Steps are counted from 0, which is the table before it."""

    before: Table
    table: Table
    steps: tuple[tuple[Event, ...], ...]
    """True events of each step."""
    frames: dict[str, tuple[Frame, ...]]
    """Viewer -> what he was sent, by step."""


def viewers(table: Table) -> list[str]:
    return [*(str(player.id) for player in table.state.players), SPECTATOR]


def seat_of(table: Table, viewer: str) -> int | None:
    return None if viewer == SPECTATOR else table.seat(viewer)


def film(table: Table, actions: Sequence[Action]) -> Film:
    """Plays the actions at `table`, and keeps what everybody is sent."""
    before = table.copy()
    steps: list[tuple[Event, ...]] = [()]
    frames = {who: [_frame(table, who, ())] for who in viewers(table)}
    for action in actions:
        start = len(table.events)
        act(table, action)
        steps.append(tuple(table.events[start:]))
        for who, sent in frames.items():
            sent.append(_frame(table, who, steps[-1]))
    return Film(before, table, tuple(steps), {who: tuple(sent) for who, sent in frames.items()})


def _frame(table: Table, viewer: str, events: Sequence[Event]) -> Frame:
    seat = seat_of(table, viewer)
    heard = tuple(hear(event, seat) for event in events)
    seen = table.game.see(table.state, seat)
    return Frame(heard, table.game.sections(seen, seat), seen)


def untouched(shot: Film) -> list[int]:
    """Cards of the deck that no event of the script moves."""
    moved = {card for events in shot.steps for event in events for card in moved_by(event)}
    return [card for card in shot.before.state.deck if card not in moved]


def moved_by(event: Event) -> tuple[int, ...]:
    return event.cards if isinstance(event, CardsMoved) else ()


def hidden_until(shot: Film, card: int) -> int:
    """The step that shows `card` to everybody; beyond the last if none does."""
    for step, events in enumerate(shot.steps):
        for event in events:
            if _shows(event, card):
                return step
    return len(shot.steps)


def _shows(event: Event, card: int) -> bool:
    if isinstance(event, MatchEnded):
        return True
    if isinstance(event, SealedEvent) and event.audience is not EVERYBODY:
        return False
    return card in moved_by(event)


def exchanged(table: Table, one: int, other: int) -> Table:
    """The same table, but that two cards have changed places."""
    twin = table.copy()
    swap = {one: other, other: one}
    for pile in _piles(twin.state):
        pile[:] = [swap.get(card, card) for card in pile]
    return twin


def _piles(state: State) -> Iterator[list[int]]:
    yield from (state.deck, state.discard, *(aside.cards for aside in state.aside))
    for player in state.players:
        yield from (player.hand, player.in_play)


def first_difference(one: Film, other: Film, who: Sequence[str], steps: int) -> str:
    """Where, before step `steps`, these viewers are sent something else; empty if nowhere."""
    for viewer in who:
        pairs = zip(one.frames[viewer][:steps], other.frames[viewer][:steps], strict=True)
        for step, (sent, other_sent) in enumerate(pairs):
            if sent.sent() != other_sent.sent():
                return f"{viewer} is sent something else at step {step}"
    return ""


def telling(shot: Film, cards: Sequence[int], actions: Sequence[Action], who: Sequence[str]) -> str:
    """Whether these viewers could tell one of `cards` from any other that is still in the deck;
    says where, empty if they could not."""
    others = untouched(shot)
    assert others, "every card of the deck is drawn"
    for card in cards:
        for other in others:
            steps = hidden_until(shot, card)
            twin = film(exchanged(shot.before, card, other), actions[: max(0, steps - 1)])
            told = first_difference(shot, twin, who, steps)
            if told:
                names = shot.table.names
                return f"{names.of(card)} for {names.of(other)}: {told}"
    return ""


def replayed(frames: Sequence[Frame], joined: int) -> bytes:
    """What a view taken at step `joined` has become by what its viewer heard since, in canonical
    form."""
    seen = deepcopy(frames[joined].seen)
    for frame in frames[joined + 1 :]:
        for event in frame.heard:
            event.on(seen)
    return msgspec.json.encode(seen)
