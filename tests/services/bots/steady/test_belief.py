"""What public acts tell about roles."""

from itertools import pairwise
from typing import Any

import pytest

from services.bots.bang.belief import ROLES, Act, Belief
from services.bots.bang.deck import KINDS
from services.bots.bang.deck import ROLES as COUNTS
from services.bots.bang.hearing import Hearing
from services.bots.bang.table import Table
from tests.services.bots.steady.matches import on_the_wire
from tests.services.bots.steady.seats import odds, seen
from tests.spec.support import Match, table

Events = list[list[Any]]

SEVEN = ("plain outlaw", "plain sheriff", *["plain"] * 5)
"""A is an outlaw and asked, B the Sheriff; C to G hide two deputies, two outlaws, a renegade."""


def seven() -> Match:
    return table(*SEVEN)


def plays(actor: str, kind: str, target: str = "") -> Events:
    seat = "ABCDEFG".index(target) if target else -1
    return [["card_played", "ABCDEFG".index(actor), 0, kind, seat]]


def takes(actor: str, kind: str, target: str, card: int, pile: str = "hand") -> Events:
    """`card` -1: nobody else sees which."""
    source = [pile, "ABCDEFG".index(target)]
    to = ["hand", "ABCDEFG".index(actor)] if kind == "panic" else ["discard", -1]
    why = "stolen" if kind == "panic" else "discarded"
    return [*plays(actor, kind, target), ["cards_moved", None, source, to, [card], why, -1]]


def test_at_first_the_roles_that_are_left_are_equally_likely() -> None:  # §4
    found = odds(seven(), "A")
    assert found["A"]["outlaw"] == found["B"]["sheriff"] == 1
    for name in "CDEFG":
        assert found[name]["deputy"] == pytest.approx(2 / 5)
        assert found[name]["outlaw"] == pytest.approx(2 / 5)
        assert found[name]["renegade"] == pytest.approx(1 / 5)


def test_all_deals_of_the_roles_are_weighed_and_each_once() -> None:
    for size, counts in COUNTS.items():
        belief = Belief(size, counts, {0: "sheriff"})
        for role in ROLES:
            assert sum(seat[role] for seat in belief.odds) == pytest.approx(counts.get(role, 0))
        assert all(sum(seat.values()) == pytest.approx(1) for seat in belief.odds)
        assert len(set(belief._deals)) == len(belief._deals)


def test_who_shoots_the_sheriff_is_an_outlaw_more_likely_shot_by_shot() -> None:
    found = [odds(seven(), "A", plays("C", "bang", "B") * n)["C"] for n in range(4)]
    for before, then in pairwise(found):
        assert then["outlaw"] > before["outlaw"]
        assert then["deputy"] < before["deputy"]
    assert found[1]["deputy"] < 0.05


@pytest.mark.parametrize("kind", ["duel", "jail", "bang"])
def test_who_acts_against_an_outlaw_is_on_the_side_of_the_law(kind: str) -> None:
    before, then = odds(seven(), "A")["C"], odds(seven(), "A", plays("C", kind, "A"))["C"]
    assert then["deputy"] > before["deputy"]
    assert then["outlaw"] < before["outlaw"]


def test_who_is_shot_by_a_likely_outlaw_is_likelier_of_the_law() -> None:
    shots = plays("C", "bang", "B") * 3
    before, then = (odds(seven(), "A", shots + more)["D"] for more in ([], plays("C", "bang", "D")))
    assert then["deputy"] > before["deputy"]


def test_stealing_from_the_sheriff_tells_against_and_relieving_him_for_somebody() -> None:
    game = seven()
    stolen = odds(game, "A", takes("C", "panic", "B", -1))["C"]
    relieved = odds(game, "A", takes("C", "catBalou", "B", KINDS.index("dynamite"), "play"))
    assert stolen["outlaw"] > 2 / 5 > stolen["deputy"]
    assert relieved["C"]["deputy"] > 2 / 5 > relieved["C"]["outlaw"]


def test_a_shot_for_all_tells_little_unless_it_can_kill() -> None:
    game = seven()
    gatling = plays("C", "gatling")
    lives = [["character_taken", seat, "willy", 4] for seat in range(7)]
    dying = [["life_changed", 1, -3, 1, "shot", 0]]
    little, much = (odds(game, "A", lives + more)["C"] for more in (gatling, dying + gatling))
    assert abs(little["outlaw"] - 2 / 5) < 0.1
    assert much["outlaw"] > little["outlaw"] + 0.1


def test_whoever_heals_others_when_the_sheriff_is_low_helps_the_law() -> None:
    lives = [["character_taken", 1, "willy", 4], ["life_changed", 1, -3, 1, "shot", 0]]
    found = odds(seven(), "A", lives + plays("C", "saloon"))["C"]
    assert found["deputy"] > 2 / 5 > found["outlaw"]


def test_a_role_that_is_shown_is_certain_and_leaves_the_others_the_rest() -> None:  # §5.6
    game = table("plain outlaw", "plain sheriff", "plain deputy dead", *["plain"] * 4)
    found = odds(game, "A")
    assert found["C"] == {"sheriff": 0, "deputy": 1, "outlaw": 0, "renegade": 0}
    assert found["D"]["deputy"] == pytest.approx(1 / 4)


def test_learning_a_role_drops_the_deals_that_say_otherwise() -> None:
    belief = Belief(4, COUNTS[4], {0: "sheriff"})
    belief.weigh([Act("harm", 1, 0, 1.0)])
    assert belief.odds[1]["outlaw"] > belief.odds[2]["outlaw"]
    belief.learn({0: "sheriff", 1: "renegade"})
    assert belief.odds[2]["outlaw"] == belief.odds[3]["outlaw"] == 1


def test_whoever_leaves_the_sheriff_alone_is_less_likely_an_outlaw() -> None:
    """He shoots at another although the Sheriff is in reach: a table has been seen before."""
    mind_has_looked = table("plain outlaw", "plain", "plain sheriff", *["plain"] * 4)
    mind = _looked(mind_has_looked)
    mind.hear(on_the_wire(plays("B", "bang", "A")))
    assert [act.kind for act in mind.acts] == ["harm", "spare"]
    mind.hear(on_the_wire(plays("E", "bang", "D")))
    assert [act.kind for act in mind.acts] == ["harm", "spare", "harm"]


def _looked(game: Match) -> Hearing:
    hearing = Hearing()
    hearing.look(Table(seen(game, "A"), {}))
    return hearing


def test_cards_that_went_to_a_hand_openly_are_kept_in_mind() -> None:
    hearing = Hearing()
    hearing.hear([["cards_moved", None, ["aside", 4], ["hand", 2], [5], "taken", -1]])
    hearing.hear([["cards_moved", [2], ["deck", -1], ["hand", 2], [-1, -1], "drawn", -1]])
    assert hearing.held[2] == {5}
    hearing.hear([["cards_moved", None, ["hand", 2], ["discard", -1], [9], "played", -1]])
    assert hearing.held[2] == {5}
    hearing.hear([["cards_moved", [2, 3], ["hand", 2], ["hand", 3], [-1], "stolen", 7]])
    assert not hearing.held[2], "it may have been that one"


def test_events_of_unknown_kinds_are_passed_over() -> None:
    hearing = Hearing()
    hearing.hear([["comet_fell", 3], ["card_played", 1, 0, "comet", 2]])
    assert not hearing.acts
