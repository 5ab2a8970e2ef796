"""§2: modes and options. House rules (§7) are in test_7_house_rules."""

import pytest

from shared.contracts.refusals import Refusal, refuse
from shared.engine.game import OptionValue, option_values

from .support import GAME, dealt, table

PRINTED: dict[str, tuple[tuple[OptionValue, ...], OptionValue]] = {
    "characterDraft": (("random", "choose2"), "random"),
    "turnSeconds": ((30, 60, 90, 120), 60),
    "reactionSeconds": ((8, 15, 25), 15),
    "autoDefend": ((True, False), True),
    "autoBarrel": ((True, False), True),
    "revealRoleOnDeath": ((True,), True),
    "showDistanceHelper": ((True, False), True),
    "beginnerHints": ((True, False), True),
}


def test_the_options_have_the_printed_choices_and_defaults() -> None:  # §2
    found = {o.key: (o.choices, o.default) for o in GAME.options if not o.house_rule}
    assert found == PRINTED
    assert option_values(GAME.options, {}) == {o.key: o.default for o in GAME.options}


@pytest.mark.parametrize("value", [45, "60", True, 0])
def test_another_value_is_refused_by_the_options_name(value: OptionValue) -> None:  # §2
    no = option_values(GAME.options, {"turnSeconds": value})
    assert no == Refusal("option_value", {"option": "turnSeconds", "choices": "30 60 90 120"})


def test_whether_a_role_is_shown_at_death_is_no_choice() -> None:  # §2
    no = option_values(GAME.options, {"revealRoleOnDeath": False})
    assert no == Refusal("option_value", {"option": "revealRoleOnDeath", "choices": "on"})


def test_an_unknown_option_is_refused() -> None:  # §2
    assert option_values(GAME.options, {"speed": 1}) == Refusal(
        "unknown_option", {"option": "speed"}
    )


@pytest.mark.parametrize("seconds", [30, 60, 90, 120])
def test_turn_seconds_are_the_length_of_a_turn(seconds: int) -> None:  # §2
    game = dealt(turnSeconds=seconds)
    drawer = getattr(game, game.turn[0])
    assert drawer.time_left_ms == seconds * 1_000


@pytest.mark.parametrize("seconds", [8, 15, 25])
def test_reaction_seconds_are_the_length_of_every_reaction(seconds: int) -> None:  # §2
    for card, at in (("bang", "B"), ("indians", None), ("gatling", None), ("duel", "B")):
        game = table(f"plain: {card}", reactionSeconds=seconds)
        game.A.play(card, at=at)
        assert game.B.time_left_ms == seconds * 1_000
    game = table("plain: generalStore", reactionSeconds=seconds)
    assert game.A.play("generalStore").time_left_ms == seconds * 1_000
    game = table("plain: bang", "plain 1", reactionSeconds=seconds)
    game.A.play("bang", at="B")
    assert game.B.take_hit().time_left_ms == seconds * 1_000  # dying
    game = table("kit", phase="draw", reactionSeconds=seconds)
    assert game.A.draw().time_left_ms == seconds * 1_000


@pytest.mark.parametrize("seconds", [30, 120])
def test_choosing_a_character_takes_as_long_as_a_turn(seconds: int) -> None:  # §2
    game = dealt(characterDraft="choose2", turnSeconds=seconds)
    assert {seat.time_left_ms for seat in game.seats} == {seconds * 1_000}


def test_a_random_character_leaves_no_choice() -> None:  # §2, §4
    game = dealt(characterDraft="random")
    assert game.turn.endswith("draw") and not game.waiting
    assert all(seat.seen.character and not seat.me.offer for seat in game.seats)


def test_auto_defend_spends_a_card_when_time_runs_out() -> None:  # §2, §8.5
    for defends, hand, life in ((True, 0, 4), (False, 1, 3)):
        game = table("plain: bang", "plain: missed", autoDefend=defends)
        game.A.play("bang", at="B")
        game.time_out("B")
        assert (game.B.hand_count, game.B.life) == (hand, life)


