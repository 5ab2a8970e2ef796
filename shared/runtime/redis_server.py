"""A redis-server as a child process: views and counters only, so it keeps nothing on disk.

A server that its parent left behind is stopped by the next start in the same directory.
"""

import asyncio
import fcntl
import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from shared.runtime.ports import free_port
from shared.runtime.unfit import Unfit

START_TIMEOUT_S = 10.0
STOP_TIMEOUT_S = 5.0
POLL_S = 0.01


class StoreServerError(Unfit):
    """The server cannot be found or started; the text says what to do about it."""


class RedisServer:
    """The child and its directory. `users`: its whole list of users, in the server's own words.

    Keeps its port over restarts. `start` and `stop` belong to one task at a time.
    """

    def __init__(
        self, directory: Path, users: str, *, memory_mb: int = 512, binary: Path | None = None
    ) -> None:
        self._directory = directory
        self._binary = binary
        self._users = users
        self._memory_mb = memory_mb
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        """Without user and password. Known after the first start."""
        assert self._port, "not started yet"
        return f"redis://127.0.0.1:{self._port}/0"

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    async def start(self) -> None:
        """Returns when the server answers. Raises `StoreServerError`, then nothing runs."""
        binary = self._binary or shutil.which("redis-server")
        if binary is None:
            raise StoreServerError("no redis-server on PATH: apt-get install -y redis-server")
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        users = self._directory / "users.acl"
        users.touch(mode=0o600)
        users.write_text(self._users)
        self._port = self._port or free_port()
        try:
            with await self._own() as lock:  # the child holds on to it
                self._spawn(binary, users, lock)
            await self._answer()
        except BaseException:  # also who is cancelled leaves nothing running
            await self.stop()
            raise

    async def _own(self) -> IO[bytes]:
        """A lock that the child inherits. While another child holds it, that one is asked to end.

        Raises `StoreServerError` when it does not.
        """
        lock = (self._directory / "redis.lock").open("wb")
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                while not _locked(lock):
                    with suppress(OSError, ValueError):
                        os.kill(int((self._directory / "redis.pid").read_text()), signal.SIGTERM)
                    await asyncio.sleep(10 * POLL_S)
        except TimeoutError:
            lock.close()
            raise StoreServerError(f"another server uses {self._directory}") from None
        except BaseException:
            lock.close()
            raise
        return lock

    def _spawn(self, binary: str | Path, users: Path, lock: IO[bytes]) -> None:
        with (self._directory / "redis.log").open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603 - found on PATH
                [binary, *self._arguments(users)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._directory,
                start_new_session=True,  # an interrupt from the terminal is for the parent
                pass_fds=(lock.fileno(),),
            )

    def _arguments(self, users: Path) -> list[str]:
        settings = {
            "--port": str(self._port),
            "--bind": "127.0.0.1",
            "--pidfile": str(self._directory / "redis.pid"),
            "--aclfile": str(users),
            "--save": "",
            "--appendonly": "no",
            "--maxmemory": f"{self._memory_mb}mb",
            "--maxmemory-policy": "volatile-lru",
        }
        return [word for pair in settings.items() for word in pair]

    async def stop(self) -> None:
        """Ends the server, after `STOP_TIMEOUT_S` by force."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        self._process.send_signal(signal.SIGCONT)
        try:
            with suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._process.wait, STOP_TIMEOUT_S)
        finally:
            self.kill()

    def kill(self) -> None:
        """Ends the server at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """Makes it hang until `resume`; its connections stay open."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    async def _answer(self) -> None:
        """Returns when it answers a client. Raises `StoreServerError`."""
        assert self._process is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(START_TIMEOUT_S):
                while self._process.poll() is None:
                    if await self._has_answered():
                        return
                    await asyncio.sleep(POLL_S)
        raise StoreServerError(f"redis-server does not answer: see {self._directory / 'redis.log'}")

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


def _locked(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
