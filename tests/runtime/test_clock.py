"""Clocks: this machine's, one that tests move, and the broker's time as a process measures it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from shared.runtime.broker_clock import TIME_SUBJECT, TRUSTED_ERROR_MS, BrokerClock
from shared.runtime.bus import BusError, Message, NoResponders, RequestTimeout
from shared.runtime.bus_memory import MemoryBroker
from shared.runtime.clock import Clock, ManualClock, SystemClock, settle, within_ms
from shared.runtime.nats_server import NatsServer
from tests.runtime.conftest import Dial

Wait = Callable[[int], Awaitable[None]]


@pytest.fixture(params=["system", "manual"])
def moving(request: pytest.FixtureRequest) -> tuple[Clock, Wait]:
    """A clock, and how the test lets time pass on it."""
    if request.param == "manual":
        manual = ManualClock()
        return manual, manual.advance

    async def wait(duration_ms: int) -> None:
        await asyncio.sleep(duration_ms / 1000)

    return SystemClock(), wait


async def test_time_passes_in_milliseconds(moving: tuple[Clock, Wait]) -> None:
    clock, wait = moving
    before_ms = clock.now_ms()
    await wait(30)
    assert 30 <= clock.now_ms() - before_ms < 300


async def test_a_sleeper_never_wakes_early(moving: tuple[Clock, Wait]) -> None:
    clock, wait = moving
    for duration_ms in (1, 7, 20):
        at_ms = clock.now_ms() + duration_ms
        sleeper = asyncio.create_task(clock.sleep_until_ms(at_ms))
        await wait(duration_ms + 20)
        await asyncio.wait_for(sleeper, 1)
        assert clock.now_ms() >= at_ms


async def test_a_time_that_has_passed_is_not_waited_for(moving: tuple[Clock, Wait]) -> None:
    clock, _ = moving
    async with asyncio.timeout(0.5):
        await clock.sleep_until_ms(clock.now_ms() - 1_000)
        await clock.sleep_ms(0)
        await clock.sleep_ms(-5)


async def test_sleepers_wake_in_the_order_of_their_times(moving: tuple[Clock, Wait]) -> None:
    clock, wait = moving
    woken: list[int] = []

    async def sleep(duration_ms: int) -> None:
        await clock.sleep_ms(duration_ms)
        woken.append(duration_ms)

    sleepers = [asyncio.create_task(sleep(duration_ms)) for duration_ms in (60, 20, 40)]
    await wait(100)
    await asyncio.gather(*sleepers)
    assert woken == [20, 40, 60]


async def test_work_that_takes_too_long_is_cancelled(moving: tuple[Clock, Wait]) -> None:
    clock, wait = moving
    cancelled = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    limited = asyncio.create_task(within_ms(clock, 20, work()))
    await wait(60)
    with pytest.raises(TimeoutError):
        await limited
    assert cancelled.is_set()


async def test_work_in_time_gives_its_result_or_its_error(moving: tuple[Clock, Wait]) -> None:
    clock, _ = moving

    async def answer() -> int:
        return 42

    async def fail() -> None:
        raise LookupError("gone")

    assert await within_ms(clock, 1_000, answer()) == 42
    with pytest.raises(LookupError):
        await within_ms(clock, 1_000, fail())


def test_this_machines_clock_starts_at_its_time_and_never_goes_back() -> None:
    clock = SystemClock()
    assert abs(clock.now_ms() - time.time() * 1000) < 50
    readings = [clock.now_ms() for _ in range(10_000)]
    assert readings == sorted(readings)


async def test_a_moved_clock_lets_each_sleeper_sleep_again_on_the_way() -> None:
    clock = ManualClock(0)
    ticks: list[int] = []

    async def tick() -> None:
        while True:
            await clock.sleep_ms(10)
            ticks.append(clock.now_ms())

    ticking = asyncio.create_task(tick())
    await clock.advance(45)
    assert ticks == [10, 20, 30, 40]
    assert clock.now_ms() == 45
    ticking.cancel()


async def test_equal_times_wake_in_the_order_of_lying_down() -> None:
    clock = ManualClock(0)
    woken: list[str] = []

    async def sleep(name: str) -> None:
        await clock.sleep_until_ms(5)
        woken.append(name)

    sleepers = [asyncio.create_task(sleep(name)) for name in "cab"]
    await clock.advance(5)
    assert woken == ["c", "a", "b"]
    await asyncio.gather(*sleepers)


class BrokerTime:
    """Answers for the broker with a time of its own, after `delay_ms`."""

    def __init__(self, clock: ManualClock, ahead_ms: int) -> None:
        self.ahead_ms = ahead_ms
        self.delay_ms = 0
        self._clock = clock

    async def answer(self, message: Message) -> None:
        await self._clock.sleep_ms(self.delay_ms // 2)
        stamp = datetime.fromtimestamp((self._clock.now_ms() + self.ahead_ms) / 1000, UTC)
        await self._clock.sleep_ms(self.delay_ms - self.delay_ms // 2)
        await message.respond(b'{"ts":"%s"}' % stamp.isoformat().encode())


async def far_broker(ahead_ms: int) -> tuple[ManualClock, BrokerTime, BrokerClock]:
    local = ManualClock()
    broker = MemoryBroker(local)
    far = BrokerTime(local, ahead_ms)
    await broker.connect("broker").subscribe(TIME_SUBJECT, far.answer)
    return local, far, BrokerClock(local, broker.connect("service"))


async def measured(clock: BrokerClock, local: ManualClock, *, taking_ms: int = 0) -> None:
    measuring = asyncio.create_task(clock.measure())
    await local.advance(taking_ms)
    await measuring


@pytest.mark.parametrize("ahead_ms", [0, 30_000, -600_000])
async def test_a_process_with_a_wrong_clock_tells_the_brokers_time(ahead_ms: int) -> None:
    local, _, clock = await far_broker(ahead_ms)
    await measured(clock, local)
    assert abs(clock.now_ms() - (local.now_ms() + ahead_ms)) <= 1
    assert clock.is_trusted


async def test_a_slow_answer_is_halved_and_bounds_the_error() -> None:
    local, far, clock = await far_broker(5_000)
    far.delay_ms = 400
    await measured(clock, local, taking_ms=400)
    assert abs(clock.offset_ms - 5_000) <= 1
    assert 200 <= clock.error_ms <= 202
    assert clock.is_trusted


async def test_a_process_that_cannot_measure_well_enough_is_not_ready() -> None:
    local, far, clock = await far_broker(5_000)
    far.delay_ms = 2 * TRUSTED_ERROR_MS + 20
    with pytest.raises(RequestTimeout):
        await measured(clock, local, taking_ms=far.delay_ms)
    was_trusted = clock.is_trusted
    far.delay_ms = 20
    await measured(clock, local, taking_ms=20)
    assert (was_trusted, clock.is_trusted) == (False, True)
    assert clock.error_ms < 20


async def test_an_old_measurement_loses_its_worth() -> None:
    local, _, clock = await far_broker(0)
    await measured(clock, local)
    await local.advance(400_000)
    was_trusted = clock.is_trusted
    await local.advance(200_000)
    assert clock.error_ms > TRUSTED_ERROR_MS
    assert (was_trusted, clock.is_trusted) == (True, False)


async def test_time_stands_still_rather_than_going_back() -> None:
    local, far, clock = await far_broker(10_000)
    await measured(clock, local)
    before_ms = clock.now_ms()
    far.ahead_ms = 0
    await measured(clock, local)
    assert clock.now_ms() == before_ms
    await local.advance(10_500)
    assert clock.now_ms() == pytest.approx(before_ms + 500, abs=2)


async def test_a_step_of_the_local_clock_is_measured_away() -> None:
    local, far, clock = await far_broker(0)
    await measured(clock, local)
    local.jump(90_000)
    far.ahead_ms -= 90_000
    await measured(clock, local)
    assert abs(clock.offset_ms + 90_000) <= 1


async def test_a_sleeper_follows_the_brokers_time_when_it_is_set_forward() -> None:
    local, far, clock = await far_broker(0)
    await measured(clock, local)
    sleeper = asyncio.create_task(clock.sleep_until_ms(clock.now_ms() + 60_000))
    await local.advance(5_000)
    assert not sleeper.done()
    far.ahead_ms = 60_000
    await measured(clock, local)
    await local.advance(1_000)
    assert sleeper.done()


async def test_an_answer_without_a_time_is_none() -> None:
    local = ManualClock()
    broker = MemoryBroker(local)

    async def refuse(message: Message) -> None:
        await message.respond(b'{"error":{"code":404}}')

    await broker.connect("broker").subscribe(TIME_SUBJECT, refuse)
    with pytest.raises(BusError, match="without a time"):
        await BrokerClock(local, broker.connect("service")).measure()


async def test_measuring_goes_on_by_itself_through_an_outage() -> None:
    local = ManualClock()
    broker = MemoryBroker(local)
    clock = BrokerClock(local, broker.connect("service"))
    running = asyncio.create_task(clock.run())
    await local.advance(1_000)
    was_trusted = clock.is_trusted
    far = BrokerTime(local, 7_000)
    await broker.connect("broker").subscribe(TIME_SUBJECT, far.answer)
    await local.advance(1_000)
    assert (was_trusted, clock.is_trusted) == (False, True)
    assert abs(clock.offset_ms - 7_000) <= 1
    running.cancel()


async def test_a_real_broker_tells_its_time_to_a_user_who_may_only_ask(dial: Dial) -> None:
    clock = BrokerClock(SystemClock(), await dial("clock"))
    for _ in range(5):
        await clock.measure()
    assert clock.error_ms < 50
    assert abs(clock.now_ms() - time.time() * 1000) < 50


async def test_a_real_broker_that_restarts_is_measured_again(
    dial_own: Dial, own_broker: NatsServer
) -> None:
    clock = BrokerClock(SystemClock(), await dial_own("clock"))
    await clock.measure()
    own_broker.kill()
    await own_broker.start()
    async with asyncio.timeout(3):
        while True:
            try:
                await clock.measure()
                break
            except (BusError, NoResponders):
                await asyncio.sleep(0.05)
    await settle()
    assert clock.is_trusted
