"""The network that tests break: it carries, breaks, is silent, and mends."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import pytest
import pytest_asyncio

from tests.e2e.cutting import DOWN, UP, Network

PATIENCE_S = 30


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while line := await reader.readline():
            writer.write(line)
    writer.close()


class Caller:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def close(self) -> None:
        self._writer.transport.abort()

    def say(self, line: bytes) -> None:
        self._writer.write(line + b"\n")

    async def hears(self) -> bytes:
        """Empty: the connection has ended."""
        async with asyncio.timeout(PATIENCE_S):
            try:
                return (await self._reader.readline()).strip()
            except ConnectionError:
                return b""


Call = Callable[[], Awaitable[Caller]]


@pytest_asyncio.fixture(loop_scope="session")
async def network() -> AsyncIterator[Network]:
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, Network(f"http://127.0.0.1:{port}") as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def call(network: Network) -> AsyncIterator[Call]:
    opened: list[Caller] = []

    async def through() -> Caller:
        port = int(network.url.rpartition(":")[2])
        opened.append(Caller(*await asyncio.open_connection("127.0.0.1", port)))
        return opened[-1]

    yield through
    for caller in opened:
        caller.close()


async def test_it_carries_both_ways(network: Network, call: Call) -> None:
    caller = await call()
    for line in (b"one", b"two"):
        caller.say(line)
        assert await caller.hears() == line
    assert network.opened == 1


async def test_a_cut_ends_connections_and_lets_none_come_about(
    network: Network, call: Call
) -> None:
    before = await call()
    before.say(b"one")
    assert await before.hears() == b"one"
    network.cut()
    assert await before.hears() == b""
    meanwhile = await call()
    assert await meanwhile.hears() == b""
    network.mend()
    after = await call()
    after.say(b"two")
    assert await after.hears() == b"two"


async def test_silence_holds_back_what_is_said_until_it_ends(network: Network, call: Call) -> None:
    caller = await call()
    caller.say(b"one")
    assert await caller.hears() == b"one"
    network.silence()
    caller.say(b"two")
    heard = asyncio.ensure_future(caller.hears())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(heard), 0.2)
    network.mend()
    assert await heard == b"two"


async def test_silence_may_be_of_one_way_only(network: Network, call: Call) -> None:
    """What was said before a cut has arrived; what was not heard by then is lost."""
    caller = await call()
    caller.say(b"one")
    assert await caller.hears() == b"one"
    network.silence(DOWN)
    caller.say(b"two")
    heard = asyncio.ensure_future(caller.hears())
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(heard), 0.2)
    assert network.carried[UP] == 2
    network.cut()
    network.mend()
    assert await heard == b""
    assert network.carried == {UP: 2, DOWN: 1}
    network.silence(UP)
    after = await call()
    after.say(b"three")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(after.hears(), 0.2)
    assert network.carried[UP] == 2
