"""§6: who wins, and when. Ranking and points are in test_8_6_result."""

import pytest

from .support import Match, table


def test_the_law_wins_when_outlaws_and_renegade_are_gone() -> None:
    seats = ("plain outlaw dead", "plain renegade dead", "plain outlaw 1")
    game = table("plain sheriff: bang | winchester", *seats)
    game.A.play("bang", at="D")
    game.D.falls()
    assert game.winner == "law"


def test_the_law_has_not_won_while_the_renegade_lives() -> None:
    seats = ("plain outlaw 1", "plain renegade", "plain outlaw dead")
    game = table("plain sheriff: bang", *seats)
    game.A.play("bang", at="B")
    game.B.falls()
    assert game.winner == "" and game.turn == "A play"


def test_the_outlaws_win_when_the_sheriff_falls() -> None:
    game = table("plain sheriff 1", "plain outlaw: bang", turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.winner == "outlaws"


@pytest.mark.parametrize("killer", ["deputy", "outlaw", "renegade"])
def test_the_outlaws_win_whoever_eliminated_the_sheriff(killer: str) -> None:
    game = table("plain sheriff 1", f"plain {killer}: bang", *["plain"] * 3, turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.winner == "outlaws"


def test_the_printed_example_sheriff_deputy_and_renegade_are_left() -> None:
    dead = ("plain outlaw dead", "plain outlaw dead")
    game = table("plain sheriff 1", "plain renegade: bang", *dead, "plain deputy", turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.winner == "outlaws" and all(not seat.alive for seat in (game.C, game.D))


def test_the_renegade_wins_as_the_last_survivor() -> None:
    dead = ("plain outlaw dead", "plain outlaw dead")
    game = table("plain sheriff 1", "plain renegade: bang", *dead, turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.winner == "renegade"


def test_the_renegade_wins_even_if_dynamite_did_it() -> None:
    dead = ("plain outlaw dead", "plain outlaw dead")
    game = table("plain sheriff 3: | dynamite", *dead, "plain renegade", turn="D", deck="missed:S2")
    game.D.end_play()
    game.A.give_up()
    assert game.winner == "renegade" and game.killer_of("A") is None


def attacked(first: str) -> Match:
    """The renegade's Indians! reaches the sheriff, the last outlaw and a deputy, all at one life;
    `first` falls first."""
    seats = ("plain sheriff 1", "plain outlaw 1", "plain deputy 1", "plain outlaw dead")
    game = table("plain renegade: indians", *seats)
    game.A.play("indians")
    getattr(game, first).falls()
    return game


def test_a_chain_of_deaths_is_judged_after_each_of_them() -> None:
    game = attacked("B")
    assert game.winner == "outlaws" and not game.waiting and game.C.alive
    game = attacked("C")
    assert game.winner == "" and game.waiting == ["B demand", "D demand"]
    game.D.falls()
    game.B.falls()
    assert game.winner == "renegade"


def test_the_dead_of_a_team_win_with_it() -> None:
    seats = ("plain outlaw dead", "plain renegade dead", "plain outlaw 1", "plain deputy dead")
    game = table("plain sheriff: bang | winchester", *seats)
    game.A.play("bang", at="D")
    game.D.falls()
    assert game.outcome.winners == ("A", "E")
    assert [player.won for player in game.outcome.detail.players] == [True, *[False] * 3, True]


def test_nothing_can_be_done_after_the_end() -> None:
    game = table("plain sheriff 1", "plain outlaw: bang beer", turn="B")
    game.B.play("bang", at="A")
    game.A.falls()
    assert game.B.cannot.play("beer").code == "game_over"
    assert game.A.cannot.draw().code == "game_over"
    assert all(not seat.may for seat in game.seats)
    assert game.table.game.due(game.table.state) is None
    assert game.after(10_000_000).last == [] and game.away("B").last == []
