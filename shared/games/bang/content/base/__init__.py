"""The base game: 80 cards, 16 characters, roles, options and house rules (§2, §3, §7)."""

from ...catalogue import ContentSet
from .cards import CARDS, CHECKS
from .characters import CHARACTERS
from .options import HOUSE_RULES, OPTIONS, ROLE_RULES

BASE = ContentSet(
    name="base",
    cards=CARDS,
    characters=CHARACTERS,
    checks=CHECKS,
    options=OPTIONS,
    house_rules=HOUSE_RULES,
    rules=ROLE_RULES,
)
