"""The log and the result of the game for two."""

from random import Random
from typing import Any

import pytest

from shared.contracts.ids import PlayerId
from shared.engine.draws import Draws
from shared.engine.events import Event, hear
from shared.engine.game import Setup, option_values, run
from shared.games.buckshot import Buckshot
from shared.games.buckshot.events import (
    AutopilotChanged,
    BuckshotEvent,
    ClockSet,
    HealthChanged,
    ItemsDealt,
    ItemUsed,
    Loaded,
    MatchEnded,
    Seated,
    ShellEjected,
    ShellSeen,
    ShotFired,
    TurnBegan,
)
from shared.text.catalogue import Catalogue
from shared.text.log import Log
from shared.text.result import places, summary

from ..conftest import Count
from .test_catalogue import IDS, SETS
from .test_log import tags

NAMES = {"a": "보리", "b": "다온"}
MATCHES = 200


@pytest.fixture
def log() -> Log:
    log = Log(Catalogue("ko"), NAMES, (), game="buckshot")
    log.line(Seated(("a", "b"), 3))
    return log


def test_a_load_says_how_many_and_no_order(log: Log) -> None:
    before = ("live", "live", "blank")
    loaded = Loaded((), ("live", "blank", "live"), 1, 2, 1, 0, 3, before)
    assert log.line(loaded) == "총을 장전합니다: 실탄 2발, 공포탄 1발. 순서는 아무도 모릅니다."
    assert log.line(ItemsDealt(0, ("saw", "beer"), 0, 3, 3)) == "보리가 톱, 맥주를 받습니다."
    assert log.line(ItemsDealt(1, ("saw",), 2, 3, 3)) == (
        "다온이 톱을 받고, 자리가 없어 2개를 놓칩니다."
    )
    assert log.line(ItemsDealt(1, (), 2, 3, 3)) == "다온은 아이템을 더 놓을 자리가 없습니다."


def test_a_turn_reads_as_a_story(log: Log) -> None:
    assert log.line(TurnBegan(0, 1)) == "보리의 턴 (보리 ●●●, 다온 ●●●)"
    assert log.line(ItemUsed(0, "saw")) == "보리가 톱으로 총열을 자릅니다. 다음 탄은 두 배입니다."
    assert log.line(ShotFired(0, 1, "live")) == (
        "보리가 다온을 겨누고 방아쇠를 당깁니다. 실탄입니다!"
    )
    assert log.line(HealthChanged(1, -2, 1)) == "다온이 체력 2를 잃습니다(남은 체력 1)."
    assert log.line(TurnBegan(1, 2)) == "다온의 턴 (보리 ●●●, 다온 ●○○)"
    assert log.line(ItemUsed(1, "cigarettes")) == "다온이 담배를 피우며 숨을 고릅니다."
    assert log.line(HealthChanged(1, 1, 2)) == "다온이 체력 1을 되찾습니다(이제 2)."
    assert log.line(ItemUsed(0, "cigarettes")) == (
        "보리가 담배를 피우지만 더 채울 체력이 없습니다."
    )
    assert log.line(ShellEjected(1, "blank")) == "빠져나온 것은 공포탄입니다."
    assert log.line(MatchEnded(0, ("live", "blank"))) == (
        "보리가 이겼습니다! 총에 남은 탄: 실탄, 공포탄."
    )
    assert log.line(MatchEnded(-1, ())) == ("판이 승부 없이 중단되었습니다. 총에 남은 탄: 없음.")


def test_what_was_seen_is_told_to_whoever_saw_it(log: Log) -> None:
    seen = ShellSeen((0,), 0, ("live",))
    assert log.line(hear(seen, 0)) == "보리가 본 것은 실탄입니다."
    assert log.line(hear(seen, 1)) is None


def test_more_time_is_said_once_a_turn(log: Log) -> None:
    for number in (1, 2):
        assert log.line(TurnBegan(1, number)) is not None
        assert log.line(ClockSet(1, 10)) is None
        assert log.line(ClockSet(1, 10, extended=True)) is not None
        assert log.line(ClockSet(1, 20, extended=True)) is None
    assert log.line(AutopilotChanged(0, True)) == "보리가 자리를 비워 자동으로 진행합니다."


def test_a_time_out_is_told_but_of_who_is_away(log: Log) -> None:
    log.line(TurnBegan(0, 1))
    assert log.line(ClockSet(1, 0, expired=True)) == "보리의 시간이 다 되었습니다."
    log.line(AutopilotChanged(0, True))
    assert log.line(ClockSet(2, 0, expired=True)) is None
    log.line(AutopilotChanged(0, False))
    assert log.line(ClockSet(3, 0, expired=True)) is not None


def test_childrens_words_know_water_alone() -> None:
    told = [
        Log(texts, NAMES, (), ("a", "b"), "buckshot").line(ShotFired(0, 1, "live"))
        for texts in SETS
        if texts.kids
    ]
    assert told == [
        "보리가 다온에게 물총을 누릅니다. 철썩!",
        "보리 points the squirter at 다온. Splash!",
    ]


def played(number: int) -> tuple[list[Event], Any]:
    dice, game = Random(number), Buckshot()
    values = option_values(game.options, {"maxHealth": dice.choice((2, 4, 6))})
    assert isinstance(values, dict)
    state = game.initial(Setup((PlayerId("a"), PlayerId("b")), values))
    draws = Draws(dice.randbytes(32))
    events = run(state, game.start(state, 0, draws))
    while not state.over:
        seat, what = state.turn.seat, dice.random()
        if what < 0.01:
            events += run(state, game.abandon(state))
        elif what < 0.05:
            events += run(state, game.absent(state, seat, dice.random() < 0.5, 0))
        else:
            command = game.complete(dice.choice(game.legal(state, seat)), dice.randrange)
            events += run(state, game.decide(state, seat, command, 0, draws))
    return events, game.outcome(state)


@pytest.mark.parametrize("texts", SETS, ids=IDS)
def test_whole_matches_can_be_told_to_every_viewer(texts: Catalogue, count: Count) -> None:
    lines, seen = 0, set[str]()
    for number in range(MATCHES):
        events, outcome = played(number)
        seen |= {event.__struct_config__.tag for event in events}  # type: ignore[misc]
        for viewer in (None, 0, 1):
            log = Log(texts, NAMES, (), game="buckshot")
            lines += sum(log.line(hear(event, viewer)) is not None for event in events)
        assert summary(texts, outcome, NAMES, "buckshot")
        ranked = list(places(texts, outcome, NAMES, "buckshot"))
        assert len(ranked) == (1 if outcome.abandoned else 2)
    assert seen == tags(BuckshotEvent)
    count("lines of whole matches", lines, minimum=20_000)


def test_the_result_tells_the_course_of_the_match_in_one_line() -> None:
    outcome = next(o for o in (played(n)[1] for n in range(50)) if not o.abandoned)
    told = summary(Catalogue("en"), outcome, {"a": "Ann", "b": "Bo"}, "buckshot")
    first, *_, (one, other) = outcome.detail.course
    assert f"{first[0]}–{first[1]} → " in told
    assert told.endswith(f"{one}–{other}.")
    assert told.startswith(("Ann wins in load ", "Bo wins in load "))
