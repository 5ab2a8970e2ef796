"""Options (§2), roles by number of players (§4), and house rules (§7)."""

from .....engine.game import Option
from .....engine.hooks import Rule, on
from ...catalogue import HouseRule
from ...hooks import ACTS_BEFORE_DYING, MAY_WASTE, OWN_CARDS, ROLES
from ...victory import DEPUTY, OUTLAW, RENEGADE, SHERIFF

OPTIONS = (
    Option("characterDraft", ("random", "choose2"), "random"),
    Option("turnSeconds", (30, 60, 90, 120), 60),
    Option("reactionSeconds", (8, 15, 25), 15),
    Option("autoDefend", (True, False), True),
    Option("autoBarrel", (True, False), True),
    Option("revealRoleOnDeath", (True,), True),
    Option("showDistanceHelper", (True, False), True),
    Option("beginnerHints", (True, False), True),
    Option("drawBeforeDeath", (False, True), False, house_rule=True),
    Option("beerAtFullHealth", (False, True), False, house_rule=True),
    Option("selfTargetCatBalou", (False, True), False, house_rule=True),
    Option("deputyCount7", (False, True), False, house_rule=True),
)

ROLE_TABLE = {
    4: (SHERIFF, OUTLAW, OUTLAW, RENEGADE),
    5: (SHERIFF, DEPUTY, OUTLAW, OUTLAW, RENEGADE),
    6: (SHERIFF, DEPUTY, OUTLAW, OUTLAW, OUTLAW, RENEGADE),
    7: (SHERIFF, DEPUTY, DEPUTY, OUTLAW, OUTLAW, OUTLAW, RENEGADE),
}

FOURTH_OUTLAW = (SHERIFF, DEPUTY, OUTLAW, OUTLAW, OUTLAW, OUTLAW, RENEGADE)


def _roles(_res: object, players: int, _so_far: tuple[str, ...], _owner: int) -> tuple[str, ...]:
    return ROLE_TABLE[players]


def _fourth_outlaw(
    _res: object, players: int, roles: tuple[str, ...], _owner: int
) -> tuple[str, ...]:
    return FOURTH_OUTLAW if players == len(FOURTH_OUTLAW) else roles


def _yes(_res: object, _question: object, _so_far: bool, _owner: int) -> bool:
    return True


ROLE_RULES: tuple[Rule, ...] = (on(ROLES, _roles),)

HOUSE_RULES = (
    HouseRule("drawBeforeDeath", (on(ACTS_BEFORE_DYING, _yes),)),
    HouseRule("beerAtFullHealth", (on(MAY_WASTE, _yes),)),
    HouseRule("selfTargetCatBalou", (on(OWN_CARDS, _yes),)),
    HouseRule("deputyCount7", (on(ROLES, _fourth_outlaw),)),
)
