"""Commands of Buckshot Roulette, and the sections of a view that a player decides by.

Seat 0 is the player's side, seat 1 the dealer's. A command names the turn it belongs to: it is
stale only when that turn is gone.
"""

from collections.abc import Callable

from msgspec import Struct

from .commands import Command
from .ids import PlayerId
from .refusals import Refusal

LIVE = "live"
BLANK_SHELL = "blank"

ITEMS = ("beer", "cigarettes", "handcuffs", "magnifier", "saw")
"""Kinds of items."""

SELF = "self"
OPPONENT = "opponent"


class Shoot(Command, frozen=True, tag="shoot"):
    """Fires the shell in the chamber at `self` or `opponent`."""

    turn: int
    target: str


class UseItem(Command, frozen=True, tag="use"):
    """Uses up one item of this kind."""

    turn: int
    item: str


BuckshotCommand = Shoot | UseItem


class Offer(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One command type with what may be filled in: one of `targets`, or one of `items`."""

    type: str
    turn: int
    targets: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class BlockedItem(Struct, frozen=True):
    """Why an item that the turn's side holds may not be used now."""

    item: str
    why: Refusal


class MatchView(Struct, frozen=True, rename="camel"):
    """Section `match`."""

    winner: int
    """The seat that won; -1 while nobody has."""
    over: bool
    abandoned: bool
    options: dict[str, str | int | bool]


class TurnView(Struct, frozen=True, rename="camel"):
    """Section `turn`: whose it is. `load` counts loads from 1."""

    seat: int
    number: int
    load: int


class GunView(Struct, frozen=True, rename="camel"):
    """Section `gun`: all that both sides know of it."""

    live: int
    """Live shells of this load as it was announced; likewise `blank`."""
    blank: int
    left: int
    """Shells that are still in it."""
    spent: tuple[str, ...]
    """What has been fired or ejected of this load, in order."""
    sawn: bool
    live_left: int = 0
    """Live shells that are still in it, by what both sides saw; likewise `blank_left`."""
    blank_left: int = 0
    live_chance: int = 0
    """Of the next shell being live, in percent, for somebody who has not looked at it."""


class SeatView(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Section `seat/0` or `seat/1`."""

    health: int
    items: tuple[str, ...] = ()
    """Oldest first, at most eight."""
    cuffed: bool = False
    immune: bool = False
    """May not be cuffed before it has acted (option `cuffImmunity`)."""
    away: bool = False


class PersonView(Struct, frozen=True, rename="camel"):
    """One of the section `seats`: what stays the same about a seat."""

    id: PlayerId
    max_health: int


class MeView(Struct, frozen=True, rename="camel"):
    """Section `me`: what this viewer alone knows."""

    seat: int
    chamber: str
    """What a magnifier showed of the shell in the chamber, until that is spent; else empty."""


class DisclosedView(Struct, frozen=True, rename="camel"):
    """Section `disclosed`, once the match is over."""

    chamber: tuple[str, ...]
    """What was left in the gun, the next shell first."""


def complete(offer: Offer, choose: Callable[[int], int]) -> BuckshotCommand:
    """A command out of an offer, its open choice made by `choose(n)`, which gives 0 .. n-1."""
    if offer.type == "shoot":
        return Shoot(offer.turn, offer.targets[choose(len(offer.targets))])
    assert offer.type == "use", offer
    return UseItem(offer.turn, offer.items[choose(len(offer.items))])
