"""Who is alive and who owns what, over a bus in memory and over a real broker."""

import asyncio
import itertools
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from shared.contracts.ids import RoomId
from shared.runtime.bus import Bus
from shared.runtime.bus_memory import MemoryBroker
from shared.runtime.clock import Clock, ManualClock, SystemClock
from shared.runtime.kv import Bucket, NatsBucket
from shared.runtime.kv_memory import MemoryBucket
from shared.runtime.members import STREAM, MemberId, Members
from shared.runtime.nats_server import NatsServer
from tests.runtime.conftest import Dial
from tests.runtime.waiting import until
from tests.simulation.bus import SeaBroker
from tests.simulation.sea import NOBODY, still

A, B, C = MemberId("a"), MemberId("b"), MemberId("c")
ROOMS = [RoomId(f"R{number:05}") for number in range(1_000)]


class Table:
    """Processes of one service, and how time passes for them."""

    def __init__(self, clock: Clock, end: Callable[[], Awaitable[tuple[Bus, Bucket]]]) -> None:
        self._clock = clock
        self._end = end
        self._service = f"s{uuid.uuid4().hex}"
        self._opened: list[Members] = []

    async def watching(self) -> Members:
        bus, bucket = await self._end()
        members = Members(bus, bucket, self._clock, service=self._service)
        await members.watch()
        self._opened.append(members)
        return members

    def now_ms(self) -> int:
        return self._clock.now_ms()

    async def wait_ms(self, duration_ms: int) -> None:
        if isinstance(self._clock, ManualClock):
            await self._clock.advance(duration_ms)
        else:
            await self._clock.sleep_ms(duration_ms)

    async def close(self) -> None:
        for members in self._opened:
            await members.close()


def fail(error: BaseException) -> None:
    raise AssertionError from error


def crash(members: Members) -> None:
    """Falls silent without a word."""
    assert members._beating is not None
    members._beating.cancel()


async def in_memory() -> tuple[ManualClock, MemoryBroker, MemoryBucket]:
    clock = ManualClock()
    broker = MemoryBroker(clock)
    bucket = MemoryBucket(broker.connect("bucket"), "$KV.MEMBERS.>", clock)
    await bucket.open()
    return clock, broker, bucket


@pytest.fixture(params=["memory", "simulated", "nats"])
async def table(request: pytest.FixtureRequest, dial: Dial) -> AsyncIterator[Table]:
    clock, broker, memory_bucket = await in_memory()
    sea = SeaBroker(still(), clock)
    sea_bucket = MemoryBucket(sea.attach(NOBODY), "$KV.MEMBERS.>", clock)
    await sea_bucket.open()

    async def memory_end() -> tuple[Bus, Bucket]:
        if request.param == "simulated":
            return sea.attach(NOBODY), sea_bucket
        return broker.connect("process"), memory_bucket

    async def nats_end() -> tuple[Bus, Bucket]:
        bus = await dial("member")
        return bus, NatsBucket(bus, STREAM)

    is_real = request.param == "nats"
    table = Table(SystemClock(), nats_end) if is_real else Table(clock, memory_end)
    yield table
    await table.close()


async def seen(table: Table, members: Members, wanted: set[MemberId]) -> None:
    for _ in range(40):
        if set(members.alive()) == wanted:
            return
        await table.wait_ms(10)
    raise AssertionError(dict(members.alive()))


async def test_nobody_owns_a_room_when_nobody_is_there(table: Table) -> None:
    members = await table.watching()
    assert members.owner(ROOMS[0], "bang-1") is None
    assert members.alive() == {}


async def test_who_joins_is_seen_at_once_with_what_it_holds(table: Table) -> None:
    gateway, rules = await table.watching(), await table.watching()
    await rules.join(A, ["bang-2", "bang-1"], fail)
    await seen(table, gateway, {A})
    await seen(table, rules, {A})
    assert gateway.alive()[A] == {"bang-1", "bang-2"}
    assert gateway.owner(ROOMS[0], "bang-1") == A


async def test_who_comes_late_reads_who_was_there_before(table: Table) -> None:
    rules = await table.watching()
    await rules.join(A, ["bang-1"], fail)
    await seen(table, rules, {A})
    crash(rules)
    late = await table.watching()
    assert set(late.alive()) == {A}


