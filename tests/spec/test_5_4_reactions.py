"""§5.4: what waits for an answer, and what an answer does. Silence is in test_8_5_timeouts."""

import itertools

import pytest

from shared.contracts.refusals import refuse

from .support import Match, table

# Shots


def test_the_turn_stands_still_until_the_reaction_is_over() -> None:
    game = table("plain: bang:D2 beer scope")
    game.A.play("bang:D2", at="B")
    no = refuse("reactions_pending", count=1)
    assert game.A.cannot.play("scope") == no and game.A.cannot.end_play() == no
    game.B.take_hit()
    assert game.A.play("scope").in_play == ["scope:SA"]


def test_a_failed_barrel_still_leaves_the_missed() -> None:
    game = table("plain: bang:D3", "plain: missed | barrel:SK", deck="bang:D2")
    game.A.play("bang:D3", at="B")
    assert game.waiting == ["B shot"] and game.B.may == ["takeHit", "respond"]
    assert game.B.respond("missed").life == 4


def test_a_barrel_is_tried_once_a_shot() -> None:
    game = table("plain: bang:D3 gatling", "plain: | barrel:SK", deck="bang:D2 bang:D4")
    game.A.play("bang:D3", at="B")
    assert game.B.cannot.use_barrel() == refuse("barrel_unavailable")
    game.B.take_hit()
    game.A.play("gatling")
    assert game.check.cards == ["bang:D4"] and game.waiting[0] == "B shot"


def test_without_auto_barrel_each_barrel_is_tried_when_its_owner_says_so() -> None:
    seats = ("plain: bang:D3", "jourdonnais: missed | barrel:SK")
    game = table(*seats, deck="bang:D2 beer:H6 duel:C8", autoBarrel=False)
    game.A.play("bang:D3", at="B")
    assert "useBarrel" in game.B.may
    game.B.use_barrel()
    assert game.check.cards == ["bang:D2"] and game.waiting == ["B shot"]
    game.B.use_barrel()
    assert not game.waiting and game.deck[0] == "duel:C8" and game.B.hand_count == 1
    game = table(*seats, deck="bang:D2 bang:D4", autoBarrel=False)
    game.A.play("bang:D3", at="B")
    assert game.B.use_barrel().use_barrel().cannot.use_barrel() == refuse("barrel_unavailable")


def test_without_auto_barrel_it_may_be_left_untried() -> None:
    game = table("plain: bang", "plain: missed | barrel", autoBarrel=False)
    game.A.play("bang", at="B")
    assert game.B.respond("missed").life == 4
    game = table("plain: bang", "plain: missed | barrel", autoBarrel=False)
    game.A.play("bang", at="B")
    assert game.B.take_hit().life == 3


def test_all_needed_missed_are_given_at_once() -> None:
    game = table("slab: bang", "plain: missed:S2 missed:S3 missed:S4")
    game.A.play("bang", at="B")
    for cards in (("missed:S2",), ("missed:S2", "missed:S3", "missed:S4"), ()):
        no = game.B.cannot.respond(*cards)
        assert no == refuse("wrong_card_count", needed=2, given=len(cards))
    assert game.B.respond("missed:S2", "missed:S4").hand == ["missed:S3"]


def test_one_missed_against_slab_cannot_stop_it_and_is_not_offered() -> None:
    game = table("slab: bang", "plain: missed")
    game.A.play("bang", at="B")
    assert game.B.may == ["takeHit"]


def test_other_cards_and_foreign_cards_are_no_answer() -> None:
    game = table("plain: bang:D2", "plain: bang:D3 beer:H6 missed:S2", "plain: missed:S3")
    game.A.play("bang:D2", at="B")
    for card in ("bang:D3", "beer:H6"):
        assert game.B.cannot.respond(card) == refuse("wrong_card")
    assert game.B.cannot.respond("missed:S3") == refuse("no_such_card")
    twice = game.B.me.hand[-1]
    assert game.B.cannot.respond(twice, twice) == refuse("no_such_card")
    assert game.C.cannot.respond("missed:S3") == refuse("not_reaction_target")


