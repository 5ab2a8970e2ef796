"""§5.5: the order in which a lost life is settled: dying, then abilities, then an empty hand."""

import pytest

from .support import table


def test_life_is_lost_before_anything_else_happens() -> None:
    game = table("plain: bang", "plain 1: beer")
    game.A.play("bang", at="B")
    assert game.B.take_hit().life == 0 and game.B.alive and game.waiting == ["B dying"]


def test_dying_is_settled_before_an_ability_acts() -> None:
    game = table("plain: bang duel:C8", "elGringo 1: beer:H6")
    game.A.play("bang", at="B")
    assert game.B.take_hit().hand == ["beer:H6"]
    assert game.B.respond("beer:H6").hand == ["duel:C8"] and game.B.life == 1


@pytest.mark.parametrize("character", ["bart", "elGringo"])
def test_the_dead_use_no_ability(character: str) -> None:
    game = table("plain: bang duel:C8", f"{character} renegade 1", deck="beer:H6")
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.deck[0] == "beer:H6" and game.A.hand == ["duel:C8"]


def test_the_ability_counts_every_life_of_the_blow_once() -> None:
    deck = "missed:S2 bang:D2 bang:D3 bang:D4 bang:D5"
    game = table("bart 3: beer:H6 | dynamite", phase="start", deck=deck)
    game.A.respond("beer:H6")
    assert game.A.life == 1 and game.A.hand == ["bang:D2", "bang:D3", "bang:D4"]


def test_an_empty_hand_is_noticed_at_whatever_moment() -> None:
    """Suzy drinks her last card while dying; El Gringo takes her last card."""
    game = table("plain: bang", "suzy 1: beer:H6", deck="bang:D2")
    game.A.play("bang", at="B")
    assert game.B.take_hit().respond("beer:H6").hand == ["bang:D2"]
    game = table("suzy: bang duel:C8", "elGringo", deck="beer:H6")
    game.A.play("bang", at="B")
    game.B.take_hit()
    assert game.B.hand == ["duel:C8"] and game.A.hand == ["beer:H6"]


def test_suzys_shot_at_el_gringo_draws_for_her_before_and_after() -> None:
    game = table("suzy: bang", "elGringo", deck="beer:H6 beer:H7")
    game.A.play("bang", at="B")
    assert game.A.hand == ["beer:H6"]
    game.B.take_hit()
    assert game.B.hand == ["beer:H6"] and game.A.hand == ["beer:H7"]


def test_a_rescue_by_trading_lets_the_abilities_act_too() -> None:
    game = table("plain: bang", "sid 1: bang:D2 bang:D3")
    game.A.play("bang", at="B")
    assert game.B.take_hit().sid_heal("bang:D2", "bang:D3").life == 1 and not game.waiting
