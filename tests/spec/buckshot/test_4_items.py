"""§4: what each item does, and when it may not be used."""

import pytest

from shared.contracts.refusals import refuse
from shared.games.buckshot.events import HealthChanged, ItemsDealt, ShellSeen
from shared.games.buckshot.items import EFFECTS

from .support import table

ALL = ("beer", "cigarettes", "handcuffs", "magnifier", "saw")


def test_there_are_five_kinds() -> None:
    assert tuple(sorted(EFFECTS)) == ALL


@pytest.mark.parametrize("item", ALL)
def test_an_item_is_used_up_and_does_not_end_the_turn(item: str) -> None:
    game = table("blank live live", player=f"{item} saw {item}")
    game.player.use(item)
    assert game.turn == "player"
    assert game.number == 1
    left = game.player.items.split()
    assert len(left) == 2
    assert left.count(item) == 1 + (item == "saw")


def test_an_item_that_is_not_held_is_refused_with_those_that_are() -> None:
    game = table("live blank", player="beer saw beer", dealer="magnifier")
    assert game.player.cannot.use("magnifier") == refuse("no_such_item", items="beer saw")
    assert table("live blank").player.cannot.use("saw") == refuse("no_such_item", items="")


def test_an_item_that_does_not_exist_is_refused_with_those_that_do() -> None:
    game = table("live blank", player="beer")
    for item in ("adrenaline", "", "Beer"):
        assert game.player.cannot.use(item) == refuse("unknown_item", items=" ".join(ALL))


def test_items_that_can_be_used_are_offered_once_each() -> None:
    game = table("live blank live", player="saw beer saw handcuffs")
    assert game.player.offers["use"] == "beer handcuffs saw"
    game.player.use("saw", "handcuffs")
    assert game.player.offers["use"] == "beer"
    game.player.use("beer")
    assert game.player.offers["use"] == "saw"


def test_handcuffs_skip_the_opponents_next_turn() -> None:
    game = table("live blank live", player="handcuffs")
    game.player.use("handcuffs")
    assert game.cuffed == "dealer"
    game.player.shoot("opponent")
    assert game.turn == "player"
    assert game.cuffed == ""
    game.player.shoot("opponent")
    assert game.turn == "dealer"


def test_a_cuffed_opponent_cannot_be_cuffed_again() -> None:
    game = table("live blank", player="handcuffs handcuffs")
    game.player.use("handcuffs")
    assert game.player.cannot.use("handcuffs") == refuse("already_cuffed")
    assert game.player.items == "handcuffs"


def test_after_the_skipped_turn_the_next_handcuffs_are_legal() -> None:
    game = table("live blank live", player="handcuffs handcuffs")
    game.player.use("handcuffs").shoot("opponent").use("handcuffs")
    assert game.cuffed == "dealer"


def test_by_house_rule_a_turn_has_to_come_between() -> None:
    game = table("blank live live blank", player="handcuffs handcuffs", cuffImmunity=True)
    game.player.use("handcuffs").shoot("opponent")
    assert game.view(None)["seat/1"].immune
    assert game.player.cannot.use("handcuffs") == refuse("cuff_immune")
    assert "use" not in game.player.offers
    game.player.shoot("opponent")
    assert not game.view(None)["seat/1"].immune
    game.dealer.shoot("opponent")
    game.player.use("handcuffs")
    assert game.cuffed == "dealer"


def test_the_magnifier_shows_its_user_alone_what_is_in_the_chamber() -> None:
    game = table("live blank", player="magnifier")
    game.player.use("magnifier")
    assert (game.player.knows, game.dealer.knows) == ("live", "")
    assert "me" not in game.view(None)
    seen = {
        viewer: [event.shell for event in game.heard(viewer) if isinstance(event, ShellSeen)]
        for viewer in ("player", "dealer", None)
    }
    assert seen == {"player": [("live",)], "dealer": [("",)], None: [("",)]}


def test_what_the_magnifier_showed_is_forgotten_with_the_shell() -> None:
    game = table("blank live live", player="magnifier")
    game.player.use("magnifier")
    assert game.player.knows == "blank"
    game.player.shoot("self")
    assert game.player.knows == ""


def test_the_magnifier_shows_the_dealers_shell_to_the_dealer() -> None:
    game = table("blank live", dealer="magnifier", turn="dealer")
    game.dealer.use("magnifier")
    assert (game.player.knows, game.dealer.knows) == ("", "blank")


def test_the_saw_doubles_the_damage_of_a_live_shell() -> None:
    game = table("live blank", player="saw")
    game.player.use("saw")
    assert game.gun.sawn
    game.player.shoot("opponent")
    assert game.health == (3, 1)
    assert not game.gun.sawn


def test_a_second_saw_is_refused_until_the_first_is_gone() -> None:
    game = table("blank live live", player="saw saw")
    game.player.use("saw")
    assert game.player.cannot.use("saw") == refuse("already_sawed")
    game.player.shoot("self").use("saw")
    assert game.gun.sawn


def test_a_blank_wears_the_saw_off() -> None:
    game = table("blank live live", player="saw")
    game.player.use("saw").shoot("opponent")
    assert not game.gun.sawn
    game.dealer.shoot("opponent")
    assert game.health == (2, 3)


def test_cigarettes_heal_one() -> None:
    game = table("live blank", player="cigarettes", health=(2, 3))
    game.player.use("cigarettes")
    assert game.health == (3, 3)


def test_cigarettes_at_full_health_are_wasted() -> None:
    game = table("live blank", player="cigarettes", health=(4, 3))
    game.player.use("cigarettes")
    assert game.health == (4, 3)
    assert game.player.items == ""
    assert not any(isinstance(event, HealthChanged) for event in game.table.events)


def test_beer_throws_out_the_shell_for_all_to_see() -> None:
    game = table("live blank live", player="beer")
    game.player.use("beer")
    assert game.gun.spent == ("live",)
    assert game.gun.left == 2
    assert game.health == (3, 3)


def test_a_side_holds_eight_items_and_the_rest_of_a_deal_is_lost() -> None:
    game = table(
        "blank",
        player="saw " * 7,
        dealer="beer " * 8,
        loads=("live blank / saw beer saw / beer saw saw",),
    )
    game.player.shoot("opponent")
    assert game.player.items == "saw saw saw saw saw saw saw saw"
    assert game.dealer.items == "beer beer beer beer beer beer beer beer"
    lost = [event.lost for event in game.table.events if isinstance(event, ItemsDealt)]
    assert lost == [2, 3]
