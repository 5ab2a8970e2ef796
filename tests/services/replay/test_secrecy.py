"""Nobody learns by a replay of a match that is not over what he was not told; who learns all."""

import gzip
from typing import Any

import msgspec
import pytest

from shared.contracts.ids import PlayerId
from shared.engine.events import Event
from shared.matchfile.opened import Read, read
from shared.room.codec import read_leaf
from shared.room.events import LookedInto
from shared.room.fair import invitation_key
from shared.room.told import hear
from shared.room.verify import verify
from tests.conftest import Count
from tests.services.replay.stand import STRANGER, Stand, code
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import GAMES

PLAYERS = (HOST, *GUESTS[:3])
ALL = ("frames", "proofs", "file")


@pytest.fixture
async def running(stand: Stand) -> Stand:
    """A match of four in the middle."""
    await stand.table.start()
    await stand.table.plays(60)
    assert (await stand.table.fold()).state.phase == "match"
    return stand


def entries_of(answer: Any) -> list[bytes]:
    """The lines of proofs or of a file."""
    if isinstance(answer, bytes):
        return gzip.decompress(answer).split(b"\n")[1:-1]
    return [msgspec.json.encode(entry) for entry in answer["entries"]]


def hears(event: Event, viewer: str, each: Read) -> Event:
    player = None if viewer == "watcher" else PlayerId(viewer)
    seat = each.seating.index(player) if player in each.seating else None
    return hear(event, player, seat)


@pytest.mark.parametrize("what", ["proofs", "file"])
async def test_until_the_end_leaves_are_open_to_whom_they_were_told(
    running: Stand, what: str, count: Count
) -> None:
    whole = list(read(await running.table.entries(), GAMES))
    opened = 0
    for viewer in (*PLAYERS, "watcher"):
        asker = STRANGER if viewer == "watcher" else viewer
        found = list(read(entries_of(await running.ask(asker, what)), GAMES))
        for known, each in zip(found, whole, strict=True):
            assert known.entry.hash == each.entry.hash
            for told, event in zip(known.told(), each.told(), strict=True):
                assert told == hears(event, viewer, each), (viewer, each.seq)
            is_own = each.header.actor == viewer
            if not isinstance(known.entry.leaves[0], str):
                assert is_own, "a command is its sender's"
            opened += sum(not isinstance(leaf, str) for leaf in known.entry.leaves)
    count("leaves of replays looked at", opened)


async def test_until_the_end_no_answer_holds_the_secret_or_anothers_key(running: Stand) -> None:
    state = (await running.table.fold()).state
    for viewer in (*PLAYERS, STRANGER):
        for what in ALL:
            answer = await running.ask(viewer, what)
            text = _text(answer)
            assert state.secret not in text
            assert "supplied" not in text
            assert (state.invitation in text) == (viewer == HOST), (viewer, what)


def _text(answer: Any) -> str:
    if isinstance(answer, bytes):
        return gzip.decompress(answer).decode()
    return msgspec.json.encode(answer).decode()


@pytest.mark.parametrize("what", ALL)
async def test_until_the_end_nobody_looks_from_another_seat(running: Stand, what: str) -> None:
    for asker in (*PLAYERS, STRANGER, "auto-0123456789ab"):
        for viewpoint in (*PLAYERS, "auditor"):
            answer = await running.ask(asker, what, viewpoint=viewpoint)
            if viewpoint == asker:
                assert not hasattr(answer, "code")
            elif asker.startswith("auto-"):
                assert code(answer) == "no_such_room"
            else:
                assert code(answer) == "not_shown_yet"
        if not asker.startswith("auto-"):
            told = await running.ask(asker, what, viewpoint="watcher")
            assert _viewer(told) == "watcher"


def _viewer(answer: Any) -> str:
    head = gzip.decompress(answer).split(b"\n")[0] if isinstance(answer, bytes) else b""
    return str(msgspec.json.decode(head)["viewer"] if head else answer["viewer"])


@pytest.mark.parametrize("phase", ["lobby", "reveal"])
async def test_before_the_deal_too(stand: Stand, phase: str) -> None:
    await stand.table.open()
    for guest in PLAYERS[1:]:
        await stand.table.does(guest, "join")
    if phase == "reveal":
        for player in PLAYERS:
            commitment = "ab" * 32 if player == HOST else ""
            await stand.table.does(player, "ready", ready=True, commitment=commitment)
        await stand.table.does(HOST, "start")
    assert (await stand.table.fold()).state.phase == phase
    assert code(await stand.ask(HOST, "proofs", viewpoint="auditor")) == "not_shown_yet"
    secret = (await stand.table.fold()).state.secret
    assert secret not in _text(await stand.ask(HOST, "proofs"))
    matches = (await stand.ask(HOST, "matches"))["matches"]
    assert matches[0]["phase"] == ("preparing" if phase == "lobby" else "running")


