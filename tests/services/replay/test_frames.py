"""Frames that are asked for later are the frames that were sent."""

import msgspec

from shared.contracts.ids import PlayerId
from shared.contracts.messages import SPECTATOR
from shared.room.aggregate import Room
from shared.room.frames import Views
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.replay.stand import Stand
from tests.services.table import GUESTS, HOST
from tests.services.worlds import GAMES

PLAYERS = (HOST, *GUESTS[:3])


async def _play(stand: Stand, moves: int) -> int:
    """So many moves of a match of four; the head. All frames have been sent."""
    await stand.table.start()
    await stand.table.plays(moves)
    head = len(await stand.table.entries())
    # The projection makes its first frame of a room where it comes upon it: perhaps not at once.
    await until(lambda: head in stand.sent.get(SPECTATOR, {}), within_s=20)
    return head


async def test_each_viewer_is_shown_what_he_was_sent(each_stand: Stand, count: Count) -> None:
    """Before the match is over by himself; afterwards by a watcher, from every viewpoint."""
    stand, compared = each_stand, 0
    head = await _play(stand, 60)
    for viewer in (*PLAYERS, "watcher"):
        asker = "stranger" if viewer == "watcher" else viewer
        compared += await _compared(stand, asker, viewer, head)
    head = await stand.break_off()
    await until(lambda: head in stand.sent[SPECTATOR], within_s=20)
    for viewer in (*PLAYERS, "watcher"):
        compared += await _compared(stand, "stranger", viewer, head)
    count("frames asked for later", compared)


async def _compared(stand: Stand, asker: str, viewer: str, head: int) -> int:
    told = await stand.ask(asker, "frames", viewpoint=viewer)
    assert told["viewer"] == viewer
    assert [frame["seq"] for frame in told["frames"]] == list(range(2, head + 1))
    compared = 0
    for frame in told["frames"]:
        seq = frame["seq"]
        if seq not in stand.sent[SPECTATOR]:
            continue
        sent = msgspec.json.decode(stand.heard(viewer, seq))
        if asker != viewer:
            sent = msgspec.json.decode(_without_key(stand, sent, await _key(stand)))
        assert frame == sent, (viewer, seq)
        compared += 1
    assert compared > head // 2
    return compared


async def _key(stand: Stand) -> str:
    return (await stand.table.fold()).state.invitation


def _without_key(stand: Stand, frame: object, key: str) -> bytes:
    return msgspec.json.encode(frame).replace(key.encode(), b"")


async def test_the_view_and_the_frames_after_it_lead_to_the_view_of_now(stand: Stand) -> None:
    await _play(stand, 40)
    room = await stand.table.fold()
    for viewer in PLAYERS:
        told = await stand.ask(viewer, "frames")
        sections = dict(told["view"]["sections"])
        for frame in told["frames"]:
            sections.update(frame["sections"])
        now = {name: value for name, value in sections.items() if value is not None}
        wanted = Views(room).sections(PlayerId(viewer))
        assert now == {name: msgspec.json.decode(value) for name, value in wanted.items()}


async def test_the_second_match_begins_with_the_entry_that_prepares_it(stand: Stand) -> None:
    await stand.table.start()
    await stand.table.plays(2_000)
    first_seq = await stand.table.does(HOST, "again")
    for player in PLAYERS:
        await stand.table.does(player, "ready", ready=True)
    await stand.table.does(HOST, "start")
    await stand.table.plays(5)
    told = await stand.ask(HOST, "frames", 2)
    assert told["view"]["seq"] == first_seq
    folded = Room(stand.table.room, GAMES)
    entries = await stand.table.entries()
    for entry in entries[:first_seq]:
        folded.apply(entry)
    views = Views(folded)
    wanted = {n: msgspec.json.decode(v) for n, v in views.sections(HOST).items()}
    assert told["view"]["sections"] == wanted
    for frame, entry in zip(told["frames"], entries[first_seq:], strict=True):
        assert frame == msgspec.json.decode(views.frames(folded.apply(entry))[HOST].data)
    matches = (await stand.ask(HOST, "matches"))["matches"]
    assert [(each["match"], each["phase"]) for each in matches] == [(1, "over"), (2, "running")]
    assert matches[0]["lastSeq"] + 1 == matches[1]["firstSeq"] == first_seq
    assert matches[1]["lastSeq"] == len(entries)
    assert matches[1]["players"] == list(PLAYERS)
    assert matches[0]["beganMs"] <= matches[0]["lastMs"] <= matches[1]["beganMs"]
