"""§7: house rules, each on and off."""

from collections import Counter

import pytest

from shared.contracts.refusals import refuse

from .support import GAME, dealt, table


def test_house_rules_are_off_unless_switched_on() -> None:
    found = {o.key: (o.choices, o.default) for o in GAME.options if o.house_rule}
    keys = ("drawBeforeDeath", "beerAtFullHealth", "selfTargetCatBalou", "deputyCount7")
    assert found == dict.fromkeys(keys, ((False, True), False))


# drawBeforeDeath


def test_bart_may_drink_what_he_draws_before_death() -> None:
    game = table("plain: bang", "bart 1", deck="beer:H6 beer:H7", drawBeforeDeath=True)
    game.A.play("bang", at="B")
    assert game.B.take_hit().hand == ["beer:H6"] and game.waiting == ["B dying"]
    assert game.B.respond("beer:H6").life == 1
    assert not game.B.hand_count and game.deck[0] == "beer:H7"  # not once more


def test_bart_draws_for_every_life_of_an_explosion_before_death() -> None:
    deck = "missed:S2 beer:H6 beer:H7 beer:H8"
    game = table("bart 2: | dynamite", phase="start", deck=deck, drawBeforeDeath=True)
    assert game.A.hand == ["beer:H6", "beer:H7", "beer:H8"] and game.A.life == -1
    assert game.A.respond("beer:H6", "beer:H8").life == 1 and game.A.hand == ["beer:H7"]


def test_el_gringo_may_drink_what_he_takes_before_death() -> None:
    game = table("plain: bang beer:H6", "elGringo 1", drawBeforeDeath=True)
    game.A.play("bang", at="B")
    assert game.B.take_hit().hand == ["beer:H6"] and not game.A.hand_count
    assert game.B.respond("beer:H6").life == 1


def test_el_gringo_takes_nothing_before_death_where_nobody_has_done_it() -> None:
    seats = ("elGringo 1: | dynamite", *["plain: beer"] * 3)
    game = table(*seats, phase="start", deck="missed:S2", drawBeforeDeath=True)
    assert not game.A.hand_count and game.waiting == ["A dying"]


def test_before_death_changes_nothing_for_a_wound_that_is_not_deadly() -> None:
    game = table("plain: bang", "bart 2", deck="beer:H6 beer:H7", drawBeforeDeath=True)
    game.A.play("bang", at="B")
    assert game.B.take_hit().hand == ["beer:H6"] and not game.waiting


def test_without_the_option_the_rescue_must_be_in_the_hand() -> None:
    game = table("plain: bang", "bart 1", deck="beer:H6")
    game.A.play("bang", at="B")
    assert not game.B.take_hit().hand_count and game.B.may == ["giveUp"]


# beerAtFullHealth


def test_a_beer_may_be_wasted_at_full_life() -> None:
    game = table("plain: beer:H6", beerAtFullHealth=True)
    assert game.A.play("beer:H6").life == 5 and game.discard == ["beer:H6"]
    assert "life_changed" not in game.tags()
    assert table("plain: beer").A.cannot.play("beer") == refuse("full_life", life=5)


def test_a_beer_cannot_be_wasted_with_two_players_left() -> None:
    two_left = ("plain dead", "plain dead")
    for life in ("", " 1"):
        game = table(f"plain{life}: beer", *two_left, beerAtFullHealth=True)
        assert game.A.cannot.play("beer") == refuse("two_players_left")


# selfTargetCatBalou


@pytest.mark.parametrize("card", ["panic", "catBalou"])
def test_ones_own_card_in_play_may_be_named(card: str) -> None:
    in_play = "dynamite scope"
    game = table(f"plain: {card} | {in_play}", selfTargetCatBalou=True)
    targets = [t for offer in game.A.offers for t in offer.targets if t.player == "A"]
    assert [game.named(t.cards) for t in targets] == [["dynamite:H2", "scope:SA"]]
    game.A.play(card, at="A", pick="dynamite")
    assert game.A.in_play == ["scope:SA"]
    assert game.A.hand == (["dynamite:H2"] if card == "panic" else [])
    assert ("dynamite:H2" in game.discard) == (card == "catBalou")


@pytest.mark.parametrize("card", ["panic", "catBalou"])
def test_ones_own_hand_may_not_be_named(card: str) -> None:
    game = table(f"plain: {card} beer", selfTargetCatBalou=True)
    assert game.A.cannot.play(card, at="A", pick="hand") == refuse("self_target")
    assert game.A.cannot.play(card, at="A") == refuse("self_target")
    assert game.A.cannot.play(card, at="A", pick="scope") == refuse("no_such_card")
    assert all(target.player != "A" for offer in game.A.offers for target in offer.targets)


def test_others_are_named_as_ever() -> None:
    game = table("plain: panic | scope", "plain: beer:H6", selfTargetCatBalou=True)
    assert game.A.play("panic", at="B", pick="hand").hand == ["beer:H6"]


@pytest.mark.parametrize("card", ["panic", "catBalou"])
def test_without_the_option_one_cannot_name_oneself(card: str) -> None:
    game = table(f"plain: {card} | dynamite")
    assert game.A.cannot.play(card, at="A", pick="dynamite") == refuse("self_target")


# deputyCount7


def test_seven_may_play_with_one_deputy_and_four_outlaws() -> None:
    for option, deputies in ((True, 1), (False, 2)):
        game = dealt(7, deputyCount7=option)
        roles = Counter(seat.me.role for seat in game.seats)
        assert roles == {"sheriff": 1, "deputy": deputies, "outlaw": 5 - deputies, "renegade": 1}


@pytest.mark.parametrize("players", [4, 5, 6])
def test_fewer_players_have_their_roles_as_printed(players: int) -> None:
    with_it, without = dealt(players, deputyCount7=True), dealt(players)
    assert [seat.me.role for seat in with_it.seats] == [seat.me.role for seat in without.seats]


def test_the_fourth_outlaw_has_to_fall_too() -> None:
    dead = [f"plain {role} dead" for role in ("outlaw", "outlaw", "outlaw", "renegade", "deputy")]
    seats = ("plain sheriff: bang", "plain outlaw 1", *dead)
    game = table(*seats, deputyCount7=True)
    game.A.play("bang", at="B")
    assert game.winner == ""
    game.B.falls()
    assert game.winner == "law"
