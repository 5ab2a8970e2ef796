"""§5.3: what each of the twenty-two kinds does, and when it may not be played."""

import pytest

from shared.contracts.refusals import refuse

from .support import table

# BANG! and Missed!


def test_a_bang_is_stopped_by_a_missed_or_costs_a_life() -> None:
    game = table("plain: bang", "plain: missed:S2")
    game.A.play("bang", at="B")
    assert game.waiting == ["B shot"] and game.wait("B").needed == 1
    assert game.B.respond("missed:S2").life == 4 and not game.waiting
    game = table("plain: bang", "plain: missed:S2")
    game.A.play("bang", at="B")
    assert game.B.take_hit().life == 3 and game.B.hand == ["missed:S2"]


def test_a_bang_is_for_one_other_living_player() -> None:
    game = table("plain: bang", "plain dead")
    for target in (None, "A", "B", "Z"):
        assert game.A.cannot.play("bang", at=target) == refuse("invalid_target")


def test_a_bang_names_a_player_and_none_of_his_cards() -> None:
    game = table("plain: bang", "plain: | scope")
    assert game.A.cannot.play("bang", at="B", pick="scope") == refuse("invalid_target")


# Beer and Saloon


def test_a_beer_gives_a_life_up_to_the_maximum() -> None:
    game = table("plain 4: beer:H6 beer:H7")
    assert game.A.play("beer:H6").life == 5
    assert game.A.cannot.play("beer:H7") == refuse("full_life", life=5)


def test_a_beer_is_for_oneself_and_for_ones_own_turn() -> None:
    game = table("plain 3: beer:H6", "plain 2: beer:H7")
    assert game.A.cannot.play("beer:H6", at="B") == refuse("invalid_target")
    assert game.B.cannot.play("beer:H7") == refuse("not_your_turn")


def test_a_beer_has_no_effect_with_two_players_left() -> None:
    game = table("plain 1: beer", "plain dead", "plain dead")
    assert game.A.cannot.play("beer") == refuse("two_players_left")
    game = table("plain 1: beer", "plain dead")
    assert game.A.play("beer").life == 2


def test_a_saloon_gives_everybody_alive_a_life_up_to_the_maximum() -> None:
    game = table("plain 2: saloon", "plain 1", "plain 4", "plain dead")
    game.A.play("saloon")
    assert [seat.life for seat in game.seats] == [3, 2, 4, 0] and not game.D.alive
    game = table("plain 2: saloon", "plain dead", "plain dead", "plain 1")
    game.A.play("saloon")
    assert (game.A.life, game.D.life) == (3, 2)


def test_a_saloon_may_be_played_for_nothing() -> None:
    assert table("plain: saloon").A.play("saloon").life == 5


# Stagecoach and Wells Fargo


@pytest.mark.parametrize(("card", "drawn"), [("stagecoach", 2), ("wellsFargo", 3)])
def test_some_cards_draw_cards(card: str, drawn: int) -> None:
    deck = "beer:H6 beer:H7 beer:H8 beer:H9"
    game = table(f"plain: {card}", deck=deck)
    assert game.A.play(card).hand == deck.split()[:drawn]
    assert game.A.cannot.play("beer:H6", at="A") == refuse("invalid_target")


# General Store


def test_a_general_store_lays_out_a_card_for_everybody_alive() -> None:
    deck = "beer:H6 beer:H7 duel:C8 bang:D2"
    game = table("plain", "plain", "plain: generalStore", turn="C", deck=deck)
    game.C.play("generalStore")
    assert game.laid == deck.split()
    for seat, card in zip((game.C, game.D, game.A, game.B), deck.split(), strict=True):
        assert game.waiting == [f"{seat.name} market"]
        assert seat.store_pick(card).hand == [card]
    assert game.turn == "C play" and not game.waiting


def test_only_the_one_whose_pick_it_is_picks_and_only_what_lies_there() -> None:
    game = table("plain: generalStore beer:H8", deck="beer:H6 beer:H7 duel:C8 bang:D2")
    game.A.play("generalStore")
    assert game.B.cannot.store_pick("beer:H6") == refuse("not_reaction_target")
    assert game.A.cannot.store_pick("beer:H8") == refuse("not_offered")
    game.A.store_pick("beer:H6")
    assert game.B.cannot.store_pick("beer:H6") == refuse("not_offered")


