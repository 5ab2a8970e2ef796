"""A server as a child: it starts and stops, its directory is its own, and none is left behind."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest

from shared.runtime.child_server import ChildServer, DirectoryInUse
from shared.runtime.nats_server import NatsServer, ServerSettings
from shared.runtime.redis_server import RedisServer
from shared.runtime.tasks import end
from tests.runtime.waiting import until


class Made(Protocol):
    __name__: str

    def __call__(self, directory: Path, binary: Path | None = None) -> ChildServer: ...


def broker(directory: Path, binary: Path | None = None) -> ChildServer:
    return NatsServer(ServerSettings(directory), binary)


def store(directory: Path, binary: Path | None = None) -> ChildServer:
    return RedisServer(directory, "user default off\n", binary=binary)


BOTH = pytest.mark.parametrize("made", [broker, store])


def runs(pid: int) -> bool:
    """A process that ended and was not reaped has no command line."""
    command = Path(f"/proc/{pid}/cmdline")
    return command.exists() and command.read_bytes() != b""


@BOTH
async def test_stopping_and_killing_twice_does_no_harm(made: Made, tmp_path: Path) -> None:
    server = made(tmp_path)
    await server.stop()
    server.kill()
    await server.start()
    server.kill()
    server.kill()
    await server.stop()
    await server.stop()
    assert not server.is_running


@BOTH
async def test_how_it_ended_is_told_and_what_it_said_stays(made: Made, tmp_path: Path) -> None:
    server = made(tmp_path)
    async with server:
        ending = asyncio.create_task(server.ended())
        os.kill(server.pid, signal.SIGKILL)
        assert (await ending).startswith(f"{server.name} ended with -9: see {server.logs[0]}")
        said = tmp_path / server.logs[0]
        said.write_text("why it crashed")
        await server.start()
        assert said.read_text().startswith("why it crashed")


@BOTH
async def test_a_hanging_server_can_be_stopped(made: Made, tmp_path: Path) -> None:
    server = made(tmp_path)
    await server.start()
    server.pause()
    await asyncio.wait_for(server.stop(), 5)
    assert not server.is_running


@BOTH
async def test_a_directory_belongs_to_one_process(made: Made, tmp_path: Path) -> None:
    async with made(tmp_path) as first:
        second = made(tmp_path)
        with pytest.raises(DirectoryInUse):
            await second.start()
        await second.stop()
        assert first.is_running
        first.kill()
        with pytest.raises(DirectoryInUse):
            await second.start()
    async with second:
        assert second.is_running


LEAVE_A_SERVER_BEHIND = """
import asyncio, os, sys
from pathlib import Path
from tests.runtime import test_child_server
server = getattr(test_child_server, sys.argv[1])(Path(sys.argv[2]))
asyncio.run(server.start())
print(server.pid, flush=True)
os.kill(os.getpid(), 9)
"""


@BOTH
async def test_a_server_whose_parent_died_is_stopped_by_the_next_start(
    made: Made, tmp_path: Path
) -> None:
    parent = subprocess.run(  # noqa: ASYNC221 - nothing else runs here
        [sys.executable, "-c", LEAVE_A_SERVER_BEHIND, made.__name__, tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert parent.returncode == -signal.SIGKILL, parent.stderr
    left_behind = int(parent.stdout)
    assert runs(left_behind)
    async with made(tmp_path) as server:
        assert server.pid != left_behind
        assert not runs(left_behind)


@BOTH
async def test_an_interrupt_at_the_terminal_is_not_for_the_child(
    made: Made, tmp_path: Path
) -> None:
    async with made(tmp_path) as server:
        assert os.getsid(server.pid) == server.pid != os.getsid(0)


def deaf(folder: Path) -> Path:
    """A server that greets nobody and does not end when it is asked to."""
    path = folder / "deaf"
    path.write_text(f"#!/bin/sh\ntrap '' TERM\necho $$ > {folder / 'pid'}\nexec sleep 60\n")
    path.chmod(0o700)
    return path


@BOTH
async def test_a_start_that_is_cancelled_leaves_nothing_running(made: Made, tmp_path: Path) -> None:
    starting = asyncio.create_task(made(tmp_path / "data", deaf(tmp_path)).start())
    pid = tmp_path / "pid"
    await until(lambda: pid.exists() and pid.read_text() != "", within_s=20)
    assert runs(int(pid.read_text()))
    await end(starting)  # twice, since it waits for the server to end
    assert starting.cancelled()
    assert not runs(int(pid.read_text()))
    async with made(tmp_path / "data") as server:
        assert server.is_running


@BOTH
async def test_a_server_that_cannot_be_run_leaves_its_directory_to_the_next(
    made: Made, tmp_path: Path
) -> None:
    cannot = made(tmp_path / "data", tmp_path / "nothing")
    with pytest.raises(FileNotFoundError):
        await cannot.start()
    async with made(tmp_path / "data") as server:
        assert server.is_running
