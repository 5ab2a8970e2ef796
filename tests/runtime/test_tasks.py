"""Cancelled means ended, whatever a library does about it; and nothing fails unheard."""

import asyncio

import pytest

from shared.contracts.ids import RoomId
from shared.runtime.bus_memory import MemoryBroker
from shared.runtime.clock import SystemClock
from shared.runtime.schedules_nats import NatsSchedules
from shared.runtime.tasks import end, kept_cancellable, watched
from tests.runtime.conftest import Dial


async def test_what_ended_watched_work_is_told_and_that_it_was_to_end_is_not() -> None:
    told: list[BaseException] = []

    async def fail() -> None:
        raise LookupError

    failing = watched(fail(), told.append)
    waiting, unbegun = (watched(asyncio.sleep(60), told.append) for _ in range(2))
    unbegun.cancel()
    await asyncio.wait({failing, unbegun})
    await end(waiting)
    assert [type(error) for error in told] == [LookupError]


async def test_a_task_that_swallows_a_cancellation_is_cancelled_again() -> None:
    swallowed = 0

    async def stubborn() -> None:
        nonlocal swallowed
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if swallowed == 1:
                    raise
                swallowed += 1

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await asyncio.wait_for(end(task), 2)
    assert task.cancelled()
    assert swallowed == 1


async def test_ending_what_has_ended_or_failed_is_quiet() -> None:
    async def fail() -> None:
        raise LookupError

    failed = asyncio.create_task(fail())
    await asyncio.wait({failed})
    await end(failed)
    assert isinstance(failed.exception(), LookupError)
    await end()


async def test_a_cancellation_that_comes_with_the_result_is_kept() -> None:
    loop = asyncio.get_running_loop()

    async def forgetful() -> str:
        answer: asyncio.Future[str] = loop.create_future()
        loop.call_soon(answer.set_result, "answer")
        loop.call_soon(task.cancel)
        return await asyncio.wait_for(answer, 5)

    task = asyncio.create_task(kept_cancellable(forgetful()))
    await asyncio.wait({task})
    assert task.cancelled()


async def test_work_within_a_cleanup_is_not_cut_short() -> None:
    told: list[str] = []

    async def farewell() -> str:
        await asyncio.sleep(0)
        return "bye"

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            told.append(await kept_cancellable(farewell()))

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await end(task)
    assert task.cancelled()
    assert told == ["bye"]


@pytest.mark.parametrize("kind", ["memory", "nats"])
async def test_who_asks_in_a_loop_can_be_ended_at_any_moment(kind: str, dial: Dial) -> None:
    broker = MemoryBroker(SystemClock())
    bus = await dial("bus") if kind == "nats" else broker.connect("end")
    await bus.subscribe("t.ended", lambda message: message.respond(b""))

    async def ask_for_ever() -> None:
        while True:
            await bus.request("t.ended", b"", timeout_ms=1_000)

    for number in range(300):
        task = asyncio.create_task(ask_for_ever())
        await asyncio.sleep(number * 0.00001)
        task.cancel()
        await asyncio.wait_for(asyncio.wait({task}), 1)
        assert task.cancelled()
    if kind == "memory":
        await bus.close()


async def test_closing_a_pull_ends_at_any_moment(dial: Dial) -> None:
    schedules = NatsSchedules(await dial("timer"))

    async def listen() -> None:
        async for alarm in schedules.fired():
            await alarm.done()

    for number in range(40):
        task = asyncio.create_task(listen())
        await schedules.arm(RoomId(f"T{number}"), 0, b"")
        await asyncio.sleep(number * 0.001)
        task.cancel()
        await asyncio.wait_for(asyncio.wait({task}), 1)
        assert task.cancelled()
