"""§5: the start, and what follows what."""

from shared.games.buckshot.events import ItemsDealt, Loaded, MatchEnded, Seated, TurnBegan

from .support import GAME, dealt, table


def test_a_match_begins_with_full_health_a_load_items_and_the_players_turn() -> None:
    state, events = dealt(maxHealth=5)
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["Seated", "Loaded", "ItemsDealt", "ItemsDealt", "TurnBegan", "ClockSet"]
    assert [player.health for player in state.players] == [5, 5]
    assert [player.id for player in state.players] == ["ann", "ben"]
    assert state.turn.seat == 0
    assert state.load == 1
    seated, loaded = events[:2]
    assert isinstance(seated, Seated)
    assert isinstance(loaded, Loaded)
    assert isinstance(events[4], TurnBegan)


def test_the_same_seed_deals_the_same_match_and_another_one_another() -> None:
    assert dealt(1) == dealt(1)
    assert dealt(1)[1] != dealt(2)[1]


def test_each_draw_is_named_once_and_in_order() -> None:
    _, events = dealt()
    drawn = [(e.draw, e.draws) for e in events if isinstance(e, Loaded | ItemsDealt)]
    places = [number for first, count in drawn for number in range(first, first + count)]
    assert places == list(range(len(places)))


def test_health_at_zero_ends_the_match() -> None:
    game = table("live blank live", health=(1, 3), turn="dealer")
    game.dealer.shoot("opponent")
    assert game.winner == "dealer"
    assert game.view(None)["match"].over
    assert GAME.waited_for(game.table.state) == ()
    assert GAME.due(game.table.state) is None


def test_who_shoots_himself_out_loses() -> None:
    game = table("live blank", health=(1, 3))
    game.player.shoot("self")
    assert game.winner == "dealer"


def test_health_never_falls_below_zero() -> None:
    game = table("live blank", health=(3, 1), player="saw")
    game.player.use("saw").shoot("opponent")
    assert game.health == (3, 0)
    assert game.winner == "player"


def test_the_end_tells_what_was_left_in_the_gun() -> None:
    game = table("live blank live", health=(3, 1))
    game.player.shoot("opponent")
    assert game.view(None)["disclosed"].chamber == ("blank", "live")
    assert GAME.see(game.table.state, None) == game.table.state
    (ended,) = (e for e in game.heard(None) if isinstance(e, MatchEnded))
    assert ended.chamber == ("blank", "live")


def test_the_last_shell_may_end_the_match_and_loads_nothing() -> None:
    game = table("live", health=(3, 1))
    game.player.shoot("opponent")
    assert game.load == 1
    assert game.winner == "player"


def test_an_empty_gun_is_loaded_and_the_turn_goes_on_as_it_would() -> None:
    game = table("live")
    game.player.shoot("opponent")
    assert (game.load, game.turn) == (2, "dealer")
    again = table("blank")
    again.player.shoot("self")
    assert (again.load, again.turn) == (2, "player")


def test_who_empties_the_gun_with_beer_goes_on_in_the_same_turn() -> None:
    game = table("live", dealer="beer", turn="dealer")
    game.dealer.use("beer")
    assert (game.load, game.turn, game.number) == (2, "dealer", 1)


def test_by_house_rule_the_player_opens_every_load() -> None:
    game = table("live", loadOpener="player")
    game.player.shoot("opponent")
    assert (game.load, game.turn) == (2, "player")
    beer = table("live", dealer="beer", turn="dealer", loadOpener="player")
    beer.dealer.use("beer")
    assert (beer.load, beer.turn, beer.number) == (2, "player", 2)
    own = table("live", player="beer", loadOpener="player")
    own.player.use("beer")
    assert (own.load, own.turn, own.number) == (2, "player", 1)


def test_a_cuffed_player_who_should_open_the_load_sits_that_turn_out() -> None:
    game = table("live", dealer="handcuffs beer", turn="dealer", loadOpener="player")
    game.dealer.use("handcuffs", "beer")
    assert (game.load, game.turn, game.number) == (2, "dealer", 2)
    assert game.cuffed == ""


def test_a_match_may_be_broken_off() -> None:
    game = table("live blank")
    game.table.abandon()
    assert game.winner is None
    assert game.view(None)["match"].abandoned
    assert game.view(None)["disclosed"].chamber == ("live", "blank")
