"""What a viewer was sent is held against what he may see; everything, to whom it may be shown."""

from typing import Any

import msgspec
import pytest

from shared.contracts.ids import PlayerId
from shared.room.aggregate import Room
from shared.room.everything import Everything
from shared.room.frames import Views
from shared.room.holding import Holding
from tests.conftest import Count
from tests.services.replay.stand import STRANGER, Stand, code
from tests.services.table import GUESTS, HOST
from tests.services.worlds import GAMES

PLAYERS = (HOST, *GUESTS[:3])


@pytest.fixture
async def running(stand: Stand) -> Stand:
    """A match of four in the middle."""
    await stand.table.start()
    await stand.table.plays(60)
    return stand


async def test_nothing_private_was_sent_to_anybody(running: Stand, count: Count) -> None:
    looked = 0
    for viewer in (*PLAYERS, STRANGER):
        told = await running.ask(viewer, "leaks")
        assert told["leaks"] == [], viewer
        looked += told["entries"]
    await running.table.plays(2_000)
    for viewer in (*PLAYERS, "watcher"):
        told = await running.ask(STRANGER, "leaks", viewpoint=viewer)
        assert (told["viewer"], told["leaks"], told["over"]) == (viewer, [], True)
        looked += told["entries"]
    count("entries held against what a viewer may see", looked)


async def test_until_the_end_everybody_asks_about_himself(running: Stand) -> None:
    for asker in (HOST, STRANGER):
        assert code(await running.ask(asker, "leaks", viewpoint=GUESTS[0])) == "not_shown_yet"
        assert code(await running.ask(asker, "leaks", viewpoint="auditor")) == "no_such_player"
    assert (await running.ask(HOST, "leaks", viewpoint="watcher"))["viewer"] == "watcher"


async def _found(stand: Stand, held: PlayerId | None, sent: PlayerId | None) -> list[str]:
    """Places of what leaks where the frames of `sent` are held against what `held` may see."""
    room = Room(stand.table.room, GAMES)
    holding = Holding(stand.table.room, held, GAMES)
    views: Views | None = None
    places: list[str] = []
    for entry in await stand.table.entries():
        applied = room.apply(entry)
        if views is None:
            views = Views(room)
            leaks = holding.begin(applied, views.sections(held))
        else:
            made = views.frames(applied)
            leaks = holding.take(applied, (made.get(sent) or made[None]).data)
        places += [leak.place for leak in leaks]
    return places


async def test_what_was_meant_for_another_is_found(running: Stand) -> None:
    """His cards and his section `hand` reach somebody whom they do not concern."""
    for held in (GUESTS[0], None):
        places = await _found(running, held, HOST)
        assert any(place.startswith("hand") for place in places), held
        seat = (await running.table.fold()).state.play
        number = next(n for n, player in enumerate(seat.players) if player.id == HOST)
        assert any(place.startswith(f"state.play.players.{number}.hand") for place in places)
    assert not await _found(running, HOST, HOST)
    assert not await _found(running, None, None)


async def test_one_card_too_much_in_one_section_is_found_by_name(running: Stand) -> None:
    name = running.table.room
    room, holding = Room(name, GAMES), Holding(name, None, GAMES)
    views = None
    for entry in await running.table.entries():
        applied = room.apply(entry)
        if views is None:
            views = Views(room)
            holding.begin(applied, views.sections(None))
            continue
        frame = msgspec.json.decode(views.frames(applied)[None].data)
        players = room.state.play.players if room.state.play else ()
        hidden = [n for n, p in enumerate(players) if p.alive and p.role not in ("", "sheriff")]
        if not hidden or f"seat/{hidden[0]}" not in frame["sections"]:
            assert not holding.take(applied, msgspec.json.encode(frame))
            continue
        seat = hidden[0]
        frame["sections"][f"seat/{seat}"]["role"] = room.state.play.players[seat].role
        found = holding.take(applied, msgspec.json.encode(frame))
        assert [leak.place for leak in found] == [f"seat/{seat}.role"]
        assert found[0].seq == applied.header.seq
        return
    pytest.fail("nobody's section was sent")


async def test_everything_is_shown_once_it_is_over(running: Stand, count: Count) -> None:
    await running.table.plays(2_000)
    told = await running.ask(STRANGER, "frames", viewpoint="auditor")
    assert told["viewer"] == "auditor"
    room = Room(running.table.room, GAMES)
    entries = await running.table.entries()
    sections: dict[str, Any] = told["view"]["sections"]
    compared = 0
    frames = iter(told["frames"])
    for number, entry in enumerate(entries):
        applied = room.apply(entry)
        if number:
            frame = next(frames)
            assert frame["seq"] == applied.header.seq
            assert len(frame["events"]) == len(applied.events)
            sections |= frame["sections"]
        play = room.state.play
        if play is None or not play.players:
            continue
        hands = [list(player.hand) for player in play.players]
        assert sections["disclosed"]["hands"] == hands
        assert sections["disclosed"]["deck"] == list(play.deck)
        for seat, player in enumerate(play.players):
            assert sections[f"seat/{seat}"].get("role", "") == player.role
        assert sections["match"]["over"] == play.over
        compared += 1
    assert next(frames, None) is None
    count("moments with nothing hidden", compared)


async def test_everything_leaves_out_what_is_the_rooms_own(running: Stand) -> None:
    """An auditor alone is shown a match that is not over, and his look is told; its secret and the
    room's key are not in what he is shown, card for card."""
    state = (await running.table.fold()).state
    told = await running.audit("frames", viewpoint="auditor")
    text = msgspec.json.encode(told).decode()
    assert told["frames"][-1]["events"] == [["looked_into", "eve"]]
    assert told["frames"][-1]["sections"] == {}
    assert state.secret not in text
    assert state.invitation not in text
    assert any(event[0] == "cards_moved" for frame in told["frames"] for event in frame["events"])
    assert -1 not in _moved(told["frames"])
    seen = await running.ask(STRANGER, "frames")
    assert -1 in _moved(seen["frames"])


def _moved(frames: list[Any]) -> set[int]:
    """Cards of moves, -1 for those that were not told."""
    moves = [event for frame in frames for event in frame["events"] if event[0] == "cards_moved"]
    return {card for move in moves for card in move[4]}


async def test_the_view_of_everything_is_what_a_fold_of_the_log_gives(running: Stand) -> None:
    room = await running.table.fold()
    told = await running.audit("frames", viewpoint="auditor")
    sections = dict(told["view"]["sections"])
    for frame in told["frames"]:
        sections |= frame["sections"]
    now = {name: value for name, value in sections.items() if value is not None}
    wanted = Everything(room, GAMES).sections
    assert now == {name: msgspec.json.decode(value) for name, value in wanted.items()}
