"""A nats-server as a child process.

Its directory holds the configuration, the store, the key it is encrypted with and the server's own
log. `sync_interval: always` is no setting: without it a power cut loses what was acknowledged.
"""

import asyncio
import json
import os
import re
import secrets
import shutil
import subprocess
import sysconfig
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from shared.runtime.broker_configuration import (
    PAYLOAD_BYTES,
    BrokerAccount,
    BrokerUser,
    Passage,
    account_lines,
    quoted,
    user_lines,
)
from shared.runtime.child_server import ChildServer
from shared.runtime.unfit import ServerError

LOWEST_VERSION = (2, 12)
SERVER_CHOOSES = -1
CONFIGURATION, STORE_KEY = "nats.conf", "store.key"
"""What the files of these are called in a server's folder."""
LOG_BYTES = 10 * 1024 * 1024
_VERSION = re.compile(r"v?(\d+)\.(\d+)\.")


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


class NatsServer(ChildServer):
    """Greets clients once it is started."""

    name = "nats-server"
    pid_file = "nats.pid"
    logs = ("nats-server.err", "nats-server.log")

    def __init__(self, settings: ServerSettings, binary: Path | None = None) -> None:
        super().__init__(settings.directory)
        self._settings = settings
        self._binary = binary
        self._port = settings.port

    @property
    def url(self) -> str:
        """Without user and password. Known after the first start."""
        assert self._port, "not started yet"
        return f"nats://{self._settings.host}:{self._port}"

    def _command(self) -> list[str | Path]:
        for stale in self._directory.glob("*.ports"):
            stale.unlink()
        self._write_configuration()
        return [self._binary or find_binary(), "-c", self._directory / CONFIGURATION]

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

    async def _has_answered(self) -> bool:
        """A listening port is not enough: the server has to speak, and to have its store open."""
        port = self._listening_port()
        if port is None:
            return False
        self._port = port
        reader, writer = await asyncio.open_connection(self._settings.host, port)
        try:
            line = await reader.readline()
        finally:
            writer.close()
            await writer.wait_closed()
        word, _, info = line.partition(b" ")
        if word != b"INFO" or not json.loads(info).get("jetstream"):
            raise ServerError(f"what listens on port {port} is no server with a store")
        return True

    def _listening_port(self) -> int | None:
        """From the file that the server writes once it listens."""
        for ports in self._directory.glob(f"*_{self.pid}.ports"):
            with suppress(json.JSONDecodeError):  # half written
                return int(json.loads(ports.read_text())["nats"][0].rpartition(":")[2])
        return None


def _write_private(path: Path, text: str) -> None:
    """Readable by the owner only, from its first byte on."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
