"""A house to visit: in memory, and over a real broker and a real store."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from services.gateway.service import GatewayService
from shared.contracts.rights_store import store_users
from shared.runtime.nats_server import NatsServer
from shared.runtime.redis_server import RedisServer
from tests.services.gateway.house import Host, House, Street, house_in
from tests.services.worlds import PASSWORDS, RIGHTS, memory_world, nats_world


@pytest.fixture(scope="session")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("store"), store_users(RIGHTS, PASSWORDS))
    asyncio.run(server.start())
    yield server
    asyncio.run(server.stop())


@pytest.fixture
async def street() -> AsyncIterator[Street]:
    made = Street()
    yield made
    await made.close()


@pytest.fixture
async def memory_house() -> AsyncIterator[House]:
    """With a member of the rules service, a projection and a replay."""
    async with memory_world() as world, house_in(world) as house:
        await world.member()
        await house.projection()
        await house.replay()
        yield house


@pytest.fixture
async def gateway(memory_house: House) -> GatewayService:
    return await memory_house.gateway()


@pytest.fixture
async def host(memory_house: House, gateway: GatewayService, street: Street) -> Host:
    """A site that embeds the games, which the gateway knows."""
    made = await memory_house.host()
    await made.known(street.client(gateway))
    return made


@pytest.fixture(params=["memory", "real"])
async def house(
    request: pytest.FixtureRequest, shared_broker: NatsServer, shared_store: RedisServer
) -> AsyncIterator[House]:
    is_real = request.param == "real"
    making = nats_world(shared_broker) if is_real else memory_world()
    async with making as world, house_in(world, shared_store if is_real else None) as made:
        await world.member()
        await made.projection()
        await made.replay()
        yield made
