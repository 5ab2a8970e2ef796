"""§5.1: distance and range. Draw checks are in test_5_4_reactions and test_5_2_turn."""

import pytest

from shared.contracts.refusals import refuse

from .support import table

FIVE = ("plain", "plain", "plain", "plain", "plain")


def test_seats_are_counted_the_shorter_way_round() -> None:
    game = table(*FIVE)
    assert [game.A.distance_to(who) for who in "BCDE"] == [1, 2, 2, 1]
    assert [game.D.distance_to(who) for who in "ABCE"] == [2, 2, 1, 1]
    game = table(*FIVE, "plain", "plain")
    assert [game.A.distance_to(who) for who in "BCDEFG"] == [1, 2, 3, 3, 2, 1]


def test_the_printed_example_with_five_seats() -> None:
    """A to C is 2; 3 over C's mustang; 2 with A's scope: in reach of a remington, and of a
    schofield only without the mustang; 1 when B is dead."""
    assert table(*FIVE).A.distance_to("C") == 2
    assert table("plain", "plain", "plain: | mustang", "plain", "plain").A.distance_to("C") == 3
    game = table("plain: | scope", "plain", "plain: | mustang", "plain", "plain")
    assert game.A.distance_to("C") == 2
    far = ("plain", "plain: | mustang", "plain", "plain")
    assert table("plain: bang | remington", *far).A.play("bang", at="C").hand_count == 0
    no = table("plain: bang | schofield", *far).A.cannot.play("bang", at="C")
    assert no == refuse("out_of_range", distance=3, range=2)
    assert table("plain", "plain dead", "plain", "plain", "plain").A.distance_to("C") == 1


def test_distance_need_not_be_the_same_both_ways() -> None:
    game = table("plain: | scope", "plain", "plain: | mustang")
    assert game.A.distance_to("C") == 2 and game.C.distance_to("A") == 2
    assert game.B.distance_to("C") == 2 and game.C.distance_to("B") == 1


def test_distance_is_never_below_one() -> None:
    game = table("rose: | scope", "plain", "plain", "plain")
    assert [game.A.distance_to(who) for who in "BCD"] == [1, 1, 1]


@pytest.mark.parametrize(
    ("weapon", "reach"),
    [("volcanic", 1), ("schofield", 2), ("remington", 3), ("carabine", 4), ("winchester", 5)],
)
def test_a_weapon_reaches_as_far_as_its_number(weapon: str, reach: int) -> None:
    """At a table of seven C is 2, D is 3, and more over a mustang and Paul's own."""
    seats = ("plain", "plain", "plain", "paul: | mustang", "plain", "plain")
    game = table(f"plain: bang | {weapon}", *seats)
    distances = {"C": 2, "D": 3, "E": 5}
    for who, distance in distances.items():
        if distance > reach:
            no = game.A.cannot.play("bang", at=who)
            assert no == refuse("out_of_range", distance=distance, range=reach)
    inside = [who for who, distance in distances.items() if distance <= reach]
    assert set(game.A.in_range) == {"B", "G", *inside, *("F" if reach >= 2 else "")}
    game.A.play("bang", at=(inside or ["B"])[-1])


def test_a_weapon_does_not_bring_anybody_nearer() -> None:
    game = table("plain: panic | winchester", "plain", "plain: beer")
    assert game.A.distance_to("C") == 2
    no = game.A.cannot.play("panic", at="C", pick="hand")
    assert no == refuse("out_of_range", distance=2, range=1)


def test_panic_reaches_one_seat_and_a_scope_helps_it() -> None:
    game = table("plain: panic | scope", "plain", "plain: beer:H6")
    assert game.A.play("panic", at="C", pick="hand").hand == ["beer:H6"]
    game = table("plain: panic", "plain: beer | mustang")
    no = game.A.cannot.play("panic", at="B", pick="hand")
    assert no == refuse("out_of_range", distance=2, range=1)


def test_cat_balou_and_duel_know_no_distance() -> None:
    seats = ("plain", "plain", "paul: beer | mustang", "plain", "plain", "plain")
    game = table("plain: catBalou duel", *seats)
    game.A.play("catBalou", at="D", pick="hand").play("duel", at="D")
    assert game.waiting == ["D standoff"]


def test_distance_changes_within_a_turn() -> None:
    game = table("plain: bang:D2 bang:D3 | volcanic", "plain outlaw 1", "plain", "plain")
    no = game.A.cannot.play("bang:D2", at="C")
    assert no == refuse("out_of_range", distance=2, range=1)
    game.A.play("bang:D3", at="B")
    game.B.falls()
    game.A.play("bang:D2", at="C")
    assert game.waiting == ["C shot"]
