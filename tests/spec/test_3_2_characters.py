"""§3.2: the sixteen characters; for each a case where it holds, one at the edge, one where not.

Those whose ability lies in the draw come first, then the others, both in the order of §3.2.
"""

import pytest

from shared.contracts.refusals import refuse

from .support import GAME, table

LIVES = {
    **dict.fromkeys(["bart", "blackJack", "calamity", "jesse", "jourdonnais", "kit", "lucky"], 4),
    **dict.fromkeys(["pedro", "rose", "sid", "slab", "suzy", "vulture", "willy"], 4),
    **dict.fromkeys(["elGringo", "paul"], 3),
}


def test_sixteen_characters_with_their_lives() -> None:  # §3.2
    printed = GAME.catalogue(table("plain").table.state.options).characters
    assert {name: character.life for name, character in printed.items()} == LIVES


# Black Jack


@pytest.mark.parametrize("second", ["beer:H6", "bang:D2"])
def test_black_jack_shows_his_second_card_and_a_red_one_brings_a_third(second: str) -> None:
    game = table("blackJack", phase="draw", deck=f"duel:C8 {second} missed:S2")
    game.A.draw()
    assert game.shown == second
    assert game.A.hand == ["duel:C8", second, "missed:S2"]
    assert game.moves("B") == ["deck > hand A: ?", f"deck > hand A: {second}", "deck > hand A: ?"]


@pytest.mark.parametrize("second", ["duel:C8", "missed:S2"])
def test_black_jack_gets_no_third_card_for_a_black_one(second: str) -> None:
    game = table("blackJack", phase="draw", deck=f"beer:H6 {second}")
    game.A.draw()
    assert game.shown == second and game.A.hand == ["beer:H6", second]


def test_black_jack_has_nothing_to_show_when_there_is_one_card_left() -> None:  # §5.7
    game = table("blackJack", phase="draw", deck="beer:H6", rest="empty")
    game.A.draw()
    assert game.A.hand == ["beer:H6"] and game.shown is None and game.turn == "A play"


def test_nobody_but_black_jack_shows_a_card() -> None:
    game = table("plain", phase="draw", deck="duel:C8 beer:H6")
    assert game.A.draw().hand == ["duel:C8", "beer:H6"] and game.shown is None


# Jesse Jones


def test_jesse_takes_his_first_card_from_a_hand_and_the_second_from_the_deck() -> None:
    game = table("jesse", "plain", "plain: beer:H6", phase="draw", deck="bang:D2")
    game.A.draw(jesse_from="C")
    assert game.A.hand == ["beer:H6", "bang:D2"] and not game.C.hand_count


def test_jesse_need_not_take_from_anybody() -> None:
    game = table("jesse", "plain: beer", phase="draw", deck="bang:D2 bang:D3")
    assert game.A.draw().hand == ["bang:D2", "bang:D3"]


def test_jesse_takes_from_living_others_who_have_cards_only() -> None:
    game = table("jesse: beer", "plain", "plain dead", phase="draw")
    assert game.A.cannot.draw(jesse_from="B") == refuse("nothing_to_take")
    for nobody in ("A", "C", "Z"):
        assert game.A.cannot.draw(jesse_from=nobody) == refuse("invalid_target")
    game = table("pedro", "plain: beer", phase="draw")
    assert game.A.cannot.draw(jesse_from="B") == refuse("ability_not_owned")


# Kit Carlson


def test_kit_keeps_two_of_three_and_the_third_goes_back_on_top() -> None:
    game = table("kit", phase="draw", deck="beer:H6 bang:D2 duel:C8")
    game.A.draw()
    assert game.A.looking == ["beer:H6", "bang:D2", "duel:C8"] and game.waiting == ["A keep"]
    game.A.kit_keep("duel:C8", "beer:H6")
    assert sorted(game.A.hand) == ["beer:H6", "duel:C8"]
    assert game.deck[0] == "bang:D2" and game.turn == "A play"


