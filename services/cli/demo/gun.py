"""How the people of a demo play the game for two: by the seed, yet not against what they know."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from shared.contracts.buckshot import (
    BLANK_SHELL,
    LIVE,
    OPPONENT,
    SELF,
    BuckshotCommand,
    GunView,
    MeView,
    Offer,
    Shoot,
    UseItem,
)

USES = 0.6
"""How often somebody with an item to use does so before shooting."""


def choose(view: Mapping[str, Any], chance: Random) -> BuckshotCommand | None:
    """An item by chance, or a shot where the odds point; `None` where nothing is offered."""
    offers = {offer.type: offer for offer in msgspec.convert(view.get("legal") or [], list[Offer])}
    if not offers:
        return None
    if "use" in offers and chance.random() < USES:
        return UseItem(offers["use"].turn, chance.choice(offers["use"].items))
    return Shoot(offers["shoot"].turn, _target(view, chance))


def _target(view: Mapping[str, Any], chance: Random) -> str:
    """The opponent where the shell is more likely live than blank, by all that this side knows."""
    known = msgspec.convert(view["me"], MeView).chamber
    gun = msgspec.convert(view["gun"], GunView)
    live = gun.live - gun.spent.count(LIVE)
    blank = gun.blank - gun.spent.count(BLANK_SHELL)
    if known or live != blank:
        return OPPONENT if known == LIVE or (not known and live > blank) else SELF
    return chance.choice((OPPONENT, SELF))
