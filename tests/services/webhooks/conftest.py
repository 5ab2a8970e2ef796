"""A stand over the broker that tests share."""

from collections.abc import AsyncIterator, Iterator

import pytest

from shared.runtime.nats_server import NatsServer
from tests.services.webhooks.site import Site
from tests.services.webhooks.stand import Stand, stand_over


@pytest.fixture
async def stand(shared_broker: NatsServer) -> AsyncIterator[Stand]:
    async with stand_over(shared_broker) as made:
        yield made


@pytest.fixture
def site() -> Iterator[Site]:
    with Site().serving() as served:
        yield served
