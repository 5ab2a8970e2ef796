"""A real broker and a real store with exactly the users that the table makes."""

import asyncio
from collections.abc import Iterator

import pytest

from services.cli.broker import broker_settings, dial, new_passwords, rights_of, set_up
from shared.contracts.rights_store import store_users
from shared.runtime.nats_server import NatsServer
from shared.runtime.redis_server import RedisServer

RIGHTS = rights_of()
PASSWORDS = new_passwords(RIGHTS)


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    directory = tmp_path_factory.mktemp("rights")
    server = NatsServer(broker_settings(directory, RIGHTS, PASSWORDS))

    async def start() -> None:
        await server.start()
        bus = await dial(server.url, "setup", PASSWORDS["setup"])
        await set_up(bus)
        await bus.close()

    asyncio.run(start())
    yield server
    asyncio.run(server.stop())


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("store"), store_users(RIGHTS, PASSWORDS))
    asyncio.run(server.start())
    yield server
    asyncio.run(server.stop())
