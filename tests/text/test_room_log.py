"""The log of a room around its matches."""

from typing import Any, get_args

import pytest

from shared.contracts.ids import PlayerId, RoomId
from shared.engine.game import Pace
from shared.games.bang.events import AutopilotChanged, BangEvent
from shared.games.buckshot.events import BuckshotEvent
from shared.room.events import (
    HostChanged,
    LobbyReopened,
    LookedInto,
    MatchClosed,
    MatchDealt,
    OptionsChanged,
    PresenceChanged,
    ReadinessChanged,
    Restated,
    RoomClosed,
    RoomEvents,
    RoomOpened,
    SeatGivenUp,
    SeatTaken,
    SecretChosen,
    SecretRevealed,
    StartLocked,
    TalkChanged,
    TenantNamed,
    TitleChanged,
    VisibilityChanged,
    WatchingChanged,
    WordingChanged,
)
from shared.text.catalogue import Catalogue
from shared.text.log import LINES, SILENT, Log

from .test_catalogue import IDS, SETS

ANN, BO = PlayerId("a"), PlayerId("b")
OPTIONS: dict[str, Any] = {"turnSeconds": 60, "autoBarrel": True}
SECRET = "5ec4e7" * 10

OPENED = RoomOpened(
    told=(ANN,), sealed=(SECRET,), room=RoomId("ABCDEF"), host=ANN, game="bang",
    ruleset="bang/1", options=OPTIONS, visibility="link", pace=Pace(),
)  # fmt: skip
CHANGED = OptionsChanged({"turnSeconds": 90, "autoBarrel": False})
DEALT = MatchDealt(2, "bang", "bang/1", OPTIONS, (ANN, BO))

STORY = [
    (OPENED, "보리가 방을 열었습니다."),
    (SecretChosen(told=(), sealed=(SECRET, ""), match=1, secret_hash=SECRET), None),
    (SeatTaken(BO), "다온이 자리에 앉았습니다."),
    (SeatTaken(BO, "random"), "봇 다온이 자리에 앉았습니다."),
    (SeatGivenUp(BO, "left"), "다온이 방을 나갔습니다."),
    (
        SeatGivenUp(BO, "kicked"),
        "방장이 다온을 내보냈습니다. 방 코드를 알면 다시 들어올 수 있습니다.",
    ),
    (HostChanged(told=(ANN,), sealed=(SECRET,), host=ANN), None),
    (VisibilityChanged("invited"), "이제 ‘초대’ 방입니다."),
    (SeatGivenUp(BO, "kicked"), "방장이 다온을 내보냈습니다."),
    (
        HostChanged(told=(ANN,), sealed=(SECRET,), host=ANN),
        "초대 열쇠가 바뀌었습니다. 이전 초대로는 들어올 수 없습니다.",
    ),
    (SeatGivenUp(BO, "removed"), "봇 다온을 치웠습니다."),
    (HostChanged(told=(BO,), sealed=(SECRET,), host=BO), "이제 다온이 방장입니다."),
    (
        CHANGED,
        "옵션이 바뀌었습니다: 턴 시간 → 90초, 나무통 자동 판정 → 끄기. 모두 다시 준비해 주세요.",
    ),
    (CHANGED, "옵션이 바뀌었습니다. 모두 다시 준비해 주세요."),
    (VisibilityChanged("public"), "이제 ‘공개’ 방입니다."),
    (TalkChanged("off"), "이제 대화를 할 수 없습니다."),
    (TitleChanged("금요일"), "이제 이 방의 이름은 ‘금요일’입니다."),
    (TitleChanged("금요일"), None),
    (TitleChanged(""), "이제 이 방에는 이름이 없습니다."),
    (WatchingChanged(watching=False), "이제 자리에 앉은 사람만 판을 볼 수 있습니다."),
    (WatchingChanged(watching=False), None),
    (WordingChanged(kids=True), "이제 이 방에서는 모두 어린이용 말로 봅니다."),
    (ReadinessChanged(ANN, True, SECRET), "보리가 준비했습니다."),
    (ReadinessChanged(ANN, False), "보리가 준비를 풀었습니다."),
    (StartLocked(5), "시작합니다! 섞는 데 쓸 값을 모으고 있습니다."),
    (DEALT, "2번째 판을 시작합니다."),
    (PresenceChanged(BO, away=True), None),
    (
        PresenceChanged(BO, away=True, left=True),
        "다온이 판을 떠났습니다. 남은 차례는 자동으로 진행합니다.",
    ),
    (MatchClosed(2, (BO, ANN), (BO, ANN), SECRET), "승자: 다온, 보리."),
    (MatchClosed(2, (), (), SECRET, abandoned=True), None),
    (
        SecretRevealed(2, SECRET),
        "이 판의 비밀이 공개되었습니다. 이제 누구나 이 판을 확인할 수 있습니다.",
    ),
    (SecretRevealed(2, SECRET, dealt=False), "쓰지 않은 비밀이 공개되었습니다."),
    (LookedInto("Minsu"), "감사자 Minsu가 이 판의 숨은 정보까지 모두 보았습니다."),
    (LobbyReopened("bang/1", OPTIONS), "다음 판을 준비합니다."),
    (RoomClosed("empty"), "아무도 남지 않아 방을 닫습니다."),
    (RoomClosed("abandoned"), "지켜보는 사람이 없어 방을 닫습니다."),
    (RoomClosed("by_operator"), "운영자가 이 방을 끝냈습니다."),
    (TenantNamed("acme"), "acme의 방입니다."),
    (TenantNamed("acme"), None),
    (RoomClosed("by_tenant"), "이 방을 연 사이트가 방을 끝냈습니다."),
]


