"""A server as a child process: one server, its data in one directory, which it alone may use.

The directory (mode 0700) has two locks. One is the owner's, who starts the server; the other the
child inherits. Who holds that in a directory without an owner is a server whose parent died: it
wrote the pid file, which every start removes, and is asked to stop by the next one.
"""

import asyncio
import fcntl
import os
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, ClassVar, Self

from shared.runtime.unfit import ServerError

START_TIMEOUT_S = 10.0
STOP_TIMEOUT_S = 10.0
POLL_S = 0.01
WATCH_S = 0.1
_OWNER_LOCK, _SERVER_LOCK = "owner.lock", "server.lock"


class DirectoryInUse(ServerError):
    """Another running process has started a server on the directory."""


class ChildServer(ABC):
    """The child and its directory. `start` and `stop` belong to one task at a time."""

    name: ClassVar[str]
    pid_file: ClassVar[str]
    logs: ClassVar[tuple[str, ...]]
    """Files of the directory that say what went wrong; its output goes to the first."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None
        self._owner_lock: IO[bytes] | None = None

    @abstractmethod
    def _command(self) -> Sequence[str | Path]:
        """What to run; first writes what that reads. Raises `ServerError`."""

    @abstractmethod
    async def _has_answered(self) -> bool:
        """Whether it serves a client now. Raises `ServerError` when it never will."""

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def start(self) -> None:
        """Returns when the server answers. Raises `ServerError`. Nothing runs where it fails or is
        cancelled."""
        assert not self.is_running, "already started"
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._own_directory()
            with await self._server_lock() as lock:  # the child holds on to it
                (self._directory / self.pid_file).unlink(missing_ok=True)
                self._spawn(self._command(), lock)
            await self._answer()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Ends the server, after `STOP_TIMEOUT_S` by force, and lets go of the directory."""
        try:
            if self._process is not None and self.is_running:
                self._process.send_signal(signal.SIGTERM)
                self._process.send_signal(signal.SIGCONT)
                with suppress(subprocess.TimeoutExpired):
                    await asyncio.to_thread(self._process.wait, STOP_TIMEOUT_S)
        finally:
            self.kill()
            if self._owner_lock is not None:
                self._owner_lock.close()
                self._owner_lock = None

    async def restart(self) -> None:
        """Stops it if it runs and starts it again, on the same port."""
        await self.stop()
        await self.start()

    async def ended(self) -> str:
        """Returns when the process has, by itself or not: with what, and where to see why."""
        assert self._process is not None, "not started"
        while (status := self._process.poll()) is None:  # noqa: ASYNC110 - tells nobody
            await asyncio.sleep(WATCH_S)
        return self._told(f"ended with {status}")

    def kill(self) -> None:
        """Ends the server at once, as a crash would; the directory stays owned."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def pause(self) -> None:
        """Makes it hang until `resume`; its connections stay open."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)  # until its last thread stands still

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def _own_directory(self) -> None:
        if self._owner_lock is not None:
            return
        lock = (self._directory / _OWNER_LOCK).open("wb")
        if not _locked(lock):
            lock.close()
            raise DirectoryInUse(f"{self._directory} is in use by another process")
        self._owner_lock = lock

    async def _server_lock(self) -> IO[bytes]:
        """While it is held nobody else uses the data; whoever was left behind with it has ended."""
        lock = (self._directory / _SERVER_LOCK).open("wb")
        asked: set[int] = set()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                while not _locked(lock):
                    pid = self._written_pid()
                    if pid is not None and pid not in asked:
                        asked.add(pid)
                        with suppress(ProcessLookupError):
                            os.kill(pid, signal.SIGTERM)
                    await asyncio.sleep(POLL_S)
        except TimeoutError:
            lock.close()
            raise ServerError(f"a server left behind still uses {self._directory}") from None
        except BaseException:
            lock.close()
            raise
        return lock

    def _written_pid(self) -> int | None:
        with suppress(FileNotFoundError, ValueError):
            return int((self._directory / self.pid_file).read_text())
        return None

    def _spawn(self, command: Sequence[str | Path], lock: IO[bytes]) -> None:
        is_first = self._process is None  # a crash that it is started again after stays readable
        with (self._directory / self.logs[0]).open("wb" if is_first else "ab") as said:
            self._process = subprocess.Popen(  # noqa: S603 - found by us
                command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,  # an interrupt from the terminal is for the parent
                pass_fds=(lock.fileno(),),
            )

    async def _answer(self) -> None:
        assert self._process is not None
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                while self.is_running:
                    if await self._has_answered():
                        return
                    await asyncio.sleep(POLL_S)
        except TimeoutError:
            why = f"has not answered in {START_TIMEOUT_S} s"
        else:
            why = f"ended with {self._process.returncode}"
        raise ServerError(self._told(why))

    def _told(self, why: str) -> str:
        return f"{self.name} {why}: see {' and '.join(self.logs)} in {self._directory}"


def is_in_use(directory: Path) -> bool:
    """Whether a server of a living process has this folder."""
    lock = directory / _OWNER_LOCK
    if not lock.exists():
        return False
    with lock.open("rb") as file:
        return not _locked(file)


def _locked(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
