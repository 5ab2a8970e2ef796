"""A table is set as it is described, and played on by names."""

from typing import Any

import pytest

from services.cli.scenario.cards import BadSetup
from services.cli.scenario.table import NOW_MS, Table
from shared.contracts.refusals import Refusal, refuse


def setup(**changes: Any) -> dict[str, Any]:
    characters = ("slab", "willy", "sid", "rose")
    roles = ("sheriff", "outlaw", "outlaw", "renegade")
    players = [
        {"id": who, "role": role, "character": character}
        for who, role, character in zip("ABCD", roles, characters, strict=True)
    ]
    return {"players": players, "turn": {"player": "A"}, **changes}


def with_hands(*hands: str, **changes: Any) -> dict[str, Any]:
    described = setup(**changes)
    for player, hand in zip(described["players"], hands, strict=False):
        player["hand"] = hand.split()
    return described


def lying(table: Table) -> list[int]:
    state = table.state
    held = [card for player in state.players for card in (*player.hand, *player.in_play)]
    return sorted([*held, *state.deck, *state.discard])


def test_every_card_lies_in_one_zone() -> None:
    described = with_hands("bang bang", "bang:SA", deck_top=["beer", "beer:H6"], discard=["jail"])
    table = Table(described)
    assert lying(table) == list(range(80))
    assert table.hand("B") == ["bang:SA"]
    assert "bang:SA" not in table.hand("A")
    assert [name.split(":")[0] for name in table.deck()[:2]] == ["beer", "beer"]
    assert table.deck()[1] == "beer:H6"


def test_cards_that_follow_nowhere_do_not_exist() -> None:
    table = Table(with_hands("bang", deck_rest="empty", deck_top=["beer"]))
    assert len(lying(table)) == 2


def test_the_rest_of_the_deck_follows_from_the_seed() -> None:
    assert Table(setup(), seed="one").deck() == Table(setup(), seed="one").deck()
    assert Table(setup(), seed="one").deck() != Table(setup(), seed="two").deck()


def test_life_is_full_unless_told_and_the_sheriff_has_one_more() -> None:
    table = Table(setup())
    assert [player.life for player in table.state.players] == [5, 4, 4, 4]


def test_the_clock_of_the_turn_runs() -> None:
    table = Table(setup(options={"turnSeconds": 30}))
    assert table.deadline_ms("A") == NOW_MS + 30_000
    table.later(29_999)
    assert table.elapse() == []
    table.timeout("A")
    assert table.state.turn.seat == 1


def test_a_turn_that_has_only_begun_goes_on_by_itself() -> None:
    described = setup(turn={"player": "A", "phase": "start"}, deck_top=["bang:D2"])
    described["players"][0]["in_play"] = ["dynamite"]
    table = Table(described)
    assert table.in_play("B") == ["dynamite:H2"]
    assert table.state.turn.phase == "draw"
    assert table.events


def test_a_match_may_be_dealt() -> None:
    table = Table({"fresh_match": True, "players": list("ABCDE")})
    assert sorted(player.id for player in table.state.players) == list("ABCDE")
    assert lying(table) == list(range(80))
    with pytest.raises(BadSetup, match="3 players cannot play"):
        Table({"fresh_match": True, "players": list("ABC")})


def test_commands_name_the_open_wait_even_where_it_is_not_ones_own() -> None:
    table = Table(with_hands("bang", "", "missed"))
    assert isinstance(table.act("A", "play", {"card": "bang", "target": "B"}), list)
    assert table.act("C", "takeHit") == refuse("not_reaction_target")
    assert table.act("B", "takeHit", {"wait": 99}) == refuse("not_reaction_target")
    assert isinstance(table.act("B", "takeHit"), list)
    assert table.act("A", "endPlay", {"turn": 7}) == refuse("stale_turn")


def test_a_card_that_is_held_elsewhere_is_refused_by_its_id() -> None:
    table = Table(with_hands("bang:D2", "bang:D3"))
    refusal = table.act("A", "play", {"card": "bang:D3", "target": "B"})
    assert refusal == Refusal("no_such_card")
    assert refusal == table.act("A", "play", {"card": 80, "target": "B"})


def test_deadlines_that_are_equal_expire_together() -> None:
    table = Table(with_hands("gatling"))
    table.act("A", "play", {"card": "gatling"})
    table.timeout("C")
    assert [player.life for player in table.state.players] == [5, 3, 3, 3]
    with pytest.raises(BadSetup, match="nothing waits for C"):
        table.timeout("C")


def test_a_copy_is_played_on_by_itself() -> None:
    table = Table(with_hands("beer", options={"beerAtFullHealth": True}))
    twin = table.copy()
    assert isinstance(twin.act("A", "play", {"card": "beer"}), list)
    assert (table.hand("A"), twin.hand("A")) == (["beer:H6"], [])
    assert table.events == []
