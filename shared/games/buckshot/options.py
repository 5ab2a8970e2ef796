"""What can be chosen before a match."""

from collections.abc import Mapping

from ...contracts.refusals import Refusal, refuse
from ...engine.game import Option, OptionValue

DEALER = "dealer"
PERSON = "person"
OFF = "off"
CONTINUE = "continue"
PLAYER = "player"

LEVELS = ("novice", "house", "sharp")
"""Kinds of automatic players, the easiest first."""

OPTIONS = (
    Option("maxHealth", (2, 3, 4, 5, 6), 4),
    Option("turnSeconds", (15, 30, 60, OFF), 30),
    Option("opponent", (DEALER, PERSON), DEALER),
    Option("dealer", LEVELS, "house"),
    Option("cuffImmunity", (False, True), False, house_rule=True),
    Option("loadOpener", (CONTINUE, PLAYER), CONTINUE, house_rule=True),
)


def refuse_together(options: Mapping[str, OptionValue]) -> Refusal | None:
    """Refuses with `clock_needed`: nobody may keep a person waiting without end."""
    if options["turnSeconds"] == OFF and options["opponent"] != DEALER:
        return refuse("clock_needed")
    return None
