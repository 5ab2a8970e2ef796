"""Live rooms in bounded memory, cold ones from snapshot and tail, damaged ones refused."""

import asyncio
from typing import Any

import msgspec
import pytest

from services.rules.metrics import RulesMetrics
from shared.contracts.ids import RoomId, Seq
from shared.contracts.messages import Accepted, Refused, Retry
from shared.contracts.refusals import refuse
from shared.eventstore.log import Log, Snapshots, Stored
from shared.folding.loader import Damaged, Loader
from shared.games.bang import Bang
from shared.room.aggregate import Room
from shared.runtime.metrics import Metrics
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.faults import FaultyLog
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import GAMES, QUICK, World


def settings(**changes: Any) -> Any:
    return msgspec.structs.replace(QUICK, **changes)


async def table_of(world: World) -> Table:
    return Table(await world.dispatch("cmd"), await world.log())


async def test_no_more_rooms_are_kept_than_allowed(world: World) -> None:
    member = await world.member(settings=settings(rooms_limit=5))
    table = await table_of(world)
    rooms = [await Table(table.dispatch, table.log).open() for _ in range(20)]
    assert len(member.service.rooms) == 5
    for each in rooms:
        assert await each.does(GUESTS[0], "join") == 2
    assert len(member.service.rooms) == 5


async def test_no_more_bytes_are_kept_than_allowed(world: World) -> None:
    member = await world.member(settings=settings(rooms_bytes_limit=20_000))
    table = await table_of(world)
    rooms = [await Table(table.dispatch, table.log).open() for _ in range(10)]
    for each in rooms:
        await each.does(GUESTS[0], "join")
    assert 0 < member.service.rooms.bytes <= 20_000
    assert 0 < len(member.service.rooms) < 10


async def test_the_least_recently_used_room_is_forgotten_first(world: World) -> None:
    member = await world.member(settings=settings(rooms_limit=2))
    table = await table_of(world)
    first, second, third = [await Table(table.dispatch, table.log).open() for _ in range(3)]
    assert first.room not in member.service.rooms
    await second.does(GUESTS[0], "join")
    await first.does(GUESTS[0], "join")
    assert second.room in member.service.rooms
    assert third.room not in member.service.rooms


async def test_rooms_are_forgotten_only_between_commands(world: World) -> None:
    logs: list[FaultyLog] = []
    gate = asyncio.Event()

    def wrap(log: Log) -> Log:
        logs.append(FaultyLog(log))
        return logs[-1]

    async def wait(_: RoomId, __: int) -> None:
        await gate.wait()

    member = await world.member(settings=settings(rooms_limit=1), wrap=wrap)
    table = await (await table_of(world)).open()
    logs[0].faults.append(wait)
    slow = asyncio.create_task(table.say(GUESTS[0], "join"))
    await asyncio.sleep(0.05)
    await Table(table.dispatch, table.log).open()
    assert table.room in member.service.rooms
    gate.set()
    assert isinstance(await slow, Accepted)


async def snapshots_of(world: World) -> Snapshots:
    return world.shore.log(await world.bus("rules"))[1]