def test_kit_has_no_choice_when_there_are_only_two_cards() -> None:  # §5.7
    for deck in ("beer:H6 bang:D2", "beer:H6", ""):
        game = table("kit", phase="draw", deck=deck, rest="empty")
        game.A.draw()
        assert game.A.hand == deck.split() and not game.waiting and game.turn == "A play"


def test_kit_keeps_exactly_two_of_the_three() -> None:
    game = table("kit: bang:D3", phase="draw", deck="beer:H6 bang:D2 duel:C8")
    game.A.draw()
    assert game.A.cannot.kit_keep("beer:H6", "bang:D3") == refuse("not_offered")
    assert game.A.cannot.kit_keep("beer:H6") == refuse("wrong_card_count", needed=2, given=1)


# Lucky Duke


def test_lucky_turns_two_cards_for_a_check_and_chooses() -> None:
    game = table("plain: bang:D3", "lucky: | barrel", deck="duel:C8 beer:H6")
    game.A.play("bang:D3", at="B")
    assert game.laid == ["duel:C8", "beer:H6"] and game.waiting == ["B shot", "B check_pick"]
    game.B.lucky_pick("beer:H6")
    assert game.check == ("B", "barrel", ["duel:C8", "beer:H6"], "beer:H6", True)
    assert not game.waiting and game.discard == ["bang:D3", "duel:C8", "beer:H6"]


def test_lucky_may_choose_the_card_that_does_not_serve_him() -> None:
    game = table("lucky: | dynamite", phase="start", deck="missed:S2 beer:H6")
    game.A.lucky_pick("missed:S2")
    assert game.A.life == 2 and not game.check.success


def test_lucky_has_no_choice_with_one_card_left_and_fails_with_none() -> None:  # §5.7
    game = table("lucky: | jail", phase="start", deck="beer:H6", rest="empty")
    assert game.check == ("A", "jail", ["beer:H6"], "beer:H6", True) and not game.waiting
    game = table("lucky: | jail", phase="start", rest="empty")
    assert game.check == ("A", "jail", [], "", False) and game.turn == "B draw"


def test_lucky_takes_one_of_the_two_and_draws_like_everybody() -> None:
    game = table("lucky: duel:C8 | jail", phase="start", deck="missed:S2 bang:D2 beer:H6 beer:H7")
    assert game.A.cannot.lucky_pick("duel:C8") == refuse("not_offered")
    game.A.lucky_pick("missed:S2")
    game = table("lucky", phase="draw", deck="beer:H6 beer:H7")
    assert game.A.draw().hand == ["beer:H6", "beer:H7"] and not game.waiting


# Pedro Ramirez


def test_pedro_takes_the_top_of_the_discard_pile_then_one_from_the_deck() -> None:
    game = table("pedro", phase="draw", deck="bang:D2", discard="duel:C8 beer:H6")
    game.A.draw(pedro_discard=True)
    assert game.A.hand == ["beer:H6", "bang:D2"] and game.discard == ["duel:C8"]


def test_pedro_takes_the_last_discard_before_an_empty_deck_is_made_anew() -> None:  # §5.7
    game = table("pedro", phase="draw", rest="empty", discard="beer:H6")
    assert game.A.draw(pedro_discard=True).hand == ["beer:H6"]
    assert not game.discard and not game.deck_count


def test_pedro_needs_a_discard_pile_and_nobody_else_may() -> None:
    game = table("pedro", phase="draw")
    assert game.A.cannot.draw(pedro_discard=True) == refuse("nothing_to_take")
    game = table("jesse", phase="draw", discard="beer")
    assert game.A.cannot.draw(pedro_discard=True) == refuse("ability_not_owned")


# Bart Cassidy


def test_bart_draws_one_card_for_each_life_he_loses() -> None:
    game = table("plain: bang", "bart", deck="beer:H6")
    game.A.play("bang", at="B")
    assert game.B.take_hit().hand == ["beer:H6"]
    game = table("bart: | dynamite", phase="start", deck="missed:S2 beer:H6 beer:H7 beer:H8")
    assert game.A.hand == ["beer:H6", "beer:H7", "beer:H8"] and game.A.life == 2


