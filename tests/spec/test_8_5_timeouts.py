"""§8.5: what silence means, kind by kind. The clocks themselves are in test_8_5_clocks."""

from typing import Any

import pytest

from shared.games.bang.events import CardsMoved, Eliminated, LifeChanged

from .support import Match, dealt, table

# choose2, kitKeep, luckyPick


def test_choosing_a_character_takes_the_first_offer() -> None:
    game = dealt(4, characterDraft="choose2")
    first = {seat.name: seat.me.offer[0] for seat in game.seats}
    game.time_out("A")
    assert {seat.name: seat.seen.character for seat in game.seats} == first


def test_kit_keeps_the_top_two() -> None:
    game = table("kit", phase="draw", deck="beer:H6 bang:D2 duel:C8")
    game.A.draw()
    game.time_out("A")
    assert game.A.hand == ["beer:H6", "bang:D2"] and game.deck[0] == "duel:C8"
    assert game.turn == "A play"


@pytest.mark.parametrize(
    ("purpose", "deck", "chosen"),
    [
        ("dynamite", "missed:S5 bang:DK", "bang:DK"),
        ("dynamite", "jail:S10 missed:S5", "jail:S10"),
        ("dynamite", "missed:S5 missed:S2", "missed:S5"),
        ("jail", "bang:DK beer:H6", "beer:H6"),
        ("jail", "beer:H7 beer:H6", "beer:H7"),
        ("jail", "bang:D2 bang:C2", "bang:D2"),
    ],
)
def test_lucky_takes_the_card_that_succeeds_else_the_first(
    purpose: str, deck: str, chosen: str
) -> None:
    game = table(f"lucky: | {purpose}", phase="start", deck=deck)
    game.time_out("A")
    assert game.check.chosen == chosen and game.check.purpose == purpose


def test_lucky_takes_the_heart_for_his_barrel() -> None:
    game = table("plain: bang:D3", "lucky: | barrel", deck="duel:C8 beer:H6")
    game.A.play("bang:D3", at="B")
    game.time_out("B")
    assert game.check.chosen == "beer:H6" and not game.waiting


# draw, play, discard


@pytest.mark.parametrize("character", ["jesse", "pedro", "kit", "sid"])
def test_drawing_uses_no_ability(character: str) -> None:
    game = table(
        character, "plain: duel:C8", phase="draw", deck="beer:H6 beer:H7", discard="saloon:H5"
    )
    game.time_out("A")
    assert game.A.hand == ["beer:H6", "beer:H7"] and game.turn == "A play"
    assert game.B.hand == ["duel:C8"] and game.discard == ["saloon:H5"]


def test_drawing_still_shows_what_black_jack_must_show() -> None:
    game = table("blackJack", phase="draw", deck="duel:C8 beer:H6 bang:D2")
    game.time_out("A")
    assert game.A.hand_count == 3 and game.shown == "beer:H6"


def test_playing_ends() -> None:
    game = table("plain: bang beer")
    assert game.time_out("A").turn == "B draw" and game.A.hand_count == 2


def test_discarding_takes_the_excess_by_chance() -> None:
    hand = [f"bang:D{rank}" for rank in range(2, 8)]
    kept = set()
    for seed in range(30):
        game = table(f"plain 2: {' '.join(hand)}", phase="discard", seed=str(seed))
        game.time_out("A")
        assert game.turn == "B draw" and game.A.hand_count == 2
        assert len({moved.draw for moved in game.of(CardsMoved)}) == 4
        kept.update(game.A.hand)
    assert kept == set(hand)


# Shots


def shot(*seats: str, deck: str = "", **options: Any) -> Match:
    """A has shot at B, and B's time has run out."""
    game = table(*seats, deck=deck, **options)
    game.A.play("bang:DK", at="B")
    return game.time_out("B")


def test_a_missed_is_spent_the_one_held_longest() -> None:
    game = shot("plain: bang:DK", "plain: beer:H6 missed:S3 missed:S2")
    assert game.B.hand == ["beer:H6", "missed:S2"] and game.B.life == 4


def test_without_a_missed_the_hit_is_taken() -> None:
    assert shot("plain: bang:DK", "plain: beer:H6").B.life == 3


def test_nothing_is_spent_when_it_does_not_suffice() -> None:
    game = shot("slab: bang:DK", "plain: missed:S2")
    assert game.B.hand == ["missed:S2"] and game.B.life == 3
    game = shot("slab: bang:DK", "plain: missed:S2 missed:S3 missed:S4")
    assert game.B.hand == ["missed:S4"] and game.B.life == 4


