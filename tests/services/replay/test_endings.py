"""What is told of hosts' rooms is what their logs say, all of it, once, and nothing else."""

import asyncio
from typing import Any

import pytest

from services.replay.archiving import Archiving
from services.replay.endings import Endings
from services.replay.following import Follower
from services.replay.metrics import ReplayMetrics, TellingCounts
from services.replay.telling import LATE_MS, Telling
from shared.archive.memory import MemoryObjects
from shared.contracts.entries import read_entry
from shared.contracts.hosting import Ending
from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Stored
from shared.eventstore.memory import MemoryLog
from shared.runtime.bus import BusAway
from shared.runtime.clock import ManualClock
from shared.runtime.metrics import Metrics
from shared.runtime.tasks import end
from tests.conftest import Count
from tests.room.table import CODE, GAMES, START_MS, SYSTEM, Table
from tests.room.walks import OF_TENANT, Walk

ANN, BEN = OF_TENANT[:2]


def evening(owner: str = ANN) -> Table:
    """Two matches, the second broken off."""
    table = Table()
    table.do(owner, {"type": "create", "game": "tricks"})
    table.do(BEN if owner == ANN else "ben", "join")
    table.ready().do(owner, "start")
    table.finish().do(owner, "again")
    table.ready().do(owner, "start")
    table.do(SYSTEM, {"type": "end"})
    table.do(SYSTEM, "restate")
    return table


def stored(log: list[bytes], first: int = 1) -> list[Stored]:
    return [Stored(CODE, Seq(number), entry) for number, entry in enumerate(log, first)]


def found(entries: list[Stored]) -> list[Ending]:
    endings = Endings()
    for each in entries:
        endings.take(each)
    return list(endings.untold)


def test_every_end_is_found_with_all_that_everybody_knows_of_it() -> None:
    table = evening()
    won, broken, closed = found(stored(table.log))
    assert [each.what for each in (won, broken, closed)] == [
        *("match.ended", "match.abandoned", "room.closed")
    ]
    assert [each.id for each in (won, broken, closed)] == [
        *(f"{CODE}-1-match", f"{CODE}-2-match", f"{CODE}-2-room")
    ]
    assert {(each.tenant, each.room, each.game) for each in (won, broken, closed)} == {
        ("acme", CODE, "tricks")
    }
    winner = next(iter(table.state.standings))
    assert won.winners == (winner,)
    assert (won.players, set(won.ranking)) == ((ANN, BEN), {ANN, BEN})
    assert [(each.player, each.points) for each in won.standings] == [(winner, 1)]
    assert (broken.winners, broken.ranking, broken.players) == ((), (), (ANN, BEN))
    assert broken.standings == won.standings
    assert (closed.why, closed.players) == ("by_operator", ())
    for each in (won, broken, closed):
        entry = read_entry(table.log[each.seq - 1])
        assert entry.hash == each.hash


def test_nothing_that_was_hidden_in_a_match_is_told() -> None:
    table = evening()
    told = b"".join(str(each).encode() for each in found(stored(table.log)))
    for secret in (*table.fresh, table.state.revealed_secret):
        assert not secret or secret.encode() not in told


def test_of_rooms_of_no_host_nothing_is_told() -> None:
    assert found(stored(evening("ann").log)) == []


def test_a_log_whose_beginning_has_left_is_told_from_where_it_begins() -> None:
    table = evening()
    first = next(
        number for number, entry in enumerate(table.log, 1) if number > 1 and b'"restated"' in entry
    )
    rest = found(stored(table.log)[first - 1 :])
    assert rest == found(stored(table.log))[1:]


def test_entries_that_come_again_are_told_once_and_after_a_new_beginning_again() -> None:
    entries = stored(evening().log)
    endings = Endings()
    for each in (*entries[:-2], *entries[:-2]):
        endings.take(each)
    assert len(endings.untold) == 1
    endings.forget()
    for each in entries:
        endings.take(each)
    assert len(endings.untold) == 4


@pytest.mark.parametrize("seed", range(19, 200, 20))
def test_in_random_rooms_what_is_told_is_what_the_room_says(seed: int, count: Count) -> None:
    walk = Walk(seed)
    wanted: list[tuple[str, int, Any]] = []
    for step in walk.steps(300):
        for event in getattr(step.result, "events", ()):
            kind = type(event).__name__
            if kind == "MatchClosed":
                what = "match.abandoned" if event.abandoned else "match.ended"
                wanted.append((what, event.match, event.winners))
            elif kind == "RoomClosed" and event.why != "cleared":
                wanted.append(("room.closed", walk.table.state.match, ()))
    told = found(stored(walk.table.log))
    assert [(each.what, each.match, each.winners) for each in told] == wanted
    count("ends told of random rooms", len(told), minimum=0)


class Shelf:
    """An outbox in memory, which can be away."""

    def __init__(self) -> None:
        self.kept: dict[str, Ending] = {}
        self.is_away = False

    async def put(self, ending: Ending) -> bool:
        if self.is_away:
            raise BusAway("away")
        is_new = ending.id not in self.kept
        self.kept.setdefault(ending.id, ending)
        return is_new


async def test_what_cannot_be_put_by_waits_and_keeps_the_room_in_the_log() -> None:
    log, clock, shelf = MemoryLog(idle_s=0.02), ManualClock(START_MS + 3_600_000), Shelf()
    metrics = ReplayMetrics(Metrics("replay"))
    follower = Follower(log, clock, metrics.anchoring)
    endings, counts = follower.endings, metrics.telling
    for number, entry in enumerate(evening().log, 1):
        begins = number == 1 or b'"restated"' in entry
        await log.append(CODE, number, entry, message_id=f"m{number}", begins=begins)
    following = asyncio.create_task(follower.run())
    while not follower.is_current:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    await end(following)
    archiving = Archiving(
        follower=follower,
        log=log,
        cutting=log,
        objects=MemoryObjects(clock.now_ms),
        rules=None,  # type: ignore[arg-type]  # it is not asked
        games=GAMES,
        clock=clock,
        metrics=metrics.archiving,
        finished=lambda head, _: head,
        owns=lambda _: True,
        sweeps=lambda: False,
        after_ms=1,
        keep_days=0,
        look_ms=10,
    )
    telling = Telling(endings, shelf, clock, counts)
    shelf.is_away = True
    with pytest.raises(BusAway):
        await telling.tell()
    assert endings.owe(CODE)
    assert not endings.owe(RoomId("OTHERS"))
    assert list(archiving._due(follower.ledger)) == []
    shelf.is_away = False
    await telling.tell()
    assert (len(shelf.kept), counts.count("put_by")) == (3, 3)
    assert not endings.owe(CODE)
    assert [due.room for due in archiving._due(follower.ledger)] == [CODE]
    endings.untold.extend(shelf.kept.values())
    await telling.tell()
    assert counts.count("known") == 3


async def test_what_ended_before_the_outbox_remembers_is_not_told_again() -> None:
    endings, shelf = Endings(), Shelf()
    for each in stored(evening().log):
        endings.take(each)
    counts = TellingCounts(Metrics("replay"))
    await Telling(endings, shelf, ManualClock(START_MS + LATE_MS + 60_000), counts).tell()
    assert (shelf.kept, counts.count("late")) == ({}, 3)


def test_a_log_that_does_not_hold_is_left_out_until_it_begins_anew() -> None:
    entries = stored(evening().log)
    without = [each for each in entries if each.seq != 2]
    assert [each.id for each in found(without)] == [f"{CODE}-2-match", f"{CODE}-2-room"]
