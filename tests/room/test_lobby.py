"""The lobby by example: who sits, who is host, what is played, who is ready."""

import pytest
from msgspec.structs import replace

from shared.contracts.commands import TITLE_MOST
from shared.contracts.entries import read_entry
from shared.contracts.refusals import Refusal, refuse
from shared.engine.game import Pace
from shared.room.aggregate import Accepted, Repeated, Room
from shared.room.envelope import NOTHING
from shared.room.verify import verify
from tests.room.table import CODE, GAMES, HOST, SYSTEM, Table, commitment_of, events

FULL = ("ben", "cho", "dag", "eve")


def test_who_creates_a_room_is_seated_and_host_and_the_secret_stands_first() -> None:
    table = Table(pace=Pace(second_ms=50))
    opened = table.do(HOST, {"type": "create", "game": "tricks", "options": {"rounds": 5}})
    assert events(opened) == ["room_opened", "secret_chosen", "seat_taken"]
    state = table.state
    assert (state.phase, state.host, state.match) == ("lobby", HOST, 1)
    assert state.options == {"rounds": 5, "seconds": 15, "stealing": True}
    assert state.pace.second_ms == 50
    assert len(state.secret_hash) == 64


def test_a_room_is_created_once_and_nothing_comes_before() -> None:
    table = Table()
    assert table.refuses(HOST, "join") == refuse("no_such_room")
    assert table.refuses(HOST, {"type": "lay", "wait": 1, "card": 1}) == refuse("no_such_room")
    assert table.refuses(SYSTEM, "abandon") == refuse("no_such_room")
    table.open()
    assert table.refuses("ben", {"type": "create", "game": "tricks"}) == refuse("forbidden")


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        ({"game": "chess"}, refuse("unknown_game")),
        ({"game": "tricks", "options": {"luck": 1}}, refuse("unknown_option", option="luck")),
        (
            {"game": "tricks", "options": {"rounds": 4}},
            refuse("option_value", option="rounds", choices="2 3 5"),
        ),
        (
            {"game": "tricks", "options": {"rounds": True}},
            refuse("option_value", option="rounds", choices="2 3 5"),
        ),
    ],
)
def test_a_room_is_created_for_a_game_and_values_that_exist(
    command: dict[str, object], refusal: Refusal
) -> None:
    assert Table().refuses(HOST, {"type": "create", **command}) == refusal


def test_joining_takes_a_seat_while_there_is_one_and_no_match_runs() -> None:
    table = Table().open(*FULL[:3])
    assert table.refuses("ben", "join") == refuse("already_seated")
    table.do("eve", "join")
    assert table.refuses("fay", "join") == refuse("room_full", limit=5)
    table.ready().do(HOST, "start")
    assert table.refuses("gus", "join") == refuse("match_running")


def test_an_invited_room_is_no_room_to_whoever_lacks_its_key() -> None:
    table = Table().open("ben")
    table.do(HOST, {"type": "setVisibility", "visibility": "invited"})
    for command in ("join", "ready", "leave", {"type": "join", "invitation": "é"}, "abandon"):
        assert table.refuses("cho", command) == refuse("no_such_room"), "readable or not"
    assert table.refuses("cho", {"type": "lay", "wait": 1, "card": 1}) == refuse("no_such_room")
    table.do("cho", {"type": "join", "invitation": table.state.invitation})
    assert table.room.seated(table.sent[-1].actor)


def test_leaving_the_lobby_frees_the_seat_and_the_longest_seated_person_becomes_host() -> None:
    table = Table().open()
    table.do(HOST, "addAutomatic")
    table.do("ben", "join")
    table.do("cho", "join")
    assert events(table.do(HOST, "leave")) == ["seat_given_up", "host_changed"]
    assert table.state.host == "ben"
    assert table.refuses(HOST, "leave") == refuse("not_seated")


def test_an_automatic_player_without_its_seat_does_not_come_back_as_a_person() -> None:
    table = Table().open("ben")
    automatic = table.do(HOST, "addAutomatic").events[0].player  # type: ignore[attr-defined]
    table.do(HOST, {"type": "removeAutomatic", "player": automatic})
    assert table.refuses(automatic, "join") == refuse("forbidden")
    assert [member.player for member in table.state.persons()] == [HOST, "ben"]


def test_a_room_of_automatic_seats_alone_closes_and_tells_its_secret() -> None:
    table = Table().open()
    table.do(HOST, "addAutomatic")
    secret = table.state.secret
    last = table.do(HOST, "leave")
    assert events(last) == ["seat_given_up", "secret_revealed", "room_closed"]
    assert (table.state.revealed_secret, table.state.secrets_dropped) == (secret, 1)
    for actor, command in (("ben", "join"), (HOST, "again"), (SYSTEM, "abandon")):
        assert table.refuses(actor, command) == refuse("room_closed")


