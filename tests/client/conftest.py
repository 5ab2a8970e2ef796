"""A house with a gateway, and the ferry that leads to it."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from services.gateway.service import GatewayService
from shared.client import Client
from shared.contracts.ids import RoomId
from tests.client.ferry import Ferry
from tests.services.gateway.house import House, house_in
from tests.services.worlds import memory_world

Guest = Callable[[str], Awaitable[Client]]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with memory_world() as world, house_in(world) as made:
        await world.member()
        await made.projection()
        yield made


@pytest.fixture
async def gateway(house: House) -> GatewayService:
    return await house.gateway()


@pytest.fixture
async def ferry(gateway: GatewayService) -> AsyncIterator[Ferry]:
    made = Ferry(gateway.port)
    await made.open()
    yield made
    await made.close()


@pytest.fixture
async def guest(gateway: GatewayService) -> AsyncIterator[Guest]:
    """Opens a session by the direct way."""
    opened: list[Client] = []

    async def come(nickname: str) -> Client:
        client = Client(gateway.url)
        opened.append(client)
        await client.open_session(nickname)
        return client

    yield come
    for client in opened:
        await client.close()


@pytest.fixture
async def host(guest: Guest) -> Client:
    return await guest("보리")


@pytest.fixture
async def room(host: Client) -> RoomId:
    return (await host.open_room("bang", visibility="public")).code
