"""§3: the two shots of a turn."""

from shared.contracts.refusals import refuse

from .support import table


def test_a_live_shell_at_the_opponent_takes_one_and_ends_the_turn() -> None:  # §3 A
    game = table("live blank")
    game.player.shoot("opponent")
    assert game.health == (3, 2)
    assert game.turn == "dealer"


def test_a_blank_at_the_opponent_takes_nothing_and_ends_the_turn() -> None:  # §3 A
    game = table("blank live")
    game.player.shoot("opponent")
    assert game.health == (3, 3)
    assert game.turn == "dealer"


def test_a_live_shell_at_oneself_takes_one_and_ends_the_turn() -> None:  # §3 B
    game = table("live blank")
    game.player.shoot("self")
    assert game.health == (2, 3)
    assert game.turn == "dealer"


def test_a_blank_at_oneself_gives_another_turn() -> None:  # §3 B
    game = table("blank blank live")
    game.player.shoot("self")
    assert game.health == (3, 3)
    assert (game.turn, game.number) == ("player", 2)
    game.player.shoot("self")
    assert (game.turn, game.number) == ("player", 3)


def test_the_dealer_shoots_by_the_same_rules() -> None:  # §3
    game = table("blank live live blank", turn="dealer")
    game.dealer.shoot("self").shoot("opponent")
    assert game.health == (2, 3)
    game.player.shoot("self")
    assert game.health == (1, 3)
    assert game.turn == "dealer"


def test_only_oneself_and_the_opponent_can_be_shot_at() -> None:
    game = table("live blank")
    for target in ("ceiling", "", "player", "dealer"):
        assert game.player.cannot.shoot(target) == refuse("invalid_target")


def test_who_is_not_on_turn_can_do_nothing() -> None:
    game = table("live blank", dealer="saw")
    assert game.dealer.cannot.shoot("opponent") == refuse("not_your_turn")
    assert game.dealer.cannot.use("saw") == refuse("not_your_turn")
    assert game.dealer.offers == {}


def test_a_command_names_its_turn_and_is_stale_when_that_is_gone() -> None:
    game = table("blank blank live")
    game.player.shoot("self")
    assert game.player.cannot.shoot("self", turn=1) == refuse("stale_turn")
    assert game.player.cannot.shoot("self", turn=3) == refuse("stale_turn")
    game.player.shoot("self")


def test_both_shots_are_always_offered() -> None:
    game = table("live blank")
    assert game.player.offers == {"shoot": "self opponent"}


def test_after_the_end_nothing_is_accepted_or_offered() -> None:
    game = table("live blank", health=(3, 1), player="beer")
    game.player.shoot("opponent")
    assert game.player.cannot.shoot("self") == refuse("game_over")
    assert game.dealer.cannot.use("beer") == refuse("game_over")
    assert game.player.offers == game.dealer.offers == {}