@pytest.mark.parametrize(
    "command",
    [
        {"type": "kick", "player": "cho"},
        {"type": "handOver", "player": "cho"},
        {"type": "setOptions", "options": {"rounds": 2}},
        {"type": "setVisibility", "visibility": "public"},
        {"type": "addAutomatic"},
        {"type": "removeAutomatic", "player": "cho"},
        {"type": "start"},
        {"type": "again"},
    ],
)
def test_what_is_the_hosts_is_refused_to_guests_and_to_strangers(
    command: dict[str, object],
) -> None:
    table = Table().open("ben", "cho")
    assert table.refuses("ben", command) == refuse("not_host")
    assert table.refuses("dag", command) == refuse("not_seated")


def test_the_host_kicks_other_persons_from_the_lobby_only() -> None:
    table = Table().open("ben", "cho")
    automatic = table.do(HOST, "addAutomatic").events[0].player  # type: ignore[attr-defined]
    codes = {HOST: "self_target", automatic: "is_automatic", "dag": "no_such_player"}
    for player, code in codes.items():
        assert table.refuses(HOST, {"type": "kick", "player": player}) == refuse(code)
    table.do(HOST, {"type": "kick", "player": "cho"})
    assert not table.room.seated(table.envelope("cho", "leave").actor)
    table.ready().do(HOST, "start")
    assert table.refuses(HOST, {"type": "kick", "player": "ben"}) == refuse("match_running")


@pytest.mark.parametrize("later", [False, True])
def test_who_was_kicked_does_not_come_back_by_the_old_key(later: bool) -> None:
    table = Table().open("ben", "cho")
    invited = {"type": "setVisibility", "visibility": "invited"}
    before = table.state.invitation
    if not later:
        table.do(HOST, invited)
    kicked = table.do(HOST, {"type": "kick", "player": "cho"})
    assert events(kicked) == ["seat_given_up", "host_changed"]
    assert table.state.host == HOST
    if later:
        table.do("cho", "join")  # a kick is no ban
        table.do("cho", "leave")
        table.do(HOST, invited)
    key = table.state.invitation
    assert key != before
    assert len(key) == len(before)
    by_old = {"type": "join", "invitation": before}
    assert table.refuses("cho", by_old) == refuse("no_such_room")
    table.do("cho", {"type": "join", "invitation": key})
    assert verify(table.log, table.games).first_bad is None


def test_a_kick_that_was_stored_before_keys_changed_keeps_its_bytes() -> None:
    table = Table().open("ben")
    before = table.state.invitation
    envelope = table.envelope(HOST, {"type": "kick", "player": "ben"})
    kicked = table.post(replace(envelope, supplied=NOTHING))
    assert isinstance(kicked, Accepted)
    assert events(kicked) == ["seat_given_up"]
    assert b"supplied" not in kicked.leaves[0]
    assert table.state.invitation == before
    table.do("cho", "join")
    assert verify(table.log, table.games).first_bad is None


def test_the_host_hands_over_to_another_person_also_in_mid_match() -> None:
    table = Table().open("ben")
    automatic = table.do(HOST, "addAutomatic").events[0].player  # type: ignore[attr-defined]
    codes = {HOST: "self_target", automatic: "is_automatic", "dag": "no_such_player"}
    for player, code in codes.items():
        command = {"type": "handOver", "player": player}
        assert table.refuses(HOST, command) == refuse(code)
    table.ready().do(HOST, "start")
    table.do(HOST, {"type": "handOver", "player": "ben"})
    assert table.state.host == "ben"
    assert table.refuses(HOST, {"type": "handOver", "player": "ben"}) == refuse("not_host")


def test_changed_options_make_everybody_unready() -> None:
    table = Table().open("ben").ready()
    table.do(HOST, {"type": "setOptions", "options": {"rounds": 2}})
    assert table.state.options == {"rounds": 2, "seconds": 15, "stealing": True}
    assert table.refuses(HOST, "start") == refuse("not_ready", waiting=2)
    refused = table.refuses(HOST, {"type": "setOptions", "options": {"rounds": 9}})
    assert refused == refuse("option_value", option="rounds", choices="2 3 5")


