"""Views and frames: each viewer gets one frame an entry, and the frames add up to the view."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import json

from shared.contracts.entries import encoder
from shared.contracts.ids import PlayerId
from shared.room.aggregate import Accepted, Room
from shared.room.frames import GONE, Frame, Views
from shared.room.matches import seat_of
from shared.room.told import hear
from shared.room.view import Viewer, sections
from tests.conftest import Count
from tests.room.table import CODE, GAME, GAMES, HOST, SYSTEM, Table
from tests.room.walks import Walk

BEN = PlayerId("ben")


class Shown(NamedTuple):
    """One entry, as decided, with the frames it gave."""

    table: Table
    entry: Accepted
    frames: dict[Viewer, Frame]


def shown(seed: int) -> Iterator[Shown]:
    walk = Walk(seed)
    views: Views | None = None
    for step in walk.steps():
        if isinstance(step.result, Accepted):
            if views is None:
                views = Views(walk.table.room)
            else:
                yield Shown(walk.table, step.result, views.frames(step.result))


def read(frame: Frame) -> dict[str, Any]:
    found: dict[str, Any] = json.decode(frame.data)
    return found


def test_every_member_and_the_spectators_get_one_frame_an_entry(count: Count) -> None:
    frames = 0
    for seed in range(60):
        members: set[Viewer] = {Walk(seed).people[0]}
        for table, entry, got in shown(seed):
            before, members = members, {member.player for member in table.state.members}
            assert got.keys() == before | members | {None}
            for frame in got.values():
                head = read(frame)
                assert list(head) == ["type", "seq", "hash", "atMs", "events", "sections"]
                assert (head["seq"], head["atMs"]) == (entry.seq, entry.header.at_ms)
                assert head["hash"] == entry.hash.hex()
                frames += 1
    count("room: frames", frames, minimum=10_000)


def test_the_frames_add_up_to_the_view(count: Count) -> None:
    compared = 0
    for seed in range(60):
        seen: dict[Viewer, dict[str, bytes]] = {}
        for table, _, frames in shown(seed):
            for viewer, frame in frames.items():
                if viewer not in seen:
                    # From here on it has a view of its own; the first frame is the whole of it.
                    seen[viewer] = {} if table.room.seq > 2 else _opened(table, viewer)
                _add(seen[viewer], frame)
                assert seen[viewer] == sections(table.state, viewer, GAMES), (seed, viewer)
                compared += 1
            members = {member.player for member in table.state.members}
            for viewer in frames.keys() - members - {None}:
                del seen[viewer]
    count("room: views compared with their frames", compared, minimum=10_000)


def _opened(table: Table, viewer: Viewer) -> dict[str, bytes]:
    room = Room(CODE, GAMES)
    room.apply(table.log[0])
    return Views(room).sections(viewer) if viewer in (None, room.state.host) else {}


def _add(view: dict[str, bytes], frame: Frame) -> None:
    texts = {name: encoder.encode(value) for name, value in read(frame)["sections"].items()}
    assert texts.keys() == frame.sections.keys()
    for name, value in frame.sections.items():
        assert json.decode(value) == json.decode(texts[name])
        if value == GONE:
            del view[name]
        else:
            assert view.get(name) != value, "a section that has not changed was sent"
            view[name] = value


def test_a_frame_says_what_its_viewer_hears_in_the_order_it_happened(count: Count) -> None:
    heard = 0
    for seed in range(40):
        for table, entry, frames in shown(seed):
            for viewer, frame in frames.items():
                seat = seat_of(GAME, table.state, viewer)
                wanted = [encoder.encode(hear(e, viewer, seat)) for e in entry.events]
                assert b'"events":[%s]' % b",".join(wanted) in frame.data
                heard += len(wanted)
    count("room: events heard in frames", heard, minimum=20_000)


def test_who_gets_what_the_spectators_get_shares_their_frame() -> None:
    shared = 0
    for seed in range(10):
        for _, _, frames in shown(seed):
            common = frames.pop(None)
            for frame in frames.values():
                assert (frame is common) == (frame.data == common.data)
                shared += frame is common
    assert shared > 100


def test_views_made_anew_go_on_like_those_that_were_kept() -> None:
    for seed in range(10):
        walk = Walk(seed)
        kept: Views | None = None
        for step in walk.steps():
            if not isinstance(step.result, Accepted):
                continue
            if kept is None:
                kept = Views(walk.table.room)
                continue
            kept.frames(step.result)
            anew = Views(Room.restore(walk.table.room.snapshot(), GAMES))
            assert anew.viewers() == kept.viewers()
            for viewer in (*kept.viewers(), PlayerId("zoe")):
                assert anew.sections(viewer) == kept.sections(viewer)


def test_a_folded_entry_gives_the_frames_of_the_decided_one() -> None:
    table = Table().open()
    folded = Room(CODE, GAMES)
    folded.apply(table.log[0])
    live, far = Views(table.room), Views(folded)
    for actor, command in (("ben", "join"), ("ben", {"type": "ready", "ready": True})):
        decided = table.do(actor, command)
        assert live.frames(decided) == far.frames(folded.apply(decided.stored))


def test_who_was_kicked_hears_it_and_is_a_spectator_from_then_on() -> None:
    table = Table().open("ben")
    views = Views(table.room)
    frames = views.frames(table.do(HOST, {"type": "kick", "player": "ben"}))
    last = read(frames[BEN])
    assert last["events"] == [
        ["seat_given_up", "ben", "kicked"],
        ["host_changed", [HOST], [""], HOST],
    ]
    assert last["sections"]["you"]["player"] is None
    assert BEN not in views.viewers()


def test_no_frame_holds_a_secret_before_it_is_revealed(count: Count) -> None:
    scanned = 0
    for seed in range(80):
        for table, _, frames in shown(seed):
            state = table.state
            found = (*table.fresh, state.invitation, "" if state.revealed_secret else state.secret)
            secrets = [secret.encode() for secret in found if secret]
            for viewer, frame in frames.items():
                for secret in secrets:
                    assert secret not in frame.data or _may_know(viewer, secret, table)
                scanned += 1
    count("room: frames scanned for secrets", scanned, minimum=10_000)


def _may_know(viewer: Viewer, secret: bytes, table: Table) -> bool:
    return viewer == table.state.host and secret == table.state.invitation.encode()


def test_hands_are_seen_by_their_seats_alone_until_the_end() -> None:
    table = Table().deal("ben")
    for viewer, name in ((HOST, "ben"), ("ben", HOST)):
        mine = table.state.play.seats[table.seat(viewer)].hand
        theirs = table.state.play.seats[table.seat(name)].hand
        view = sections(table.state, PlayerId(viewer), GAMES)
        assert json.decode(view["hand"]) == mine
        assert json.decode(view["legal"])[0]["cards"] == mine
        assert json.encode(theirs) not in b"".join(view.values())
    assert {"hand", "legal"} & sections(table.state, None, GAMES).keys() == set()


def test_the_invitation_key_goes_to_the_host_and_to_the_next_host() -> None:
    table = Table().open("ben")
    key = table.state.invitation.encode()
    views = Views(table.room)
    assert key in views.sections(HOST)["you"]
    frames = views.frames(table.do(HOST, {"type": "handOver", "player": "ben"}))
    assert [key in frames[viewer].data for viewer in (HOST, BEN, None)] == [False, True, False]
    assert key not in views.sections(HOST)["you"]
    assert key in views.sections(BEN)["you"]


def test_the_lobby_section_by_section() -> None:
    table = Table().open("ben")
    table.do(HOST, {"type": "addAutomatic", "playerKind": "calm"})
    table.do("ben", {"type": "ready", "ready": True, "commitment": "ab" * 32})
    view = {name: json.decode(text) for name, text in sections(table.state, HOST, GAMES).items()}
    room = view["room"]
    assert (room["code"], room["phase"], room["host"], room["match"]) == (CODE, "lobby", HOST, 1)
    assert (room["seats_least"], room["seats_most"]) == (2, 5)
    assert room["secret_hash"] == table.state.secret_hash
    assert [(m["automatic"], m["ready"], m["committed"]) for m in view["members"]] == [
        ("", False, False),
        ("", True, True),
        ("calm", True, False),
    ]
    assert view["you"] == {
        "player": HOST,
        "seat": None,
        "host": True,
        "invitation": table.state.invitation,
    }
    assert b"ab" * 32 not in b"".join(sections(table.state, None, GAMES).values())


def test_standings_show_points_first_and_everybody_seated() -> None:
    table = Table().deal("ben", "cho").finish()
    rows = json.decode(sections(table.state, None, GAMES)["standings"])
    points = [row["points"] for row in rows]
    assert points == sorted(points, reverse=True)
    assert {row["player"] for row in rows} == {HOST, "ben", "cho"}


def test_an_abandoned_match_is_shown_whole_to_whoever_returns() -> None:
    table = Table().deal("ben")
    table.do(SYSTEM, "abandon")
    view = {name: json.decode(text) for name, text in sections(table.state, None, GAMES).items()}
    assert view["room"]["phase"] == "closed"
    assert view["room"]["revealed_secret"] == table.state.secret
    assert view["table"]["over"] is True
