"""The result, and the course of the match."""

from .support import table


def test_the_winner_and_the_ranking() -> None:
    game = table("live blank", health=(2, 1))
    game.player.shoot("opponent")
    outcome = game.outcome
    assert outcome.winners == ("player",)
    assert outcome.ranking == ("player", "dealer")
    assert [(p.id, p.health, p.won) for p in outcome.detail.players] == [
        ("player", 2, True),
        ("dealer", 0, False),
    ]
    assert outcome.detail.winner == 0


def test_its_course_is_the_health_at_each_load_and_at_the_end() -> None:
    game = table("live", health=(3, 2), loads=("live blank",))
    game.player.shoot("opponent")
    game.dealer.shoot("self")
    assert game.outcome.detail.course == ((3, 2), (3, 1), (3, 0))
    assert (game.outcome.detail.loads, game.outcome.detail.turns) == (2, 2)


def test_a_match_that_was_broken_off_has_neither() -> None:
    game = table("live blank")
    game.table.abandon()
    assert game.outcome.abandoned
    assert game.outcome.winners == game.outcome.ranking == ()
    assert game.outcome.detail.winner == -1


def test_there_is_none_before_the_end() -> None:
    game = table("live blank")
    assert game.table.game.outcome(game.table.state) is None