def test_a_general_store_short_of_cards_leaves_the_last_pickers_without() -> None:  # §5.7
    game = table("plain: generalStore:SQ", deck="beer:H6 beer:H7", rest="empty")
    game.A.play("generalStore:SQ")
    assert game.laid == ["beer:H6", "beer:H7", "generalStore:SQ"] and len(game.seen.aside) == 1
    for seat, card in zip(game.seats, game.laid, strict=False):
        seat.store_pick(card)
    assert not game.waiting and not game.D.hand_count and not game.deck_count


# Panic! and Cat Balou


@pytest.mark.parametrize("card", ["panic", "catBalou"])
def test_a_card_in_play_is_taken_by_choice(card: str) -> None:
    game = table(f"plain: {card}", "plain: beer:H6 | scope barrel:SQ")
    game.A.play(card, at="B", pick="barrel:SQ")
    assert game.B.in_play == ["scope:SA"] and game.B.hand == ["beer:H6"]
    assert game.A.hand == (["barrel:SQ"] if card == "panic" else []) and not game.A.in_play
    assert ("barrel:SQ" in game.discard) == (card == "catBalou")


def test_a_jail_that_was_taken_may_be_laid_again() -> None:
    game = table("plain outlaw: panic", "plain outlaw: | jail:SJ", "plain")
    game.A.play("panic", at="B", pick="jail:SJ").play("jail:SJ", at="B")
    assert game.B.in_play == ["jail:SJ"] and not game.A.hand_count


@pytest.mark.parametrize("card", ["panic", "catBalou"])
def test_a_hand_card_is_taken_by_chance(card: str) -> None:
    hand = {"beer:H6", "duel:C8", "missed:S2", "saloon:H5"}
    taken = set()
    for seed in range(30):
        game = table(f"plain: {card}", f"plain: {' '.join(sorted(hand))}", seed=str(seed))
        game.A.play(card, at="B", pick="hand")
        (lost,) = hand - set(game.B.hand)
        taken.add(lost)
        assert (game.A.hand if card == "panic" else game.discard[1:]) == [lost]
    assert taken == hand


@pytest.mark.parametrize("card", ["panic", "catBalou"])
def test_only_others_who_have_such_a_card_can_lose_one(card: str) -> None:
    game = table(f"plain: {card} beer:H6 | scope", "plain", "plain dead", "plain: | barrel:SQ")
    assert game.A.cannot.play(card, at="B", pick="hand") == refuse("nothing_to_take")
    assert game.A.cannot.play(card, at="B") == refuse("nothing_to_take")
    assert game.A.cannot.play(card, at="D", pick="scope") == refuse("no_such_card")
    for nobody in (None, "C", "Z"):
        assert game.A.cannot.play(card, at=nobody, pick="hand") == refuse("invalid_target")
    for pick in ("hand", "scope"):
        assert game.A.cannot.play(card, at="A", pick=pick) == refuse("self_target")


# Duel, Indians!, Gatling


def test_a_duel_asks_for_bang_alternately_from_the_target_on() -> None:
    game = table("plain: duel bang:D2", "plain", "plain: bang:D3 bang:D4")
    game.A.play("duel", at="C")
    assert game.waiting == ["C standoff"]
    game.C.respond("bang:D3")
    assert game.waiting == ["A standoff"]
    game.A.respond("bang:D2")
    game.C.respond("bang:D4")
    assert game.A.take_hit().life == 4 and game.bangs_played == 0 and not game.waiting


def test_a_duel_knows_neither_missed_nor_barrel() -> None:
    game = table("plain: duel", "plain: missed | barrel", autoBarrel=False)
    game.A.play("duel", at="B")
    assert game.B.cannot.respond("missed") == refuse("wrong_card")
    assert game.B.cannot.use_barrel() == refuse("not_reaction_target")
    for target in (None, "A", "Z"):
        game = table("plain: duel")
        assert game.A.cannot.play("duel", at=target) == refuse("invalid_target")


