"""The log of a table: a line for all that is worth one, nothing that its reader may not know."""

from collections import Counter
from typing import Any, get_args

import pytest
from msgspec import Struct

from shared.engine.events import Event, hear
from shared.games.bang.catalogue import Catalogue as Content
from shared.games.bang.content.base import BASE
from shared.games.bang.events import (
    AutopilotChanged,
    BangEvent,
    CardPlayed,
    CardsMoved,
    CheckMade,
    ClockSet,
    Eliminated,
    LifeChanged,
    TurnBegan,
    WaitChanged,
)
from shared.games.bang.state import DECK, DISCARD, hand_of, play_of
from shared.games.bang.waits import Shot
from shared.games.buckshot.events import BuckshotEvent
from shared.text.catalogue import Catalogue
from shared.text.log import LINES, SILENT, Log
from shared.text.result import places, points, summary
from shared.text.table_lines import LIFE, MOVED

from ..conftest import Count
from .tables import NAMES, match
from .test_catalogue import IDS, SETS

CONTENT = Content((BASE,), {option.key: option.default for option in BASE.options})
CARDS = CONTENT.cards
MATCHES = 30
SUITS = set("♠♥♦♣")


def card(kind: str, suit: str, rank: int) -> int:
    return next(c.id for c in CARDS if (c.kind, c.suit, c.rank) == (kind, suit, rank))


@pytest.fixture
def log() -> Log:
    return Log(Catalogue("ko"), {"a": "보리", "b": "다온", "c": "한별"}, CARDS, ("a", "b", "c"))


def moved(why: str, source: Any, to: Any, cards: tuple[int, ...], audience: Any = None) -> Event:
    return CardsMoved(audience=audience, source=source, to=to, cards=cards, why=why)


def tags(union: Any) -> set[str]:
    return {event.__struct_config__.tag for event in get_args(union)}


def test_every_event_of_a_game_has_a_line_or_is_silent() -> None:
    assert tags(BangEvent) <= LINES["bang"].keys() | SILENT["bang"]
    assert tags(BuckshotEvent) <= LINES["buckshot"].keys() | SILENT["buckshot"]


def test_a_shot_a_dodge_and_a_wound_read_as_a_story(log: Log) -> None:
    shot, dodge = card("bang", "S", 14), card("missed", "S", 3)
    assert log.line(CardPlayed(0, shot, "bang", 1)) == "보리가 다온에게 A♠ 사격!을 날립니다."
    answer = moved("answered", hand_of(1), DISCARD, (dodge,))
    assert log.line(answer) == "다온이 3♠ 회피!를 내며 맞섭니다."
    wound = LifeChanged(1, -1, 2, "shot", 0)
    assert log.line(wound) == "다온이 맞아 생명 1을 잃습니다(남은 생명 2)."
    assert log.line(Eliminated(1, "outlaw", 0)) == (
        "보리가 다온을 쓰러뜨립니다! 다온의 정체는 무법자."
    )
    assert log.line(Eliminated(1, "renegade", -1)) == "다온이 쓰러집니다! 정체는 배신자."


def test_the_same_story_in_english_and_in_childrens_words() -> None:
    shot = CardPlayed(0, card("bang", "S", 14), "bang", 1)
    names = {"a": "Bori", "b": "Daon"}
    told = [Log(texts, names, CARDS, ("a", "b")).line(shot) for texts in SETS]
    assert told == [
        "Bori가 Daon에게 A♠ 사격!을 날립니다.",
        "Bori가 Daon에게 A♠ 물총!을 뿌립니다.",
        "Bori lets fly Shot! (A♠) at Daon.",
        "Bori sends Splash! (A♠) at Daon.",
    ]


def test_hidden_cards_read_as_counts_and_shown_ones_by_face(log: Log) -> None:
    cards = (card("bang", "S", 14), card("beer", "H", 6))
    drawn = moved("drawn", DECK, hand_of(0), cards, audience=(0,))
    assert log.line(hear(drawn, 1)) == "보리가 카드 2장을 뽑습니다."
    assert log.line(hear(drawn, 0)) == "보리가 A♠ 사격!, 6♥ 물 한 잔을 뽑습니다."
    stolen = moved("stolen", hand_of(1), hand_of(0), cards[:1], audience=(0, 1))
    assert log.line(hear(stolen, None)) == "보리가 다온의 손에서 카드 1장을 가져갑니다."


def test_a_card_that_saves_a_life_is_told_apart_from_a_defence(log: Log) -> None:
    drink = moved("answered", hand_of(1), DISCARD, (card("beer", "H", 9),))
    assert log.line(LifeChanged(1, -1, 0, "shot", 0)) is not None
    assert log.line(drink) == "다온이 급히 9♥ 물 한 잔을 들이켭니다."
    assert log.line(LifeChanged(1, 1, 1, "rescued", 1)) is not None
    assert log.line(drink) == "다온이 9♥ 물 한 잔을 내며 맞섭니다."


def test_a_card_that_stands_for_another_says_both(log: Log) -> None:
    swapped = CardPlayed(0, card("missed", "S", 3), "bang", 1)
    assert log.line(swapped) == "보리가 3♠ 회피!를 사격!으로 바꾸어 다온에게 씁니다."