def test_lucky_checks_inside_a_shot_and_the_shot_stands_still_meanwhile() -> None:
    seats = ("plain: bang:D3", "lucky: missed | barrel:SK")
    game = table(*seats, deck="duel:C8 bang:D2")
    game.A.play("bang:D3", at="B")
    shot = game.table.waits("B")[0]
    assert game.B.cannot.say("takeHit", wait=shot.id) == refuse("reactions_pending", count=1)
    game.B.lucky_pick("bang:D2")
    assert game.waiting == ["B shot"] and game.B.respond("missed").life == 4


# Gatling and Indians!


def attacked(card: str) -> Match:
    answer = "bang" if card == "indians" else "missed"
    game = table(f"plain: {card}", *[f"plain 1: {answer} beer"] * 3, deck="saloon:H5")
    game.A.play(card)
    return game


@pytest.mark.parametrize("card", ["indians", "gatling"])
def test_everybodys_answer_counts_in_the_order_of_arrival(card: str) -> None:
    """B is hit and saved, C stops it, D is hit and eliminated, in every order: each sees the same
    in the end, and the next one's turn comes only after the last answer."""
    ends = set()
    for order in itertools.permutations("BCD"):
        game = attacked(card)
        assert len(game.waiting) == 3
        for who in order:
            seat = getattr(game, who)
            if who == "C":
                seat.respond("bang" if card == "indians" else "missed")
            else:
                seat.take_hit()
                seat.respond("beer") if who == "B" else seat.give_up()
        assert not game.waiting and game.turn == "A play"
        ends.add(tuple((seat.life, seat.alive, seat.hand_count) for seat in game.seats))
    assert len(ends) == 1


def test_dying_goes_on_while_others_still_answer() -> None:
    game = attacked("gatling")
    game.C.take_hit()
    assert game.waiting == ["B shot", "D shot", "C dying"]
    game.B.respond("missed")
    assert game.C.respond("beer").life == 1 and game.waiting == ["D shot"]


def test_automatic_barrels_are_tried_clockwise_from_the_shooter() -> None:
    seats = ("plain: | barrel:SQ", "plain: gatling", "plain: | barrel:SK", "jourdonnais")
    game = table(*seats, turn="B", deck="beer:H6 bang:D2 beer:H7")
    game.B.play("gatling")
    assert [check.who for check in game.checks] == ["C", "D", "A"]
    assert game.waiting == ["D shot"]


# Duel


def test_a_duel_is_one_reaction_that_goes_to_and_fro() -> None:
    game = table("plain: duel bang:D2", "plain: bang:D3")
    game.A.play("duel", at="B")
    assert game.A.cannot.respond("bang:D2") == refuse("not_reaction_target")
    game.B.respond("bang:D3")
    assert game.B.cannot.take_hit() == refuse("not_reaction_target")
    assert game.A.respond("bang:D2").hand_count == 0
    assert game.B.take_hit().life == 3 and game.turn == "A play"


def test_a_duel_takes_one_bang_at_a_time() -> None:
    game = table("plain: duel", "plain: bang:D2 bang:D3 missed:S2")
    game.A.play("duel", at="B")
    for cards in ((), ("bang:D2", "bang:D3")):
        no = game.B.cannot.respond(*cards)
        assert no == refuse("wrong_card_count", needed=1, given=len(cards))
    assert game.B.cannot.respond("missed:S2") == refuse("wrong_card")


def test_the_target_of_a_duel_dies_by_its_winner() -> None:  # §5.6
    game = table("plain: duel", "plain outlaw 1")
    game.A.play("duel", at="B")
    game.B.falls()
    assert game.killer_of("B") == "A" and game.A.hand_count == 3 and game.turn == "A play"


def test_whoever_began_a_duel_and_dies_in_it_is_killed_by_the_other() -> None:  # §5.6
    game = table("plain outlaw 1: duel", "plain sheriff: bang")
    game.A.play("duel", at="B")
    game.B.respond("bang")
    game.A.falls()
    assert game.killer_of("A") == "B" and game.B.hand_count == 3 and game.turn == "B draw"