async def test_a_member_that_falls_silent_is_gone_after_the_ttl(table: Table) -> None:
    gateway, rules = await table.watching(), await table.watching()
    await rules.join(A, ["bang-1"], fail)
    await seen(table, gateway, {A})
    crash(rules)
    began_ms = table.now_ms()
    async with asyncio.timeout(6):
        while gateway.alive():
            await table.wait_ms(50)
    assert 1_400 <= table.now_ms() - began_ms < 4_000
    await table.wait_ms(1_000)
    assert (await table.watching()).alive() == {}


async def test_beating_keeps_a_member_alive(table: Table) -> None:
    gateway, rules = await table.watching(), await table.watching()
    await rules.join(A, ["bang-1"], fail)
    await table.wait_ms(3_000)
    assert set(gateway.alive()) == {A}


async def test_leaving_is_seen_at_once_and_by_late_comers(table: Table) -> None:
    gateway, one, two = await table.watching(), await table.watching(), await table.watching()
    await one.join(A, ["bang-1"], fail)
    await two.join(B, ["bang-1"], fail)
    await seen(table, gateway, {A, B})
    await one.leave()
    await seen(table, gateway, {B})
    assert {gateway.owner(room, "bang-1") for room in ROOMS} == {B}
    await table.wait_ms(700)
    await seen(table, await table.watching(), {B})


async def test_only_who_holds_the_ruleset_owns_its_rooms(table: Table) -> None:
    gateway, one, two = await table.watching(), await table.watching(), await table.watching()
    await one.join(A, ["bang-1"], fail)
    await two.join(B, ["bang-1", "bang-2"], fail)
    await seen(table, gateway, {A, B})
    assert {gateway.owner(room, "bang-2") for room in ROOMS} == {B}
    assert {gateway.owner(room, "bang-1") for room in ROOMS} == {A, B}
    assert {gateway.owner(room, None) for room in ROOMS} == {A, B}
    assert gateway.owner(ROOMS[0], "bang-3") is None


async def test_all_watchers_name_the_same_owner(table: Table) -> None:
    watchers = [await table.watching() for _ in range(3)]
    for members, name in zip(watchers, (A, B, C), strict=True):
        await members.join(name, ["bang-1"], fail)
    for members in watchers:
        await seen(table, members, {A, B, C})
    owners = [[members.owner(room, "bang-1") for room in ROOMS] for members in watchers]
    assert owners[0] == owners[1] == owners[2]


async def test_partitions_are_shared_out_once_each(table: Table) -> None:
    watchers = [await table.watching() for _ in range(3)]
    for members, name in zip(watchers, (A, B, C), strict=True):
        await members.join(name, [], fail)
    await seen(table, watchers[0], {A, B, C})
    shares = {name: watchers[0].partitions_of(name) for name in (A, B, C)}
    assert sorted(itertools.chain(*shares.values())) == list(range(64))
    assert all(8 <= len(share) <= 40 for share in shares.values()), shares


async def test_a_member_that_goes_moves_only_its_own_partitions(table: Table) -> None:
    watchers = [await table.watching() for _ in range(3)]
    for members, name in zip(watchers, (A, B, C), strict=True):
        await members.join(name, [], fail)
    await seen(table, watchers[0], {A, B, C})
    before = {name: set(watchers[0].partitions_of(name)) for name in (A, B)}
    await watchers[2].leave()
    await seen(table, watchers[0], {A, B})
    after = {name: set(watchers[0].partitions_of(name)) for name in (A, B)}
    assert before[A] < after[A]
    assert before[B] < after[B]


async def test_services_do_not_see_each_other() -> None:
    clock, broker, bucket = await in_memory()
    rules = Members(broker.connect("rules"), bucket, clock, service="rules")
    projection = Members(broker.connect("projection"), bucket, clock, service="projection")
    await rules.watch()
    await projection.watch()
    await rules.join(A, ["bang-1"], fail)
    await clock.advance(600)
    assert set(rules.alive()) == {A}
    assert projection.alive() == {}
    await rules.close()
    await projection.close()


