"""The 16 characters (§3.2)."""

from ...catalogue import Character
from ...drawing import FROM_DISCARD, FROM_PLAYER
from ...hooks import DrawPlan
from ..blocks import (
    dodges_by_check,
    draws_by,
    draws_when_empty,
    draws_when_wounded,
    first_card_from,
    inherits,
    needs_missed,
    no_play_limit,
    seen_from,
    sees,
    swaps,
    takes_when_wounded,
    trades,
    turns_up,
)

SHOWS_SECOND = DrawPlan(count=2, shows=2, bonus_suits="HD")
TWO_OF_THREE = DrawPlan(count=2, looks=3)

CHARACTERS = (
    Character("bart", 4, (draws_when_wounded(),)),
    Character("blackJack", 4, (draws_by(SHOWS_SECOND, by_choice=False),)),
    Character("calamity", 4, (swaps("bang", "missed"),)),
    Character("elGringo", 3, (takes_when_wounded(),)),
    Character("jesse", 4, (first_card_from(FROM_PLAYER),)),
    Character("jourdonnais", 4, (dodges_by_check("jourdonnais", "barrel"),)),
    Character("kit", 4, (draws_by(TWO_OF_THREE, by_choice=True),)),
    Character("lucky", 4, (turns_up(2),)),
    Character("paul", 3, (seen_from(1),)),
    Character("pedro", 4, (first_card_from(FROM_DISCARD),)),
    Character("rose", 4, (sees(1),)),
    Character("sid", 4, (trades(2),)),
    Character("slab", 4, (needs_missed(1, via="bang"),)),
    Character("suzy", 4, (draws_when_empty(),)),
    Character("vulture", 4, (inherits(),)),
    Character("willy", 4, (no_play_limit(),)),
)
