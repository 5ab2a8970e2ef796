"""Garbage that counts of references do not see goes once an hour, or when memory has grown."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator

import pytest

from shared.contracts.ids import Millis
from shared.runtime.clock import ManualClock
from shared.runtime.collecting import LOOK_MS, Collecting
from shared.runtime.tasks import end

MINUTE_MS = 60_000
MB = 2**20


class Node:
    """Holds itself, so that nobody's letting go of it is noticed."""

    def __init__(self) -> None:
        self.me = self


def aged() -> "weakref.ref[Node]":
    """A cycle among the oldest objects, which nobody holds."""
    node = Node()
    gc.collect()
    return weakref.ref(node)


class Process:
    def __init__(self) -> None:
        self.memory_bytes = 200 * MB
        self.clock = ManualClock(Millis(0))

    async def after(self, ms: int) -> None:
        await self.clock.advance(ms)


@pytest.fixture
async def process() -> AsyncIterator[Process]:
    made = Process()
    running = asyncio.create_task(Collecting(made.clock, lambda: made.memory_bytes).run())
    await asyncio.sleep(0)
    yield made
    await end(running)


async def test_the_oldest_are_looked_at_once_an_hour(process: Process) -> None:
    left = aged()
    await process.after(LOOK_MS - MINUTE_MS)
    assert left() is not None
    await process.after(MINUTE_MS)
    assert left() is None


async def test_they_are_looked_at_when_memory_has_grown(process: Process) -> None:
    left = aged()
    process.memory_bytes = 290 * MB
    await process.after(MINUTE_MS)
    assert left() is not None
    process.memory_bytes = 310 * MB
    await process.after(MINUTE_MS)
    assert left() is None
    again = aged()
    await process.after(MINUTE_MS)
    assert again() is not None, "what it holds now is no growth"


async def test_a_small_process_may_grow_by_half(process: Process) -> None:
    process.memory_bytes = 20 * MB
    await process.after(LOOK_MS)
    left = aged()
    process.memory_bytes = 40 * MB
    await process.after(MINUTE_MS)
    assert left() is not None


async def test_python_looks_at_them_no_more_until_it_ends() -> None:
    before = gc.get_threshold()
    running = asyncio.create_task(Collecting(ManualClock(Millis(0))).run())
    await asyncio.sleep(0)
    left = aged()
    for _ in range(300_000):
        Node()
    assert left() is not None
    assert gc.get_freeze_count() > 0
    await end(running)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
