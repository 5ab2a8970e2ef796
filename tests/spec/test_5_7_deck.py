"""§5.7: the deck runs out."""

from shared.engine.events import BLANK
from shared.games.bang.events import PileShuffled

from .support import table


def test_the_discard_pile_becomes_the_deck_when_a_card_is_needed() -> None:
    game = table("plain", phase="draw", deck="beer:H6", rest="empty", discard="bang:D2 bang:D3")
    game.A.draw()
    assert game.A.hand[0] == "beer:H6" and game.A.hand[1] in ("bang:D2", "bang:D3")
    assert not game.discard and game.deck_count == 1


def test_the_pile_is_not_shuffled_before_a_card_is_needed() -> None:
    game = table("plain", phase="draw", deck="beer:H6 beer:H7", rest="empty", discard="bang:D2")
    game.A.draw()
    assert game.discard == ["bang:D2"] and game.deck_count == 0
    assert "pile_shuffled" not in game.tags()


def test_the_whole_pile_is_used_its_top_and_the_card_just_played_included() -> None:
    game = table("plain: wellsFargo", rest="empty", discard="bang:D2 bang:D3")
    game.A.play("wellsFargo")
    assert sorted(game.A.hand) == ["bang:D2", "bang:D3", "wellsFargo:H3"] and not game.discard


def test_drawing_is_left_out_when_both_are_empty() -> None:
    game = table("plain", phase="draw", rest="empty")
    assert game.A.draw().hand_count == 0 and game.turn == "A play"
    game = table("plain: bang", "plain outlaw 1", rest="empty")
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.A.hand == ["bang:SA"]  # what there is of the reward


def test_a_check_shuffles_too() -> None:
    game = table("plain: | jail:SJ", phase="start", rest="empty", discard="beer:H6")
    assert game.check.cards == ["beer:H6"] and game.turn == "A draw"


def test_nobody_learns_the_order_of_the_new_deck() -> None:  # §8.3
    seats = ("plain", "plain", "plain", "plain")
    game = table(*seats, phase="draw", rest="empty", discard="bang:D2 bang:D3 bang:D4 bang:D5")
    game.A.draw()
    for viewer in ("A", "B", None):
        (shuffled,) = game.of(PileShuffled, viewer)
        assert set(shuffled.cards) == {BLANK} and len(shuffled.cards) == 4


def test_a_shuffle_comes_from_the_seed() -> None:  # §8.4
    def order(discarded: str) -> list[str]:
        game = table("plain", phase="draw", rest="empty", discard=discarded)
        return game.A.draw().hand + game.deck

    pile = "bang:D2 bang:D3 bang:D4 bang:D5 bang:D6 bang:D7 bang:D8 bang:D9"
    assert order(pile) == order(pile)
    assert order(pile) != pile.split() and sorted(order(pile)) == pile.split()
