"""Which parts of a view events may have changed, so that only these are made anew (§8.3).

A table of the few events there are: what an event may touch is a matter of what it records, so no
card and no option is asked. What stands in no table touches everything.
"""

from collections.abc import Collection, Sequence
from typing import Any

from ...engine.events import Event
from .events import (
    AutopilotChanged,
    CardPlayed,
    CardShown,
    CardsMoved,
    CheckMade,
    ClockSet,
    CounterChanged,
    Eliminated,
    LifeChanged,
    PhaseChanged,
    PileShuffled,
    StepTaken,
    TurnBegan,
    TurnSkipped,
    WaitChanged,
    WaitClosed,
    WaitOpened,
)
from .state import State
from .view import DISCARD_PART, MOVING, discard_part, discard_parts, seat_view

_TOUCHING_NOBODY = frozenset(
    {
        CardPlayed,
        CardShown,
        CheckMade,
        ClockSet,
        CounterChanged,
        LifeChanged,
        PhaseChanged,
        PileShuffled,
        StepTaken,
        TurnSkipped,
        WaitChanged,
        WaitClosed,
    }
)
"""Events that change what a seat has for itself only where it may act."""


def affected(state: State, events: Sequence[Event]) -> Collection[int] | None:
    """Seats whose `own_sections` may differ after `events`; `None` = all. Offers are for those who
    may act; a hand changes where cards come or go."""
    found = {state.turn.seat, *[wait.seat for wait in state.waits]}
    for event in events:
        kind = type(event)
        if kind in _TOUCHING_NOBODY:
            continue
        if isinstance(event, CardsMoved):
            for zone in (event.source, event.to):
                if zone.pile == "hand":
                    found.add(zone.owner)
            found.update(event.audience or ())
        elif isinstance(event, WaitOpened):
            found.add(event.wait.seat)
        elif isinstance(event, TurnBegan):
            found.add(event.seat)
        else:
            return None
    return found


_SECTIONS: dict[type[Event], tuple[str, ...]] = {
    CardPlayed: (),
    CardShown: ("turn",),
    CheckMade: ("check",),
    ClockSet: ("clock",),
    CounterChanged: ("turn",),
    PhaseChanged: ("turn",),
    StepTaken: (),
    TurnBegan: ("turn", "clock"),
    TurnSkipped: (),
    WaitChanged: ("waits",),
    WaitClosed: ("waits",),
    WaitOpened: ("waits",),
}
"""What is always the same: the sections of `MOVING` that an event may change."""

_PILES = {"deck": "piles", "discard": "piles", "aside": "laid"}


class Touched:
    """The public sections that the events of one entry may have changed."""

    __slots__ = ("discarded", "distances", "names", "seats")

    def __init__(self) -> None:
        self.names: set[str] = set()
        """Of `MOVING`."""
        self.seats: set[int] = set()
        self.discarded = 0
        """Cards that were laid on the discard pile."""
        self.distances = False
        """Who lives, or what lies in front of somebody, has changed."""


def touched(events: Sequence[Event]) -> Touched | None:
    """`None`: every section, or there are other sections now."""
    found = Touched()
    for event in events:
        names = _SECTIONS.get(type(event))
        if names is not None:
            found.names.update(names)
        elif isinstance(event, CardsMoved):
            if event.source.pile == "discard":
                return None
            _cards_moved(found, event)
        elif isinstance(event, LifeChanged | AutopilotChanged):
            found.seats.add(event.seat)
        elif isinstance(event, Eliminated):
            found.seats.add(event.seat)
            found.distances = True
        else:
            return None
    return found


def _cards_moved(found: Touched, event: CardsMoved) -> None:
    for zone in (event.source, event.to):
        name = _PILES.get(zone.pile)
        if name is not None:
            found.names.add(name)
        else:
            found.seats.add(zone.owner)
            found.distances |= zone.pile == "play"
    if event.to.pile == "discard":
        found.discarded += len(event.cards)


def sections(state: State, what: Touched) -> dict[str, Any]:
    """The public sections in `what` as they are now, in the order of the view, save distances,
    which come last."""
    found: dict[str, Any] = {
        name: make(state) for name, make in MOVING.items() if name in what.names
    }
    if what.discarded:
        size = len(state.discard)
        # Cards came on top of a pile that lost none: its lower parts are as they were.
        for part in range((size - what.discarded) // DISCARD_PART, discard_parts(size)):
            found[f"discard/{part}"] = discard_part(state, part)
    for seat in sorted(what.seats):
        found[f"seat/{seat}"] = seat_view(state.players[seat], state.over)
    return found
