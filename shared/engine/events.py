"""What an event is: a fact with its effect, and what each viewer may hear of it (L2)."""

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

BLANK = -1
"""Stands for a card its viewer may not know."""

EVERYBODY = None
"""An audience of everybody: the event has no sealed leaf."""

Audience = tuple[int, ...] | None
"""Seats that hear the sealed field; `EVERYBODY` for all, `()` for nobody yet."""


class Event(Struct, frozen=True, tag_field="event", array_like=True, gc=False):
    """A fact about one match. Public throughout, unless a subclass names a `SEALED` field.

    Stored and sent as an array, its tag first and its fields in their order, because every event
    goes to every viewer: names would be half of all bytes on the wire.

    `on` records what the event says; it asks no card, no option and no clock.
    """

    SEALED: ClassVar[str] = ""

    def on(self, state: Any) -> None:
        """Applies the fact to a live state or to a viewer's masked one, in place."""
        raise NotImplementedError(type(self))


class Seating(Event, frozen=True):
    """Who sits where at a match: players clockwise, a seat's index is a place in it."""

    order: tuple[str, ...]


class SealedEvent(Event, frozen=True):
    """An event with one field that only `audience` hears; others hear blanks of the same count.

    `audience` is public and never depends on what is hidden, so neither does the number of leaves.
    """

    audience: Audience

    def blank(self) -> "SealedEvent":
        """The public form: blanks in the sealed field."""
        values: tuple[Any, ...] = getattr(self, self.SEALED)
        return replace(self, **{self.SEALED: (_blank_of(values),) * len(values)})


def _blank_of(values: tuple[Any, ...]) -> Any:
    return "" if values and isinstance(values[0], str) else BLANK


def hear(event: Event, viewer: int | None) -> Event:
    """`event` as the seat `viewer` hears it; `None` is a spectator."""
    if not isinstance(event, SealedEvent) or event.audience is EVERYBODY:
        return event
    return event if viewer in event.audience else event.blank()


def hidden(event: Event) -> tuple[Any, ...] | None:
    """The sealed values of `event`, or `None` where everybody hears all of it."""
    name = event.SEALED
    if not name or not isinstance(event, SealedEvent) or event.audience is EVERYBODY:
        return None
    values: tuple[Any, ...] = getattr(event, name)
    return values


def unseal(event: SealedEvent, values: tuple[Any, ...]) -> SealedEvent:
    """The public form of an event together with its opened sealed leaf."""
    return replace(event, **{event.SEALED: values})
