"""The worlds in which what is counted is brought about."""

from collections.abc import AsyncIterator

import pytest

from shared.runtime.nats_server import NatsServer
from tests.services.conftest import own_broker, shared_broker
from tests.services.gateway.conftest import street
from tests.services.gateway.house import House, house_in
from tests.services.timer.evening import Evening, evening_in
from tests.services.worlds import World, memory_world, nats_world

__all__ = ["own_broker", "shared_broker", "street"]


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with memory_world() as made:
        yield made


@pytest.fixture
async def real_world(shared_broker: NatsServer) -> AsyncIterator[World]:
    async with nats_world(shared_broker) as made:
        yield made


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
    async with evening_in(lambda: trust[0]) as made:
        yield made
