"""The worlds that services are tested in."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shared.runtime.nats_server import NatsServer
from tests.services.worlds import World, memory_world, nats_world, start_broker


@pytest.fixture(scope="session")
def shared_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """For tests that do it no harm."""
    server = asyncio.run(start_broker(tmp_path_factory.mktemp("broker")))
    yield server
    asyncio.run(server.stop())


@pytest.fixture
async def own_broker(tmp_path: Path) -> AsyncIterator[NatsServer]:
    """For tests that kill or pause it."""
    server = await start_broker(tmp_path / "broker")
    yield server
    await server.stop()


@pytest.fixture(params=["memory", "nats"])
async def world(request: pytest.FixtureRequest, shared_broker: NatsServer) -> AsyncIterator[World]:
    made = memory_world() if request.param == "memory" else nats_world(shared_broker)
    async with made as found:
        yield found
