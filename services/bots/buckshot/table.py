"""What a dealer makes of its view: one side of the table, its own first."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from shared.contracts.buckshot import (
    BLANK_SHELL,
    LIVE,
    BuckshotCommand,
    GunView,
    MatchView,
    MeView,
    Offer,
    SeatView,
    Shoot,
    TurnView,
    UseItem,
)

T = TypeVar("T")

Opener = Literal["", "mine", "theirs"]
"""Who opens every load; empty where whoever's turn it is goes on."""


class Side(Struct, frozen=True):
    """One player's part: `items` by kind, as many times as he has them."""

    health: int
    items: tuple[str, ...]


class Table(Struct, frozen=True):
    """A turn of ours. Whoever waits cannot know more of the chamber than we do: a magnifier shows
    the shell that its user's turn ends with or before."""

    turn: int
    mine: Side
    theirs: Side
    live: int
    """Live shells still in the gun, the chambered one included; likewise `blank`."""
    blank: int
    chamber: str
    """The shell in the chamber, where it is certain; else empty."""
    sawn: bool
    cuffed: bool
    """The opponent's next turn will be skipped."""
    immune: bool
    """The opponent may not be cuffed before he has acted."""
    max_health: int
    immunity: bool
    """Whoever was skipped is immune until he has acted (option `cuffImmunity`)."""
    opener: Opener
    moves: tuple[BuckshotCommand, ...]
    """Everything that is offered, never empty."""


class _Options(Struct, frozen=True, rename="camel"):
    max_health: int
    cuff_immunity: bool
    load_opener: str


def read(view: Mapping[str, Any]) -> Table | None:
    """The table as the view shows it; `None` where nothing is offered.

    `view`: the sections by name, as the server sends them. Raises `msgspec.ValidationError` for a
    view of another shape.
    """
    moves = _moves(view.get("legal"))
    if not moves:
        return None
    me = _section(view, "me", MeView)
    gun = _section(view, "gun", GunView)
    options = msgspec.convert(_section(view, "match", MatchView).options, _Options)
    seats = [_section(view, f"seat/{seat}", SeatView) for seat in (me.seat, 1 - me.seat)]
    live = gun.live - gun.spent.count(LIVE)
    blank = gun.blank - gun.spent.count(BLANK_SHELL)
    opener: Opener = "mine" if me.seat == 0 else "theirs"
    return Table(
        turn=_section(view, "turn", TurnView).number,
        mine=Side(seats[0].health, seats[0].items),
        theirs=Side(seats[1].health, seats[1].items),
        live=live,
        blank=blank,
        chamber=me.chamber or (BLANK_SHELL if not live else LIVE if not blank else ""),
        sawn=gun.sawn,
        cuffed=seats[1].cuffed,
        immune=seats[1].immune,
        max_health=options.max_health,
        immunity=options.cuff_immunity,
        opener=opener if options.load_opener == "player" else "",
        moves=moves,
    )


def _section(view: Mapping[str, Any], name: str, shape: type[T]) -> T:
    return msgspec.convert(view.get(name), shape)


def _moves(legal: Any) -> tuple[BuckshotCommand, ...]:
    moves: list[BuckshotCommand] = []
    for offer in msgspec.convert(legal or [], list[Offer]):
        if offer.type == "shoot":
            moves += [Shoot(offer.turn, target) for target in offer.targets]
        elif offer.type == "use":
            moves += [UseItem(offer.turn, item) for item in offer.items]
    return tuple(moves)
