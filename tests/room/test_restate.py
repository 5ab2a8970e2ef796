"""A closed room lets go of its last match, so that this can leave the log."""

import pytest

from shared.contracts.entries import read_entry
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import Refusal
from shared.room.aggregate import Repeated, Room
from shared.room.events import Restated, RoomClosed
from shared.room.frames import Views
from shared.room.rules import UnknownRules
from shared.room.state import RoomState
from shared.room.verify import verify
from tests.room.table import CODE, GAMES, HOST, SYSTEM, Table, events

BEN = PlayerId("ben")


def closed(*, is_dealt: bool = True) -> Table:
    table = Table().deal("ben") if is_dealt else Table().open("ben")
    table.do(SYSTEM, "abandon")
    assert table.state.phase == "closed"
    return table


@pytest.mark.parametrize("is_dealt", [True, False])
def test_a_closed_room_lets_go_of_its_last_match(*, is_dealt: bool) -> None:
    table = closed(is_dealt=is_dealt)
    before = table.state
    members, standings = [member.player for member in before.members], dict(before.standings)
    counted = before.matches_abandoned, before.secrets_dropped
    accepted = table.do(SYSTEM, "restate")
    state = table.state
    assert events(accepted) == ["restated", "room_closed"]
    assert accepted.begins
    assert (state.phase, state.match, state.play, table.room.due) == ("closed", 1, None, None)
    assert (state.secret, state.secret_hash, state.invitation, state.fixed_seed) == ("",) * 4
    assert [member.player for member in state.members] == members
    assert (state.standings, state.matches_abandoned, state.secrets_dropped) == (
        standings,
        *counted,
    )


def test_it_does_so_once() -> None:
    table = closed()
    table.do(SYSTEM, "restate", "restate:1")
    assert table.refuses(SYSTEM, "restate").code == "nothing_due"
    assert table.send(SYSTEM, "restate", "restate:1") == Repeated(len(table.log))
    folded = Room(CODE, GAMES, len(table.log) - 1, bytes.fromhex(read_entry(table.log[-1]).prev))
    folded.apply(table.log[-1])
    assert isinstance(folded.decide(table.sent[-1], table.now_ms), Repeated)


@pytest.mark.parametrize("phase", ["lobby", "match", "over"])
def test_a_room_that_is_open_keeps_its_match(phase: str) -> None:
    table = Table().open("ben")
    if phase != "lobby":
        table.ready().do(HOST, "start")
    if phase == "over":
        table.finish()
    assert table.state.phase == phase
    assert table.refuses(SYSTEM, "restate").code == "nothing_due"


def test_no_player_can_clear_a_room() -> None:
    table = closed()
    assert table.refuses(HOST, "restate").code == "malformed"


def test_a_room_that_does_not_exist_has_nothing_to_let_go_of() -> None:
    assert Table().refuses(SYSTEM, "restate").code == "no_such_room"


def test_nothing_happens_in_a_cleared_room() -> None:
    table = closed()
    table.do(SYSTEM, "restate")
    for actor, command in ((HOST, "again"), (BEN, "leave"), ("eve", "join"), (SYSTEM, "abandon")):
        assert table.refuses(actor, command).code == "room_closed"


@pytest.mark.parametrize("key", ["", "0" * 32])
def test_a_cleared_room_stays_hidden_from_whoever_was_not_in_it(key: str) -> None:
    table = Table().open("ben")
    table.do(HOST, {"type": "setVisibility", "visibility": "invited"})
    table.do(SYSTEM, "abandon")
    join = {"type": "join", "invitation": key}
    before = table.refuses("eve", join)
    table.do(SYSTEM, "restate")
    assert table.refuses("eve", join) == before == Refusal("no_such_room")
    assert table.refuses(BEN, join).code == "room_closed"


def test_its_log_begins_with_the_entry_that_clears_it() -> None:
    table = closed()
    table.do(SYSTEM, "restate")
    number, previous = len(table.log) - 1, bytes.fromhex(read_entry(table.log[-1]).prev)
    folded = Room(CODE, GAMES, number, previous)
    folded.apply(table.log[-1])
    assert folded.digest() == table.room.digest()
    assert (folded.seq, folded.hash, folded.due) == (table.room.seq, table.room.hash, None)
    for report in (
        verify(table.log, GAMES),
        verify(table.log[-1:], GAMES, number, previous),
    ):
        assert report.first_bad is None
        assert (report.seq, report.head) == (table.room.seq, table.room.hash)
    again = Room.restore(folded.snapshot(), GAMES)
    assert again.digest() == folded.digest()


def test_a_room_whose_rules_are_not_there_is_not_folded_from_it() -> None:
    table = closed()
    table.do(SYSTEM, "restate")
    folded = Room(CODE, {}, len(table.log) - 1, bytes.fromhex(read_entry(table.log[-1]).prev))
    with pytest.raises(UnknownRules):
        folded.apply(table.log[-1])


def test_everybody_is_shown_an_empty_closed_room() -> None:
    table = closed()
    views = Views(table.room)
    accepted = table.do(SYSTEM, "restate")
    frames = views.frames(accepted)
    assert set(frames) == {HOST, BEN, None}
    for viewer in frames:
        sections = views.sections(viewer)
        assert set(sections) == {"room", "members", "standings", "you"}
        assert b'"phase":"closed"' in sections["room"]
        assert b'"secret_hash":""' in sections["room"]


def test_nothing_of_the_entry_is_sealed_from_anybody() -> None:
    """Anybody can tell its salts."""
    accepted = closed().do(SYSTEM, "restate")
    first, last = accepted.events
    assert isinstance(first, Restated)
    assert first.sealed == ("",)
    assert isinstance(last, RoomClosed)
    assert last.why == "cleared"


def test_the_secret_of_a_cleared_room_is_that_of_no_room() -> None:
    table = closed()
    table.do(SYSTEM, "restate")
    fresh = RoomState(CODE)
    for name in ("secret", "secret_hash", "revealed_secret", "entropy", "players", "play"):
        assert getattr(table.state, name) == getattr(fresh, name)
