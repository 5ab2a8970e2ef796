"""§5.2: the turn: dynamite, jail, draw, play, discard."""

import pytest

from shared.contracts.refusals import refuse

from .support import table

# 1. Dynamite


@pytest.mark.parametrize("face", ["missed:S2", "missed:S3", "missed:S8", "stagecoach:S9"])
def test_dynamite_explodes_on_spades_two_to_nine(face: str) -> None:
    game = table("plain: | dynamite", phase="start", deck=face)
    assert game.A.life == 2 and game.check == ("A", "dynamite", [face], face, False)
    assert game.discard == [face, "dynamite:H2"] and game.turn == "A draw"


@pytest.mark.parametrize("face", ["jail:S10", "jail:SJ", "generalStore:SQ", "bang:SA", "scope:SA"])
def test_dynamite_moves_on_over_other_spades(face: str) -> None:
    game = table("plain: | dynamite", phase="start", deck=face)
    assert game.A.life == 5 and game.check.success
    assert game.B.in_play == ["dynamite:H2"] and game.discard == [face]


@pytest.mark.parametrize("face", ["bang:C2", "bang:C9", "bang:D2", "bang:D9", "wellsFargo:H3"])
def test_dynamite_moves_on_over_other_suits(face: str) -> None:
    game = table("plain: | dynamite", phase="start", deck=face)
    assert game.A.life == 5 and game.B.in_play == ["dynamite:H2"]


def test_dynamite_moves_to_the_next_living_clockwise() -> None:
    game = table("plain: | dynamite", "plain dead", "plain", phase="start", deck="bang:D2")
    assert game.C.in_play == ["dynamite:H2"]
    game = table("plain", "plain", "plain", "plain: | dynamite", turn="C", deck="bang:D2")
    game.C.end_play()
    assert game.A.in_play == ["dynamite:H2"]


def test_dynamite_goes_round_until_it_explodes() -> None:
    deck = "bang:D2 beer:H6 beer:H7 bang:D3 beer:H8 beer:H9 missed:S2"
    game = table("plain: | dynamite", phase="start", deck=deck)
    game.A.draw().end_play()
    game.B.draw().end_play()
    assert game.C.life == 1 and game.turn == "C draw"


def test_an_explosion_that_kills_ends_the_turn() -> None:
    game = table("plain", "plain 3: | jail dynamite", deck="missed:S2")
    game.A.end_play()
    assert game.waiting == ["B dying"]
    game.B.give_up()
    assert game.turn == "C draw" and game.check.purpose == "dynamite"


def test_an_explosion_survived_by_beer_goes_on_with_the_jail_and_the_turn() -> None:
    deck = "missed:S2 beer:H8 bang:D2"
    game = table("plain 3: beer:H6 | jail:SJ dynamite", phase="start", deck=deck)
    assert game.waiting == ["A dying"]
    game.A.respond("beer:H6")
    assert game.check == ("A", "jail", ["beer:H8"], "beer:H8", True) and game.turn == "A draw"


def test_a_check_without_a_card_fails_and_dynamite_moves_on() -> None:  # §5.7
    game = table("plain: | dynamite", phase="start", rest="empty")
    assert game.check == ("A", "dynamite", [], "", True)
    assert game.B.in_play == ["dynamite:H2"]


# 2. Jail


@pytest.mark.parametrize("face", ["beer:H6", "bang:HA", "dynamite:H2"])
def test_a_heart_frees_from_jail_and_the_turn_is_an_ordinary_one(face: str) -> None:
    game = table("plain: | jail:SJ", phase="start", deck=face)
    assert game.check.success and not game.A.in_play and game.turn == "A draw"
    assert game.discard == [face, "jail:SJ"]


@pytest.mark.parametrize("face", ["bang:D2", "bang:C2", "missed:S2"])
def test_without_a_heart_the_whole_turn_is_skipped(face: str) -> None:
    hand = "beer:H6 beer:H7"
    game = table("plain", f"plain 1: {hand} | jail:SJ scope", deck=face)
    game.A.end_play()
    assert game.turn == "C draw" and game.B.hand == hand.split()
    assert game.B.in_play == ["scope:SA"] and game.discard == [face, "jail:SJ"]
    assert "turn_skipped" in game.tags()


def test_dynamite_is_checked_before_jail_in_whatever_order_they_lie() -> None:
    for in_play in ("jail:SJ dynamite", "dynamite jail:SJ"):
        game = table(f"plain: | {in_play}", phase="start", deck="bang:D2 beer:H6")
        assert game.check == ("A", "jail", ["beer:H6"], "beer:H6", True)
        assert game.B.in_play == ["dynamite:H2"] and game.turn == "A draw"


def test_several_jailed_players_are_passed_over_one_after_the_other() -> None:
    game = table("plain", "plain: | jail:SJ", "plain: | jail:S10", deck="bang:D2 bang:D3")
    game.A.end_play()
    assert game.turn == "D draw" and game.round == 1


# 3. Draw


def test_two_cards_are_drawn_and_play_begins() -> None:
    game = table("plain", phase="draw", deck="beer:H6 beer:H7 beer:H8")
    assert game.A.draw().hand == ["beer:H6", "beer:H7"] and game.turn == "A play"
    assert game.A.cannot.draw() == refuse("wrong_phase", phase="play")


