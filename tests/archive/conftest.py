"""Stores of every kind."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shared.runtime.nats_server import NatsServer, ServerSettings
from tests.archive.stores import (
    ADMIN,
    Store,
    broker_store,
    directory_store,
    memory_store,
    s3_store,
    service,
)
from tests.conftest import Count


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    server = NatsServer(ServerSettings(tmp_path_factory.mktemp("broker"), (ADMIN,)))
    asyncio.run(server.start())
    yield server
    asyncio.run(server.stop())


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    with service() as url:
        yield url


@pytest.fixture(params=["memory", "directory", "jetstream", "s3", "s3 with a prefix"])
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, broker: NatsServer, s3: str, count: Count
) -> AsyncIterator[Store]:
    kind: str = request.param
    count(f"store cases, {kind}", 1)
    if kind == "memory":
        yield memory_store()
    elif kind == "directory":
        yield directory_store(tmp_path / "archive")
    elif kind == "jetstream":
        async with broker_store(broker) as made:
            yield made
    else:
        prefix = "kept/here" if kind != "s3" else ""
        yield s3_store(s3, prefix=prefix)
