"""Automatic players who sit down because the options want them, and the kinds a game can seat."""

from typing import Any

from shared.contracts.refusals import refuse
from shared.games.buckshot import Buckshot
from shared.room.aggregate import Room
from shared.room.events import SeatTaken
from shared.room.verify import verify
from shared.text.catalogue import Catalogue
from tests.room.table import CODE, HOST, Table, events

GAMES = {"buckshot": Buckshot()}


def opened(**options: Any) -> Table:
    table = Table(GAMES)
    table.do(HOST, {"type": "create", "game": "buckshot", "options": options})
    return table


def change(**options: Any) -> dict[str, Any]:
    return {"type": "setOptions", "options": options}


def kinds(table: Table) -> list[str]:
    """Of all members, as they sit; empty for a person."""
    return [member.automatic for member in table.state.members]


def test_who_opens_a_room_against_the_dealer_can_start_at_once() -> None:
    table = opened(dealer="sharp")
    assert kinds(table) == ["", "sharp"]
    assert table.refuses("ben", "join") == refuse("room_full", limit=2)
    assert "match_dealt" in events(table.ready().do(HOST, "start"))
    dealt = table.state.play
    assert dealt.players[0].id == HOST
    assert dealt.turn.seat == 0


def test_another_dealer_takes_the_seat_when_the_options_change() -> None:
    table = opened().ready()
    before = table.state.members[1].player
    changed = table.do(HOST, change(dealer="novice"))
    assert events(changed) == ["options_changed", "seat_given_up", "seat_taken"]
    assert kinds(table) == ["", "novice"]
    assert table.state.members[1].player != before
    assert events(table.do(HOST, change(maxHealth=2))) == ["options_changed"]


def test_a_person_may_take_the_dealers_place() -> None:
    table = opened()
    table.do(HOST, change(opponent="person"))
    assert kinds(table) == [""]
    table.do("ben", "join")
    assert table.refuses(HOST, change(opponent="dealer")) == refuse("seats_needed", count=1)
    table.do("ben", "leave")
    table.do(HOST, change(opponent="dealer"))
    assert kinds(table) == ["", "house"]


def test_a_dealer_whom_the_host_had_seated_stays() -> None:
    table = opened(opponent="person")
    table.do(HOST, {"type": "addAutomatic", "playerKind": "house"})
    assert events(table.do(HOST, change(opponent="dealer"))) == ["options_changed"]
    assert kinds(table) == ["", "house"]
    table.do(HOST, change(opponent="person"))
    table.do(HOST, {"type": "addAutomatic", "playerKind": "novice"})
    table.do(HOST, {"type": "removeAutomatic", "player": table.state.members[1].player})
    assert kinds(table) == [""]


def test_a_bot_of_another_kind_who_holds_the_dealers_seat_is_named() -> None:
    table = opened(opponent="person")
    table.do(HOST, {"type": "addAutomatic", "playerKind": "sharp"})
    refusal = refuse("other_kind_seated", wanted="house", kinds="sharp")
    assert table.refuses(HOST, change(opponent="dealer")) == refusal
    assert "Sharp" in Catalogue("en").refusal(refusal)
    assert "단골" in Catalogue("ko").refusal(refusal)
    table.do(HOST, change(opponent="dealer", dealer="sharp"))
    assert kinds(table) == ["", "sharp"]
    table.do(HOST, change(opponent="person"))
    table.do(HOST, {"type": "addAutomatic", "playerKind": "novice"})
    table.do(HOST, {"type": "removeAutomatic", "player": table.state.members[1].player})
    table.do(HOST, change(opponent="dealer"))
    assert kinds(table) == ["", "sharp"]


def test_whom_the_options_want_cannot_be_sent_away() -> None:
    table = opened()
    dealer = table.state.members[1].player
    wanted = {"type": "removeAutomatic", "player": dealer}
    assert table.refuses(HOST, wanted) == refuse("seated_by_rule")


def test_he_plays_the_next_match_too() -> None:
    table = opened(maxHealth=2)
    for match in (1, 2):
        table.ready().do(HOST, "start")
        while table.state.phase == "match":
            turn = table.state.play.turn
            seat = table.state.members[turn.seat].player
            table.do(seat, {"type": "shoot", "turn": turn.number, "target": "opponent"})
        assert sum(table.state.standings.values()) == match
        table.do(HOST, "again")
        assert kinds(table) == ["", "house"]


def test_the_kinds_there_are_are_named_with_the_refusal() -> None:
    table = opened(opponent="person")
    wanted = {"type": "addAutomatic", "playerKind": "steady"}
    assert table.refuses(HOST, wanted) == refuse("unknown_kind", kinds="novice house sharp")
    level = refuse("option_value", option="dealer", choices="novice house sharp")
    assert table.refuses(HOST, change(dealer="cruel")) == level


def test_turns_without_a_clock_are_for_the_dealer_alone() -> None:
    table = opened(turnSeconds="off")
    assert table.refuses(HOST, change(opponent="person")) == refuse("clock_needed")
    table.do(HOST, change(opponent="person", turnSeconds=60))
    assert table.refuses(HOST, change(turnSeconds="off")) == refuse("clock_needed")
    create = {"type": "create", "game": "buckshot"}
    together = {"options": {"turnSeconds": "off", "opponent": "person"}}
    assert Table(GAMES).refuses(HOST, create | together) == refuse("clock_needed")


def test_a_log_with_seats_by_rule_is_proved_and_folded() -> None:
    table = opened()
    for dealer in ("novice", "sharp"):
        table.do(HOST, change(dealer=dealer))
    report = verify(table.log, GAMES)
    assert report.first_bad is None
    room = Room(CODE, GAMES)
    seated = [
        event.player
        for stored in table.log
        for event in room.apply(stored).events
        if isinstance(event, SeatTaken)
    ]
    assert len(set(seated)) == 4
    assert room.digest() == table.room.digest()