async def test_what_is_no_announcement_is_passed_over() -> None:
    clock, broker, bucket = await in_memory()
    members = Members(broker.connect("rules"), bucket, clock, service="rules")
    await members.watch()
    await broker.connect("other").publish("$KV.MEMBERS.rules.x", b'{"rulesets":7}')
    await clock.advance(10)
    assert members.alive() == {}
    await members.close()


async def test_a_watcher_needs_no_right_to_announce(dial: Dial) -> None:
    service = f"s{uuid.uuid4().hex}"
    watching, joining = await dial("watcher"), await dial("member")
    watcher = Members(watching, NatsBucket(watching, STREAM), SystemClock(), service=service)
    member = Members(joining, NatsBucket(joining, STREAM), SystemClock(), service=service)
    await watcher.watch()
    await member.watch()
    await member.join(A, ["bang-1"], fail)
    await until(lambda: set(watcher.alive()) == {A})
    await watcher.close()
    await member.close()


async def test_members_survive_a_killed_broker_without_being_missed(
    dial_own: Dial, own_broker: NatsServer
) -> None:
    watching, joining = await dial_own("watcher"), await dial_own("member")
    watcher = Members(watching, NatsBucket(watching, STREAM), SystemClock(), service="rules")
    member = Members(joining, NatsBucket(joining, STREAM), SystemClock(), service="rules")
    await watcher.watch()
    await member.watch()
    await member.join(A, ["bang-1"], fail)
    await until(lambda: set(watcher.alive()) == {A})
    own_broker.kill()
    await asyncio.sleep(2.5)
    assert set(watcher.alive()) == {A}  # nobody could be heard: nobody is missed
    await own_broker.start()
    await until(lambda: watching.is_connected and joining.is_connected)
    for _ in range(30):
        assert set(watcher.alive()) == {A}
        await asyncio.sleep(0.1)
    late = Members(watching, NatsBucket(watching, STREAM), SystemClock(), service="rules")
    await late.watch()
    assert set(late.alive()) == {A}  # the bucket is still there, too
    for members in (watcher, member, late):
        await members.close()


async def test_a_member_that_died_during_an_outage_is_missed_after_it(
    dial_own: Dial, own_broker: NatsServer
) -> None:
    watching, joining = await dial_own("watcher"), await dial_own("member")
    watcher = Members(watching, NatsBucket(watching, STREAM), SystemClock(), service="rules")
    member = Members(joining, NatsBucket(joining, STREAM), SystemClock(), service="rules")
    await watcher.watch()
    await member.watch()
    await member.join(A, ["bang-1"], fail)
    await until(lambda: set(watcher.alive()) == {A})
    own_broker.kill()
    crash(member)
    await own_broker.start()
    await until(lambda: not watcher.alive(), within_s=4)
    await watcher.close()


async def test_nobody_is_missed_by_a_process_that_was_held_up() -> None:
    clock, broker, bucket = await in_memory()
    watching, going_on = (
        Members(broker.connect(name), bucket, clock, service="s") for name in ("x", "y")
    )
    for each in (watching, going_on):
        await each.watch()
    await going_on.join(A, (), fail)
    await clock.advance(1_000)
    assert watching.alive().keys() == {A}
    clock.jump(10_000)
    assert watching.alive().keys() == {A}, "it had no time to hear it"
    await clock.advance(2_500)
    assert watching.alive().keys() == {A}
    crash(going_on)
    await clock.advance(2_500)
    assert watching.alive().keys() == set()
    await watching.close()


async def test_a_member_that_cannot_say_how_it_is_fails_and_is_missed() -> None:
    clock, broker, bucket = await in_memory()
    members = Members(broker.connect("process"), bucket, clock, service="s")
    failures: list[BaseException] = []
    is_broken = False

    def behind_ms() -> int:
        if is_broken:
            raise LookupError
        return 0

    await members.watch()
    await members.join(A, (), failures.append, behind_ms)
    await clock.advance(1_000)
    assert members.alive().keys() == {A}
    is_broken = True
    await clock.advance(3_000)
    assert [type(failure) for failure in failures] == [LookupError]
    assert members.alive().keys() == set()
    await members.close()
