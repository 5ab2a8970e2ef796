"""A stand: in memory, and over a real broker."""

from collections.abc import AsyncIterator

import pytest

from shared.runtime.nats_server import NatsServer
from tests.services.replay.stand import Stand, stand_in
from tests.services.worlds import memory_world, nats_world


@pytest.fixture
async def stand() -> AsyncIterator[Stand]:
    async with memory_world() as world, stand_in(world) as made:
        yield made


@pytest.fixture(params=["memory", "nats"])
async def each_stand(
    request: pytest.FixtureRequest, shared_broker: NatsServer
) -> AsyncIterator[Stand]:
    is_real = request.param == "nats"
    making = nats_world(shared_broker) if is_real else memory_world()
    async with making as world, stand_in(world) as made:
        yield made