# 4. Play


def test_cards_are_played_in_any_number_and_order() -> None:
    game = table("plain: scope barrel stagecoach", deck="mustang:H8 beer:H6")
    game.A.play("barrel").play("stagecoach").play("mustang:H8").play("scope")
    assert game.A.in_play == ["barrel:SQ", "mustang:H8", "scope:SA"] and game.turn == "A play"


def test_one_bang_a_turn_and_a_new_one_in_the_next() -> None:
    game = table("plain: bang:D2 bang:D3", deck="beer:H6 beer:H7")
    game.A.play("bang:D2", at="B")
    game.B.take_hit()
    assert game.A.cannot.play("bang:D3", at="B") == refuse("bang_limit", limit=1)
    game.A.end_play()
    for seat in (game.B, game.C, game.D):
        seat.draw().end_play()
    game.A.draw()
    assert game.bangs_played == 0
    assert game.A.play("bang:D3", at="B").hand_count == 2


def test_a_gatling_and_answers_with_bang_do_not_count() -> None:
    game = table("plain: bang:D2 bang:D3 duel:C8 gatling", "plain: bang:D4")
    game.A.play("gatling")
    for seat in (game.B, game.C, game.D):
        seat.take_hit()
    game.A.play("duel:C8", at="B")
    game.B.respond("bang:D4")
    game.A.respond("bang:D2")
    game.B.take_hit()
    assert game.bangs_played == 0
    game.A.play("bang:D3", at="B")
    assert game.bangs_played == 1


def test_the_limit_is_judged_when_the_card_is_played() -> None:
    game = table("plain: bang:D2 bang:D3 bang:D4 volcanic:S10 schofield:CJ")
    game.A.play("bang:D2", at="B")
    game.B.take_hit()
    game.A.play("volcanic:S10").play("bang:D3", at="B")
    game.B.take_hit()
    game.A.play("schofield:CJ")
    assert game.A.cannot.play("bang:D4", at="B") == refuse("bang_limit", limit=1)


def test_one_blue_card_of_a_name_in_front_of_a_player() -> None:
    for card in ("barrel:SQ | barrel:SK", "mustang:H8 | mustang:H9"):
        game = table(f"plain: {card}")
        no = game.A.cannot.play(card.split(maxsplit=1)[0])
        assert no == refuse("already_in_play")
    game = table("plain: barrel:SQ", "plain: | barrel:SK")
    assert game.A.play("barrel:SQ").in_play == ["barrel:SQ"]


def test_a_new_weapon_takes_the_place_of_another() -> None:
    game = table("plain: winchester | scope schofield:CJ barrel:SQ")
    game.A.play("winchester")
    assert game.A.in_play == ["scope:SA", "barrel:SQ", "winchester:S8"]
    assert game.discard == ["schofield:CJ"]


@pytest.mark.parametrize("weapon", ["schofield:CJ | schofield:CQ", "volcanic:S10 | volcanic:C10"])
def test_a_second_weapon_of_the_same_name_is_refused(weapon: str) -> None:
    game = table(f"plain: {weapon}")
    no = game.A.cannot.play(weapon.split(maxsplit=1)[0])
    assert no == refuse("already_in_play") and not game.discard


def test_a_missed_cannot_be_played_actively() -> None:
    game = table("plain: missed:S2")
    assert game.A.cannot.play("missed:S2") == refuse("reaction_only")
    assert game.A.cannot.play("missed:S2", at="B") == refuse("reaction_only")


def test_a_beer_without_effect_is_refused_with_the_reason() -> None:
    assert table("plain: beer").A.cannot.play("beer") == refuse("full_life", life=5)
    two_left = ("plain dead", "plain dead")
    assert table("plain 1: beer", *two_left).A.cannot.play("beer") == refuse("two_players_left")


# 5. Discard


def test_the_excess_over_the_life_is_discarded_exactly() -> None:
    game = table("plain 2: bang:D2 bang:D3 bang:D4 bang:D5")
    assert game.A.end_play().may == ["discard"] and game.turn == "A discard"
    for cards in (("bang:D2",), ("bang:D2", "bang:D3", "bang:D4"), ()):
        no = game.A.cannot.discard(*cards)
        assert no == refuse("wrong_card_count", needed=2, given=len(cards))
    game.A.discard("bang:D5", "bang:D2")
    assert game.A.hand == ["bang:D3", "bang:D4"] and game.discard == ["bang:D5", "bang:D2"]
    assert game.turn == "B draw"


def test_a_hand_as_large_as_the_life_ends_the_turn_at_once() -> None:
    game = table("plain 2: bang:D2 bang:D3")
    game.A.end_play()
    assert game.turn == "B draw" and game.A.hand_count == 2


def test_a_beer_moves_the_limit() -> None:
    game = table("plain 2: beer bang:D2 bang:D3 bang:D4")
    game.A.play("beer").end_play()
    assert game.turn == "B draw" and game.A.hand_count == 3


def test_the_sheriffs_turn_begins_a_round() -> None:  # §8.6
    game = table("plain", *["plain"] * 3, turn="D")
    game.D.end_play()
    assert game.turn == "A draw" and game.round == 2
    game.A.draw().end_play()
    assert game.round == 2
