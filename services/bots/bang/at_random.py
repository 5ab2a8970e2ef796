"""How the automatic players called `random` choose: by what they are offered and nothing else.

They answer when they can, use the cards they may use, and leave others alone only by chance. Every
choice spends a card, answers a wait or ends a part of the turn, so a match comes to its end.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from services.bots.bang.offers import read
from shared.contracts.bang import BangCommand
from shared.contracts.bang_offers import Offer, complete
from shared.contracts.ids import PlayerId

ANSWERS = ("useBarrel", "respond", "luckyPick", "storePick", "kitKeep", "pickCharacter")
"""Answers to a wait, the better first; after them comes what costs a life."""
SACRIFICES = ("sidHeal", "giveUp", "takeHit")
STOPS_EARLY = 1 / 8
"""How often somebody ends his play with something left to play, so that hands hold surprises."""
HEALS = 1 / 3
"""How often somebody who may trade cards for a life does so in his own turn."""
SUFFERS = 1 / 10
"""How often somebody who could answer takes it."""


class AtRandom:
    """Plays the seat of `player`."""

    def __init__(self, player: PlayerId, chance: Random) -> None:
        self._player = player
        self._chance = chance

    def hear(self, events: Sequence[Any]) -> None:
        """Whatever happens is all the same to it."""

    def choose(self, view: Mapping[str, Any]) -> BangCommand | None:
        """What to do now; `None` where nothing is offered."""
        return choose(view.get("legal"), self._player, self._chance)


def choose(legal: Any, player: PlayerId, chance: Random) -> BangCommand | None:
    """One command out of the section `legal` of `player`'s view; `None` where nothing is offered.

    Raises `msgspec.ValidationError` for a section that is none.
    """
    offered = read(legal)
    if not offered:
        return None
    picked = _answer(offered, chance) or _turn(offered, chance)
    return complete(_at_others(picked, player), chance.randrange)


def _answer(offered: list[Offer], chance: Random) -> Offer | None:
    """For the wait that is offered first, if there is one."""
    wait = offered[0].wait
    if not wait:
        return None
    open_to = {offer.type: offer for offer in offered if offer.wait == wait}
    is_dying = "giveUp" in open_to
    takes_it = "takeHit" in open_to and chance.random() < SUFFERS
    order: tuple[str, ...] = ("takeHit",) if takes_it else ANSWERS
    order += SACRIFICES if is_dying else ("takeHit",)
    for kind in order:
        if kind in open_to:
            return open_to[kind]
    return offered[0]


def _turn(offered: list[Offer], chance: Random) -> Offer:
    plays = [offer for offer in offered if offer.type == "play"]
    trades = [offer for offer in offered if offer.type == "sidHeal"]
    rest = [offer for offer in offered if offer.type not in ("play", "sidHeal")]
    if trades and (not rest or chance.random() < HEALS):
        return trades[0]
    if not rest:
        return chance.choice(plays)
    if plays and chance.random() >= STOPS_EARLY:
        return chance.choice(plays)
    return chance.choice(rest)


def _at_others(offer: Offer, player: PlayerId) -> Offer:
    """Without the player himself among the targets, if there is anybody else."""
    others = tuple(target for target in offer.targets if target.player != player)
    if offer.type != "play" or not others:
        return offer
    return replace(offer, targets=others)