async def test_a_snapshot_is_taken_every_so_many_entries_and_at_a_matchs_end(
    world: World,
) -> None:
    member = await world.member(settings=settings(snapshot_entries=10))
    table = await (await table_of(world)).start()
    snapshots = await snapshots_of(world)
    await table.plays(2_000)
    head = await table.log.head(table.room)
    await until(lambda: member.metrics.snapshots_stored() >= head // 15)
    kept = await snapshots.get(table.room)
    assert kept is not None
    assert kept.seq == head
    room = Room.restore(kept.fold, GAMES)
    assert (room.hash, room.digest()) == ((await table.fold()).hash, (await table.fold()).digest())


async def test_a_cold_room_is_loaded_from_its_snapshot_and_its_tail(world: World) -> None:
    first = await world.member(settings=settings(snapshot_entries=20))
    table = await (await table_of(world)).start()
    await table.plays(45)
    await until(lambda: first.metrics.snapshots_stored() >= 2)
    await first.service.stop()
    second = await world.member()
    assert await table.plays(1) == 1
    assert second.metrics.folding.loaded("snapshot") == 1
    assert second.metrics.folding.loaded("first") == 0
    assert second.metrics.folding.folded_entries() < 20
    await table.verified()


async def put(world: World, table: Table, seq: int, fold: bytes) -> None:
    assert await (await snapshots_of(world)).put(table.room, seq, fold)


@pytest.mark.parametrize("fold", [b"", b"{}", b"\xff" * 100])
async def test_a_snapshot_that_cannot_be_read_is_passed_over(world: World, fold: bytes) -> None:
    first = await world.member()
    table = await (await table_of(world)).open()
    await put(world, table, 1, fold)
    await first.service.stop()
    second = await world.member()
    assert await table.does(GUESTS[0], "join") == 2
    assert second.metrics.folding.snapshots_passed_over("unreadable") == 1
    assert second.metrics.folding.loaded("first") == 1


async def test_a_snapshot_of_another_room_is_passed_over(world: World) -> None:
    first = await world.member()
    table = await (await table_of(world)).open()
    other = await Table(table.dispatch, table.log).open()
    await put(world, table, 1, (await other.fold()).snapshot())
    await first.service.stop()
    second = await world.member()
    assert await table.does(GUESTS[0], "join") == 2
    assert second.metrics.folding.snapshots_passed_over("unreadable") == 1


async def test_a_snapshot_that_does_not_fit_the_log_is_passed_over(world: World) -> None:
    """As after a restore of the log from a copy: the snapshot knows entries that are no more."""
    first = await world.member()
    table = await (await table_of(world)).open()
    fork = await table.fold()
    twin = Table(table.dispatch, table.log)
    await twin.does(HOST, "create", game="bang")
    fork.seq = 40
    await put(world, table, 40, fork.snapshot())
    await first.service.stop()
    second = await world.member()
    assert await table.does(GUESTS[0], "join") == 2
    assert second.metrics.folding.snapshots_passed_over("unfit") == 1


async def test_a_takeover_of_many_rooms_folds_little(world: World, count: Count) -> None:
    first = await world.member(settings=settings(snapshot_entries=10))
    table = await table_of(world)
    rooms = [await Table(table.dispatch, table.log, seed=n).start() for n in range(10)]
    for each in rooms:
        await each.plays(25)
    await until(lambda: first.metrics.snapshots_stored() >= 20)
    await first.service.stop()
    second = await world.member()
    for each in rooms:
        assert await each.plays(1) == 1
    assert second.metrics.folding.loaded("snapshot") == 10
    assert second.metrics.folding.folded_entries() < 10 * 20
    count("rooms taken over", len(rooms))


class Altered:
    """A log in which one room's entries are what a test says."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.entries: dict[RoomId, list[bytes]] = {}

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        if room not in self.entries:
            return await self.log.read(room, after)
        stored = enumerate(self.entries[room], 1)
        return [Stored(room, Seq(seq), entry) for seq, entry in stored][after or 0 :]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.log, name)


@pytest.mark.parametrize("what", ["a byte", "a swap", "a seed", "cut", "empty"])
async def test_a_room_with_an_altered_entry_is_refused_and_others_go_on(
    world: World, what: str, capsys: pytest.CaptureFixture[str]
) -> None:  # S29
    first = await world.member()
    table = await (await table_of(world)).start()
    await table.plays(20)
    other = await Table(table.dispatch, table.log).open()
    good = await table.entries()
    await first.service.stop()

    altered: list[Altered] = []

    def wrap(log: Log) -> Log:
        altered.append(Altered(log))
        return altered[-1]

    second = await world.member(wrap=wrap)
    bad = list(good)
    match what:
        case "a byte":
            bad[16] = bad[16].replace(b'"at_ms":1', b'"at_ms":2')
            assert bad[16] != good[16]
        case "a swap":
            bad[15], bad[16] = bad[16], bad[15]
        case "a seed":
            bad[0] = bad[0].replace((await table.fold()).state.secret.encode(), b"0" * 64)
            assert bad[0] != good[0]
        case "cut":
            bad[16] = bad[16][:-10]
        case "empty":
            bad[16] = b""
    altered[0].entries[table.room] = bad
    for _ in range(3):
        assert await table.say(HOST, "leave") == Refused(
            refuse("unavailable", retry_after_ms=QUICK.bad_room_ms)
        )
    assert await other.does(GUESTS[0], "join") == 2
    assert second.metrics.guarded("damaged") == 1
    wanted = {"a seed": 1, "a swap": 16}.get(what, 17)
    said = capsys.readouterr().out
    assert "room_damaged" in said
    assert f"seq={wanted}" in said
    assert len(await table.entries()) == len(good)

    del altered[0].entries[table.room]
    await asyncio.sleep(QUICK.bad_room_ms / 1000)
    assert await table.plays(1) == 1


async def test_a_log_that_lost_its_end_is_not_gone_on_with(world: World) -> None:
    """A live room knows more than the log: somebody restored an older copy under it."""
    await world.member()
    table = await (await table_of(world)).open()
    await table.does(GUESTS[0], "join")
    room = await table.fold()
    room.seq += 3
    metrics = RulesMetrics(Metrics("rules"))
    loader = Loader(table.log, await snapshots_of(world), GAMES, metrics.folding)
    with pytest.raises(Damaged) as damage:
        await loader.catch_up(room)
    assert damage.value.room == table.room


async def test_a_room_under_rules_that_are_not_here_is_left_to_others(world: World) -> None:
    newer = {"bang": Bang(ruleset="bang/99")}
    first = await world.member(games=newer)
    table = Table(await world.dispatch("cmd"), await world.log())
    await table.open()
    for guest in GUESTS[:3]:
        await table.does(guest, "join")
    for player in (HOST, *GUESTS[:3]):
        await table.does(player, "ready", ready=True)
    await table.does(HOST, "start")
    second = await world.member()
    for _ in range(3):
        reply = await table.say(HOST, "leave", "x")
        assert isinstance(reply, Accepted), reply
    await first.service.stop()
    assert isinstance(await table.say(HOST, "join", "y"), Retry)
    assert second.metrics.answered("elsewhere") > 0
    assert second.metrics.guarded("internal") == 0
