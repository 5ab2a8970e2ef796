"""One alarm per room: in memory by a clock, and in a real broker."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from shared.contracts.ids import RoomId
from shared.runtime.clock import Clock, ManualClock, SystemClock
from shared.runtime.nats_server import NatsServer
from shared.runtime.schedules import Fired, Schedules
from shared.runtime.schedules_memory import MemorySchedules
from shared.runtime.schedules_nats import NatsSchedules
from shared.runtime.tasks import end
from tests.runtime.conftest import Dial
from tests.runtime.waiting import until
from tests.simulation.sea import NOBODY, still
from tests.simulation.stores import SeaSchedules

TICK_MS = 250
SLACK_MS = 400


class Listener:
    """Takes what goes off, with the time; acts on it unless told not to."""

    def __init__(self, schedules: Schedules, clock: Clock, *, acts: bool = True) -> None:
        self.heard: list[tuple[RoomId, bytes]] = []
        self.heard_ms: list[int] = []
        self._clock = clock
        self._acts = acts
        self.task = asyncio.create_task(self._listen(schedules))

    async def _listen(self, schedules: Schedules) -> None:
        async with aclosing(schedules.fired()) as alarms:
            async for alarm in alarms:
                await self._take(alarm)

    async def _take(self, alarm: Fired) -> None:
        self.heard.append((alarm.room, alarm.payload))
        self.heard_ms.append(self._clock.now_ms())
        if self._acts:
            await alarm.done()

    async def stop(self) -> None:
        await end(self.task)


class Bench:
    """Schedules, their clock, and listeners that are stopped in the end."""

    def __init__(self, schedules: Schedules, clock: Clock) -> None:
        self.schedules = schedules
        self.clock = clock
        self._listeners: list[Listener] = []

    def listen(self, *, acts: bool = True) -> Listener:
        listener = Listener(self.schedules, self.clock, acts=acts)
        self._listeners.append(listener)
        return listener

    async def wait_ms(self, duration_ms: int) -> None:
        if isinstance(self.clock, ManualClock):
            await self.clock.advance(duration_ms)
        else:
            await self.clock.sleep_ms(duration_ms)

    async def close(self) -> None:
        for listener in self._listeners:
            await listener.stop()


@pytest.fixture(params=["memory", "simulated", "nats"])
async def bench(request: pytest.FixtureRequest, dial: Dial) -> AsyncIterator[Bench]:
    if request.param == "nats":
        bench = Bench(NatsSchedules(await dial("timer")), SystemClock())
    else:
        clock = ManualClock()
        schedules: Schedules = MemorySchedules(clock, ack_wait_ms=1_000)
        if request.param == "simulated":
            schedules = SeaSchedules(schedules, still(), NOBODY)
        bench = Bench(schedules, clock)
    yield bench
    await bench.close()


@pytest.fixture
def room() -> RoomId:
    return RoomId(uuid.uuid4().hex[:8])


async def test_an_alarm_goes_off_at_its_time_with_its_payload(bench: Bench, room: RoomId) -> None:
    listener = bench.listen()
    at_ms = bench.clock.now_ms() + 400
    await bench.schedules.arm(room, at_ms, b"\x00\xff")
    await bench.wait_ms(400 + TICK_MS + SLACK_MS)
    assert listener.heard == [(room, b"\x00\xff")]
    assert 0 <= listener.heard_ms[0] - at_ms <= TICK_MS + SLACK_MS


async def test_an_alarm_is_never_early(bench: Bench) -> None:
    listener = bench.listen()
    wanted = {}
    for number in range(20):
        room = RoomId(uuid.uuid4().hex[:8])
        wanted[room] = bench.clock.now_ms() + 50 + 37 * number
        await bench.schedules.arm(room, wanted[room], b"")
    await bench.wait_ms(50 + 37 * 20 + TICK_MS + SLACK_MS)
    assert sorted(room for room, _ in listener.heard) == sorted(wanted)
    for (room, _), heard_ms in zip(listener.heard, listener.heard_ms, strict=True):
        assert heard_ms >= wanted[room]


@pytest.mark.parametrize("ago_ms", [0, 5_000, 1_790_000_000_000])
async def test_a_time_that_has_passed_fires_at_once(
    bench: Bench, room: RoomId, ago_ms: int
) -> None:
    listener = bench.listen()
    await bench.schedules.arm(room, bench.clock.now_ms() - ago_ms, b"late")
    await bench.wait_ms(TICK_MS + SLACK_MS)
    assert listener.heard == [(room, b"late")]


@pytest.mark.parametrize(("first_ms", "second_ms"), [(300, 700), (700, 300)])
async def test_arming_again_replaces_the_alarm(
    bench: Bench, room: RoomId, first_ms: int, second_ms: int
) -> None:
    listener = bench.listen()
    start_ms = bench.clock.now_ms()
    await bench.schedules.arm(room, start_ms + first_ms, b"first")
    await bench.schedules.arm(room, start_ms + second_ms, b"second")
    await bench.wait_ms(700 + TICK_MS + SLACK_MS)
    assert listener.heard == [(room, b"second")]
    assert listener.heard_ms[0] >= start_ms + second_ms


async def test_an_alarm_can_be_armed_anew_after_it_went_off(bench: Bench, room: RoomId) -> None:
    listener = bench.listen()
    for payload in (b"1", b"2", b"3"):
        await bench.schedules.arm(room, bench.clock.now_ms(), payload)
        await bench.wait_ms(TICK_MS + SLACK_MS)
    assert [payload for _, payload in listener.heard] == [b"1", b"2", b"3"]


async def test_a_disarmed_alarm_is_silent(bench: Bench, room: RoomId) -> None:
    listener = bench.listen()
    await bench.schedules.arm(room, bench.clock.now_ms() + 300, b"")
    await bench.schedules.disarm(room)
    await bench.schedules.disarm(room)
    await bench.wait_ms(300 + TICK_MS + SLACK_MS)
    assert listener.heard == []


async def test_rooms_do_not_disturb_each_other(bench: Bench, room: RoomId) -> None:
    listener = bench.listen()
    other = RoomId(room + "x")
    await bench.schedules.arm(room, bench.clock.now_ms() + 100, b"1")
    await bench.schedules.arm(other, bench.clock.now_ms() + 100, b"2")
    await bench.schedules.disarm(other)
    await bench.wait_ms(100 + TICK_MS + SLACK_MS)
    assert listener.heard == [(room, b"1")]


async def test_overdue_alarms_reach_a_listener_that_comes_later(bench: Bench, room: RoomId) -> None:
    other = RoomId(room + "x")
    await bench.schedules.arm(room, bench.clock.now_ms() + 50, b"1")
    await bench.schedules.arm(other, bench.clock.now_ms() + 100, b"2")
    await bench.wait_ms(100 + TICK_MS + SLACK_MS)
    listener = bench.listen()
    await bench.wait_ms(SLACK_MS)
    assert sorted(listener.heard) == [(room, b"1"), (other, b"2")]


async def test_what_nobody_acted_on_comes_again(bench: Bench, room: RoomId) -> None:
    idle = bench.listen(acts=False)
    await bench.schedules.arm(room, bench.clock.now_ms(), b"1")
    await bench.wait_ms(TICK_MS + SLACK_MS)
    assert idle.heard == [(room, b"1")]
    await idle.stop()
    busy = bench.listen()
    await bench.wait_ms(1_000 + TICK_MS + SLACK_MS)
    assert busy.heard == [(room, b"1")]


async def test_what_was_acted_on_does_not_come_again(bench: Bench, room: RoomId) -> None:
    first = bench.listen()
    await bench.schedules.arm(room, bench.clock.now_ms(), b"1")
    await bench.wait_ms(TICK_MS + SLACK_MS)
    await first.stop()
    second = bench.listen()
    await bench.wait_ms(1_000 + TICK_MS + SLACK_MS)
    assert (first.heard, second.heard) == ([(room, b"1")], [])


async def test_two_listeners_share_the_alarms(bench: Bench, room: RoomId) -> None:
    listeners = [bench.listen(), bench.listen()]
    rooms = [RoomId(f"{room}{number}") for number in range(40)]
    for each in rooms:
        await bench.schedules.arm(each, bench.clock.now_ms(), b"")
    await bench.wait_ms(2 * TICK_MS + SLACK_MS)
    heard = [room for listener in listeners for room, _ in listener.heard]
    assert sorted(heard) == sorted(rooms)


async def test_a_broker_that_is_killed_keeps_its_alarms(
    dial_own: Dial, own_broker: NatsServer, room: RoomId
) -> None:
    bench = Bench(NatsSchedules(await dial_own("timer")), SystemClock())
    listener = bench.listen()
    start_ms = bench.clock.now_ms()
    rooms = [RoomId(f"{room}{number}") for number in range(30)]
    for number, each in enumerate(rooms):
        await bench.schedules.arm(each, start_ms + 500 + 50 * number, b"")
    await bench.wait_ms(600)
    own_broker.kill()
    await bench.wait_ms(500)
    await own_broker.start()
    await until(lambda: len({room for room, _ in listener.heard}) == 30, within_s=4)
    assert sorted({room for room, _ in listener.heard}) == sorted(rooms)
    await bench.schedules.arm(room, bench.clock.now_ms(), b"again")
    await until(lambda: (room, b"again") in listener.heard)
    await bench.close()


async def test_a_listener_can_be_ended_also_when_its_bus_is_closed(dial: Dial) -> None:
    bus = await dial("timer")
    listener = Listener(NatsSchedules(bus), SystemClock())
    await asyncio.sleep(0.1)
    await bus.close()
    listener.task.cancel()
    ended, _ = await asyncio.wait({listener.task}, timeout=1)
    assert ended


async def test_an_alarm_that_went_off_leaves_nothing_behind(dial: Dial, room: RoomId) -> None:
    bench = Bench(NatsSchedules(await dial("timer")), SystemClock())
    listener = bench.listen()
    for delay_ms in (500, 300, 100):
        await bench.schedules.arm(room, bench.clock.now_ms() + delay_ms, b"")
    await until(lambda: len(listener.heard) == 1)
    await bench.wait_ms(100)
    admin = await dial("admin")
    answer = await admin.request("$JS.API.STREAM.INFO.TIMERS", b"", timeout_ms=1_000)
    assert b'"messages":0' in answer
    await bench.close()
