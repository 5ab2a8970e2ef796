"""`saloon up` when the broker or the store under it ends: started again, and played on."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from services.cli.kept import kept
from services.cli.load.request import Pace
from shared.runtime.lifecycle import Life
from shared.runtime.nats_server import NatsServer, ServerSettings
from tests.conftest import Count
from tests.integration.crowd import Size, crowded
from tests.runtime.waiting import until
from tests.services.processes.running import Up, is_alive
from tests.services.processes.test_up import create_room

BROKER, STORE = "nats-server", "redis-server"
FEW = Size(3, 4, Pace(0.1, 0.3), 0.05)
START_S = 30.0
"""How long a busy machine may take to start one of the two."""

FORMS = pytest.mark.parametrize(
    ("flags", "servers"),
    [((), (BROKER,)), (("--processes",), (BROKER, STORE))],
    ids=["embedded", "processes"],
)


def running(up: Up, server: str) -> set[int]:
    return {pid for pid, line in up.children().items() if server in line and is_alive(pid)}


def killed(up: Up, server: str) -> int:
    (pid,) = running(up, server)
    os.kill(pid, signal.SIGKILL)
    return pid


async def come_back(up: Up, server: str, gone: int) -> None:
    await until(lambda: bool(running(up, server) - {gone}), within_s=START_S)


@FORMS
async def test_a_server_that_is_killed_comes_back_and_everybody_plays_on(
    tmp_path: Path, count: Count, flags: tuple[str, ...], servers: tuple[str, ...]
) -> None:
    with Up(tmp_path / "data", *flags) as up:
        async with crowded([up.url], tmp_path / "data", FEW) as crowd:
            for server in servers:
                await crowd.goes_on()
                await come_back(up, server, killed(up, server))
                await crowd.goes_on()
            finding = await crowd.end()
        assert finding.tally.reconnects == 0, "the sockets were kept"
        create_room(up)
        code, said = up.stop()
        assert code == 0, said
        ended = [line for line in said.splitlines() if "child_ended" in line]
        assert len(ended) == len(servers), said
        assert all(f"{server} ended with -9" in "".join(ended) for server in servers)
    count("commands accepted while a server of up was killed", finding.checked.commands)


@pytest.mark.parametrize(
    ("flags", "server", "folder", "told"),
    [
        ((), BROKER, "broker/store", "see nats-server.err and nats-server.log in"),
        (("--processes",), STORE, "store", "File exists"),
    ],
    ids=["broker", "store"],
)
def test_a_server_that_cannot_come_back_ends_all(
    tmp_path: Path, flags: tuple[str, ...], server: str, folder: str, told: str
) -> None:
    place = tmp_path / "data" / folder
    with Up(tmp_path / "data", *flags) as up:
        place.rename(tmp_path / "away")
        place.touch()  # where a folder has to be
        killed(up, server)
        _, said = up.process.communicate(timeout=60)
        children = running(up, server)
    assert up.process.returncode == 1, said
    (why,) = {line[: line.index('"event"')] for line in said.splitlines() if '"unfit"' in line}
    assert f"{server} was started again 5 times in a row" in why
    assert told in why
    assert str(place.parent) in why
    assert said.count("child_ended") == 5
    assert '"failed"' not in said
    assert not children


async def test_a_server_that_ends_together_with_all_else_stays_so(tmp_path: Path) -> None:
    """A signal may come to all processes of a terminal or a unit at once."""
    life, server = Life(), NatsServer(ServerSettings(tmp_path))
    async with kept(server, life):
        life.end()
        server.kill()
        await until(lambda: server.name not in {task.get_name() for task in asyncio.all_tasks()})
        assert not server.is_running
    assert life.failure is None
