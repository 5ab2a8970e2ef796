"""Matches that have left the log: what is answered about them, and that their rooms go on."""

import asyncio
from typing import Any

from services.cli.parts import finishing
from services.replay.archiving import Archiving
from services.replay.following import Follower
from services.replay.metrics import ReplayMetrics
from shared.archive.memory import MemoryObjects
from shared.archive.objects import Address, Away, Listed, Objects
from shared.archive.patience import PatientObjects
from shared.contracts.messages import Accepted
from shared.eventstore.cutting import JetStreamCutting
from shared.eventstore.log import Cutting
from shared.eventstore.memory import MemoryLog
from shared.runtime.bus_nats import NatsBus
from shared.runtime.metrics import Metrics
from shared.runtime.tasks import end
from tests.archive.test_hanging import Hanging
from tests.runtime.waiting import until
from tests.services.gateway.house import EAGER, SIGNING_KEY
from tests.services.replay.stand import STRANGER, Stand, code
from tests.services.table import GUESTS, HOST
from tests.services.worlds import GAMES


class Archiver:
    """An archiver of the stand's house, which does not wait."""

    def __init__(self, stand: Stand, objects: Objects | None = None) -> None:
        self._stand = stand
        self._objects = objects
        self.counts = ReplayMetrics(Metrics("replay"))

    async def works(self) -> None:
        """Until nothing is due."""
        stand, world = self._stand, self._stand.house.world
        bus = await world.bus("replay")
        log = world.shore.log(bus)[0]
        follower = Follower(log, world.clock, self.counts.anchoring)
        following = asyncio.create_task(follower.run())
        archiving = Archiving(
            follower=follower,
            log=log,
            cutting=_cutting(log, bus),
            objects=self._objects or stand.house.objects(bus),
            rules=await world.dispatch("audit"),
            games=GAMES,
            clock=world.clock,
            metrics=self.counts.archiving,
            finished=finishing(SIGNING_KEY),
            owns=lambda room: room == stand.table.room,
            sweeps=lambda: True,
            after_ms=1,
            keep_days=0,
            look_ms=10,
        )
        await until(lambda: follower.is_current, within_s=10)
        await asyncio.sleep(0.005)
        looking = asyncio.create_task(archiving.run())
        room = stand.table.room
        await until(
            lambda: room not in {due.room for due in follower.ledger.due(world.clock.now_ms() - 1)},
            within_s=10,
        )
        await end(looking, following)


def _cutting(log: Any, bus: Any) -> Cutting:
    return JetStreamCutting(bus.nc) if isinstance(bus, NatsBus) else _memory(log)


def _memory(log: Any) -> MemoryLog:
    assert isinstance(log, MemoryLog)
    return log


async def next_match(stand: Stand) -> None:
    await stand.table.does(HOST, "again")
    await deal(stand, HOST, *GUESTS[:3])


async def deal(stand: Stand, *players: str) -> None:
    for player in players:
        await stand.table.does(player, "ready", ready=True)
    await stand.table.does(HOST, "start")


def forget(stand: Stand) -> None:
    """What the replay service knows from before, as one that was just started."""
    answering = stand.house.replay_service._answering
    answering._kept._answers.clear()
    answering._reading._known.clear()


async def logged(stand: Stand) -> list[int]:
    return [stored.seq for stored in await stand.table.log.read(stand.table.room)]


async def test_a_match_that_left_the_log_is_answered_as_before(each_stand: Stand) -> None:
    stand = each_stand
    await stand.table.start()
    await stand.table.plays(400)
    last = (await logged(stand))[-1]
    await next_match(stand)
    asked = [(what, viewer) for what in ("frames", "proofs") for viewer in (HOST, "watcher")]
    before = [await stand.ask(HOST, what, 1, viewpoint=viewer) for what, viewer in asked]
    file = await stand.audit("file", 1)
    assert isinstance(file, bytes)
    archiver = Archiver(stand)
    await archiver.works()
    assert archiver.counts.archiving.count("archived") == 1
    assert (await logged(stand))[0] == last + 1
    forget(stand)
    assert [await stand.ask(HOST, what, 1, viewpoint=viewer) for what, viewer in asked] == before
    assert await stand.audit("file", 1) == file
    matches = (await stand.ask(HOST, "matches"))["matches"]
    assert [match["match"] for match in matches] == [1, 2]
    assert [match["phase"] for match in matches] == ["over", "running"]
    assert matches[0]["lastSeq"] == last
    refusal = await stand.ask(HOST, "frames", 3)
    assert (code(refusal), refusal.params) == ("no_such_match", {"first": 1, "last": 2})


