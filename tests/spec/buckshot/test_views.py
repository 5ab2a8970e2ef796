"""What each viewer is shown."""

from shared.contracts.buckshot import BlockedItem, complete
from shared.contracts.refusals import refuse
from shared.engine.game import Setup

from .support import GAME, Match, copied, table

PUBLIC = {"match", "turn", "clock", "gun", "seats", "seat/0", "seat/1"}


def test_sections_of_a_player_and_of_a_spectator() -> None:
    game = table("live blank", player="saw", dealer="beer")
    assert game.view(None).keys() == PUBLIC
    assert game.view("player").keys() == PUBLIC | {"me", "legal"}
    assert game.view("dealer")["me"].seat == 1
    assert game.view("dealer")["seat/0"].items == ("saw",)
    assert GAME.sections(GAME.initial(setup_of(game)), None)["seats"] == ()
    assert "me" not in GAME.sections(GAME.initial(setup_of(game)), 0)


def setup_of(game: Match) -> Setup:
    state = game.table.state
    return Setup(state.joined, state.options, state.pace)


def test_a_view_is_a_copy() -> None:
    game = table("live blank", player="saw")
    before = copied(game)
    seen = GAME.see(game.table.state, 0)
    seen.players[0].items.clear()
    seen.gun.chamber.clear()
    seen.gun.spent.append("live")
    seen.turn.clock.deadline_ms = 0
    seen.course.clear()
    assert game.table.state == before


def test_every_offer_can_be_filled_in_to_commands_that_are_accepted() -> None:
    game = table("live blank", player="beer saw magnifier")
    state = game.table.state
    accepted = 0
    for offer in GAME.legal(state, 0):
        for number in range(len(offer.targets) or len(offer.items)):
            command = complete(offer, lambda bound, choice=number: min(choice, bound - 1))  # type: ignore[misc]
            assert GAME.refusal(state, 0, command) is None
            accepted += 1
    assert accepted == 5


def test_both_sides_may_have_something_new_after_any_event() -> None:
    game = table("live blank")
    assert GAME.affected(game.table.state, game.table.events) is None
    assert GAME.seating(game.table.state) == ("player", "dealer")
    assert GAME.waited_for(game.table.state) == (0,)


def test_items_that_may_not_be_used_say_why_to_the_side_whose_turn_it_is() -> None:
    game = table("live blank", player="saw saw handcuffs handcuffs", dealer="saw")
    assert "blocked" not in game.view("player")
    game.player.use("saw").use("handcuffs")
    assert game.view("player")["blocked"] == [
        BlockedItem("handcuffs", refuse("already_cuffed")),
        BlockedItem("saw", refuse("already_sawed")),
    ]
    assert "blocked" not in game.view("dealer")
    assert "blocked" not in game.view(None)


def test_the_chance_is_counted_from_what_everybody_saw() -> None:
    game = table("live blank live blank live", player="magnifier")
    game.player.use("magnifier")
    gun = game.view("player")["gun"]
    assert (gun.live_left, gun.blank_left, gun.live_chance) == (3, 2, 60)
    assert gun == game.view("dealer")["gun"] == game.view(None)["gun"]
    game.player.shoot("opponent")
    gun = game.view(None)["gun"]
    assert (gun.live_left, gun.blank_left, gun.live_chance) == (2, 2, 50)