async def test_an_invited_room_is_for_those_who_were_invited(running: Stand) -> None:
    """Whoever else asks hears what he would of a room that does not exist."""
    await running.table.does(HOST, "setVisibility", visibility="invited")
    key = (await running.table.fold()).state.invitation
    for when in ("running", "over"):
        for what in ("matches", *ALL):
            for viewpoint in ("", "watcher", HOST, "nobody"):
                for number in (1, 7):
                    answer = await running.ask(STRANGER, what, number, viewpoint=viewpoint)
                    assert code(answer) == "no_such_room"
            assert code(await running.ask(STRANGER, what, invitation="0" * 32)) == "no_such_room"
            assert not hasattr(await running.ask(STRANGER, what, invitation=key), "code")
            assert not hasattr(await running.ask(HOST, what), "code")
        if when == "running":
            await running.break_off()


async def test_what_is_not_there_is_refused_by_name(running: Stand) -> None:
    assert code(await running.ask(HOST, "frames", viewpoint="nobody")) == "no_such_player"
    for number in (-1, 0, 2, 1 << 40):
        answer = await running.ask(HOST, "frames", number)
        assert (answer.code, answer.params) == ("no_such_match", {"first": 1, "last": 1})
    for room in ("NOSUCH", "", "a.b", "*"):
        asked = msgspec.json.encode({"room": room, "what": "matches", "asker": HOST})
        assert msgspec.json.decode(await running.ask_raw(asked))["why"]["code"] == "no_such_room"


@pytest.mark.parametrize(
    "asked",
    [
        *(b"", b"[", b"{}", b'{"room":1}', b"[" * 100_000),
        b'{"room":"ABCDEF","what":"secrets","asker":"host"}',
        b'{"room":"ABCDEF","what":"matches"}',
        b'{"room":"ABCDEF","what":"matches","asker":"host","auditor":"eve"}',
    ],
)
async def test_what_is_no_question_is_malformed(stand: Stand, asked: bytes) -> None:
    assert msgspec.json.decode(await stand.ask_raw(asked))["why"]["code"] == "malformed"


async def test_once_it_is_over_everything_is_shown_to_everybody(running: Stand) -> None:
    await running.break_off()
    log = await running.table.entries()
    key = (await running.table.fold()).state.invitation
    for asker in (GUESTS[0], STRANGER):
        for viewpoint in (*PLAYERS, "watcher", "auditor"):
            for what in ALL:
                answer = await running.ask(asker, what, viewpoint=viewpoint)
                if asker == STRANGER and what == "file" and viewpoint in (HOST, "auditor"):
                    assert code(answer) == "forbidden", "it holds the key of the room"
                else:
                    assert _viewer(answer) == viewpoint
                    told = asker != STRANGER and what != "frames" and viewpoint in (HOST, "auditor")
                    assert (key in _text(answer)) == told, (asker, viewpoint, what)
    whole = entries_of(await running.ask(GUESTS[0], "proofs", viewpoint="auditor"))
    assert whole == log
    report = verify(whole, GAMES)
    assert (report.first_bad, report.is_redacted) == (None, False)
    closed = entries_of(await running.ask(STRANGER, "proofs", viewpoint="auditor"))
    report = verify(closed, GAMES)
    assert (report.first_bad, report.is_redacted, report.entries) == (None, True, len(log))
    is_same = [entry == full for entry, full in zip(closed, log, strict=True)]
    assert is_same == [False] + [True] * (len(log) - 1), "only the first holds the key"


async def test_an_auditor_is_shown_nothing_before_his_look_is_recorded(running: Stand) -> None:
    before = len(await running.table.entries())
    for number, what in enumerate(ALL, 1):
        told = await running.audit(what)
        entries = list(read(await running.table.entries(), GAMES))
        assert len(entries) == before + number
        assert entries[-1].told() == [LookedInto("eve")]
        assert entries[-1].header.actor == ""
        if what == "frames":
            assert told["frames"][-1]["events"] == [["looked_into", "eve"]]
        else:
            assert entries_of(told) == await running.table.entries()
    for player in PLAYERS:
        told = await running.ask(player, "frames")
        assert [f["events"] for f in told["frames"][-3:]] == [[["looked_into", "eve"]]] * 3
    assert running.house.replay_metrics.looks_recorded() == 3
    for viewpoint in (*PLAYERS, "watcher"):
        assert _viewer(await running.audit("frames", viewpoint=viewpoint)) == viewpoint
    assert len(await running.table.entries()) == before + 8


