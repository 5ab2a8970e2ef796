"""What the section `legal` of a BANG! view holds: offers, and how a command is made of one.

The rules write it and players read it, so both sides have it from here.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from .bang import (
    HAND,
    BangCommand,
    Discard,
    Draw,
    EndPlay,
    GiveUp,
    KeepCards,
    PickCharacter,
    PickCheck,
    Play,
    Respond,
    StorePick,
    TakeHit,
    TradeCards,
    UseBarrel,
)
from .ids import PlayerId

Choose = Callable[[int], int]
"""`choose(n)` gives 0 .. n-1."""


class Target(Struct, frozen=True, rename="camel", omit_defaults=True, gc=False):
    player: PlayerId
    cards: tuple[int, ...] = ()
    """Cards in play that may be named."""
    hand: bool = False
    """A random card of the hand may be named."""


class Offer(Struct, frozen=True, rename="camel", omit_defaults=True, gc=False):
    """One command type with what may be filled in."""

    type: str
    wait: int = 0
    turn: int = 0
    card: int = -1
    """The card it plays; -1 where cards are chosen or none is needed."""
    use_as: str = field(name="as", default="")
    """What the card is played as, where that is not its own kind."""
    cards: tuple[int, ...] = ()
    """Choose exactly `count` of these."""
    count: int = 0
    targets: tuple[Target, ...] = ()
    """Name one of these; for a draw: or nobody."""
    characters: tuple[str, ...] = ()
    good: tuple[int, ...] = ()
    """Those of `cards` with which the check succeeds that one is chosen for."""
    from_discard: bool = False
    """A draw whose first card may be the top of the discard pile."""


def complete(offer: Offer, choose: Choose) -> BangCommand:
    """A command out of an offer, every open choice made by `choose`."""
    return COMPLETE[offer.type](offer, choose)


def _some(values: tuple[Any, ...], count: int, choose: Choose) -> tuple[Any, ...]:
    """`count` different values, in chosen order."""
    left = list(values)
    return tuple(left.pop(choose(len(left))) for _ in range(count))


def _play(offer: Offer, choose: Choose) -> Play:
    if not offer.targets:
        return Play(offer.turn, offer.card, offer.use_as or None)
    target = offer.targets[choose(len(offer.targets))]
    picks: tuple[int | str, ...] = (*target.cards, *((HAND,) if target.hand else ()))
    pick = picks[choose(len(picks))] if picks else None
    return Play(offer.turn, offer.card, offer.use_as or None, target.player, pick)


def _draw(offer: Offer, choose: Choose) -> Draw:
    ways = 1 + len(offer.targets) + offer.from_discard
    way = choose(ways)
    if 0 < way <= len(offer.targets):
        return Draw(offer.turn, from_player=offer.targets[way - 1].player)
    return Draw(offer.turn, from_discard=way > len(offer.targets))


COMPLETE: dict[str, Callable[[Offer, Choose], BangCommand]] = {
    "takeHit": lambda o, _: TakeHit(o.wait),
    "giveUp": lambda o, _: GiveUp(o.wait),
    "useBarrel": lambda o, _: UseBarrel(o.wait),
    "respond": lambda o, choose: Respond(o.wait, _some(o.cards, o.count, choose)),
    "storePick": lambda o, choose: StorePick(o.wait, _some(o.cards, 1, choose)[0]),
    "luckyPick": lambda o, choose: PickCheck(o.wait, _some(o.cards, 1, choose)[0]),
    "kitKeep": lambda o, choose: KeepCards(o.wait, _some(o.cards, o.count, choose)),
    "pickCharacter": lambda o, choose: PickCharacter(o.wait, _some(o.characters, 1, choose)[0]),
    "sidHeal": lambda o, choose: TradeCards(_some(o.cards, o.count, choose), o.wait, o.turn),
    "draw": _draw,
    "play": _play,
    "endPlay": lambda o, _: EndPlay(o.turn),
    "discard": lambda o, choose: Discard(o.turn, _some(o.cards, o.count, choose)),
}
"""The command types that this release knows."""
