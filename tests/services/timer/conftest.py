"""The evening that deadlines and absences are tested in."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from shared.runtime.clock import ManualClock
from tests.services.table import Table
from tests.services.timer.evening import Evening
from tests.services.worlds import memory_world


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    clock = ManualClock()
    async with memory_world(clock) as world:
        await world.member()
        table = Table(await world.dispatch("cmd"), await world.log())
        made = Evening(world, clock, table)
        await made.pass_ms(600)
        yield made
        ending = asyncio.create_task(world.end())
        while not ending.done():
            await made.pass_ms(500)
        await ending