def test_calamity_spends_missed_before_bang() -> None:
    game = shot("plain: bang:DK", "calamity: bang:D2 missed:S2")
    assert game.B.hand == ["bang:D2"]
    game = shot("slab: bang:DK", "calamity: bang:D2 missed:S2 bang:D3")
    assert game.B.hand == ["bang:D3"] and game.B.life == 4


def test_barrels_left_to_their_owner_are_tried_first() -> None:
    seats = ("plain: bang:DK", "jourdonnais: missed:S2 | barrel:SQ")
    game = shot(*seats, deck="beer:H6", autoBarrel=False)
    assert game.B.hand == ["missed:S2"] and len(game.checks) == 1
    game = shot(*seats, deck="bang:D2 bang:D3", autoBarrel=False)
    assert not game.B.hand and len(game.checks) == 2 and game.B.life == 4
    seats = ("slab: bang:DK", "plain: missed:S2 | barrel:SQ")
    game = shot(*seats, deck="beer:H6", autoBarrel=False)
    assert not game.B.hand and game.B.life == 4
    game = shot(*seats, deck="bang:D2", autoBarrel=False)
    assert game.B.hand == ["missed:S2"] and game.B.life == 3


def test_luckys_barrel_tried_by_silence_takes_his_better_card() -> None:
    seats = ("plain: bang:DK", "lucky: missed:S2 | barrel:SQ")
    game = shot(*seats, deck="bang:D2 beer:H6", autoBarrel=False)
    assert game.check.chosen == "beer:H6" and game.B.hand == ["missed:S2"]
    assert not game.waiting and not game.laid


def test_with_auto_defend_off_the_hit_is_taken_and_no_barrel_tried() -> None:
    seats = ("plain: bang:DK", "plain: missed:S2 | barrel:SQ")
    game = shot(*seats, deck="beer:H6", autoDefend=False, autoBarrel=False)
    assert game.B.life == 3 and game.B.hand == ["missed:S2"] and not game.checks
    game = table(*seats, deck="beer:H6", autoDefend=False, autoBarrel=True)
    game.A.play("bang:DK", at="B")  # an automatic barrel does not wait for silence
    assert game.B.life == 4 and not game.waiting


# Indians! and duels


@pytest.mark.parametrize(("card", "at"), [("indians", None), ("duel", "B")])
def test_a_bang_is_spent_where_one_is_asked_for(card: str, at: str | None) -> None:
    game = table(f"plain: {card}", "plain: beer:H6 bang:D3 bang:D2")
    game.A.play(card, at=at)
    game.time_out("B")
    assert game.B.hand == ["beer:H6", "bang:D2"] and game.B.life == 4
    game = table(f"plain: {card}", "calamity: missed:S2 bang:D2 missed:S3")
    game.A.play(card, at=at)
    game.time_out("B")
    assert game.B.hand == ["missed:S2", "missed:S3"]
    game = table(f"plain: {card}", "calamity: missed:S2 missed:S3")
    game.A.play(card, at=at)
    game.time_out("B")
    assert game.B.hand == ["missed:S3"]


@pytest.mark.parametrize(("card", "at"), [("indians", None), ("duel", "B")])
def test_the_hit_is_taken_without_a_bang_or_without_auto_defend(card: str, at: str | None) -> None:
    for hand, defends in (("missed:S2", True), ("bang:D2", False)):
        game = table(f"plain: {card}", f"plain: {hand}", autoDefend=defends)
        game.A.play(card, at=at)
        game.time_out("B")
        assert game.B.hand == [hand] and game.B.life == 3


def test_a_duel_of_two_silent_players_goes_on_as_long_as_they_have_bang() -> None:
    game = table("plain: duel bang:D2", "plain: bang:D3 bang:D4")
    game.A.play("duel", at="B")
    game.time_out("B").time_out("A").time_out("B")
    assert game.waiting == ["A standoff"]
    game.time_out("A")
    assert game.A.life == 4 and not game.waiting and not game.B.hand_count


# Dying, which does not depend on autoDefend


def dying(seat: str, *others: str, **options: Any) -> Match:
    """B, at one life, has taken a hit from A and his time has run out."""
    game = table("plain: bang:DK", seat, *others, **options)
    game.A.play("bang:DK", at="B")
    game.B.take_hit()
    return game.time_out("B")


