"""A nats-server as a child process: one server, its data in one directory, which it alone may use.

The directory (mode 0700) holds the configuration, the store, the key it is encrypted with, the
server's own log and two locks. `sync_interval: always` is no setting: without it a power cut loses
what was acknowledged. A server that its parent left behind is stopped by the next start.
"""

import asyncio
import fcntl
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sysconfig
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from msgspec import Struct

from shared.runtime.broker_configuration import (
    PAYLOAD_BYTES,
    BrokerAccount,
    BrokerUser,
    Passage,
    ServerError,
    account_lines,
    quoted,
    user_lines,
)

LOWEST_VERSION = (2, 12)
START_TIMEOUT_S = 10.0
STOP_TIMEOUT_S = 10.0
POLL_S = 0.01
SERVER_CHOOSES = -1
CONFIGURATION, STORE_KEY = "nats.conf", "store.key"
"""What the files of these are called in a server's folder."""
LOG_BYTES = 10 * 1024 * 1024
_VERSION = re.compile(r"v?(\d+)\.(\d+)\.")


class DirectoryInUse(ServerError):
    """Another running process has started a server on the directory."""


class ServerSettings(Struct, frozen=True):
    directory: Path
    users: tuple[BrokerUser, ...] = ()
    """Of a server without accounts."""
    port: int = 0
    """0: a free one, chosen at the first start and kept over restarts."""
    host: str = "127.0.0.1"
    max_payload_bytes: int = PAYLOAD_BYTES
    is_encrypted: bool = True
    """At rest, with a key that is made in the directory at the first start."""
    accounts: tuple[BrokerAccount, ...] = ()
    passages: tuple[Passage, ...] = ()


def find_binary() -> Path:
    """The one on PATH if it is new enough, else the one installed beside this Python.

    Raises `ServerError` when there is neither.
    """
    on_path = shutil.which("nats-server")
    if on_path is not None and _version_of(Path(on_path)) >= LOWEST_VERSION:
        return Path(on_path)
    installed = Path(sysconfig.get_path("scripts")) / "nats-server"
    if installed.exists():
        return installed
    wanted = ".".join(map(str, LOWEST_VERSION))
    raise ServerError(f"no nats-server {wanted} or newer on PATH, nor at {installed}")


