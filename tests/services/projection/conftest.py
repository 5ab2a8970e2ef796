"""Stands: in memory, and over a real broker and a real store."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shared.contracts.rights_store import store_users
from shared.runtime.nats_server import NatsServer
from shared.runtime.redis_server import RedisServer
from tests.services.projection.stand import Stand
from tests.services.worlds import PASSWORDS, RIGHTS, memory_world, nats_world


@pytest.fixture(scope="session")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("store"), store_users(RIGHTS, PASSWORDS))
    asyncio.run(server.start())
    yield server
    asyncio.run(server.stop())


@pytest.fixture
async def own_store(tmp_path: Path) -> AsyncIterator[RedisServer]:
    """For tests that kill or pause it."""
    async with RedisServer(tmp_path / "store", store_users(RIGHTS, PASSWORDS)) as server:
        yield server


@pytest.fixture(params=["memory", "real"])
async def stand(
    request: pytest.FixtureRequest, shared_broker: NatsServer, shared_store: RedisServer
) -> AsyncIterator[Stand]:
    is_real = request.param == "real"
    async with nats_world(shared_broker) if is_real else memory_world() as world:
        await world.member()
        made = Stand(world, shared_store if is_real else None)
        await made.listen()
        yield made
        await made.end()


@pytest.fixture
async def small() -> AsyncIterator[Stand]:
    """In memory."""
    async with memory_world() as world:
        await world.member()
        made = Stand(world, None)
        await made.listen()
        yield made
        await made.end()


@pytest.fixture
async def breakable(shared_broker: NatsServer, own_store: RedisServer) -> AsyncIterator[Stand]:
    """Over a real store that nobody else uses."""
    async with nats_world(shared_broker) as world:
        await world.member()
        made = Stand(world, own_store)
        await made.listen()
        yield made
        await made.end()
