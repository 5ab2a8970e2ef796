"""Options, seats and kinds of automatic players (DESIGN 5)."""

import pytest

from shared.contracts.refusals import Refusal
from shared.engine.game import OptionValue, option_values

from .support import GAME, dealt

DEFAULTS: dict[str, OptionValue] = {
    "maxHealth": 4,
    "turnSeconds": 30,
    "opponent": "dealer",
    "dealer": "house",
    "cuffImmunity": False,
    "loadOpener": "continue",
}


def test_options_and_their_defaults() -> None:
    assert option_values(GAME.options, {}) == DEFAULTS
    assert [option.key for option in GAME.options if option.house_rule] == [
        "cuffImmunity",
        "loadOpener",
    ]
    assert GAME.seats == range(2, 3)


@pytest.mark.parametrize("health", [2, 3, 4, 5, 6])
def test_both_begin_with_the_chosen_health(health: int) -> None:
    state, _ = dealt(maxHealth=health)
    assert [player.health for player in state.players] == [health, health]
    assert {person.max_health for person in GAME.public_sections(state)["seats"]} == {health}


@pytest.mark.parametrize(
    ("key", "value", "choices"),
    [
        ("maxHealth", 1, "2 3 4 5 6"),
        ("maxHealth", 7, "2 3 4 5 6"),
        ("turnSeconds", 45, "15 30 60 off"),
        ("turnSeconds", False, "15 30 60 off"),
        ("dealer", "cruel", "novice house sharp"),
        ("opponent", "nobody", "dealer person"),
        ("cuffImmunity", "on", "off on"),
    ],
)
def test_a_value_that_is_none_is_refused_with_those_there_are(
    key: str, value: OptionValue, choices: str
) -> None:
    no = option_values(GAME.options, {key: value})
    assert no == Refusal("option_value", {"option": key, "choices": choices})


@pytest.mark.parametrize("level", ["novice", "house", "sharp"])
def test_the_dealer_of_the_chosen_level_sits_down_by_himself(level: str) -> None:
    assert GAME.automatic_seats({**DEFAULTS, "dealer": level}) == (level,)
    assert GAME.automatic_seats({**DEFAULTS, "dealer": level, "opponent": "person"}) == ()
    assert level in GAME.player_kinds
