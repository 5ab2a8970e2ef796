"""Auditing a log: what is right passes, what was forged is named, what is open proves its part."""

import pytest

from shared.contracts.entries import Entry, read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.refusals import refuse
from shared.engine.chain import BadEntry, redact
from shared.room import codec
from shared.room.aggregate import BadSnapshot, Room
from shared.room.fair import invitation_key, match_secret
from shared.room.rules import UnknownRules
from shared.room.verify import verify
from shared.room.view import Viewer
from tests.conftest import Count
from tests.room.forgery import chained, leaf, with_header, with_leaf
from tests.room.table import CODE, GAME, GAMES, HOST, SYSTEM, Table
from tests.room.tricks_game import LowTricks, Tricks
from tests.room.walks import Walk


def test_a_report_counts_what_was_proved() -> None:
    table = Table().deal("ben").finish()
    table.do(HOST, "again")
    table.do(SYSTEM, "abandon")
    report = verify(table.log, GAMES)
    assert (report.first_bad, report.is_redacted) == (None, False)
    assert (report.entries, report.matches, report.test_seeds) == (len(table.log), 1, 0)
    assert report.secrets_dropped == 1
    assert report.head == table.room.hash
    assert report.events > report.entries


def test_a_match_from_a_test_seed_is_reported_as_not_fair() -> None:
    table = Table(test_seed="00" * 31 + "01").deal("ben").finish()
    report = verify(table.log, GAMES)
    assert (report.first_bad, report.matches, report.test_seeds) == (None, 1, 1)


def test_an_empty_log_proves_nothing_and_is_not_bad() -> None:
    report = verify([], GAMES)
    assert (report.entries, report.first_bad) == (0, None)


def _forge_card(number: int, entry: Entry) -> Entry:
    """The host's hand gets another card, in the public form of the deal and in the sealed."""
    if b"card_laid" not in leaf(entry, 2):
        return entry
    return with_leaf(entry, 3, b"[39]" if leaf(entry, 3) != b"[39]" else b"[38]")


def _dealt(log: list[bytes]) -> int:
    return next(n for n, stored in enumerate(log) if b"match_dealt" in stored)


def test_a_forged_card_with_a_chain_that_fits_is_found_by_deciding_again() -> None:
    log = Table().deal("ben").finish().log
    moved = _dealt(log) + 1
    forged = chained(log, lambda n, entry: _forge_card(n, entry) if n == moved else entry)
    bad = verify(forged, GAMES).first_bad
    assert bad is not None
    assert (bad.seq, bad.why) == (moved + 1, "has another leaf 3 than its command gives")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"deadline_ms": 1}, "has another header than its command gives"),
        ({"ruleset": ""}, "has another header than its command gives"),
        ({"actor": "zoe"}, "holds a command that is refused (not_seated)"),
        ({"at_ms": 5}, "has another header than its command gives"),
    ],
)
def test_a_forged_header_with_a_chain_that_fits_is_found(
    changed: dict[str, object], why: str
) -> None:
    log = Table().deal("ben").finish().log
    moved = _dealt(log) + 1
    forged = chained(log, lambda n, e: with_header(e, **changed) if n == moved else e)
    bad = verify(forged, GAMES).first_bad
    assert bad is not None
    assert (bad.seq, bad.why) == (moved + 1, why)


def test_a_log_written_anew_is_right_in_itself_and_has_another_head() -> None:
    # Which is why heads are to be kept elsewhere.
    log = Table().deal("ben").finish().log
    forged = chained(log, lambda n, e: with_header(e, command_id="other") if n == 3 else e)
    report = verify(forged, GAMES)
    assert (report.first_bad, report.entries) == (None, len(log))
    assert report.head != verify(log, GAMES).head


def test_forged_supplies_make_another_deal_and_are_found() -> None:
    log = Table().deal("ben").finish().log
    command = leaf(read_entry(log[0]), 0)
    fresh = command.split(b'"fresh":"')[1][:64]
    other = command.replace(fresh, b"ab" * 32)
    forged = chained(log, lambda n, e: e if n else with_leaf(e, 0, other))
    bad = verify(forged, GAMES).first_bad
    assert bad is not None
    assert bad.seq == 1


def test_swapped_salts_are_found() -> None:
    log = Table().deal("ben").finish().log

    def forge(number: int, entry: Entry) -> Entry:
        if number != 2:
            return entry
        first, second = entry.leaves[0], entry.leaves[1]
        salts = second[0], first[0]
        leaves = [(salts[0], first[1]), (salts[1], second[1]), *entry.leaves[2:]]
        return Entry(entry.header, leaves, entry.prev, entry.hash)  # type: ignore[arg-type]

    bad = verify(chained(log, forge), GAMES).first_bad
    assert bad is not None
    assert (bad.seq, bad.check) == (3, "secret")
    assert bad.why == "has other salts than its match's secret gives"


@pytest.mark.parametrize(
    "data",
    [
        b"[]",
        b"null",
        b'["no_event"]',
        b'["seat_taken"]',
        b'["seat_taken",1,2]',
        b'["host_changed",["ann"],["",""],"ann"]',
        b'["seat_given_up","nobody","left","more"]',
        b"[" * 900 + b"]" * 900,
    ],
)
def test_a_leaf_that_is_no_event_is_named(data: bytes) -> None:
    log = Table().open("ben").log
    bad = verify(chained(log, lambda n, e: with_leaf(e, 1, data) if n == 1 else e), GAMES).first_bad
    assert bad is not None
    assert bad.seq == 2


