"""A connection that a test may cut: bytes pass between a client and a server until it does."""

import asyncio
from contextlib import suppress


class Ferry:
    """Listens on a port of its own and passes everything on to `port`."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.crossings = 0
        """Connections that were made."""
        self.is_deaf = False
        """What the server says is swallowed."""
        self.is_closed = False
        """New connections are cut at once."""

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._cross, "127.0.0.1", 0)

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _cross(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.is_closed:
            writer.transport.abort()
            return
        self.crossings += 1
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {writer, back}
        try:
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer, answers=True))
        finally:
            for end in (writer, back):
                self._writers.discard(end)
                end.transport.abort()

    async def _pass(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, answers: bool = False
    ) -> None:
        with suppress(OSError):
            while data := await source.read(65_536):
                if not (answers and self.is_deaf):
                    to.write(data)
                    await to.drain()
        to.transport.abort()
