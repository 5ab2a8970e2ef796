"""A real broker for the session, and the world a contract test runs in."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from nats.aio.client import Client

from shared.eventstore.planning import ensure_streams
from shared.eventstore.streams import log_streams
from shared.runtime.nats_server import NatsServer, ServerSettings
from tests.conftest import Count
from tests.eventstore.worlds import (
    ADMIN,
    World,
    connect,
    memory_world,
    simulated_world,
    world_over,
)


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """Its streams exist. Tests that harm a broker start one of their own (`own_broker`)."""
    server = NatsServer(ServerSettings(tmp_path_factory.mktemp("broker"), (ADMIN,)))
    asyncio.run(_start(server))
    yield server
    asyncio.run(server.stop())


@pytest.fixture
async def own_broker(tmp_path: Path) -> AsyncIterator[NatsServer]:
    server = NatsServer(ServerSettings(tmp_path / "broker", (ADMIN,)))
    await _start(server)
    yield server
    await server.stop()


@pytest.fixture
async def connection(own_broker: NatsServer) -> AsyncIterator[Client]:
    """To the broker of one's own."""
    made = await connect(own_broker.url)
    yield made
    await made.close()


async def _start(server: NatsServer) -> None:
    await server.start()
    connection = await connect(server.url)
    await ensure_streams(connection, log_streams())
    await connection.close()


@pytest.fixture(params=["memory", "simulated", "jetstream"])
async def world(
    request: pytest.FixtureRequest, broker: NatsServer, count: Count
) -> AsyncIterator[World]:
    count(f"contract cases, {request.param}", 1)
    if request.param != "jetstream":
        yield memory_world() if request.param == "memory" else simulated_world()
        return
    async with world_over(broker.url, broker.url) as made:
        yield made
