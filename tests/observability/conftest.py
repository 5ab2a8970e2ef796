"""The worlds in which what is counted is brought about."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shared.runtime.clock import ManualClock
from shared.runtime.nats_server import NatsServer
from tests.services.gateway.house import House, Street, house_in
from tests.services.table import Table
from tests.services.timer.evening import Evening
from tests.services.worlds import World, memory_world, nats_world, start_broker


@pytest.fixture
async def own_broker(tmp_path: Path) -> AsyncIterator[NatsServer]:
    server = await start_broker(tmp_path / "broker")
    yield server
    await server.stop()


@pytest.fixture(scope="session")
def shared_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    server = asyncio.run(start_broker(tmp_path_factory.mktemp("broker")))
    yield server
    asyncio.run(server.stop())


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with memory_world() as made:
        yield made


@pytest.fixture
async def real_world(shared_broker: NatsServer) -> AsyncIterator[World]:
    async with nats_world(shared_broker) as made:
        yield made


@pytest.fixture
async def street() -> AsyncIterator[Street]:
    made = Street()
    yield made
    await made.close()


@pytest.fixture
async def memory_house(world: World) -> AsyncIterator[House]:
    """With a member of the rules service and a projection."""
    async with house_in(world) as house:
        await world.member()
        await house.projection()
        yield house


@pytest.fixture
def trust() -> list[bool]:
    """Whether the evening's rules member trusts its clock; while not, it decides nothing."""
    return [True]


@pytest.fixture
async def evening(trust: list[bool]) -> AsyncIterator[Evening]:
    """One rules member and a table, where time stands still until a test moves it."""
    clock = ManualClock()
    async with memory_world(clock) as world:
        await world.member(is_clock_trusted=lambda: trust[0])
        table = Table(await world.dispatch("cmd"), await world.log())
        made = Evening(world, clock, table)
        await made.pass_ms(600)
        yield made
        ending = asyncio.create_task(world.end())
        while not ending.done():
            await made.pass_ms(500)
        await ending