def test_options_are_frozen_from_the_locked_start_to_the_end() -> None:
    table = Table().open("ben")
    command = {"type": "setOptions", "options": {"rounds": 2}}
    table.do("ben", {"type": "ready", "ready": True, "commitment": commitment_of("ben")})
    table.do(HOST, {"type": "ready", "ready": True})
    table.do(HOST, "start")
    assert table.state.phase == "reveal"
    assert table.refuses(HOST, command) == refuse("match_running")
    table.time_out()
    assert table.refuses(HOST, command) == refuse("match_running")
    table.finish().do(HOST, command)


def test_two_clicks_on_a_switch_end_in_one_state() -> None:
    table = Table().open()
    for _ in range(2):
        table.do(HOST, {"type": "setVisibility", "visibility": "public"})
        assert table.state.visibility == "public"


def test_the_host_says_what_may_be_said_whatever_the_room_is_at() -> None:
    table = Table().open("ben")
    assert table.state.talk == "phrases"
    command = {"type": "setTalk", "talk": "text"}
    assert table.refuses("ben", command) == refuse("not_host")
    assert table.refuses("eve", command) == refuse("not_seated")
    assert table.refuses(HOST, {"type": "setTalk", "talk": "shouting"}).code == "bad_field"
    assert events(table.do(HOST, command)) == ["talk_changed"]
    table.ready().do(HOST, "start")
    waits = table.room.waited_for()
    table.do(HOST, {"type": "setTalk", "talk": "off"})
    assert (table.state.phase, table.state.talk) == ("match", "off")
    assert table.room.waited_for() == waits
    table.finish()
    table.do(HOST, {"type": "setTalk", "talk": "phrases"})
    table.do(SYSTEM, "abandon")
    assert table.refuses(HOST, command) == refuse("room_closed")


def test_what_was_chosen_about_talk_holds_for_the_next_match_and_is_stored_only_then() -> None:
    plain = Table()
    opened = plain.do(HOST, {"type": "create", "game": "tricks", "talk": "phrases"})
    assert events(opened) == ["room_opened", "secret_chosen", "seat_taken"]
    plain.do("ben", "join")
    plain.ready().do(HOST, "start")
    assert "talk_changed" not in events(plain.finish().do(HOST, "again"))
    table = Table()
    opened = table.do(HOST, {"type": "create", "game": "tricks", "talk": "off"})
    assert events(opened)[:2] == ["room_opened", "talk_changed"]
    table.do("ben", "join")
    table.ready().do(HOST, "start")
    again = table.finish().do(HOST, "again")
    assert events(again)[:3] == ["restated", "talk_changed", "lobby_reopened"]
    assert table.state.talk == "off"
    number, previous = len(table.log) - 1, bytes.fromhex(read_entry(table.log[-1]).prev)
    folded = Room(CODE, GAMES, number, previous)
    folded.apply(table.log[-1])
    assert folded.digest() == table.room.digest()
    assert verify(table.log, GAMES).first_bad is None


def test_automatic_players_are_seated_and_removed_by_the_host_between_matches() -> None:
    table = Table().open("ben")
    seated = table.do(HOST, {"type": "addAutomatic", "playerKind": "calm"})
    member = table.state.members[-1]
    assert events(seated) == ["seat_taken"]
    assert (member.automatic, member.player[:5]) == ("calm", "auto-")
    assert table.refuses(member.player, {"type": "ready", "ready": True}) == refuse("forbidden")
    for player, code in (("ben", "not_automatic"), ("dag", "no_such_player")):
        assert table.refuses(HOST, {"type": "removeAutomatic", "player": player}).code == code
    table.ready().do(HOST, "start")
    command = {"type": "removeAutomatic", "player": member.player}
    assert table.refuses(HOST, command) == refuse("match_running")
    assert table.refuses(HOST, "addAutomatic") == refuse("match_running")
    table.finish().do(HOST, command)
    assert [m.player for m in table.state.members] == [HOST, "ben"]


def test_a_match_starts_with_enough_players_who_are_all_ready() -> None:
    table = Table().open()
    table.do(HOST, {"type": "ready", "ready": True})
    assert table.refuses(HOST, "start") == refuse("not_enough_players", minimum=2, seated=1)
    table.do("ben", "join")
    assert table.refuses(HOST, "start") == refuse("not_ready", waiting=1)
    table.do("ben", {"type": "ready", "ready": True})
    table.do("ben", {"type": "ready", "ready": False})
    assert table.refuses(HOST, "start") == refuse("not_ready", waiting=1)
    table.ready().do(HOST, "start")
    for actor, command in ((HOST, "start"), ("ben", {"type": "ready", "ready": False})):
        assert table.refuses(actor, command) == refuse("match_running")