@pytest.mark.parametrize(
    "data",
    [
        b'["readiness_changed","nobody",true,""]',
        b'["entropy_revealed","nobody","00"]',
        b'["wait_ended",4]',
        b'["presence_changed","nobody",true,false]',
    ],
)
def test_a_room_refuses_to_fold_an_event_that_cannot_have_happened(data: bytes) -> None:
    log = Table().open("ben").log
    forged = chained(log, lambda n, e: with_leaf(e, 1, data) if n == 1 else e)
    room = Room(CODE, GAMES)
    room.apply(forged[0])
    with pytest.raises(BadEntry, match="entry 2: holds an event that cannot have happened"):
        room.apply(forged[1])


def test_a_room_is_not_served_from_another_rooms_log_or_a_gap_or_a_time_that_runs_back() -> None:
    table = Table().open("ben", "cho")
    with pytest.raises(BadEntry):
        Room(RoomId("OTHERS"), GAMES).apply(table.log[0])
    room = Room(CODE, GAMES)
    room.apply(table.log[0])
    with pytest.raises(BadEntry):
        room.apply(table.log[2])
    back = chained(table.log, lambda n, e: with_header(e, at_ms=5) if n == 1 else e)
    with pytest.raises(BadEntry, match="is earlier than the entry before it"):
        room.apply(back[1])


def redacted(table: Table, viewer: Viewer) -> list[bytes]:
    """The log as a file for `viewer`."""
    room, found = Room(CODE, GAMES), []
    for stored in table.log:
        applied = room.apply(stored)
        play = room.state.play
        told = codec.audiences(
            applied.header.actor,
            codec.read_leaf(applied.entry, applied.header.seq),
            applied.events,
            GAME.seating(play) if play is not None else (),
        )
        found.append(redact(applied.entry, codec.opened_to(viewer, told)))
    return found


@pytest.mark.parametrize("viewer", [HOST, PlayerId("ben"), None])
def test_a_redacted_log_proves_its_chain_and_holds_no_secret_even_after_the_end(
    viewer: Viewer, count: Count
) -> None:
    proved = 0
    for seed in range(10):
        table = Walk(seed).play().table
        file = redacted(table, viewer)
        report = verify(file, GAMES)
        assert (report.first_bad, report.is_redacted) == (None, True)
        assert (report.entries, report.head) == (len(table.log), table.room.hash)
        text = b"".join(file)
        for secret in (*table.fresh, *map(match_secret, table.fresh)):
            assert secret.encode() not in text
        keys = [key for key in map(invitation_key, table.fresh) if key.encode() in text]
        assert not keys or viewer is not None
        proved += report.entries
    count("room: redacted entries proved", proved, minimum=500)


def test_a_changed_leaf_of_a_redacted_log_is_named() -> None:
    file = redacted(Table().deal("ben").finish(), HOST)
    for number, stored in enumerate(file):
        place = stored.index(b'"leaves":[') + 20
        digit = b"1" if stored[place : place + 1] != b"1" else b"2"
        changed = stored[:place] + digit + stored[place + 1 :]
        bad = verify([*file[:number], changed, *file[number + 1 :]], GAMES).first_bad
        assert bad is not None
        assert bad.seq == number + 1


def test_a_redacted_log_cannot_be_served() -> None:
    room = Room(CODE, GAMES)
    with pytest.raises(BadEntry):
        room.apply(redacted(Table().open(), HOST)[0])


def test_l10_a_match_runs_to_its_end_under_the_rules_it_was_dealt_by() -> None:
    old, new = Tricks(), LowTricks()
    table = Table({"tricks": old}).deal("ben", "cho")
    upgraded = Table({"tricks": new, "tricks/1": old}, seed=1)
    upgraded.room = Room.restore(table.room.snapshot(), upgraded.games)
    upgraded.log = table.log
    upgraded.now_ms = table.now_ms
    upgraded.finish()
    assert read_header(read_entry(upgraded.log[-1])).ruleset == "tricks/1"
    upgraded.do(HOST, "again")
    upgraded.ready().do(HOST, "start")
    assert upgraded.state.ruleset == "tricks/2"
    upgraded.finish()
    report = verify(upgraded.log, upgraded.games)
    assert (report.first_bad, report.matches) == (None, 2)


def test_l10_no_room_is_opened_under_rules_of_the_past() -> None:
    table = Table({"tricks": LowTricks(), "tricks/1": Tricks()})
    refused = table.refuses(HOST, {"type": "create", "game": "tricks/1"})
    assert refused == refuse("unknown_game")
    assert table.deal("ben").state.ruleset == "tricks/2"


def test_l10_rules_that_are_not_installed_are_named_and_nothing_is_guessed() -> None:
    table = Table({"tricks": Tricks()}).deal("ben")
    newer = {"tricks": LowTricks()}
    bad = verify(table.log, newer).first_bad
    assert bad is not None
    assert (bad.seq, bad.check, "tricks/1" in bad.why) == (1, "rules", True)
    with pytest.raises(UnknownRules):
        Room.restore(table.room.snapshot(), newer)
    with pytest.raises(UnknownRules):
        Room(CODE, newer).apply(table.log[0])


@pytest.mark.parametrize(
    "snapshot", [b"", b"{}", b"null", b"[" * 5_000, b'{"version":0}', b"\xff\xfe"]
)
def test_a_snapshot_of_no_use_says_so(snapshot: bytes) -> None:
    with pytest.raises(BadSnapshot):
        Room.restore(snapshot, GAMES)


def test_a_snapshot_of_another_version_or_with_another_games_state_says_so() -> None:
    snapshot = Table().deal("ben").room.snapshot()
    for old, new in ((b'"version":', b'"version":9'), (b'"deck":[', b'"deck":["')):
        assert old in snapshot
        with pytest.raises(BadSnapshot):
            Room.restore(snapshot.replace(old, new), GAMES)
