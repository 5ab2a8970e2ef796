"""What the section `legal` of a view offers, and commands made out of it."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, field

from shared.contracts.bang import (
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
from shared.contracts.ids import PlayerId

HAND = "hand"
"""Names a random card of a hand."""

Choose = Callable[[int], int]
"""`choose(n)` gives 0 .. n-1."""


class Target(Struct, frozen=True, rename="camel"):
    player: PlayerId
    cards: tuple[int, ...] = ()
    """Cards in play that may be named."""
    hand: bool = False

    @property
    def picks(self) -> tuple[int | str, ...]:
        return (*self.cards, HAND) if self.hand else self.cards


class Offer(Struct, frozen=True, rename="camel"):
    """One kind of command with what may be filled in; see the served description of `legal`."""

    type: str
    wait: int = 0
    turn: int = 0
    card: int = -1
    use_as: str = field(name="as", default="")
    cards: tuple[int, ...] = ()
    count: int = 0
    targets: tuple[Target, ...] = ()
    characters: tuple[str, ...] = ()
    from_discard: bool = False


def read(legal: Any) -> list[Offer]:
    """The offers of the decoded section; those of kinds that are not known are passed over.

    Raises `msgspec.ValidationError`.
    """
    offers = msgspec.convert(legal or [], list[Offer])
    return [offer for offer in offers if offer.type in _COMMANDS]


def command(offer: Offer, choose: Choose) -> BangCommand:
    """The offered command, every open choice made by `choose`."""
    return _COMMANDS[offer.type](offer, choose)


def aimed(offer: Offer, targets: tuple[Target, ...]) -> Offer:
    """The same offer with only some of its targets."""
    return msgspec.structs.replace(offer, targets=targets)


def _cards(offer: Offer, choose: Choose) -> tuple[int, ...]:
    left = list(offer.cards)
    return tuple(left.pop(choose(len(left))) for _ in range(offer.count))


def _card(offer: Offer, choose: Choose) -> int:
    return offer.cards[choose(len(offer.cards))]


def _play(offer: Offer, choose: Choose) -> Play:
    use_as = offer.use_as or None
    if not offer.targets:
        return Play(offer.turn, offer.card, use_as)
    target = offer.targets[choose(len(offer.targets))]
    pick = target.picks[choose(len(target.picks))] if target.picks else None
    return Play(offer.turn, offer.card, use_as, target.player, pick)


def _draw(offer: Offer, choose: Choose) -> Draw:
    way = choose(1 + len(offer.targets) + offer.from_discard)
    if 0 < way <= len(offer.targets):
        return Draw(offer.turn, from_player=offer.targets[way - 1].player)
    return Draw(offer.turn, from_discard=way > len(offer.targets))


_COMMANDS: dict[str, Callable[[Offer, Choose], BangCommand]] = {
    "takeHit": lambda offer, _: TakeHit(offer.wait),
    "giveUp": lambda offer, _: GiveUp(offer.wait),
    "useBarrel": lambda offer, _: UseBarrel(offer.wait),
    "respond": lambda offer, choose: Respond(offer.wait, _cards(offer, choose)),
    "storePick": lambda offer, choose: StorePick(offer.wait, _card(offer, choose)),
    "luckyPick": lambda offer, choose: PickCheck(offer.wait, _card(offer, choose)),
    "kitKeep": lambda offer, choose: KeepCards(offer.wait, _cards(offer, choose)),
    "pickCharacter": lambda offer, choose: PickCharacter(
        offer.wait, offer.characters[choose(len(offer.characters))]
    ),
    "sidHeal": lambda offer, choose: TradeCards(_cards(offer, choose), offer.wait, offer.turn),
    "draw": _draw,
    "play": _play,
    "endPlay": lambda offer, _: EndPlay(offer.turn),
    "discard": lambda offer, choose: Discard(offer.turn, _cards(offer, choose)),
}
