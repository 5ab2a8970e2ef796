"""The service under load and in trouble: what it keeps, what it holds back, what it says."""

import asyncio
import gzip
import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from services.replay import showing
from services.replay.kept import Kept
from services.replay.settings import ReplaySettings
from services.replay.slices import SLICE
from shared.contracts.ids import PlayerId
from shared.eventstore.log import Away, Gap, Stored
from shared.eventstore.memory import MemoryLog
from shared.folding.loader import ForeignRules
from shared.games.bang import Bang
from shared.matchfile.opened import Stretch, stretches
from shared.room.rules import Games
from shared.runtime import logs
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.conftest import Count
from tests.services.replay.stand import STRANGER, Stand, code, stand_in
from tests.services.table import GUESTS, HOST
from tests.services.worlds import MemoryShore, memory_world

FRAMES_LIMIT, PROOFS_LIMIT = 60_000, 150_000
"""Bytes for a match of 400 entries."""


@pytest.fixture(scope="module")
def long_matches() -> list[tuple[Life, Stretch]]:
    """Of seven players, about 400 entries each."""
    found = []
    for seed in (4, 7, 11):
        life = Life(SUBJECTS["bang"], seed, plan=Plan(7, 0, {}, gossip=0.0)).live()
        found.append((life, stretches(life.log)[0]))
    return found


async def test_a_long_match_fits_into_two_small_answers(
    long_matches: list[tuple[Life, Stretch]], count: Count
) -> None:
    for life, stretch in long_matches:
        share = len(stretch.entries) / 400
        for viewer in (*life.room.state.players, "watcher"):
            shown = await showing.frames(stretch, viewer, life.games, is_over=True, hidden="")
            proved = await showing.proofs(stretch, viewer, life.games, is_over=True, hidden="")
            assert len(shown) < FRAMES_LIMIT * share, (len(shown), share)
            assert len(proved) < PROOFS_LIMIT * share, (len(proved), share)
            count("long answers measured", 2)


