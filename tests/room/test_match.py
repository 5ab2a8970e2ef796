"""A match in its room by example: commands, time, absence, the end, the next one."""

import pytest

from shared.contracts.refusals import refuse
from shared.engine.game import Pace
from shared.room.events import LookedInto, MatchClosed, MatchDealt, PresenceChanged
from shared.room.frames import Views
from shared.room.matches import digest
from tests.room.table import HOST, SYSTEM, Table, commitment_of, entropy_of, events
from tests.room.tricks import Lay, WaitSet


def lay(table: Table, player: str) -> Lay:
    command = table.move(player)
    assert isinstance(command, Lay)
    return command


def test_the_first_entry_of_a_match_fixes_what_it_is() -> None:
    table = Table().open("ben", rounds=2).ready()
    dealt = table.do(HOST, "start")
    first = dealt.events[0]
    assert first == MatchDealt(
        match=1,
        game="tricks",
        ruleset="tricks/1",
        options={"rounds": 2, "seconds": 15, "stealing": True},
        players=(HOST, table.state.members[1].player),
    )
    assert dealt.header.ruleset == "tricks/1"
    assert (dealt.header.due_id, dealt.header.deadline_ms) == ("1.1.0", table.now_ms + 15_000)


def test_a_command_of_the_game_is_for_who_sits_at_its_match() -> None:
    table = Table().open("ben")
    command = {"type": "lay", "wait": 1, "card": 1}
    assert table.refuses("ben", command) == refuse("no_match")
    assert table.refuses("cho", command) == refuse("no_match")
    table.ready().do(HOST, "start")
    assert table.refuses("cho", command) == refuse("not_seated")
    others = lay(table, "ben")
    assert table.refuses(HOST, others) == refuse("not_reaction_target")
    table.do("ben", others)
    assert table.refuses("ben", others) == refuse("not_reaction_target")


def test_the_end_reveals_the_secret_scores_the_winners_and_stops_the_clock() -> None:
    table = Table().deal("ben", rounds=2)
    secret = table.state.secret
    table.finish()
    last = table.log[-1]
    state = table.state
    assert (state.phase, state.revealed_secret, table.room.due) == ("over", secret, None)
    outcome_winners = max(seat.tricks for seat in state.play.seats)
    winners = {seat.player for seat in state.play.seats if seat.tricks == outcome_winners}
    assert state.standings == dict.fromkeys(winners, 1)
    assert digest(state.play).encode() in last
    command = {"type": "lay", "wait": 1, "card": 1}
    for actor in (HOST, "ben", "cho"):
        assert table.refuses(actor, command) == refuse("game_over")
    assert table.refuses(SYSTEM, {"type": "timeout", "due": "1.1.0"}) == refuse("nothing_due")
    assert len(table.log) == table.room.seq


def test_points_add_up_over_the_matches_of_a_room() -> None:
    table = Table().open("ben")
    for number in (1, 2, 3):
        table.ready().do(HOST, "start")
        table.finish()
        assert table.state.match == number
        assert sum(table.state.standings.values()) >= number
        table.do(HOST, "again")


def test_a_time_out_is_too_early_until_its_deadline_and_names_what_is_due() -> None:
    table = Table().deal("ben")
    table.now_ms += 14_999
    due = {"type": "timeout", "due": "1.1.0"}
    assert table.refuses(SYSTEM, due) == refuse("too_early", missing_ms=1)
    assert table.refuses(SYSTEM, {"type": "timeout", "due": "1.2.0"}) == refuse("nothing_due")
    table.now_ms += 1
    elapsed = table.do(SYSTEM, due)
    assert events(elapsed).count("card_laid") == 2, "one time-out elapses all that is due"


def test_a_late_answer_counts_if_it_reaches_the_log_before_the_time_out() -> None:
    table = Table().deal("ben")
    table.now_ms += 15_400
    table.do("ben", lay(table, "ben"))
    assert table.refuses(SYSTEM, {"type": "timeout", "due": "1.2.0"}) == refuse("nothing_due")
    assert "card_laid" in events(table.do(SYSTEM, {"type": "timeout", "due": "1.1.0"}))


def test_a_time_out_that_comes_too_late_is_the_games_to_judge() -> None:
    table = Table(pace=Pace(late_ms=5_000)).deal("ben")
    table.now_ms += 15_000 + 5_001
    extended = table.do(SYSTEM, {"type": "timeout", "due": "1.1.0"})
    assert events(extended) == ["wait_set", "wait_set"]
    assert table.room.due is not None
    assert table.room.due.id == "1.1.1"


