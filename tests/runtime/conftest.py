"""Real brokers and stores for this suite, and the connections to them."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Self

import pytest

from shared.eventstore.planning import ensure_streams
from shared.runtime.bus_nats import NatsBus, connect
from shared.runtime.members import members_stream
from shared.runtime.names import names_stream
from shared.runtime.nats_server import NatsServer
from shared.runtime.schedules_nats import timers_stream
from tests.runtime.broker import ADMIN, PASSWORD, broker_in

Dial = Callable[[str], Awaitable[NatsBus]]
"""A connection as the user named."""


@pytest.fixture
def at() -> str:
    """A subject that no other test uses."""
    return f"t.{uuid.uuid4().hex}"


@pytest.fixture(scope="session")
def shared_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    broker = broker_in(tmp_path_factory.mktemp("broker"))
    asyncio.run(broker.start())
    yield broker
    asyncio.run(broker.stop())


@pytest.fixture
async def own_broker(tmp_path: Path) -> AsyncIterator[NatsServer]:
    """A broker that the test may kill. Not encrypted, so that its disk can be searched."""
    async with broker_in(tmp_path, is_encrypted=False) as broker:
        yield broker


@pytest.fixture
async def dial(shared_broker: NatsServer) -> AsyncIterator[Dial]:
    async with _Dialler(shared_broker) as dialler:
        yield dialler.dial


@pytest.fixture
async def dial_own(own_broker: NatsServer) -> AsyncIterator[Dial]:
    async with _Dialler(own_broker) as dialler:
        yield dialler.dial


class _Dialler:
    """Opens connections, sets the streams up first, and closes all in the end."""

    def __init__(self, broker: NatsServer) -> None:
        self._broker = broker
        self._open: list[NatsBus] = []

    async def dial(self, user: str) -> NatsBus:
        bus = await connect(
            self._broker.url,
            user=user,
            password=PASSWORD,
            name=user,
            inbox_prefix=f"_INBOX_{user}",
        )
        self._open.append(bus)
        return bus

    async def __aenter__(self) -> Self:
        admin = await self.dial(ADMIN)
        await ensure_streams(
            admin.nc,
            [
                members_stream(replicas=1),
                timers_stream(replicas=1, ack_wait_s=1),
                names_stream(replicas=1, retention_days=90),
            ],
        )
        await admin.request("$JS.API.STREAM.PURGE.TIMERS", b"", timeout_ms=2_000)
        return self

    async def __aexit__(self, *_: object) -> None:
        for bus in self._open:
            await bus.close(drain_ms=100)