async def test_others_get_their_turn_while_an_answer_is_made(
    long_matches: list[tuple[Life, Stretch]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it is compressed, which is done in a thread."""
    life, stretch = long_matches[0]
    turns, found = 0, []

    async def compressed(call: Callable[..., bytes], *args: Any, **further: Any) -> bytes:
        found.append(turns)
        return call(*args, **further)

    monkeypatch.setattr(asyncio, "to_thread", compressed)

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(others())
    for show in (showing.frames, showing.proofs):
        turns = 0
        await show(stretch, "watcher", life.games, is_over=True, hidden="")
        assert found.pop() >= len(stretch.entries) // SLICE - 1
    beside.cancel()


async def _over(stand: Stand) -> None:
    await stand.table.start()
    await stand.table.plays(20)
    await stand.break_off()


async def test_an_answer_about_a_match_that_is_over_is_made_once(stand: Stand) -> None:
    await _over(stand)
    metrics = stand.house.replay_metrics
    for times in range(3):
        for what in ("frames", "proofs", "file"):
            await stand.ask(GUESTS[0], what)
        assert metrics.told_from_memory() == 3 * times


async def test_what_is_kept_for_one_is_not_told_to_another(stand: Stand) -> None:
    """The host's own frames hold the key of the room."""
    await _over(stand)
    key = (await stand.table.fold()).state.invitation
    for asker in (HOST, STRANGER, HOST, GUESTS[0]):
        told = msgspec.json.encode(await stand.ask(asker, "frames", viewpoint=HOST))
        assert (key.encode() in told) == (asker == HOST)


async def test_a_nickname_that_was_erased_is_in_no_file(stand: Stand) -> None:
    await _over(stand)
    names = stand.house.names
    await names.put(GUESTS[0], "보리")
    for is_known in (True, True, False):
        file = gzip.decompress(await stand.ask(HOST, "file", viewpoint="watcher")).decode()
        assert ("보리" in file) == is_known
        assert ((await stand.ask(HOST, "matches"))["names"] == {}) != is_known
        if stand.house.replay_metrics.told_from_memory():
            await names.erase(GUESTS[0])


def test_what_is_kept_stays_within_its_bytes() -> None:
    kept = Kept(100)
    for number in range(50):
        kept.keep(number, bytes(number % 30))
        kept.keep(number, bytes(number % 30))
        assert kept.size_bytes <= 100
    assert kept.get(0) is None
    assert kept.get(49) == bytes(19)
    kept.keep("more than that", bytes(101))
    assert (kept.size_bytes, kept.get("more than that")) == (0, None)


async def test_an_answer_that_no_message_takes_says_so(stand: Stand) -> None:
    await _over(stand)
    assert isinstance(stand.house.world.shore, MemoryShore)
    stand.house.world.shore.broker.max_payload_bytes = 2_000
    answer = await stand.ask(HOST, "proofs")
    assert code(answer) == "answer_too_large"
    assert answer.params["size_bytes"] > 2_000
    assert not hasattr(await stand.ask(HOST, "matches"), "code")


class SlowLog:
    """Stands before a log; reading a room waits until it may."""

    def __init__(self, log: MemoryLog) -> None:
        self._read = log.read
        self.may_go_on = asyncio.Event()
        self.failing: Callable[[], Exception] | None = None
        self.under_way = 0

    async def read(self, room: str, after: int = 0) -> list[Stored]:
        self.under_way += 1
        await self.may_go_on.wait()
        if self.failing is not None:
            raise self.failing()
        return await self._read(room, after)  # type: ignore[arg-type]


async def test_more_questions_than_may_wait_are_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = ReplaySettings(answers_at_once=2, waiting_limit=3)
    async with memory_world() as world, stand_in(world, few) as stand:
        await _over(stand)
        log = await world.log()
        assert isinstance(log, MemoryLog)
        slow = SlowLog(log)
        monkeypatch.setattr(log, "read", slow.read)
        asked = [asyncio.create_task(stand.ask(HOST, "matches")) for _ in range(20)]
        done, waiting = await asyncio.wait(asked, timeout=0.2)
        assert {code(each.result()) for each in done} == {"overloaded"}
        assert (len(done), len(waiting)) == (15, 5)
        assert slow.under_way <= few.answers_at_once
        slow.may_go_on.set()
        for each in waiting:
            assert (await each)["matches"]


@pytest.mark.parametrize("trouble", ["away", "gap", "damaged"])
async def test_a_log_that_cannot_be_read_is_no_riddle(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    await _over(stand)
    room = stand.table.room
    log = await stand.house.world.log()
    assert isinstance(log, MemoryLog)
    slow = SlowLog(log)
    slow.may_go_on.set()
    if trouble == "damaged":
        entries = await log.read(room)
        entries[9] = Stored(room, entries[9].seq, entries[9].entry.replace(b'"seq":10', b'"seq":9'))

        async def read(_: str, after: int = 0) -> list[Stored]:
            return entries[after:]

        monkeypatch.setattr(log, "read", read)
    else:
        monkeypatch.setattr(log, "read", slow.read)
        slow.failing = lambda: Away("gone") if trouble == "away" else Gap(room, 3, 4)
    for what in ("matches", "frames", "proofs", "file"):
        answer = await stand.ask(HOST, what)
        assert code(answer) == ("unavailable" if trouble == "away" else "damaged")
        assert ("retry_after_ms" in answer.params) == (trouble == "away")
    assert stand.house.replay_metrics.guarded("unservable") == (0 if trouble == "away" else 4)
    monkeypatch.undo()
    told = await stand.ask(HOST, "frames")
    assert told["over"], "it recovers by itself"


async def test_a_mistake_of_ours_is_answered_and_tells_nothing(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged = io.StringIO()
    logs.configure(level="debug", stream=logged, is_readable=False)
    await _over(stand)
    log = await stand.house.world.log()
    assert isinstance(log, MemoryLog)
    slow = SlowLog(log)
    slow.may_go_on.set()
    slow.failing = lambda: KeyError("the ace of spades")
    monkeypatch.setattr(log, "read", slow.read)
    assert code(await stand.ask(HOST, "frames")) == "internal"
    assert stand.house.replay_metrics.guarded("internal") == 1
    assert "KeyError" in logged.getvalue()
    assert "spades" not in logged.getvalue()


async def test_who_watched_from_outside_is_shown_what_a_watcher_sees(stand: Stand) -> None:
    await stand.table.start()
    own = await stand.ask(STRANGER, "frames")
    assert own["viewer"] == "watcher"
    assert own == await stand.ask(HOST, "frames", viewpoint="watcher")
    assert PlayerId(STRANGER) not in (await stand.ask(HOST, "matches"))["matches"][0]["players"]


async def test_a_match_under_rules_that_are_not_held_here_is_not_called_damaged(
    long_matches: list[tuple[Life, Stretch]],
) -> None:
    """Another member may hold them."""
    _, stretch = long_matches[0]
    other: Games = {"bang": Bang(ruleset="bang-99")}
    for answer in (
        showing.frames(stretch, "watcher", other, is_over=True, hidden=""),
        showing.proofs(stretch, "watcher", other, is_over=True, hidden=""),
        showing.leaks(stretch, "watcher", other, is_over=True),
        showing.knowledge(stretch, "watcher", other, is_over=True, at=0),
    ):
        with pytest.raises(ForeignRules):
            await answer