def tags(union: Any) -> set[str]:
    return {event.__struct_config__.tag for event in get_args(union)}


def test_every_event_has_a_line_or_is_silent_and_no_line_is_without_its_event() -> None:
    for game, events in (("bang", BangEvent), ("buckshot", BuckshotEvent)):
        assert tags(events) | tags(RoomEvents) == LINES[game].keys() | SILENT[game]


def test_a_room_reads_as_a_story() -> None:
    log = Log(Catalogue("ko"), {ANN: "보리", BO: "다온"}, ())
    assert [log.line(event) for event, _ in STORY] == [line for _, line in STORY]


@pytest.mark.parametrize("texts", SETS, ids=IDS)
def test_no_line_repeats_a_key_a_hash_or_a_secret(texts: Catalogue) -> None:
    log = Log(texts, {ANN: "Ann", BO: "Bo"}, ())
    lines = [line for event, _ in STORY if (line := log.line(event)) is not None]
    assert len(lines) == sum(line is not None for _, line in STORY)
    assert not any(SECRET[:6] in line for line in lines)


def test_a_test_seed_is_said_to_be_unfair() -> None:
    dealt = MatchDealt(1, "bang", "bang/1", OPTIONS, (ANN, BO), test_seed=True)
    assert Log(Catalogue("ko"), {}, ()).line(dealt) == (
        "1번째 판을 시험용 시드로 시작합니다. 공정한 판이 아닙니다."
    )


def test_options_changed_before_this_log_began_are_not_guessed() -> None:
    assert Log(Catalogue("en"), {}, ()).line(CHANGED) == (
        "Options changed. Everyone please get ready again."
    )


def test_who_leaves_in_mid_match_is_told_of_once() -> None:
    log = Log(Catalogue("en"), {ANN: "Ann", BO: "Bo"}, (), (ANN, BO))
    gone, back = PresenceChanged(BO, away=True, left=True), PresenceChanged(BO, away=False)
    left, left_now = "Bo left the match; the seat plays on automatically.", "Bo left the room."
    story: list[tuple[Any, str | None]] = [
        (gone, left),
        (AutopilotChanged(1, True), None),
        (back, None),
        (AutopilotChanged(1, False), "Bo is back at the table."),
        (AutopilotChanged(1, True), "Bo is away and plays automatically."),
        (gone, left),
        (SeatGivenUp(BO, "left"), None),
        (SeatTaken(BO), "Bo took a seat."),
        (SeatGivenUp(BO, "left"), left_now),
    ]
    assert [log.line(event) for event, _ in story] == [line for _, line in story]
    assert Log(Catalogue("en"), {BO: "Bo"}, ()).line(SeatGivenUp(BO, "left")) == left_now


def test_automatic_players_without_a_nickname_are_called_by_their_game() -> None:
    seats = [SeatTaken(PlayerId(f"auto-{n}"), "random") for n in (7, 3)]
    log = Log(Catalogue("en"), {}, ())
    assert [log.line(seat) for seat in seats] == [
        "The bot Robo 1 took a seat.",
        "The bot Robo 2 took a seat.",
    ]
    assert log.line(SeatGivenUp(seats[0].player, "removed")) == "The bot Robo 1 was removed."
    dealers = {t: str(Log(t, {}, (), game="buckshot").line(seats[0])) for t in SETS}
    assert all(texts.text("bot-buckshot", number=1) in dealers[texts] for texts in SETS)
    assert Log(Catalogue("en"), {"auto-7": "Elm"}, ()).line(seats[0]) == "The bot Elm took a seat."


def test_a_log_that_begins_with_a_restated_room_knows_its_host_and_who_may_come_in() -> None:
    log = Log(Catalogue("en"), {BO: "Bo"}, ())
    restated = Restated(
        told=(ANN,), sealed=(SECRET,), room=RoomId("ABCDEF"), host=ANN, game="bang",
        ruleset="bang/1", options=OPTIONS, visibility="invited", pace=Pace(),
        members=((ANN, ""), (BO, "")), standings={}, match=1, matches_abandoned=0,
        secrets_dropped=0,
    )  # fmt: skip
    assert log.line(restated) is None
    assert log.line(SeatGivenUp(BO, "kicked")) == "The host sent Bo away."
    key = HostChanged(told=(ANN,), sealed=(SECRET,), host=ANN)
    assert log.line(key) == "The invitation has changed. The old one opens the room no more."