@pytest.mark.parametrize("defends", [True, False])
def test_beer_is_drunk_if_it_saves(defends: bool) -> None:
    game = dying("plain 1: beer:H7 duel:C8 beer:H6", autoDefend=defends)
    assert game.B.life == 1 and game.B.hand == ["duel:C8", "beer:H6"]


def test_without_rescue_he_is_eliminated() -> None:
    game = dying("plain 1: saloon")
    assert not game.B.alive and game.killer_of("B") == "A"


def test_beer_that_does_not_suffice_is_not_drunk() -> None:
    seats = ("plain 2: beer:H6 | dynamite", "plain", "vulture")
    game = table(*seats, phase="start", deck="missed:S2")
    game.time_out("A")
    assert not game.A.alive and game.C.hand == ["beer:H6"]
    game = table("plain 2: beer:H6 beer:H7 | dynamite", phase="start", deck="missed:S2")
    game.time_out("A")
    assert game.A.life == 1 and not game.A.hand_count and game.turn == "A draw"


def test_sid_discards_pairs_those_held_longest() -> None:
    game = dying("sid 1: bang:D2 duel:C8 bang:D3")
    assert game.B.life == 1 and game.B.hand == ["bang:D3"]
    seats = ("sid 2: bang:D2 bang:D3 bang:D4 bang:D5 bang:D6 | dynamite",)
    game = table(*seats, phase="start", deck="missed:S2")
    game.time_out("A")
    assert game.A.life == 1 and game.A.hand == ["bang:D6"]


def test_sid_drinks_first_and_pairs_only_what_is_still_missing() -> None:
    seats = ("sid 2: bang:D2 beer:H6 bang:D3 bang:D4 | dynamite",)
    game = table(*seats, phase="start", deck="missed:S2")
    game.time_out("A")
    assert game.A.life == 1 and game.A.hand == ["bang:D4"]
    game = dying("sid 1: bang:D2 bang:D3 beer:H6")
    assert game.B.life == 1 and game.B.hand == ["bang:D2", "bang:D3"]


def test_sid_spends_nothing_when_everything_together_does_not_suffice() -> None:
    game = dying("sid 1: bang:D2", "vulture")
    assert not game.B.alive and game.C.hand == ["bang:D2"]
    seats = ("sid 2: bang:D2 beer:H6 | dynamite", "plain", "vulture")
    game = table(*seats, phase="start", deck="missed:S2")
    game.time_out("A")
    assert not game.A.alive and game.C.hand == ["bang:D2", "beer:H6"]


def test_sid_pairs_his_beers_with_two_players_left() -> None:
    game = dying("sid renegade 1: beer:H6 beer:H7", "plain dead", "plain dead")
    assert game.B.life == 1 and not game.B.hand_count
    game = dying("sid renegade 1: beer:H6", "plain dead", "plain dead")
    assert not game.B.alive and game.winner == "law"


# General Store


def test_the_first_card_that_lies_there_is_taken() -> None:
    game = table("plain: generalStore", deck="beer:H6 beer:H7 beer:H8 beer:H9")
    game.A.play("generalStore").store_pick("beer:H7")
    game.time_out("B").time_out("C").time_out("D")
    assert [seat.hand[0] for seat in game.seats[1:]] == ["beer:H6", "beer:H8", "beer:H9"]


# Several at once


def test_equal_deadlines_are_handled_clockwise_from_whoever_opened_them() -> None:
    game = table("plain 1", "plain outlaw 1: gatling", *["plain 1"] * 2, turn="B")
    game.B.play("gatling")
    game.time_out("A", "C", "D")
    assert [hit.seat for hit in game.of(LifeChanged)] == [2, 3, 0]
    assert game.waiting == ["C dying", "D dying", "A dying"]
    game.time_out("A")
    assert game.winner == "outlaws" and [seat.alive for seat in game.seats] == [0, 1, 0, 0]


def test_those_who_die_at_one_instant_are_handled_clockwise_too() -> None:
    game = table("plain: gatling", *["plain 1"] * 3)
    game.A.play("gatling")
    for seat in (game.D, game.C, game.B):
        seat.take_hit()
    game.time_out("B", "C", "D")
    assert [death.seat for death in game.of(Eliminated)] == [1, 2, 3]
    assert game.winner == "law"


def test_one_silence_does_not_answer_for_another() -> None:
    game = table("plain: gatling", "plain: missed:S2", "plain: missed:S3")
    game.A.play("gatling")
    game.after(10_000)
    game.B.respond("missed:S2")
    game.time_out("C")
    assert game.C.hand_count == 0 and game.D.life == 3 and not game.waiting
