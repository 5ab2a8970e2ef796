"""What the thinking player does, by examples: each role's aim, and what is worth more than what."""

from typing import Any

import msgspec
import pytest

from tests.services.bots.steady.seats import chosen, seen, steady
from tests.spec.support import table


def shots(actor: int, target: int) -> list[list[Any]]:
    """Three of them, as seats hear them."""
    return [["card_played", actor, 0, "bang", target]] * 3


def test_an_outlaw_shoots_the_sheriff_before_anybody_else() -> None:
    game = table("plain outlaw 1: bang missed", "plain", "plain renegade", "plain sheriff 2")
    assert chosen(game, "A") == "bang D"


def test_an_outlaw_takes_a_longer_weapon_to_reach_the_sheriff() -> None:
    game = table("willy outlaw: bang winchester", "plain", "plain sheriff", "plain")
    assert chosen(game, "A") == "winchester"


def test_an_outlaw_waits_with_showing_himself_until_it_pays() -> None:
    """Well-armed enemies all round and a Sheriff in full strength against one at his last life."""
    others = ("plain: | winchester", "plain: | carabine", "plain: | remington", "plain", "plain")
    for life, move in (("5", "endPlay"), ("1", "bang B")):
        line = f"jourdonnais sheriff {life}: beer beer | barrel"
        game = table("plain outlaw 3: bang", line, *others)
        assert chosen(game, "A") == move, life


def test_the_sheriff_shoots_whom_he_suspects_and_no_likely_deputy() -> None:
    people = ("plain sheriff: bang missed missed duel beer beer", *["plain"] * 6)
    suspect, friend = shots(1, 0), shots(6, 1)
    game = table(*people)
    assert chosen(game, "A", suspect + friend) in ("bang B", "duel B")
    alone = table("plain sheriff 3: bang", *["plain"] * 6)
    told = shots(1, 2) + shots(2, 0) + shots(6, 2)
    assert chosen(alone, "A", told) == "endPlay", "both neighbours have shot at an outlaw"


@pytest.mark.parametrize("card", ["bang", "duel", "panic", "catBalou", "gatling", "indians"])
def test_a_deputy_does_not_hurt_a_sheriff_who_is_low(card: str) -> None:
    game = table(
        f"plain deputy 2: {card} bang",
        "plain sheriff 1: bang | barrel",
        "plain dead outlaw",
        "plain dead outlaw",
        "plain renegade dead",
    )
    assert " B" not in chosen(game, "A")
    assert card in ("bang", "duel", "panic", "catBalou") or not chosen(game, "A").startswith(card)


def test_a_deputy_takes_nothing_from_the_sheriff_that_serves_him() -> None:
    """Not even where nobody else is at hand and he could use it better."""
    game = table("plain deputy: panic", "plain sheriff: | winchester", *["plain"] * 5)
    assert chosen(game, "A", shots(2, 1) + shots(3, 1) + shots(4, 1)) == "endPlay"


def test_a_deputy_takes_the_dynamite_off_the_sheriff() -> None:
    game = table("plain deputy 2: catBalou", "plain sheriff: bang | dynamite", *["plain"] * 3)
    assert chosen(game, "A") == "catBalou B dynamite"


def test_a_renegade_leaves_the_sheriff_alive_until_the_two_are_alone() -> None:
    three = table(
        *("plain renegade: bang missed missed missed missed", "plain sheriff 1"),
        *("plain deputy", "plain outlaw dead", "plain outlaw dead"),
    )
    assert chosen(three, "A") == "bang C"
    two = table(
        *("plain renegade: bang missed missed missed missed", "plain sheriff 1"),
        *("plain deputy dead", "plain outlaw dead", "plain outlaw dead"),
    )
    assert chosen(two, "A") == "bang B"


def test_a_renegade_changes_sides_when_the_law_has_won_but_for_him() -> None:
    known = shots(2, 1) + shots(1, 2)
    people = ("plain renegade 2: bang bang missed", "plain outlaw", "plain sheriff", "plain deputy")
    with_law = table(*people, "plain outlaw")
    assert chosen(with_law, "A", known) == "bang B"
    against = table(
        *("plain renegade 2: bang bang missed", "plain outlaw dead", "plain sheriff"),
        *("plain deputy", "plain outlaw dead"),
    )
    assert chosen(against, "A", known) == "bang D"