async def test_a_room_goes_on_over_a_cut_and_knows_what_was_asked_in_its_match(
    each_stand: Stand,
) -> None:
    stand = each_stand
    table = stand.table
    await table.start()
    await table.plays(400)
    await next_match(stand)
    said = await table.say(GUESTS[0], "leave", "gone")
    assert isinstance(said, Accepted)
    archiver = Archiver(stand)
    await archiver.works()
    first = (await logged(stand))[0]
    assert first > 1
    await stand.rules.service.stop()
    await stand.house.world.member()
    again = await table.say(GUESTS[0], "leave", "gone")
    assert again == Accepted(said.seq, repeated=True)
    join = await table.say(GUESTS[0], "join")
    assert isinstance(join, Accepted)
    entries = await table.log.read(table.room)
    assert entries[-1].seq == join.seq
    await until(lambda: join.seq in stand.sent.get(HOST, {}), within_s=10)


async def test_a_closed_room_leaves_the_log_but_for_one_entry_and_its_matches_stay_readable(
    each_stand: Stand,
) -> None:
    stand = each_stand
    await stand.table.start()
    await stand.table.plays(10)
    closed = await stand.break_off()
    archiver = Archiver(stand)
    await archiver.works()
    assert await logged(stand) == [closed + 1]
    forget(stand)
    matches = (await stand.ask(STRANGER, "matches"))["matches"]
    assert [(match["match"], match["phase"]) for match in matches] == [(1, "over")]
    shown = await stand.ask(STRANGER, "frames", 1, viewpoint=HOST)
    assert isinstance(shown, dict)
    assert await stand.table.refused(HOST, "again") == "room_closed"
    assert code(await stand.ask(STRANGER, "frames", 2)) == "no_such_match"


class Closed(MemoryObjects):
    """An archive that cannot be reached."""

    async def get(self, address: Address) -> bytes:
        raise Away(address)

    async def listed(self, prefix: str = "") -> list[Listed]:
        raise Away(prefix)


async def test_while_the_archive_is_away_the_running_match_is_answered(stand: Stand) -> None:
    await stand.table.start()
    await stand.table.plays(400)
    await next_match(stand)
    await Archiver(stand).works()
    forget(stand)
    matches = stand.house.replay_service._answering._reading._matches
    kept, matches._objects = matches._objects, Closed(stand.house.world.clock.now_ms)
    assert code(await stand.ask(HOST, "frames", 1)) == "unavailable"
    assert code(await stand.ask(HOST, "matches")) == "unavailable"
    assert isinstance(await stand.ask(HOST, "frames", 2), dict)
    assert stand.house.replay_metrics.guarded("archive") == 2
    matches._objects = kept
    assert isinstance(await stand.ask(HOST, "frames", 1), dict)


async def test_a_closed_room_is_shown_to_those_who_sat_in_it_also_once_it_has_left_the_log(
    stand: Stand,
) -> None:
    """One of them in its first match only."""
    await stand.table.start()
    await stand.table.plays(400)
    await stand.table.does(GUESTS[2], "leave")
    await stand.table.does(HOST, "again")
    await stand.table.does(GUESTS[3], "join")
    await deal(stand, HOST, *GUESTS[:2], GUESTS[3])
    await stand.table.does(HOST, "setVisibility", visibility="invited")
    closed = await stand.break_off()
    await Archiver(stand).works()
    assert await logged(stand) == [closed + 1]
    for asker in (HOST, *GUESTS[:4]):
        forget(stand)
        for number in (1, 2):
            assert (await stand.ask(asker, "frames", number))["over"]
        assert len((await stand.ask(asker, "matches"))["matches"]) == 2
    for what in ("matches", "frames", "file"):
        assert code(await stand.ask(STRANGER, what)) == "no_such_room"


async def test_while_the_archive_hangs_what_the_log_has_is_answered(stand: Stand) -> None:
    await stand.table.start()
    await stand.table.plays(400)
    await next_match(stand)
    await Archiver(stand).works()
    forget(stand)
    matches = stand.house.replay_service._answering._reading._matches
    matches._objects = PatientObjects(Hanging(stand.house.world.clock.now_ms), limit_ms=1_000)
    waiting = [
        asyncio.create_task(stand.ask(HOST, "frames", 1)) for _ in range(3 * EAGER.answers_at_once)
    ]
    await asyncio.sleep(0.1)
    async with asyncio.timeout(0.8):
        assert isinstance(await stand.ask(HOST, "frames", 2), dict)
    assert not any(task.done() for task in waiting)
    for task in waiting:
        assert code(await task) == "unavailable"