def test_a_time_out_of_the_last_match_is_none_of_the_next() -> None:
    table = Table().deal("ben").finish()
    table.do(HOST, "again")
    table.ready().do(HOST, "start")
    table.now_ms += 60_000
    assert table.refuses(SYSTEM, {"type": "timeout", "due": "1.1.0"}) == refuse("nothing_due")
    assert table.room.due is not None
    assert table.room.due.id == "2.1.0"


def test_an_entry_is_never_earlier_than_the_one_before() -> None:
    table = Table().deal("ben")
    last_ms = table.now_ms
    table.now_ms -= 90_000
    moved = table.do("ben", lay(table, "ben"))
    assert moved.header.at_ms == last_ms


def test_an_absent_player_goes_on_by_autopilot_until_a_command_of_his() -> None:
    table = Table().deal("ben")
    away = table.do(SYSTEM, {"type": "absent", "player": "ben", "away": True})
    assert events(away) == ["presence_changed", "away_changed", "wait_set"]
    assert table.room.due is not None
    assert table.room.due.at_ms == table.now_ms + 800
    absent = {"type": "absent", "player": "ben", "away": True}
    assert table.refuses(SYSTEM, absent) == refuse("nothing_due")
    back = table.do("ben", lay(table, "ben"))
    assert events(back)[:4] == ["presence_changed", "away_changed", "wait_set", "wait_ended"]
    assert not table.state.seat(table.sent[-1].actor).away


def test_a_refused_command_does_not_bring_an_absent_player_back() -> None:
    table = Table().deal("ben")
    table.do(SYSTEM, {"type": "absent", "player": "ben", "away": True})
    assert table.refuses("ben", {"type": "lay", "wait": 99, "card": 1}).code
    assert table.state.members[1].away


def test_absence_is_of_members_of_a_running_match() -> None:
    table = Table().open("ben")
    absent = {"type": "absent", "player": "ben", "away": True}
    assert table.refuses(SYSTEM, absent) == refuse("no_match")
    assert table.refuses(SYSTEM, {**absent, "player": "cho"}) == refuse("not_seated")
    table.ready().do(HOST, "start")
    table.do(SYSTEM, absent)
    table.do(SYSTEM, {**absent, "away": False})
    assert table.refuses(SYSTEM, {**absent, "away": False}) == refuse("nothing_due")
    table.do(SYSTEM, absent)
    table.finish()
    assert not any(member.away for member in table.state.members)


def test_leaving_in_mid_match_keeps_the_seat_in_play_and_frees_it_at_the_end() -> None:
    table = Table().deal("ben", "cho")
    left = table.do("ben", "leave")
    assert left.events[0] == PresenceChanged(table.sent[-1].actor, away=True, left=True)
    assert table.refuses("ben", "leave") == refuse("not_seated")
    assert table.room.seated(table.sent[-1].actor)
    last = table.finish().log[-1]
    assert b"seat_given_up" in last
    assert [member.player for member in table.state.members] == [HOST, "cho"]
    assert {seat.player for seat in table.state.play.seats} == {HOST, "ben", "cho"}


@pytest.mark.parametrize("how", ["join", "command", "connect"])
def test_a_player_who_left_in_mid_match_comes_back_by_anything_he_does(how: str) -> None:
    table = Table().deal("ben")
    table.do("ben", "leave")
    if how == "join":
        table.do("ben", "join")
    elif how == "command":
        table.do("ben", lay(table, "ben"))
    else:
        table.do(SYSTEM, {"type": "absent", "player": "ben", "away": False})
    member = table.state.members[1]
    assert not (member.away or member.left)
    table.finish()
    assert len(table.state.members) == 2


def test_a_host_who_leaves_in_mid_match_hands_over_to_who_is_there() -> None:
    table = Table().deal("ben", "cho")
    table.do("ben", "leave")
    assert "host_changed" in events(table.do(HOST, "leave"))
    assert table.state.host == "cho"
    table.do("cho", "leave")
    assert table.state.host == "cho", "nobody is there to hand over to"
    assert "host_changed" in events(table.do("ben", "join"))
    assert table.state.host == "ben"


