"""A network that fails on demand: passes bytes to the gateway until it is told to lose them."""

import asyncio
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

_CHUNK_BYTES = 65_536
UP, DOWN = "up", "down"
BOTH = (UP, DOWN)


class Network:
    """Stands between a browser and the gateway at `target`; use it as a context.

    `cut`: every connection breaks and no new one comes about; what is held back is lost. `silence`:
    connections stay, and nothing comes through either way, as on a phone that has left the room, or
    only nothing of what the browser says (`UP`) or hears (`DOWN`). `mend` ends all of it; what was
    held back goes on.
    """

    def __init__(self, target: str) -> None:
        self._to = ("", 0)
        self.aim(target)
        self._is_cut = False
        self._flows = {way: asyncio.Event() for way in BOTH}
        self.mend()
        self._wires: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.url = ""
        self.opened = 0
        """Connections that came about."""
        self.carried = dict.fromkeys(BOTH, 0)
        """Pieces of what was said, by the way they went."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for flow in self._flows.values():
            flow.set()
        await asyncio.gather(*self._tasks)

    def aim(self, target: str) -> None:
        """From now on connections lead to `target`."""
        parts = urlsplit(target)
        assert parts.hostname is not None
        assert parts.port is not None
        self._to = (parts.hostname, parts.port)

    def cut(self) -> None:
        self._is_cut = True
        for wire in self._wires:
            wire.transport.abort()

    def silence(self, *ways: str) -> None:
        for way in ways or BOTH:
            self._flows[way].clear()

    def mend(self) -> None:
        self._is_cut = False
        for flow in self._flows.values():
            flow.set()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._wires.add(writer)
        with suppress(OSError):
            await self._join(reader, writer)
        self._wires.discard(writer)
        writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            return
        await self._flows[UP].wait()
        beyond_reader, beyond_writer = await asyncio.open_connection(*self._to)
        self._wires.add(beyond_writer)
        self.opened += 1
        try:
            await asyncio.gather(
                self._carry(reader, beyond_writer, UP), self._carry(beyond_reader, writer, DOWN)
            )
        finally:
            self._wires.discard(beyond_writer)
            beyond_writer.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(_CHUNK_BYTES):
                await self._flows[way].wait()
                if writer.transport.is_closing():
                    return
                writer.write(data)
                self.carried[way] += 1
                await writer.drain()
        if not writer.transport.is_closing():
            with suppress(OSError):
                writer.close()