async def test_an_auditors_look_at_a_lobby_is_recorded(stand: Stand) -> None:
    """Its secret tells the deal that follows."""
    await stand.table.open()
    told = await stand.audit("proofs")
    assert (await stand.table.fold()).state.secret in _text(told)
    assert [each.told() for each in read(await stand.table.entries(), GAMES)][-1] == [
        LookedInto("eve")
    ]


async def test_where_no_look_can_be_recorded_nothing_is_shown(running: Stand) -> None:
    for name in ("", "\n", " ", "x" * 41, "\u3164"):
        answer = await running.audit("proofs", auditor=name)
        assert code(answer) == "malformed"
    assert code(await running.audit("proofs", 2)) == "no_such_match"
    assert code(await running.audit("proofs", viewpoint="nobody")) == "no_such_player"
    before = len(await running.table.entries())
    await running.rules.service.stop()
    assert code(await running.audit("proofs")) == "unavailable"
    assert len(await running.table.entries()) == before
    assert not hasattr(await running.ask(HOST, "proofs"), "code"), "players need no record"


async def test_a_match_that_is_over_is_looked_at_without_a_record(running: Stand) -> None:
    head = await running.break_off()
    for what in ("matches", *ALL):
        assert not hasattr(await running.audit(what), "code")
    assert len(await running.table.entries()) == head
    assert running.house.replay_metrics.looks_recorded() == 0


async def test_a_closed_room_is_shown_to_those_who_sat_in_it(stand: Stand) -> None:
    """Also when it is restated, and has neither seats nor a key any more."""
    await stand.table.open()
    await stand.table.does(GUESTS[0], "join")
    await stand.table.does(HOST, "setVisibility", visibility="invited")
    assert not hasattr(await stand.ask(GUESTS[0], "frames"), "code")
    await stand.table.does(GUESTS[0], "leave")
    assert code(await stand.ask(GUESTS[0], "frames")) == "no_such_room", "it goes on without him"
    await stand.table.does(HOST, "leave")
    audit = Table(await stand.house.world.dispatch("audit"), stand.table.log)
    audit.room = stand.table.room
    for _ in range(2):
        for asker in (HOST, GUESTS[0]):
            assert (await stand.ask(asker, "frames"))["over"]
            assert len((await stand.ask(asker, "matches"))["matches"]) == 1
        assert code(await stand.ask(STRANGER, "frames")) == "no_such_room"
        assert code(await stand.ask(HOST, "frames", 2)) == "no_such_match"
        await audit.say("", "restate")
    assert b'"restated"' in (await stand.table.entries())[-1]


async def test_a_key_that_was_changed_is_hidden_wherever_it_came_from(stand: Stand) -> None:
    """A kick changes it, and is stored with what the new one was made of."""
    await stand.table.start()
    await stand.table.plays(2_000)
    await stand.table.does(HOST, "kick", player=GUESTS[2])
    state = (await stand.table.fold()).state
    assert state.phase == "over"
    leaf = read_leaf(list(read(await stand.table.entries(), GAMES))[-1].entry, 0)
    assert leaf.supplied is not None
    assert invitation_key(leaf.supplied.fresh) == state.invitation
    for viewpoint in (*PLAYERS, "watcher", "auditor"):
        for what in ("proofs", "frames"):
            text = _text(await stand.ask(GUESTS[2], what, viewpoint=viewpoint))

            assert state.invitation not in text
            assert leaf.supplied.fresh not in text
    for viewpoint in (HOST, "auditor"):
        assert code(await stand.ask(GUESTS[2], "file", viewpoint=viewpoint)) == "forbidden"


async def test_where_nobody_may_watch_a_match_is_for_those_who_sat_there(running: Stand) -> None:
    await running.table.does(HOST, "setWatching", watching=False)
    for when in ("running", "over"):
        for what in ("matches", *ALL, "knowledge", "leaks"):
            assert code(await running.ask(STRANGER, what)) == "no_watchers", (when, what)
            assert not hasattr(await running.ask(GUESTS[0], what), "code")
            assert not hasattr(await running.audit(what), "code")
        if when == "running":
            await running.table.plays(2_000)
            await running.table.does(GUESTS[0], "leave")
    await running.table.does(HOST, "setWatching", watching=True)
    assert not hasattr(await running.ask(STRANGER, "frames"), "code")
