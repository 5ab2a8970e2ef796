"""A wire between a service and the broker that loses or delays chosen messages."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal

from msgspec import Struct

LOST = -1.0
_CARRY = {b"MSG", b"HMSG", b"PUB", b"HPUB"}
"""Verbs of the protocol whose line is followed by as many bytes as its last word says."""


class Packet(Struct, frozen=True):
    """One message on the wire. `way`: `out` from the service, `in` to it."""

    way: Literal["in", "out"]
    subject: str
    data: bytes
    """Headers, if there are any, and payload."""


Judge = Callable[[Packet], float]
"""How many seconds later a message goes on; `LOST`: never."""


def _pass(_: Packet) -> float:
    return 0.0


class Wire:
    def __init__(self, broker_url: str) -> None:
        self._host, _, port = broker_url.removeprefix("nats://").rpartition(":")
        self._port = int(port)
        self.judge: Judge = _pass
        self.url = ""
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.url = f"nats://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in tuple(self._open):
            writer.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(self._host, self._port)
        except OSError:
            writer.close()
            return
        self._open |= {writer, far_writer}
        await asyncio.gather(
            self._carry("out", reader, far_writer), self._carry("in", far_reader, writer)
        )

    async def _carry(
        self,
        way: Literal["in", "out"],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        loop = asyncio.get_running_loop()
        try:
            while line := await reader.readline():
                words = line.split()
                if not words or words[0] not in _CARRY:
                    writer.write(line)
                    continue
                data = await reader.readexactly(int(words[-1]) + 2)
                after_s = self.judge(Packet(way, words[1].decode(), data))
                if after_s == 0:
                    writer.write(line + data)
                elif after_s != LOST:
                    loop.call_later(after_s, writer.write, line + data)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self._open.discard(writer)
            writer.close()


@asynccontextmanager
async def wired(broker_url: str) -> AsyncIterator[Wire]:
    wire = Wire(broker_url)
    await wire.open()
    try:
        yield wire
    finally:
        await wire.close()