def test_bart_draws_after_he_is_rescued_and_never_when_he_is_not() -> None:  # §5.5
    game = table("plain: bang", "bart 1: beer:H6", deck="bang:D2")
    game.A.play("bang", at="B")
    assert game.B.take_hit().hand == ["beer:H6"]
    assert game.B.respond("beer:H6").hand == ["bang:D2"]
    game = table("plain: bang", "bart 1", deck="bang:D2", rest="empty")
    game.A.play("bang", at="B")
    assert not game.B.falls().hand_count


# Calamity Janet


def test_calamity_uses_either_card_as_the_other() -> None:
    game = table("calamity: missed:S2", "plain: indians duel:C8 bang:D2")
    game.A.play("missed:S2", at="B", use_as="bang")
    assert game.waiting == ["B shot"] and game.wait("B").via == "bang" and game.bangs_played == 1
    game = table("plain: bang:D2 indians duel:C8", "calamity: bang:D3 missed:S2 missed:S3")
    game.A.play("bang:D2", at="B")
    game.B.respond("bang:D3")
    game.A.play("indians")
    game.B.respond("missed:S2")
    game.C.take_hit()
    game.D.take_hit()
    game.A.play("duel:C8", at="B")
    game.B.respond("missed:S3")
    assert game.waiting == ["A standoff"] and game.B.life == 4


def test_calamity_mixes_both_against_slab() -> None:
    game = table("slab: bang:D2", "calamity: missed:S2 bang:D3")
    game.A.play("bang:D2", at="B")
    assert not game.B.respond("bang:D3", "missed:S2").hand and not game.waiting


def test_calamity_swaps_those_two_only_and_nobody_else_does() -> None:
    game = table("calamity: bang:D2 beer:H6")
    assert game.A.cannot.play("bang:D2", use_as="missed") == refuse("reaction_only")
    assert game.A.cannot.play("beer:H6", at="B", use_as="bang") == refuse("ability_not_owned")
    game = table("plain: missed:S2")
    assert game.A.cannot.play("missed:S2", at="B", use_as="bang") == refuse("ability_not_owned")


# El Gringo


@pytest.mark.parametrize("card", ["bang", "gatling", "indians", "duel"])
def test_el_gringo_takes_a_card_of_whoever_played_the_card_that_hurt_him(card: str) -> None:
    game = table(f"plain: {card} beer:H6", "elGringo")
    game.A.play(card, at="B" if card in ("bang", "duel") else None)
    assert game.B.take_hit().hand == ["beer:H6"] and not game.A.hand_count


def test_el_gringo_takes_nothing_in_a_duel_of_his_own_or_from_an_empty_hand() -> None:
    game = table("elGringo: duel", "plain: bang beer")
    game.A.play("duel", at="B")
    game.B.respond("bang")
    assert not game.A.take_hit().hand_count
    game = table("plain: bang", "elGringo")
    game.A.play("bang", at="B")
    assert not game.B.take_hit().hand_count


def test_el_gringo_takes_nothing_for_an_explosion_and_nothing_when_he_dies() -> None:
    game = table("elGringo: | dynamite", *["plain: beer"] * 3, phase="start", deck="missed:S2")
    assert game.A.life == 1 and not game.A.hand_count
    game = table("plain: bang beer:H6", "elGringo renegade 1")
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.A.hand == ["beer:H6"]


# Jourdonnais


def test_jourdonnais_has_a_barrel_at_all_times() -> None:
    game = table("plain: bang gatling", "jourdonnais", deck="beer:H6 bang:D2")
    game.A.play("bang", at="B")
    assert not game.waiting and game.check.purpose == "barrel" and game.check.success
    game.A.play("gatling")
    assert game.B.take_hit().life == 3


def test_jourdonnais_with_a_barrel_turns_a_second_card_only_after_a_failure() -> None:
    for deck, left in (("beer:H6 beer:H7", "beer:H7"), ("bang:D2 beer:H7 duel:C8", "duel:C8")):
        game = table("plain: bang:C2", "jourdonnais: | barrel", deck=deck)
        game.A.play("bang:C2", at="B")
        assert not game.waiting and game.deck[0] == left