def test_a_match_that_everybody_left_goes_on_by_itself_and_its_room_closes_with_it() -> None:
    table = Table().deal("ben", rounds=2)
    for player in ("ben", HOST):
        table.do(player, "leave")
    while table.state.phase == "match":
        last = table.time_out()
    assert events(last)[-4:] == ["secret_revealed", "seat_given_up", "seat_given_up", "room_closed"]
    assert table.state.phase == "closed"
    assert table.state.secrets_dropped == 0


def test_an_abandoned_match_ends_without_a_winner_with_full_reveal_and_closes_its_room() -> None:
    table = Table().deal("ben")
    secret = table.state.secret
    last = table.do(SYSTEM, "abandon")
    assert events(last) == ["ended", "match_closed", "secret_revealed", "room_closed"]
    closed = last.events[1]
    assert isinstance(closed, MatchClosed)
    assert (closed.winners, closed.ranking, closed.abandoned) == ((), (), True)
    state = table.state
    assert (state.standings, state.matches_abandoned) == ({}, 1)
    assert (state.revealed_secret, state.secrets_dropped) == (secret, 0)
    assert table.refuses(HOST, {"type": "lay", "wait": 1, "card": 1}) == refuse("game_over")


def test_a_look_is_told_to_everybody_and_changes_nothing_else() -> None:
    table = Table().open("ben")
    for phase in ("lobby", "reveal", "match"):
        if phase == "reveal":
            commitment = commitment_of("ben")
            table.do("ben", {"type": "ready", "ready": True, "commitment": commitment})
            table.do(HOST, {"type": "ready", "ready": True})
            table.do(HOST, "start")
        elif phase == "match":
            table.do("ben", {"type": "reveal", "entropy": entropy_of("ben")})
        assert table.state.phase == phase
        views = Views(table.room)
        before, due = table.room.digest(), table.room.due
        looked = table.do(SYSTEM, {"type": "look", "auditor": "eve"})
        assert looked.events == [LookedInto("eve")]
        assert (table.room.digest(), table.room.due) == (before, due)
        frames = views.frames(looked)
        assert set(frames) == {None, HOST, "ben"}
        assert {frame.data for frame in frames.values()} == {
            b'{"type":"frame","seq":%d,"hash":"%s","atMs":%d,'
            b'"events":[["looked_into","eve"]],"sections":{}}'
            % (looked.seq, looked.hash.hex().encode(), looked.header.at_ms)
        }


def test_there_is_nothing_hidden_to_look_into_once_a_match_is_over() -> None:
    table = Table().deal("ben", rounds=2)
    for auditor in ("\n", " ", "", "x" * 41):
        assert table.refuses(SYSTEM, {"type": "look", "auditor": auditor}) == refuse("malformed")
    table.finish()
    assert table.refuses(SYSTEM, {"type": "look", "auditor": "eve"}) == refuse("no_match")
    table.do(HOST, "again")
    table.do(SYSTEM, "abandon")
    assert table.refuses(SYSTEM, {"type": "look", "auditor": "eve"}) == refuse("room_closed")


@pytest.mark.parametrize(
    "command", ["abandon", {"type": "timeout", "due": "1.1.0"}, {"type": "look", "auditor": "eve"}]
)
def test_what_is_the_systems_is_malformed_from_a_player(command: object) -> None:
    table = Table().deal("ben")
    table.now_ms += 15_000
    assert table.refuses(HOST, command) == refuse("malformed")
    away = {"type": "absent", "player": "ben", "away": True}
    assert table.refuses(HOST, away) == refuse("malformed")
    assert table.refuses(SYSTEM, "leave") == refuse("malformed")


def test_autopilot_with_no_pace_takes_every_turn_at_once() -> None:
    table = Table(pace=Pace(autopilot_ms=0)).deal("ben", rounds=2)
    for player in (HOST, "ben"):
        table.do(SYSTEM, {"type": "absent", "player": player, "away": True})
    assert events(table.time_out())[-2:] == ["match_closed", "secret_revealed"]


def test_absence_before_the_deal_ends_when_the_player_is_seen() -> None:
    table = Table().open("ben", "cho")
    commitment = commitment_of("cho")
    table.ready().do("cho", {"type": "ready", "ready": True, "commitment": commitment})
    table.do(HOST, "start")
    table.do("ben", "leave")
    table.do(SYSTEM, {"type": "absent", "player": "ben", "away": False})
    dealt = table.time_out()
    waits = [event.wait for event in dealt.events if isinstance(event, WaitSet)]
    assert {wait.deadline_ms for wait in waits} == {table.now_ms + 15_000}