def test_indians_ask_everybody_else_for_a_bang() -> None:
    game = table("plain: indians", "plain: bang", "plain: missed | barrel", "plain dead")
    game.A.play("indians")
    assert game.waiting == ["B demand", "C demand"]
    assert game.B.respond("bang").life == 4
    assert game.C.cannot.respond("missed") == refuse("wrong_card")
    assert game.C.take_hit().life == 3 and not game.waiting


def test_a_gatling_shoots_at_everybody_else_at_any_distance() -> None:
    seats = ("plain: missed", "plain", "paul: | mustang", "plain: | barrel")
    game = table("plain: gatling", *seats, deck="beer:H6")
    game.A.play("gatling")
    assert game.waiting == ["B shot", "C shot", "D shot"]
    game.B.respond("missed")
    game.C.take_hit()
    game.D.take_hit()
    assert [seat.life for seat in game.seats] == [5, 4, 3, 2, 4] and game.bangs_played == 0
    assert game.A.cannot.play("beer:H6", at="B") == refuse("no_such_card")


# What lies in front of somebody


def test_a_barrel_checks_for_a_heart_against_bang_and_gatling() -> None:
    for card in ("bang:C2", "gatling"):
        for face, life in (("beer:H6", 4), ("bang:D2", 3)):
            game = table(f"plain: {card}", "plain: | barrel:SK", deck=face)
            game.A.play(card, at="B" if card == "bang:C2" else None)
            if life == 3:
                game.B.take_hit()
            assert game.B.life == life and game.check.cards == [face]


def test_a_mustang_keeps_others_away_and_a_scope_brings_them_near() -> None:
    game = table("plain: scope", "plain", "plain: mustang:H8")
    assert game.A.play("scope").distance_to("C") == 1
    game.A.end_play()
    game.B.draw().end_play()
    game.C.draw().play("mustang:H8")
    assert game.A.distance_to("C") == 2 and game.B.distance_to("C") == 2
    assert game.C.distance_to("A") == 2


def test_a_jail_is_laid_on_another_player_who_is_not_the_sheriff() -> None:
    seats = ("plain sheriff", "plain outlaw", "plain: | jail:S10")
    game = table("plain outlaw: jail:SJ", *seats)
    assert game.A.cannot.play("jail:SJ", at="B") == refuse("sheriff_cannot_be_jailed")
    assert game.A.cannot.play("jail:SJ", at="D") == refuse("already_in_play")
    for nobody in (None, "A", "Z"):
        assert game.A.cannot.play("jail:SJ", at=nobody) == refuse("invalid_target")
    game.A.play("jail:SJ", at="C")
    assert game.C.in_play == ["jail:SJ"] and not game.A.in_play


def test_a_prisoner_is_a_target_and_answers_like_everybody() -> None:
    game = table("plain: bang", "plain: missed | jail:SJ")
    game.A.play("bang", at="B")
    assert game.B.respond("missed").life == 4 and game.B.in_play == ["jail:SJ"]


def test_dynamite_is_laid_in_front_of_oneself() -> None:
    game = table("plain: dynamite")
    assert game.A.cannot.play("dynamite", at="B") == refuse("invalid_target")
    assert game.A.play("dynamite").in_play == ["dynamite:H2"] and game.A.life == 5


def test_nobody_is_responsible_for_an_explosion() -> None:  # §5.6
    game = table("plain", "plain outlaw 3: | dynamite", deck="missed:S2")
    game.A.end_play()
    game.B.give_up()
    assert game.killer_of("B") is None
    assert [seat.hand_count for seat in game.seats] == [0, 0, 0, 0]


@pytest.mark.parametrize("weapon", ["volcanic", "schofield", "remington", "carabine", "winchester"])
def test_a_weapon_lies_in_front_of_its_owner(weapon: str) -> None:  # its range: test_5_1_distance
    game = table(f"plain: {weapon}")
    assert game.A.cannot.play(weapon, at="B") == refuse("invalid_target")
    (laid,) = game.A.play(weapon).in_play
    assert laid.startswith(weapon) and not game.A.hand_count


def test_a_volcanic_takes_away_the_limit() -> None:
    game = table("plain: bang:D2 bang:D3 | volcanic", bangs_played=1)
    game.A.play("bang:D2", at="B")
    game.B.take_hit()
    assert game.A.play("bang:D3", at="B").hand_count == 0