def test_jourdonnais_has_no_barrel_against_indians_and_duels() -> None:
    for card in ("indians", "duel"):
        game = table(f"plain: {card}", "jourdonnais", deck="beer:H6", autoBarrel=False)
        game.A.play(card, at="B" if card == "duel" else None)
        assert game.B.cannot.use_barrel() == refuse("not_reaction_target")


# Paul Regret


def test_paul_is_seen_from_one_farther_and_from_two_with_a_mustang() -> None:  # §5.1
    assert table("plain", "plain", "plain", "paul: | mustang").A.distance_to("D") == 3
    game = table("plain: bang", "paul")
    assert game.A.distance_to("B") == 2
    no = game.A.cannot.play("bang", at="B")
    assert no == refuse("out_of_range", distance=2, range=1)


def test_paul_sees_others_as_everybody_does() -> None:
    game = table("paul: bang", "plain")
    assert game.A.distance_to("B") == 1 and game.A.distance_to("C") == 2
    assert game.A.play("bang", at="B").life == 4


# Rose Doolan


def test_rose_sees_everybody_one_nearer_and_two_with_a_scope() -> None:  # §5.1
    game = table("rose", "plain", "plain", "paul")
    assert [game.A.distance_to(who) for who in "BCD"] == [1, 1, 1]
    game = table("rose: | scope", "plain", "plain", "plain", *["plain"] * 3)
    assert [game.A.distance_to(who) for who in "BCD"] == [1, 1, 1]


def test_rose_is_no_nearer_to_others() -> None:
    game = table("plain: bang", "plain", "rose")
    assert game.A.distance_to("C") == 2
    no = game.A.cannot.play("bang", at="C")
    assert no == refuse("out_of_range", distance=2, range=1)


# Sid Ketchum


def test_sid_discards_two_cards_for_a_life_as_often_as_he_can() -> None:
    game = table("sid 1: bang:D2 bang:D3 bang:D4 bang:D5 bang:D6")
    game.A.sid_heal("bang:D2", "bang:D6").sid_heal("bang:D3", "bang:D4")
    assert game.A.life == 3 and game.A.hand == ["bang:D5"]
    assert "sidHeal" not in game.A.may


def test_sid_heals_in_a_reaction_and_saves_himself_with_two_players_left() -> None:
    game = table("plain: bang", "plain dead", "plain dead", "sid 1: bang:D2 bang:D3 bang:D4 beer")
    game.A.play("bang", at="D")
    assert game.D.sid_heal("bang:D2", "bang:D3").life == 2 and game.waiting == ["D shot"]
    assert game.D.take_hit().life == 1
    game = table("plain: bang", "plain dead", "plain dead", "sid 1: bang:D2 beer")
    game.A.play("bang", at="D")
    assert game.D.take_hit().sid_heal("bang:D2", "beer").life == 1 and not game.waiting


def test_sid_cannot_heal_above_his_full_life_or_with_other_than_two_cards() -> None:
    assert table("sid: bang beer").A.cannot.sid_heal("bang", "beer") == refuse("full_life", life=5)
    game = table("sid 1: bang:D2 bang:D3 bang:D4")
    for cards in (("bang:D2",), ("bang:D2", "bang:D3", "bang:D4")):
        no = game.A.cannot.sid_heal(*cards)
        assert no == refuse("wrong_card_count", needed=2, given=len(cards))
    game = table("plain", "sid 1: bang beer")
    assert game.B.cannot.sid_heal("bang", "beer") == refuse("wrong_phase", phase="play")


# Slab the Killer


def test_slabs_bang_takes_two_missed() -> None:
    game = table("slab: bang", "plain: missed:S2 missed:S3")
    game.A.play("bang", at="B")
    assert game.wait("B").needed == 2
    assert not game.B.respond("missed:S2", "missed:S3").hand and game.B.life == 4