def test_the_next_match_in_the_same_room_begins_with_a_new_secret_and_nobody_ready() -> None:
    table = Table().open("ben")
    assert table.refuses(HOST, "again") == refuse("lobby_open")
    table.ready().do(HOST, "start")
    assert table.refuses(HOST, "again") == refuse("match_running")
    first = table.state.secret
    table.finish()
    ready = {"type": "ready", "ready": True}
    for command in ("start", ready):
        assert table.refuses(HOST, command) == refuse("again_first")
    assert table.refuses("ben", ready) == refuse("game_over")
    table.do("cho", "join")
    again = ["restated", "lobby_reopened", "secret_chosen"]
    assert events(table.do(HOST, "again")) == again
    state = table.state
    assert (state.match, state.phase, state.play) == (2, "lobby", None)
    assert state.secret != first
    assert state.revealed_secret == ""
    assert table.refuses(HOST, "start") == refuse("not_ready", waiting=3)
    table.ready().do(HOST, "start")
    table.finish()
    assert sum(state.standings.values()) >= 2


def test_a_command_of_the_match_before_is_still_known_and_of_the_one_before_that_is_not() -> None:
    table = Table().open("ben")
    for number in (1, 2):
        table.ready().do(HOST, "start")
        table.finish()
        last = table.sent[-1]
        table.do(HOST, "again")
        assert table.post(last) == Repeated(table.room.seq - 1), number
    oldest = table.sent[0]
    assert isinstance(table.post(oldest), Refusal)
    restored = Room.restore(table.room.snapshot(), table.games)
    assert restored.decide(last, table.now_ms) == Repeated(table.room.seq - 1)


CHOSEN = {"title": "Friday", "watching": False, "kids": True}
SAID = ["title_changed", "watching_changed", "wording_changed"]


@pytest.mark.parametrize(
    ("command", "event", "field", "value"),
    [
        ({"type": "setTitle", "title": "Friday"}, "title_changed", "title", "Friday"),
        ({"type": "setWatching", "watching": False}, "watching_changed", "watching", False),
        ({"type": "setWording", "kids": True}, "wording_changed", "kids", True),
    ],
)
def test_the_host_says_how_the_room_is_whatever_it_is_at(
    command: dict[str, object], event: str, field: str, value: object
) -> None:
    table = Table().open("ben")
    before = getattr(table.state, field)
    assert before != value
    assert table.refuses("ben", command) == refuse("not_host")
    assert table.refuses("eve", command) == refuse("not_seated")
    assert table.refuses(HOST, {**command, [*command][1]: 7}).code == "bad_field"
    assert events(table.do(HOST, command)) == [event]
    assert getattr(table.state, field) == value
    table.ready().do(HOST, "start")
    waits = table.room.waited_for()
    table.do(HOST, {**command, field: before})
    assert (table.state.phase, getattr(table.state, field)) == ("match", before)
    assert table.room.waited_for() == waits
    table.finish().do(SYSTEM, "abandon")
    assert table.refuses(HOST, command) == refuse("room_closed")


def test_a_title_has_a_limit_in_the_rules_too() -> None:
    table = Table().open("ben")
    too_long = {"type": "setTitle", "title": "x" * (TITLE_MOST + 1)}
    assert table.refuses(HOST, too_long) == refuse("bad_field", field="title")
    table.do(HOST, {"type": "setTitle", "title": "x" * TITLE_MOST})


def test_how_the_room_is_holds_for_the_next_match_and_goes_with_what_is_cleared() -> None:
    plain = Table()
    opened = plain.do(HOST, {"type": "create", "game": "tricks", "title": "", "watching": True})
    assert events(opened) == ["room_opened", "secret_chosen", "seat_taken"]
    table = Table()
    opened = table.do(HOST, {"type": "create", "game": "tricks", **CHOSEN})
    assert events(opened)[:4] == ["room_opened", *SAID]
    table.do("ben", "join")
    table.ready().do(HOST, "start")
    again = table.finish().do(HOST, "again")
    assert events(again)[:5] == ["restated", *SAID, "lobby_reopened"]
    number, previous = len(table.log) - 1, bytes.fromhex(read_entry(table.log[-1]).prev)
    folded = Room(CODE, GAMES, number, previous)
    folded.apply(table.log[-1])
    assert folded.digest() == table.room.digest()
    table.do(SYSTEM, "abandon")
    assert events(table.do(SYSTEM, "restate")) == ["restated", *SAID[1:], "room_closed"]
    assert table.state.title == "", "somebody's own words do not stay for good"
    assert verify(table.log, GAMES).first_bad is None
