"""Servers that are not as Saloon needs them: too old, without users, with other settings, full."""

import asyncio
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from services.cli.broker import broker_settings, dial, rights_of
from services.cli.streams import streams
from shared.eventstore.planning import ensure_streams
from shared.runtime.nats_server import find_binary, render
from shared.runtime.ports import free_port
from shared.runtime.redis_server import RedisServer

BLOCK = b"x" * 200_000


@contextmanager
def _served(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port at which everybody who comes is talked to, each in a thread of his own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=talk, args=(connection,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield int(listener.getsockname()[1])
        finally:
            listener.shutdown(socket.SHUT_RDWR)


@contextmanager
def old_broker(version: str) -> Iterator[str]:
    """Greets as a nats-server of that version does and lets everybody in; its address."""
    greeting = (
        f'INFO {{"server_id":"old","version":"{version}","headers":true,"max_payload":1048576,'
        '"auth_required":true,"jetstream":true}\r\n'
    ).encode()

    def greet(connection: socket.socket) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as lines:
            connection.sendall(greeting)
            for line in lines:
                if line.startswith(b"PING"):
                    connection.sendall(b"PONG\r\n")

    with _served(greet) as port:
        yield f"nats://127.0.0.1:{port}"


@contextmanager
def old_store(version: str) -> Iterator[str]:
    """Answers as a Redis of that version does; its address."""
    hello = (
        f"*4\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n${len(version)}\r\n{version}\r\n"
    )

    def answer(connection: socket.socket) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as lines:
            while count := lines.readline():
                words = []
                for _ in range(int(count[1:])):
                    lines.readline()
                    words.append(lines.readline().strip().upper())
                connection.sendall(hello.encode() if words[0] == b"HELLO" else b"+OK\r\n")

    with _served(answer) as port:
        yield f"redis://127.0.0.1:{port}/0"


class Store(RedisServer):
    """With these settings in place of ours."""

    def __init__(self, directory: Path, users: str, settings: Sequence[str]) -> None:
        super().__init__(directory, users)
        self._further = settings

    def _arguments(self) -> list[str]:
        return [*super()._arguments(), *self._further]


@contextmanager
def store(directory: Path, users: str | None, settings: Sequence[str] = ()) -> Iterator[str]:
    """A redis-server with these users (`None`: everybody may everything); its address."""
    server = Store(directory, users or "user default on nopass ~* &* +@all\n", settings)
    asyncio.run(server.start())
    try:
        yield server.url
    finally:
        asyncio.run(server.stop())


class SmallBroker:
    """A broker that may store little, with the table's users and those streams that claim no room
    for themselves, and that tells of itself at `monitor_url`."""

    def __init__(
        self, directory: Path, passwords: dict[str, str], *, limit_mb: int, is_synced: bool = True
    ) -> None:
        directory.mkdir(parents=True)
        self._directory = directory
        self._passwords = passwords
        self._port, self._monitor_port = free_port(), free_port()
        settings = broker_settings(directory, rights_of(), passwords, port=self._port)
        text = render(settings, self._port, None)
        sync = "  sync_interval: always\n"
        assert text.count(sync) == 1
        told = f"{sync if is_synced else ''}  max_file_store: {limit_mb}MB\n"
        text = f'http: "127.0.0.1:{self._monitor_port}"\n{text.replace(sync, told)}'
        self._path = directory / "nats.conf"
        self._path.write_text(text, "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self._port}"

    @property
    def monitor_url(self) -> str:
        return f"http://127.0.0.1:{self._monitor_port}"

    def start(self) -> None:
        self._process = subprocess.Popen([find_binary(), "-c", self._path])
        asyncio.run(self._made())

    async def _made(self) -> None:
        bus = await dial(self.url, "setup", self._passwords["setup"])
        wanted = [each for each in streams() if each.config.get("max_bytes", 0) <= 1 << 20]
        await ensure_streams(bus.nc, wanted)
        await bus.close()

    def fill(self) -> int:
        """With messages of the archive, until it takes nothing more: how many it took."""
        return asyncio.run(self._fill())

    async def _fill(self) -> int:
        bus = await dial(self.url, "replay", self._passwords["replay"])
        for number in range(1_000):
            answer = await bus.nc.request(f"$O.ARCHIVE.C.{number}", BLOCK, timeout=5)
            if b"error" in answer.data:
                await bus.close()
                return number
        raise AssertionError("it is not full")

    def make_room(self) -> None:
        asyncio.run(self._emptied())

    async def _emptied(self) -> None:
        bus = await dial(self.url, "replay", self._passwords["replay"])
        await bus.nc.request("$JS.API.STREAM.PURGE.OBJ_ARCHIVE", b"", timeout=5)
        await bus.close()

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(20)