def test_slabs_bang_is_stopped_by_two_hearts_of_jourdonnais_and_a_barrel() -> None:  # §5.4
    game = table("slab: bang", "jourdonnais: | barrel", deck="beer:H6 beer:H7")
    game.A.play("bang", at="B")
    assert not game.waiting and game.B.life == 4
    game = table("slab: bang:D3", "jourdonnais: missed | barrel", deck="beer:H6 bang:D2")
    game.A.play("bang:D3", at="B")
    assert game.wait("B").needed == 1 and game.B.respond("missed").life == 4


def test_slabs_gatling_and_duel_are_like_everybodys() -> None:
    game = table("slab: gatling duel", "plain: missed bang")
    game.A.play("gatling")
    assert game.wait("B").needed == 1
    game.B.respond("missed")
    game.C.take_hit()
    game.D.take_hit()
    game.A.play("duel", at="B")
    assert game.B.respond("bang").life == 4 and game.waiting == ["A standoff"]


# Suzy Lafayette


def test_suzy_draws_one_the_moment_her_hand_is_empty() -> None:  # §5.5
    game = table("suzy: stagecoach", deck="beer:H6 beer:H7 beer:H8")
    assert game.A.play("stagecoach").hand == ["beer:H6", "beer:H7", "beer:H8"]
    game = table("suzy: barrel", deck="beer:H6")
    assert game.A.play("barrel").hand == ["beer:H6"]
    game = table("slab: bang", "suzy: missed:S2 missed:S3", deck="beer:H6")
    game.A.play("bang", at="B")
    assert game.B.respond("missed:S2", "missed:S3").hand == ["beer:H6"]


@pytest.mark.parametrize("card", ["panic", "catBalou"])
def test_suzy_draws_when_her_last_card_is_taken(card: str) -> None:
    game = table(f"plain: {card}", "suzy: duel", deck="beer:H6")
    game.A.play(card, at="B", pick="hand")
    assert game.B.hand == ["beer:H6"]


def test_suzy_draws_nothing_while_she_has_a_card_or_when_she_is_eliminated() -> None:
    game = table("suzy: barrel beer:H7", deck="beer:H6")
    assert game.A.play("barrel").hand == ["beer:H7"]
    game = table("plain: bang", "suzy renegade 1: beer:H6", "plain", deck="beer:H7")
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.deck[0] == "beer:H7" and game.discard[-1] == "beer:H6"


# Vulture Sam


def test_vulture_gets_hand_and_cards_in_play_of_the_eliminated() -> None:  # §5.6
    game = table("plain: bang", "plain 1: beer:H6 duel:C8 | barrel:SQ", "vulture: bang:D2")
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.C.hand == ["bang:D2", "beer:H6", "duel:C8", "barrel:SQ"] and not game.B.in_play


def test_vulture_gets_the_cards_of_one_who_blew_up_but_not_the_dynamite() -> None:
    deputy = "plain deputy 3: beer:H6 | dynamite barrel:SQ"
    game = table(deputy, "vulture", *["plain"] * 3, phase="start", deck="missed:S2")
    game.A.give_up()
    assert game.B.hand == ["beer:H6", "barrel:SQ"] and "dynamite:H2" in game.discard


def test_vultures_own_cards_go_to_the_discard_pile() -> None:
    game = table("plain: bang", "vulture 1: beer:H6 | barrel:SQ")
    game.A.play("bang", at="B")
    game.B.falls()
    assert {"beer:H6", "barrel:SQ"} <= set(game.discard)
    assert not game.B.hand_count and not game.B.in_play


# Willy the Kid


def test_willy_plays_as_many_bang_as_he_likes() -> None:  # §5.2
    game = table("willy: bang:D2 bang:D3 bang:D4")
    for card in ("bang:D2", "bang:D3", "bang:D4"):
        game.A.play(card, at="B")
        game.B.take_hit()
    assert game.bangs_played == 3 and game.B.life == 1


def test_willy_must_be_in_range_and_others_have_their_limit() -> None:
    no = table("willy: bang").A.cannot.play("bang", at="C")
    assert no == refuse("out_of_range", distance=2, range=1)
    game = table("plain: bang", "willy", bangs_played=1)
    assert game.A.cannot.play("bang", at="B") == refuse("bang_limit", limit=1)