def test_clearing_ones_own_card_names_nobody_else(log: Log) -> None:
    trip, charge = card("catBalou", "H", 13), card("dynamite", "H", 2)
    cleared = CardPlayed(0, trip, "catBalou", 0)
    assert log.line(cleared) == "보리가 K♥ 헛발질로 자기 앞의 카드를 치웁니다."
    taken = moved("stolen", play_of(0), hand_of(0), (charge,))
    assert log.line(taken) == "보리가 자기 앞의 2♥ 폭약을 손에 듭니다."


def test_a_check_says_what_was_turned_up_and_what_came_of_it(log: Log) -> None:
    low, red = card("missed", "S", 5), card("bang", "D", 13)
    two = CheckMade(1, "dynamite", (low, red), red, success=True)
    assert log.line(two) == (
        "다온의 폭약 판정: 5♠ 회피!, K♦ 사격! 중에서 K♦ 사격! — 아직 터지지 않습니다."
    )
    one = CheckMade(1, "barrel", (low,), low, success=False)
    assert log.line(one) == "다온의 나무통 판정: 5♠ 회피! — 막지 못합니다."
    none = CheckMade(1, "jail", (), -1, success=False)
    assert log.line(none) == "다온의 유치장 판정: 뒤집을 카드 없음 — 풀려나지 못합니다."


def test_time_that_ran_out_is_said_once_a_turn(log: Log) -> None:
    heading = "── 3라운드 · 보리의 턴 ──"
    for turn in (7, 8):
        assert log.line(TurnBegan(0, turn, 3)) == heading
        assert log.line(ClockSet(1, 10)) is None
        assert log.line(ClockSet(1, 10, expired=True)) is not None
        assert log.line(ClockSet(2, 20, expired=True)) is None


def test_an_extension_is_said_once_for_each_wait(log: Log) -> None:
    def late(number: int, extended: bool = True) -> Event:
        return WaitChanged(
            Shot(
                id=number, seat=1, opener=0, length_ms=15_000, source=0, via="bang", needed=1,
                extended=extended,
            )
        )  # fmt: skip

    said = "진행이 늦어져 다온에게 시간을 한 번 더 줍니다."
    assert [log.line(late(4, extended=False)), log.line(late(4)), log.line(late(4))] == [
        None,
        said,
        None,
    ]
    assert log.line(late(5)) == said


def test_a_player_without_a_name_is_still_told_of(log: Log) -> None:
    nameless = Log(Catalogue("ko"), {}, CARDS, ("a",))
    assert nameless.line(AutopilotChanged(0, True)) == (
        "이름 없는 손님이 자리를 비워 자동으로 진행합니다."
    )


@pytest.fixture(scope="module")
def played() -> list[Any]:
    return [match(number) for number in range(MATCHES)]


def hidden_count(heard: Event) -> int:
    """How many cards this viewer saw move without seeing their faces."""
    return len(heard.cards) if isinstance(heard, CardsMoved) and -1 in heard.cards else 0


@pytest.mark.parametrize("texts", SETS, ids=IDS)
def test_whole_matches_can_be_told_to_every_viewer(
    texts: Catalogue, played: list[Any], count: Count
) -> None:
    lines = 0
    for one in played:
        for viewer in (None, *range(one.seats)):
            log = Log(texts, NAMES, CARDS)
            for event in one.events:
                heard = hear(event, viewer)
                line = log.line(heard)
                lines += line is not None
                if line is not None and (hidden := hidden_count(heard)):
                    assert texts.text("cards-hidden", count=hidden) in line
                    assert not SUITS & set(line), (heard, line)
        assert summary(texts, one.outcome, NAMES)
        ranked = list(places(texts, one.outcome, NAMES))
        assert len(ranked) == (1 if one.outcome.abandoned else one.seats)
    count("lines of whole matches", lines, minimum=40_000)


def test_matches_at_random_reach_nearly_every_line(played: list[Any]) -> None:
    """What they do not reach is named, so that a reason no rule gives any more is noticed."""
    events = [event for one in played for event in one.events]
    seen = Counter(event.__struct_config__.tag for event in events)
    assert tags(BangEvent) <= seen.keys()
    moves = {(e.source.pile, e.to.pile, e.why) for e in events if isinstance(e, CardsMoved)}
    assert MOVED.keys() - moves <= {("play", "discard", "penalty")}
    assert {e.why for e in events if isinstance(e, LifeChanged)} == LIFE.keys()


def test_a_summary_names_side_round_and_whoever_is_left() -> None:
    class Result(Struct):
        winner_team: str
        rounds: int

    class Ended(Struct):
        winners: tuple[str, ...]
        detail: Result
        abandoned: bool = False

    def said(texts: Catalogue, side: str, *winners: str) -> str:
        return summary(texts, Ended(winners, Result(side, 3)), {"a": "보리"})

    ko, kids, en = Catalogue("ko"), Catalogue("ko", kids=True), Catalogue("en")
    assert said(ko, "outlaws", "a") == "무법자 승리! 보안관이 3라운드에 쓰러졌습니다."
    assert said(kids, "outlaws", "a") == "장난꾼 승리! 반장이 3라운드에 탈락했습니다."
    assert said(ko, "renegade", "a") == "배신자 승리! 3라운드에 보리가 홀로 남았습니다."
    assert said(en, "law", "a") == (
        "Sheriff’s side wins! Every Outlaw and the Turncoat fell by round 3."
    )


def test_points_are_told_most_first() -> None:
    told = points(Catalogue("en"), {"a": 1, "b": 2, "c": 1}, {"a": "Ann", "b": "Bo", "c": "Cy"})
    assert told == "Bo: 2 points, Ann: 1 point, Cy: 1 point"
