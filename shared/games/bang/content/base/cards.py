"""The 80 cards with suit and rank (§3.3), and what each kind does (§5.3)."""

from ...catalogue import BLUE, BROWN, OTHER, OTHERS_CARD, CardDef, CheckDef
from ...hooks import CUSTODY, HAZARDS
from ...plays import (
    draw_many,
    equip,
    heal_all,
    heal_user,
    in_weapon_range,
    lay_on_target,
    not_in_play_yet,
    not_on_sheriff,
    steal,
    strip,
    under_play_limit,
    useful_healing,
    within,
)
from ...reactions.demand import demand_all
from ...reactions.market import lay_out
from ...reactions.shot import dodge_checked, shoot, shoot_all
from ...reactions.standoff import challenge
from ..blocks import (
    checks_at,
    dodges_by_check,
    explodes,
    holds,
    no_play_limit,
    reaches,
    seen_from,
    sees,
)

ANY_RANK = range(2, 15)


def copies(text: str) -> tuple[str, ...]:
    return tuple(text.split())


BROWN_CARDS = (
    CardDef(
        "bang",
        BROWN,
        copies("SA D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ DK DA C2 C3 C4 C5 C6 C7 C8 C9 HQ HK HA"),
        target=OTHER,
        allowed=(under_play_limit, in_weapon_range),
        effect=shoot,
        answers=("demand", "standoff"),
        counts="bang",
    ),
    CardDef("missed", BROWN, copies("C10 CJ CQ CK CA S2 S3 S4 S5 S6 S7 S8"), answers=("shot",)),
    CardDef(
        "beer",
        BROWN,
        copies("H6 H7 H8 H9 H10 HJ"),
        allowed=(useful_healing,),
        effect=heal_user,
        answers=("dying",),
    ),
    CardDef("panic", BROWN, copies("HJ HQ HA D8"), OTHERS_CARD, (within(1),), steal),
    CardDef("catBalou", BROWN, copies("HK D9 D10 DJ"), OTHERS_CARD, (), strip),
    CardDef("duel", BROWN, copies("DQ SJ C8"), OTHER, (), challenge),
    CardDef("generalStore", BROWN, copies("C9 SQ"), effect=lay_out),
    CardDef("indians", BROWN, copies("DK DA"), effect=demand_all),
    CardDef("stagecoach", BROWN, copies("S9 S9"), effect=draw_many(2)),
    CardDef("gatling", BROWN, copies("H10"), effect=shoot_all),
    CardDef("saloon", BROWN, copies("H5"), effect=heal_all),
    CardDef("wellsFargo", BROWN, copies("H3"), effect=draw_many(3)),
)

BLUE_CARDS = (
    CardDef(
        "barrel",
        BLUE,
        copies("SQ SK"),
        allowed=(not_in_play_yet,),
        effect=equip,
        rules=(dodges_by_check("barrel", "barrel"),),
    ),
    CardDef(
        "mustang",
        BLUE,
        copies("H8 H9"),
        allowed=(not_in_play_yet,),
        effect=equip,
        rules=(seen_from(1),),
    ),
    CardDef(
        "scope", BLUE, copies("SA"), allowed=(not_in_play_yet,), effect=equip, rules=(sees(1),)
    ),
    CardDef(
        "jail",
        BLUE,
        copies("SJ S10 H4"),
        OTHER,
        (not_on_sheriff, not_in_play_yet),
        lay_on_target,
        rules=(checks_at(CUSTODY, "jail"),),
    ),
    CardDef(
        "dynamite",
        BLUE,
        copies("H2"),
        allowed=(not_in_play_yet,),
        effect=equip,
        rules=(checks_at(HAZARDS, "dynamite"),),
    ),
)


def weapon(kind: str, text: str, reach: int, fast: bool = False) -> CardDef:
    return CardDef(
        kind,
        BLUE,
        copies(text),
        allowed=(not_in_play_yet,),
        effect=equip,
        weapon=True,
        rules=(reaches(reach), *((no_play_limit(),) if fast else ())),
    )


WEAPONS = (
    weapon("volcanic", "S10 C10", 1, fast=True),
    weapon("schofield", "CJ CQ SK", 2),
    weapon("remington", "CK", 3),
    weapon("carabine", "CA", 4),
    weapon("winchester", "S8", 5),
)

CARDS = (*BROWN_CARDS, *BLUE_CARDS, *WEAPONS)

CHECKS = (
    CheckDef("barrel", "H", ANY_RANK, good=True, then=dodge_checked),
    CheckDef("dynamite", "S", range(2, 10), good=False, then=explodes("dynamite", 3)),
    CheckDef("jail", "H", ANY_RANK, good=True, then=holds("jail")),
)
