"""Who hears what of an event: the room's own are confided to players, a game's to seats."""

from typing import Any

from msgspec.structs import replace

from ..contracts.ids import PlayerId
from ..engine import events as engine
from ..engine.events import Event, SealedEvent
from .events import Confided

Audience = tuple[PlayerId, ...] | None
"""Players who hear it; `None` = everybody."""


def hear(event: Event, viewer: PlayerId | None, seat: int | None) -> Event:
    """`event` as `viewer` hears it, who sits at `seat` of the match (`None`: at none)."""
    if isinstance(event, Confided):
        return event if viewer in event.told else blank(event)
    return engine.hear(event, seat)


def hidden(event: Event) -> tuple[Any, ...] | None:
    """What only its audience hears of `event`; `None` where everybody hears all of it."""
    if not event.SEALED:
        return None
    return event.sealed if isinstance(event, Confided) else engine.hidden(event)


def blank(event: Event) -> Event:
    """`event` as it is told to everybody."""
    if isinstance(event, Confided):
        return unseal(event, ("",) * len(event.sealed))
    assert isinstance(event, SealedEvent), event
    return event.blank()


def unseal(event: Event, values: tuple[Any, ...]) -> Event:
    """The public form of `event` together with what was hidden."""
    if isinstance(event, Confided):
        return replace(event, sealed=values)
    assert isinstance(event, SealedEvent), event
    return engine.unseal(event, values)


def audience(event: Event, seating: tuple[PlayerId, ...]) -> Audience:
    """Who hears the hidden part of `event`. `seating`: players by seat of the match it is of."""
    if isinstance(event, Confided):
        return event.told
    if isinstance(event, SealedEvent) and event.audience is not None:
        return tuple(seating[seat] for seat in event.audience)
    return None
