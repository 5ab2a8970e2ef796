"""What rules and the ground under a service count, when it happens."""

from typing import Any

import msgspec

from services.cli import parts
from services.rules.settings import RulesSettings
from shared.contracts.ids import RoomId
from shared.eventstore.log import Log, TooLarge
from shared.runtime.ground_metrics import GroundMetrics
from shared.runtime.metrics import Metrics
from shared.runtime.nats_server import NatsServer
from tests.runtime.waiting import until
from tests.services.faults import FaultyLog
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import PASSWORDS, QUICK, World

TWICE_A_MATCH = 5


def settings(**changes: Any) -> RulesSettings:
    return msgspec.structs.replace(QUICK, **changes)


async def test_appends_are_counted_by_what_became_of_them(world: World) -> None:
    logs: list[FaultyLog] = []

    def wrap(log: Log) -> Log:
        logs.append(FaultyLog(log))
        return logs[-1]

    member = await world.member(wrap=wrap)
    table = await Table(await world.dispatch("cmd"), await world.log()).open()

    async def too_large(room: RoomId, seq: int) -> None:
        raise TooLarge(room, 2, 1)

    logs[0].faults.extend(["ack lost"])
    await table.does(GUESTS[0], "join")
    logs[0].faults.extend(["away"])
    await table.does(GUESTS[1], "join")
    logs[0].faults.extend([too_large])
    assert await table.refused(GUESTS[2], "join") == "unprocessable"
    counted = {
        outcome: member.metrics.appended(outcome)
        for outcome in ("stored", "conflict", "too_large", "away", "doubtful")
    }
    assert counted == {"stored": 2, "conflict": 0, "too_large": 1, "away": 1, "doubtful": 1}
    assert member.metrics.answered("unprocessable") == 1


async def test_two_members_at_one_room_count_conflicts(real_world: World) -> None:
    members = [await real_world.member() for _ in range(2)]
    table = await Table(await real_world.dispatch("cmd"), await real_world.log()).open()
    bus = await real_world.bus("gateway")
    for number in range(6):
        request = table.request(HOST, {"type": "ready", "ready": number % 2 == 0})
        subject = f"rules.{members[number % 2].name}.cmd"
        await bus.request(subject, msgspec.json.encode(request), timeout_ms=5_000)
    stored = sum(member.metrics.appended() for member in members)
    conflicts = sum(member.metrics.appended("conflict") for member in members)
    assert stored == len(await table.entries())
    assert conflicts == sum(member.metrics.guarded("conflict") for member in members) >= 4


async def test_snapshots_age_until_one_is_taken(world: World) -> None:
    member = await world.member(settings=settings(snapshot_entries=TWICE_A_MATCH))
    metrics = member.metrics
    table = await Table(await world.dispatch("cmd"), await world.log()).open()
    for number in range(TWICE_A_MATCH - 2):
        await table.does(HOST, "ready", ready=number % 2 == 0)
    assert metrics.snapshot_age.value() == TWICE_A_MATCH - 1
    await table.does(GUESTS[0], "join")
    await until(lambda: metrics.snapshots_stored() == 1)
    assert (metrics.snapshot_age.value(), metrics.snapshots_due.value()) == (0, 0)


async def test_rooms_that_memory_has_no_place_for_are_counted(world: World) -> None:
    member = await world.member(settings=settings(rooms_limit=2))
    dispatch, log = await world.dispatch("cmd"), await world.log()
    for _ in range(5):
        await Table(dispatch, log).open()
    assert member.metrics.rooms.value() == 2
    assert member.metrics.count_forgotten() == 3


async def test_a_broker_that_went_and_came_back_is_counted(own_broker: NatsServer) -> None:
    metrics = Metrics("rules")
    counts = GroundMetrics(metrics)
    assert metrics.value("broker_connected") == 0
    async with parts.ground(own_broker.url, "rules", PASSWORDS["rules"]) as on:
        counts.watch(on.bus, on.clock)
        assert metrics.value("broker_connected") == 1
        assert metrics.value("broker_reconnects_total") == 0
        assert 0 < metrics.value("clock_error_ms") <= 250
        own_broker.kill()
        await until(lambda: metrics.value("broker_connected") == 0)
        await own_broker.start()
        await until(lambda: metrics.value("broker_connected") == 1)
        assert metrics.value("broker_reconnects_total") == 1