def test_who_is_hurt_drinks_and_who_is_whole_does_not() -> None:
    assert chosen(table("plain sheriff 1: beer"), "A") == "beer"
    assert chosen(table("plain sheriff 5: beer"), "A") == "endPlay"
    wasteful = table("plain sheriff 5: beer", beerAtFullHealth=True)
    assert chosen(wasteful, "A") == "endPlay"


def test_at_the_hand_limit_the_least_useful_go() -> None:
    """A second barrel, and a weapon shorter than the one at hand."""
    game = table(
        "plain sheriff 2: barrel missed beer schofield | barrel winchester", phase="discard"
    )
    assert chosen(game, "A") in ("discard barrel schofield", "discard schofield barrel")


def test_in_the_store_the_card_that_helps_most_is_taken() -> None:
    game = table(
        "plain sheriff 4: generalStore missed missed", deck="beer schofield dynamite barrel"
    )
    game.A.play("generalStore")
    assert chosen(game, "A") in ("storePick beer", "storePick barrel")


def test_a_shot_is_answered_with_the_cheaper_card() -> None:
    game = table("plain outlaw: bang", "calamity sheriff 3: missed bang bang")
    game.A.play("bang", at="B")
    assert chosen(game, "B") == "respond bang"


def test_a_card_worth_more_than_the_life_is_kept() -> None:
    """With lives to spare, and a card for each that is lost."""
    for life, move in ((4, "takeHit"), (1, "respond missed")):
        game = table("plain sheriff: bang", f"bart outlaw {life}: missed")
        game.A.play("bang", at="B")
        assert chosen(game, "B") == move, life


def test_a_barrel_is_tried_before_a_card() -> None:
    game = table("plain sheriff: bang", "plain: missed | barrel", autoBarrel=False)
    game.A.play("bang", at="B")
    assert chosen(game, "B") == "useBarrel"


def test_a_duel_is_for_who_has_more_to_give() -> None:
    strong = table("plain outlaw 4: duel bang bang bang", "plain sheriff 1", "plain", "plain")
    assert chosen(strong, "A").startswith(("duel B", "bang B"))
    weak = table("plain outlaw 1: duel", "plain sheriff: bang bang bang bang", "plain", "plain")
    assert chosen(weak, "A") == "endPlay"


def test_who_is_dying_saves_himself_if_it_can_be_done() -> None:
    game = table("plain sheriff: bang", "sid outlaw 1: beer missed duel", "plain", "plain")
    game.A.play("bang", at="B")
    game.B.take_hit()
    assert chosen(game, "B") == "respond beer"
    lost = table("plain sheriff: bang", "sid outlaw 1: duel", "plain", "plain")
    lost.A.play("bang", at="B")
    lost.B.take_hit()
    assert chosen(lost, "B") == "giveUp"


def test_who_may_trade_cards_while_others_answer_waits_unless_it_is_worth_it() -> None:
    """The offer stands through his turn; taking it costs two cards that he needs more."""
    game = table("sid sheriff 4: bang missed beer", "plain: missed", "plain", "plain")
    game.A.play("bang", at="B")
    assert game.A.may == ["sidHeal"]
    assert steady("A").choose(seen(game, "A")) is None
    weak = table("sid sheriff 1: bang duel schofield dynamite", "plain: missed", "plain", "plain")
    weak.A.play("bang", at="B")
    assert chosen(weak, "A").startswith("sidHeal")


def test_jail_is_for_the_dangerous_and_a_friend_is_freed_from_it() -> None:
    known = shots(1, 0)
    game = table("plain sheriff 3: jail", *["plain"] * 4)
    assert chosen(game, "A", known) == "jail B"
    game = table("plain sheriff 3: catBalou", "plain deputy: | jail", *["plain"] * 5)
    assert chosen(game, "A", shots(1, 2) + shots(2, 0)) == "catBalou B jail"


def test_a_view_of_another_shape_raises() -> None:
    view = dict(seen(table("plain sheriff: bang"), "A"))
    with pytest.raises(msgspec.ValidationError):
        steady("A").choose({**view, "seats": 5})
    with pytest.raises(msgspec.ValidationError):
        steady("A").choose({key: value for key, value in view.items() if key != "seat/2"})
    assert steady("A").choose({**view, "legal": []}) is None
