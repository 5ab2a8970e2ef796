"""The load's own websocket against a full one, and against what breaks the protocol."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from services.cli.load.wire import BROKEN, GONE, NotOpened, Wire, dial

LENGTHS = (0, 1, 125, 126, 127, 65_535, 65_536, 300_000)
"""Around the places where a frame's length is written otherwise (RFC 6455, 5.2)."""


class Ear:
    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.lost: asyncio.Queue[tuple[int, str]] = asyncio.Queue()

    def hear(self, message: bytes) -> None:
        self.heard.put_nowait(message)

    def lose(self, code: int, reason: str) -> None:
        self.lost.put_nowait((code, reason))


@asynccontextmanager
async def joined(
    talk: Callable[[ServerConnection], Awaitable[None]],
) -> AsyncIterator[tuple[Wire, Ear]]:
    async with serve(talk, "127.0.0.1", 0, compression=None, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        ear = Ear()
        wire = await dial(f"http://127.0.0.1:{port}/x", ear.hear, ear.lose)
        yield wire, ear
        wire.abort()


async def test_messages_of_every_length_come_and_go_whole() -> None:
    async def echo(connection: ServerConnection) -> None:
        async for message in connection:
            assert isinstance(message, str)
            await connection.send(message)

    async with joined(echo) as (wire, ear):
        for length in LENGTHS[:6]:
            wire.send(b"x" * length)
            assert await asyncio.wait_for(ear.heard.get(), 5) == b"x" * length


async def test_long_messages_parts_and_pings_are_understood() -> None:
    async def talk(connection: ServerConnection) -> None:
        for length in LENGTHS:
            await connection.send("y" * length)
        await connection.send(["one ", "two ", "three"])
        await (await connection.ping())
        await connection.send("after the pong")
        await connection.wait_closed()

    async with joined(talk) as (_, ear):
        for length in LENGTHS:
            assert len(await asyncio.wait_for(ear.heard.get(), 5)) == length
        assert await asyncio.wait_for(ear.heard.get(), 5) == b"one two three"
        assert await asyncio.wait_for(ear.heard.get(), 5) == b"after the pong"


async def test_the_end_is_told_once_with_its_code() -> None:
    async def talk(connection: ServerConnection) -> None:
        await connection.close(4404, "no_such_room")

    async with joined(talk) as (_, ear):
        assert await asyncio.wait_for(ear.lost.get(), 5) == (4404, "no_such_room")
        await asyncio.sleep(0.05)
        assert ear.lost.empty()


async def test_who_ends_it_himself_is_told_nothing() -> None:
    async def talk(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async with joined(talk) as (wire, ear):
        wire.close()
        await asyncio.sleep(0.05)
        assert ear.lost.empty()


@asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[str]:
    """Says this to whoever asks anything, then ends."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/x"


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"", 0),
        (b"hello\r\n\r\n", 0),
        (b"HTTP/1.1 503 Full\r\n\r\n", 503),
        (b"HTTP/1.1 101 Yes\r\nSec-WebSocket-Accept: wrong\r\n\r\n", 0),
        (b"x" * 20_000, 0),
    ],
)
async def test_a_handshake_that_fails_is_told(answer: bytes, status: int) -> None:
    async with answering(answer) as url:
        with pytest.raises(NotOpened) as raised:
            await dial(url, lambda _: None, lambda *_: None)
    assert raised.value.status == status


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xc1\x00", BROKEN),  # compressed
        (b"\x81\x80abcd", BROKEN),  # masked
        (b"\x81\x7f" + (1 << 40).to_bytes(8), BROKEN),  # endless
        (b"\x88\x00", 1005),
        (b"\x81\x05ab", GONE),  # half a message
    ],
)
async def test_what_breaks_the_protocol_ends_the_connection(data: bytes, code: int) -> None:
    async def talk(connection: ServerConnection) -> None:
        connection.transport.write(data)
        await asyncio.sleep(0.02)
        connection.transport.close()

    async with joined(talk) as (_, ear):
        assert (await asyncio.wait_for(ear.lost.get(), 5))[0] == code
        assert ear.heard.empty()
