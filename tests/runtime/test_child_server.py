"""A server as a child of whoever starts it: who does not get to the end of that leaves none."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from shared.runtime.nats_server import NatsServer, ServerSettings
from shared.runtime.redis_server import RedisServer
from shared.runtime.tasks import end
from tests.runtime.waiting import until

Server = NatsServer | RedisServer


def broker(directory: Path, binary: Path | None) -> NatsServer:
    return NatsServer(ServerSettings(directory), binary)


def store(directory: Path, binary: Path | None) -> RedisServer:
    return RedisServer(directory, "user default off\n", binary=binary)


BOTH = pytest.mark.parametrize("made", [broker, store])


def deaf(folder: Path) -> Path:
    """A server that greets nobody and does not end when it is asked to."""
    path = folder / "deaf"
    path.write_text(f"#!/bin/sh\ntrap '' TERM\necho $$ > {folder / 'pid'}\nexec sleep 60\n")
    path.chmod(0o700)
    return path


def runs(pid: int) -> bool:
    """A process that ended and was not reaped has no command line."""
    command = Path(f"/proc/{pid}/cmdline")
    return command.exists() and command.read_bytes() != b""


@BOTH
async def test_a_start_that_is_cancelled_leaves_nothing_running(
    made: Callable[[Path, Path | None], Server], tmp_path: Path
) -> None:
    starting = asyncio.create_task(made(tmp_path / "data", deaf(tmp_path)).start())
    pid = tmp_path / "pid"
    await until(lambda: pid.exists() and pid.read_text() != "", within_s=20)
    assert runs(int(pid.read_text()))
    await end(starting)  # twice, since it waits for the server to end
    assert starting.cancelled()
    assert not runs(int(pid.read_text()))
    async with made(tmp_path / "data", None) as server:
        assert runs(server.pid)


@BOTH
async def test_a_server_that_cannot_be_run_leaves_its_directory_to_the_next(
    made: Callable[[Path, Path | None], Server], tmp_path: Path
) -> None:
    cannot = made(tmp_path / "data", tmp_path / "nothing")
    with pytest.raises(FileNotFoundError):
        await cannot.start()
    async with made(tmp_path / "data", None) as server:
        assert runs(server.pid)
