"""A wire between client and broker that can lose what the broker says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Wire:
    """Passes bytes both ways; while `is_deaf` is set, what the broker says is dropped for good."""

    def __init__(self) -> None:
        self.is_deaf = False
        self.url = ""
        self._tasks: set[asyncio.Task[None]] = set()

    async def accept(
        self, target: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        broker = urlsplit(target)
        try:
            far_reader, far_writer = await asyncio.open_connection(broker.hostname, broker.port)
        except OSError:
            writer.close()
            return
        for source, sink, is_answer in ((reader, far_writer, False), (far_reader, writer, True)):
            task = asyncio.create_task(self._pass_on(source, sink, is_answer=is_answer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, is_answer: bool
    ) -> None:
        with suppress(OSError):
            try:
                while data := await source.read(65536):
                    if not (is_answer and self.is_deaf):
                        sink.write(data)
                        await sink.drain()
            finally:
                sink.close()
                await sink.wait_closed()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def wire_to(url: str) -> AsyncIterator[Wire]:
    """A wire whose `url` stands for the broker's."""
    wire = Wire()
    server = await asyncio.start_server(
        lambda reader, writer: wire.accept(url, reader, writer), "127.0.0.1", 0
    )
    wire.url = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield wire
    finally:
        await wire.close()
        server.close()
        await server.wait_closed()