def _version_of(binary: Path) -> tuple[int, int]:
    """(0, 0) for what does not say a version."""
    try:
        said = subprocess.run(  # noqa: S603 - found on PATH
            [binary, "--version"], capture_output=True, text=True, timeout=5, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    found = _VERSION.search(said)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def render(settings: ServerSettings, port: int, key: str | None) -> str:
    """The configuration file; `port` -1 lets the server choose.

    `no_advertise` is a word for clusters: a server alone tells clients of no other address.
    """
    directory = settings.directory
    lines = [
        'server_name: "saloon"',
        f"host: {quoted(settings.host)}",
        f"port: {port}",
        f"max_payload: {settings.max_payload_bytes}",
        f"pid_file: {quoted(str(directory / 'nats.pid'))}",
        f"ports_file_dir: {quoted(str(directory))}",
        f"log_file: {quoted(str(directory / 'nats-server.log'))}",
        f"logfile_size_limit: {LOG_BYTES}",
        "logfile_max_num: 2",
        "jetstream {",
        f"  store_dir: {quoted(str(directory / 'store'))}",
        "  sync_interval: always",
        *([f"  key: {quoted(key)}"] if key else []),
        "}",
        *_who(settings),
    ]
    return "\n".join(lines) + "\n"


def _who(settings: ServerSettings) -> list[str]:
    if not settings.accounts:
        return user_lines("authorization", settings.users)
    assert not settings.users, "users belong to an account"
    return account_lines(settings.accounts, settings.passages)


class NatsServer:
    """The child and its directory. `start` and `stop` belong to one task at a time."""

    def __init__(self, settings: ServerSettings, binary: Path | None = None) -> None:
        self._settings = settings
        self._binary = binary
        self._port = settings.port
        self._process: subprocess.Popen[bytes] | None = None
        self._owner_lock: IO[bytes] | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        """Without user and password. Known after the first start."""
        assert self._port, "not started yet"
        return f"nats://{self._settings.host}:{self._port}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def start(self) -> None:
        """Returns when the server has greeted a client. Raises `ServerError`, then nothing runs."""
        assert not self.is_running, "already started"
        directory = self._settings.directory
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._own_directory()
        try:
            with await self._lock_store() as server_lock:  # the child holds on to it
                self._write_configuration()
                self._spawn(server_lock)
            await self._answer()
        except BaseException:  # also who is cancelled leaves nothing running
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
            self._release()

    async def restart(self) -> None:
        """Stops it if it runs and starts it again, on the same port."""
        await self.stop()
        await self.start()

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

    @property
    def _pid_path(self) -> Path:
        return self._settings.directory / "nats.pid"

    def _own_directory(self) -> None:
        if self._owner_lock is not None:
            return
        lock = (self._settings.directory / "owner.lock").open("wb")
        if not _locked(lock):
            lock.close()
            raise DirectoryInUse(f"{self._settings.directory} is in use by another process")
        self._owner_lock = lock

    def _release(self) -> None:
        if self._owner_lock is not None:
            self._owner_lock.close()
            self._owner_lock = None

    async def _lock_store(self) -> IO[bytes]:
        """A lock that the child inherits: while it is held, nobody else may open the store.

        Who holds it in a directory without an owner is a server whose parent died. It wrote the pid
        file, which every start removes under this lock; it is asked to stop.
        """
        lock = (self._settings.directory / "server.lock").open("wb")
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
            directory = self._settings.directory
            raise ServerError(f"a server left behind still uses {directory}") from None
        except BaseException:
            lock.close()
            raise
        self._pid_path.unlink(missing_ok=True)
        for stale in self._settings.directory.glob("*.ports"):
            stale.unlink()
        return lock

    def _written_pid(self) -> int | None:
        with suppress(FileNotFoundError, ValueError):
            return int(self._pid_path.read_text())
        return None

    def _write_configuration(self) -> None:
        directory = self._settings.directory
        key = None
        if self._settings.is_encrypted:
            key_path = directory / STORE_KEY
            if not key_path.exists():
                _write_private(key_path, secrets.token_hex(32))
            key = key_path.read_text()
        port = self._port or SERVER_CHOOSES
        _write_private(directory / CONFIGURATION, render(self._settings, port, key))

    def _spawn(self, server_lock: IO[bytes]) -> None:
        directory = self._settings.directory
        with (directory / "nats-server.err").open("wb") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - found by us
                [self._binary or find_binary(), "-c", directory / CONFIGURATION],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                start_new_session=True,  # an interrupt from the terminal is for the parent
                pass_fds=(server_lock.fileno(),),
            )

    async def _answer(self) -> None:
        """Returns when it has greeted a client. Raises `ServerError`."""
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                self._port = await self._listening_port()
                await self._greeting()
        except TimeoutError:
            raise ServerError(f"no greeting in {START_TIMEOUT_S} s") from None

    async def _listening_port(self) -> int:
        """From the file that the server writes once it listens. `ServerError` when it ends."""
        assert self._process is not None
        while self.is_running:
            for ports in self._settings.directory.glob(f"*_{self._process.pid}.ports"):
                with suppress(json.JSONDecodeError):  # half written
                    return int(json.loads(ports.read_text())["nats"][0].rpartition(":")[2])
            await asyncio.sleep(POLL_S)
        status = self._process.returncode
        raise ServerError(
            f"nats-server ended with {status}: see nats-server.err and nats-server.log "
            f"in {self._settings.directory}"
        )

    async def _greeting(self) -> None:
        """A listening port is not enough: the server has to speak, and to have its store open."""
        reader, writer = await asyncio.open_connection(self._settings.host, self._port)
        try:
            line = await reader.readline()
        finally:
            writer.close()
            await writer.wait_closed()
        word, _, info = line.partition(b" ")
        if word != b"INFO" or not json.loads(info).get("jetstream"):
            raise ServerError(f"what listens on port {self._port} is no server with a store")


def is_in_use(directory: Path) -> bool:
    """Whether a server of a living process has this folder."""
    lock = directory / "owner.lock"
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


def _write_private(path: Path, text: str) -> None:
    """Readable by the owner only, from its first byte on."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