# Dying


def test_the_dying_may_drink_exactly_what_is_missing() -> None:
    game = table("plain 2: beer:H6 beer:H7 beer:H8 | dynamite", phase="start", deck="missed:S2")
    assert game.waiting == ["A dying"] and game.A.life == -1
    for cards in (("beer:H6",), ("beer:H6", "beer:H7", "beer:H8")):
        no = game.A.cannot.respond(*cards)
        assert no == refuse("wrong_card_count", needed=2, given=len(cards))
    assert game.A.cannot.respond() == refuse("wrong_card_count", needed=2, given=0)
    assert game.A.respond("beer:H6", "beer:H8").life == 1 and game.A.hand == ["beer:H7"]


def test_only_beer_rescues() -> None:
    game = table("plain: bang", "plain 1: saloon missed")
    game.A.play("bang", at="B")
    game.B.take_hit()
    for card in ("saloon", "missed"):
        assert game.B.cannot.respond(card) == refuse("wrong_card")
    assert game.B.may == ["giveUp"]


def test_beer_does_not_rescue_with_two_players_left() -> None:
    game = table("plain: bang", "plain dead", "plain dead", "plain 1: beer")
    game.A.play("bang", at="D")
    assert game.D.take_hit().may == ["giveUp"]
    assert game.D.cannot.respond("beer") == refuse("two_players_left")


def test_how_many_are_left_is_judged_when_the_beer_is_drunk() -> None:  # §8.2
    seats = ("plain dead", "plain outlaw 1: beer:H6", "plain outlaw 1")
    game = table("plain renegade: indians", "plain sheriff 1: beer:H7", *seats[1:])
    game.A.play("indians")
    game.B.take_hit()
    game.C.take_hit()
    game.D.falls()
    game.C.respond("beer:H6")
    assert game.C.life == 1
    game = table("plain sheriff: gatling", *seats, turn="A")
    game.A.play("gatling")
    game.C.take_hit()
    game.D.falls()
    assert game.C.cannot.respond("beer:H6") == refuse("two_players_left")


def test_sid_mixes_beer_and_his_own_way() -> None:
    cards = "beer:H6 bang:D2 bang:D3"
    game = table(f"sid 2: {cards} | dynamite", phase="start", deck="missed:S2")
    assert game.A.sid_heal("bang:D2", "bang:D3").life == 0 and game.waiting == ["A dying"]
    assert game.A.may == ["giveUp", "respond"]
    assert game.A.respond("beer:H6").life == 1 and game.turn == "A draw"


def test_who_gives_up_is_eliminated_at_once() -> None:
    game = table("plain: bang", "plain renegade 1: beer beer")
    game.A.play("bang", at="B")
    assert not game.B.take_hit().give_up().alive and game.turn == "A play"


# Who may answer


def test_the_answer_must_fit_the_kind_of_wait() -> None:
    game = table("plain: bang", "plain 1")
    game.A.play("bang", at="B")
    assert game.B.cannot.give_up() == refuse("not_reaction_target")
    for action, card in (("storePick", "beer:H6"), ("luckyPick", "beer:H6")):
        assert game.B.cannot.say(action, card=card) == refuse("not_reaction_target")
    game.B.take_hit()
    assert game.B.cannot.take_hit() == refuse("not_reaction_target")
    assert game.B.cannot.use_barrel() == refuse("not_reaction_target")


def test_an_answer_to_a_wait_that_is_gone_is_stale() -> None:
    game = table("plain: bang:D2 bang:D3 | volcanic", "plain: missed")
    game.A.play("bang:D2", at="B")
    gone = game.wait("B").id
    game.B.take_hit()
    game.A.play("bang:D3", at="B")
    assert game.B.cannot.say("takeHit", wait=gone) == refuse("not_reaction_target")
    assert game.B.respond("missed").life == 3
