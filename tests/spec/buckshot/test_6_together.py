"""§6: items together."""

from .support import table


def test_saw_and_beer_waste_the_saw() -> None:
    game = table("blank live live", player="saw beer")
    game.player.use("saw", "beer")
    assert not game.gun.sawn
    game.player.shoot("opponent")
    assert game.health == (3, 2)


def test_saw_and_a_live_shell_at_oneself_take_two() -> None:
    game = table("live blank", player="saw")
    game.player.use("saw").shoot("self")
    assert game.health == (1, 3)


def test_saw_and_a_blank_at_oneself_go_on_without_the_saw() -> None:
    game = table("blank live live", player="saw")
    game.player.use("saw").shoot("self")
    assert game.turn == "player"
    assert not game.gun.sawn
    game.player.shoot("opponent")
    assert game.health == (3, 2)


def test_handcuffs_and_a_blank_at_oneself_keep_the_handcuffs() -> None:
    game = table("blank live blank live", player="handcuffs")
    game.player.use("handcuffs").shoot("self")
    assert game.turn == "player"
    assert game.cuffed == "dealer"
    game.player.shoot("opponent")
    assert game.turn == "player"
    assert game.cuffed == ""


def test_handcuffs_and_a_live_shell_at_oneself_keep_the_turn() -> None:
    game = table("live blank live", player="handcuffs")
    game.player.use("handcuffs").shoot("self")
    assert game.health == (2, 3)
    assert game.turn == "player"
    assert game.cuffed == ""


def test_handcuffs_outlast_an_empty_gun() -> None:
    game = table("live", player="handcuffs beer")
    game.player.use("handcuffs", "beer")
    assert (game.load, game.turn) == (2, "player")
    assert game.cuffed == "dealer"
    game.player.shoot("opponent")
    assert game.turn == "player"
    assert game.cuffed == ""


def test_the_last_shot_of_a_load_skips_the_first_turn_of_the_next() -> None:
    game = table("blank", player="handcuffs")
    game.player.use("handcuffs").shoot("opponent")
    assert (game.load, game.turn) == (2, "player")
    assert game.cuffed == ""


def test_a_saw_does_not_reach_into_the_next_load() -> None:
    game = table("blank", player="saw")
    game.player.use("saw").shoot("self")
    assert game.load == 2
    assert not game.gun.sawn


def test_what_was_seen_is_gone_with_beer_and_the_next_shell_is_unknown() -> None:
    game = table("live blank live", player="magnifier beer magnifier")
    game.player.use("magnifier", "beer")
    assert game.player.knows == ""
    game.player.use("magnifier")
    assert game.player.knows == "blank"
