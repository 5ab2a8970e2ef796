"""A redis-server as a child process: views and counters only, so it keeps nothing on disk."""

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path

from shared.runtime.child_server import ChildServer
from shared.runtime.ports import free_port
from shared.runtime.unfit import ServerError


class RedisServer(ChildServer):
    """`users`: its whole list of users, in the server's own words. Keeps its port over restarts."""

    name = "redis-server"
    pid_file = "redis.pid"
    logs = ("redis.log",)

    def __init__(
        self, directory: Path, users: str, *, memory_mb: int = 512, binary: Path | None = None
    ) -> None:
        super().__init__(directory)
        self._users = users
        self._memory_mb = memory_mb
        self._binary = binary
        self._port = 0

    @property
    def url(self) -> str:
        """Without user and password. Known after the first start."""
        assert self._port, "not started yet"
        return f"redis://127.0.0.1:{self._port}/0"

    def _command(self) -> list[str | Path]:
        binary = self._binary or shutil.which("redis-server")
        if binary is None:
            raise ServerError("no redis-server on PATH: apt-get install -y redis-server")
        users = self._directory / "users.acl"
        users.touch(mode=0o600)
        users.write_text(self._users)
        self._port = self._port or free_port()
        return [binary, *self._arguments()]

    def _arguments(self) -> list[str]:
        settings = {
            "--dir": str(self._directory),
            "--port": str(self._port),
            "--bind": "127.0.0.1",
            "--pidfile": self.pid_file,
            "--aclfile": "users.acl",
            "--save": "",
            "--appendonly": "no",
            "--maxmemory": f"{self._memory_mb}mb",
            "--maxmemory-policy": "volatile-lru",
        }
        return [word for pair in settings.items() for word in pair]

    async def _has_answered(self) -> bool:
        """Any answer will do: without a user it is a refusal."""
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            try:
                writer.write(b"PING\r\n")
                return await reader.readline() != b""
            finally:
                writer.close()
        return False
