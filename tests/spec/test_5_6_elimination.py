"""§5.6: role, reward or penalty, cards, victory, the turn: in this order."""

import pytest

from shared.games.bang.events import CardsMoved, Eliminated

from .support import Match, table


def shot_dead(*seats: str, deck: str = "") -> Match:
    """A's BANG! eliminates B."""
    game = table(*seats, deck=deck)
    game.A.play("bang", at="B")
    game.B.falls()
    return game


def test_the_role_of_the_eliminated_is_shown() -> None:
    game = shot_dead("plain: bang", "plain outlaw 1")
    assert game.B.seen.role == "outlaw" and not game.C.seen.role and not game.D.seen.role


@pytest.mark.parametrize("killer", ["sheriff", "deputy", "outlaw", "renegade"])
def test_whoever_eliminates_an_outlaw_draws_three_cards(killer: str) -> None:
    deck = "beer:H6 beer:H7 beer:H8"
    game = shot_dead(f"plain {killer}: bang", "plain outlaw 1", *["plain"] * 3, deck=deck)
    assert game.A.hand == deck.split() and game.killer_of("B") == "A"


@pytest.mark.parametrize("victim", ["deputy", "renegade"])
def test_nothing_is_drawn_for_anybody_else(victim: str) -> None:
    seats = ("plain outlaw: bang duel:C8 | scope", f"plain {victim} 1", *["plain"] * 3)
    game = shot_dead(*seats, deck="beer:H6")
    assert game.A.hand == ["duel:C8"] and game.A.in_play == ["scope:SA"]


def test_a_sheriff_who_eliminates_a_deputy_loses_hand_and_cards_in_play() -> None:
    seats = ("plain sheriff: bang duel:C8 | scope barrel:SQ", "plain deputy 1", *["plain"] * 3)
    game = shot_dead(*seats)
    assert not game.A.hand_count and not game.A.in_play
    assert {"duel:C8", "scope:SA", "barrel:SQ"} < set(game.discard)


def test_a_sheriff_without_cards_has_nothing_to_lose() -> None:
    game = shot_dead("plain sheriff: bang", "plain deputy 1", *["plain"] * 3)
    assert not game.A.hand_count and game.turn == "A play"


def test_a_sheriff_who_is_suzy_draws_one_after_her_penalty_only_if_she_had_cards() -> None:
    seats = ("plain deputy 1", *["plain"] * 3)
    game = shot_dead("suzy sheriff: bang duel:C8", *seats, deck="beer:H6 beer:H7")
    assert game.A.hand == ["beer:H6"]
    game = table("suzy sheriff 1: gatling", *seats, deck="beer:H6 beer:H7")
    game.A.play("gatling")
    assert game.A.hand == ["beer:H6"]
    game.B.falls()
    assert game.A.hand == ["beer:H7"]


def test_a_deputy_who_eliminates_a_deputy_is_not_punished() -> None:
    seats = ("plain deputy: bang duel:C8 | scope", "plain deputy 1", *["plain"] * 5)
    game = shot_dead(*seats)
    assert game.A.hand == ["duel:C8"] and game.A.in_play == ["scope:SA"]


@pytest.mark.parametrize("card", ["bang", "gatling", "indians", "duel"])
def test_the_killer_is_who_played_the_card(card: str) -> None:
    game = table(f"plain: {card}", "plain outlaw 1")
    game.A.play(card, at="B" if card in ("bang", "duel") else None)
    game.B.falls()
    assert game.killer_of("B") == "A" and game.A.hand_count == 3


def test_an_explosion_has_no_killer_and_brings_no_reward() -> None:
    game = table("plain", "plain outlaw 3: | dynamite", deck="missed:S2 beer:H6")
    game.A.end_play()
    game.B.give_up()
    assert game.deck[0] == "beer:H6" and game.killer_of("B") is None


def test_the_cards_of_the_eliminated_are_discarded_for_all_to_see() -> None:
    game = shot_dead("plain: bang", "plain 1: beer:H6 duel:C8 | scope schofield:CJ")
    assert {"beer:H6", "duel:C8", "scope:SA", "schofield:CJ"} < set(game.discard)
    assert not game.B.hand_count and not game.B.in_play
    assert {moved.why for moved in game.of(CardsMoved)} == {"reward", "eliminated"}


def test_reward_comes_before_the_cards_are_handed_over() -> None:
    game = shot_dead("vulture: bang", "plain outlaw 1: duel:C8", deck="beer:H6 beer:H7 beer:H8")
    assert game.A.hand == ["beer:H6", "beer:H7", "beer:H8", "duel:C8"]


def test_penalty_comes_before_the_cards_are_handed_over() -> None:
    seats = ("vulture sheriff: bang saloon | scope", "plain deputy 1: duel:C8", *["plain"] * 3)
    game = shot_dead(*seats)
    assert game.A.hand == ["duel:C8"] and not game.A.in_play


def test_vulture_sam_killed_by_the_same_card_inherits_nothing() -> None:
    game = table("plain: gatling", "plain 1: beer:H6", "vulture 1: duel:C8", *["plain"] * 3)
    game.A.play("gatling")
    game.C.falls()
    game.B.falls()
    assert {"beer:H6", "duel:C8"} < set(game.discard)


def test_victory_is_judged_last_and_ends_the_match_at_once() -> None:
    game = table("plain sheriff 1: beer:H6", "plain outlaw: gatling", "vulture", turn="B")
    game.B.play("gatling")
    game.A.falls()
    assert game.winner == "outlaws" and not game.waiting
    assert game.C.hand == ["beer:H6"]  # handed over before
    assert game.tags()[-1] == "match_ended"


def test_when_the_turn_player_dies_the_next_living_takes_his_turn() -> None:
    game = table("plain", "plain outlaw 1: duel", "plain dead", "plain: bang", turn="B")
    game.B.play("duel", at="D")
    game.D.respond("bang")
    game.B.falls()
    assert game.turn == "D draw"


def test_an_eliminated_player_is_no_target_and_does_nothing_more() -> None:
    game = shot_dead("plain: bang catBalou duel:C8", "plain 1")
    assert [type(event) for event in game.last].count(Eliminated) == 1
    for card in ("catBalou", "duel:C8"):
        assert game.A.cannot.play(card, at="B").code == "invalid_target"
    assert game.B.cannot.end_play().code == "dead_player" and game.B.may == []
