"""§8.6: the result: winners, ranking (§6), points, and the sentence that sums it up."""

import pytest

from shared.contracts.ids import RoomId
from shared.room.events import MatchClosed
from shared.room.state import RoomState
from shared.text import result
from shared.text.catalogue import Catalogue

from .support import Match, dealt, table

NAMES = {"A": "민수", "B": "지은", "C": "하늘", "D": "별"}


def outlaws_win() -> Match:
    """In the third round the renegade's Gatling fells the deputy, an outlaw and the sheriff."""
    seats = ("plain deputy 1", "plain outlaw 1", "plain sheriff 1", "plain outlaw")
    game = table("plain renegade: gatling", *seats, in_round=3)
    game.A.play("gatling")
    game.B.falls()
    game.C.falls()
    game.D.falls()
    return game


def test_the_result_names_side_and_round_and_tells_everybodys_part() -> None:
    game = outlaws_win()
    detail = game.outcome.detail
    assert (detail.winner_team, detail.rounds, detail.sheriff_fell) == ("outlaws", 3, True)
    told = [(p.id, p.role, p.alive, p.won, p.death_order) for p in detail.players]
    assert told == [
        ("A", "renegade", True, False, None),
        ("B", "deputy", False, False, 0),
        ("C", "outlaw", False, True, 1),
        ("D", "sheriff", False, False, 2),
        ("E", "outlaw", True, True, None),
    ]
    assert [p.character for p in detail.players] == [seat.seen.character for seat in game.seats]


def test_ranking_winners_first_then_the_living_then_late_deaths() -> None:
    assert outlaws_win().outcome.ranking == ("E", "C", "A", "D", "B")


def test_ranking_the_late_dead_of_the_winners_before_the_early() -> None:
    seats = ("plain deputy 1", "plain deputy 1", "plain renegade", *["plain outlaw dead"] * 2)
    game = table("plain outlaw: indians bang", *seats, "plain sheriff 1")
    game.A.play("indians")
    game.C.falls()
    game.B.falls()
    game.D.take_hit()
    game.G.falls()
    assert game.outcome.winners == ("A", "E", "F")
    assert game.outcome.ranking == ("A", "F", "E", "D", "G", "B", "C")


def test_every_member_of_the_winning_side_has_a_point_the_dead_too() -> None:
    outcome = outlaws_win().outcome
    assert outcome.winners == ("C", "E") and not outcome.abandoned
    room = RoomState(room=RoomId("ABCDEF"))
    for match in (1, 2):
        MatchClosed(match, outcome.winners, outcome.ranking, digest="").on(room)
    assert room.standings == {"C": 2, "E": 2}


def test_an_abandoned_match_has_neither_winners_nor_ranking() -> None:
    game = table("plain: bang")
    game.abandon()
    outcome = game.outcome
    assert outcome.abandoned and not outcome.winners and not outcome.ranking
    assert outcome.detail.winner_team == "" and not any(p.won for p in outcome.detail.players)
    assert game.winner == "" and game.A.cannot.end_play().code == "game_over"


def test_a_match_abandoned_before_the_deal_has_a_result_too() -> None:
    game = dealt(4, characterDraft="choose2")
    game.abandon()
    assert game.outcome.abandoned and game.outcome.detail.rounds == 0


def test_a_running_match_has_no_result() -> None:
    game = table("plain")
    assert game.table.game.outcome(game.table.state) is None


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("ko", "무법자 승리! 보안관이 3라운드에 쓰러졌습니다."),
        ("en", "Outlaws win! The Sheriff fell in round 3."),
    ],
)
def test_the_summary_is_the_printed_sentence(language: str, sentence: str) -> None:
    texts = Catalogue("ko" if language == "ko" else "en")
    assert result.summary(texts, outlaws_win().outcome, NAMES) == sentence


def test_the_summary_of_the_other_endings() -> None:
    texts = Catalogue("ko")
    dead = ("plain outlaw dead", "plain outlaw dead")
    game = table("plain sheriff 1", "plain renegade: bang", *dead, turn="B", in_round=7)
    game.B.play("bang", at="A")
    game.A.falls()
    told = result.summary(texts, game.outcome, NAMES)
    assert "배신자 승리" in told and "7라운드" in told and "지은" in told
    game = table("plain sheriff: bang", "plain renegade 1", *dead, in_round=2)
    game.A.play("bang", at="B")
    game.B.falls()
    assert not game.outcome.detail.sheriff_fell
    told = result.summary(texts, game.outcome, NAMES)
    assert "승리" in told and "2라운드" in told and "보안관" in told
    game = table("plain")
    game.abandon()
    assert result.summary(texts, game.outcome, NAMES) == "승부를 가리지 못하고 중단된 판입니다."