def test_auto_barrel_checks_without_being_asked() -> None:  # §2, §5.4
    game = table("plain: bang", "plain: | barrel", deck="beer:H6", autoBarrel=True)
    game.A.play("bang", at="B")
    assert not game.waiting and game.check.success
    game = table("plain: bang", "plain: | barrel", deck="beer:H6", autoBarrel=False)
    game.A.play("bang", at="B")
    assert game.waiting == ["B shot"] and "useBarrel" in game.B.may
    assert not game.B.use_barrel().may and game.check.success


def test_the_distance_helper_tells_distances_and_reach() -> None:  # §2
    game = table("plain: | schofield", "paul", "plain", "plain dead", "plain")
    told = [(sight.reach, sight.seats) for sight in game.view(None)["distances"]]
    assert told == [
        (2, (0, 2, 2, 0, 1)),
        (1, (1, 0, 1, 0, 2)),
        (1, (2, 2, 0, 0, 1)),
        (0, (0, 0, 0, 0, 0)),
        (1, (1, 3, 1, 0, 0)),
    ]
    assert game.view("A")["distances"] == game.view(None)["distances"]
    assert [seat.in_range for seat in game.seats] == ["BCE", "AC", "E", "", "AC"]
    assert "distances" not in table("plain", showDistanceHelper=False).view("A")


def test_there_are_no_distances_before_the_deal_and_after_the_end() -> None:  # §2
    assert dealt(characterDraft="choose2").view(None)["distances"] == ()
    game = table("plain 1", "plain: bang", turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.winner and game.view(None)["distances"] == ()


def test_hints_say_why_a_card_cannot_be_played() -> None:  # §2, §8.2
    game = table(
        "plain: missed:S2 beer:H6 bang:D2 panic:HQ barrel:SQ duel | barrel:SK",
        "plain: beer:H7",
        "plain: beer:H8",
        "plain dead",
        bangs_played=1,
    )
    told = [(game.named([h.card])[0], h.target, h.why.code) for h in game.A.hints]
    assert told == [
        ("missed:S2", "", "reaction_only"),
        ("beer:H6", "", "full_life"),
        ("bang:D2", "B", "bang_limit"),
        ("bang:D2", "C", "bang_limit"),
        ("barrel:SQ", "", "already_in_play"),
    ]
    game = table("plain: panic:HQ bang:D2", "plain", "plain: beer:H7")
    assert [(h.target, h.why) for h in game.A.hints] == [
        ("B", refuse("nothing_to_take")),
        ("C", refuse("out_of_range", distance=2, range=1)),
        ("D", refuse("nothing_to_take")),
        ("C", refuse("out_of_range", distance=2, range=1)),
    ]


def test_hints_say_once_a_kind_why_others_cannot_be_named() -> None:  # §2
    game = table("plain: bang:D2 bang:D3 jail:SJ duel", "plain sheriff", "plain", "plain")
    told = [(game.named([h.card])[0], h.target, h.why.code) for h in game.A.hints]
    assert told == [
        ("bang:D2", "C", "out_of_range"),
        ("jail:SJ", "B", "sheriff_cannot_be_jailed"),
    ]


def test_hints_look_at_what_could_be_named_and_at_what_a_card_may_stand_for() -> None:  # §2, §3.2
    game = table("plain: panic:HQ", "plain", "plain: | barrel:SQ")
    assert [(h.target, h.why) for h in game.A.hints] == [
        ("B", refuse("nothing_to_take")),
        ("C", refuse("out_of_range", distance=2, range=1)),
        ("D", refuse("nothing_to_take")),
    ]
    game = table("calamity: missed:S2", "plain", "plain dead", bangs_played=1)
    assert {h.why.code for h in game.A.hints} == {"bang_limit"}


def test_hints_are_for_the_turn_player_at_play_only() -> None:  # §2
    game = table("plain: missed gatling")
    assert game.A.hints and not game.B.hints
    game.A.play("gatling")
    assert not game.A.hints
    assert not table("plain: missed", phase="draw").A.hints
    assert "hints" not in table("plain", beginnerHints=False).view("A")
    game = table("plain 1", "plain: bang missed", turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert not game.B.hints
