"""`saloon up` with one person and three automatic players: a match to its end, then no trace."""

import asyncio
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest

from services.bots.bang.at_random import choose
from services.cli.match.source import open_source
from services.cli.parts import GAMES
from shared.client import Client, Table
from shared.contracts.commands import AddAutomatic, Ready, Start
from shared.contracts.ids import PlayerId, RoomId
from shared.room.verify import verify
from tests.services.processes.running import Up, command, environ, is_alive
from tests.services.processes.test_up import MODES, wait

LIMIT_S = 120
ROBOTS = 3


async def plays(table: Table, player: PlayerId) -> None:
    """Like anybody who takes the first thing that comes to mind, to the match's end."""
    chance, acted = Random(5), 0
    async for _ in table:
        if table.is_behind or table.seq < acted:
            continue
        if table.view["room"]["phase"] == "over":
            return
        move = choose(table.offers, player, chance)
        if move is not None:
            acted = await table.command(move)


async def evening(url: str) -> RoomId:
    """One person, three automatic players, a whole match."""
    async with asyncio.timeout(LIMIT_S), Client(url) as client:
        await client.open_session("Ann")
        room = (await client.open_room("bang")).code
        for _ in range(ROBOTS):
            await client.command(room, AddAutomatic())
        async with client.socket(room) as table:
            await table.update()
            while len(table.names) <= ROBOTS:  # noqa: ASYNC110 - names come without an update
                await asyncio.sleep(0.02)
            assert set(table.names) == {each["player"] for each in table.view["members"]}
            await client.command(room, Ready(ready=True))
            await client.command(room, Start())
            await plays(table, client.player)
        assert len((await client.result(room)).places) == 1 + ROBOTS
    return room


@MODES
def test_one_person_and_three_automatic_players_play_a_match_to_its_end(
    tmp_path: Path, mode: tuple[str, ...]
) -> None:
    with Up(tmp_path / "data", "--pace", "0", "0", *mode) as up:
        room = asyncio.run(evening(up.url))
        proved = subprocess.run(
            command("match", "verify", room, "--data", str(tmp_path / "data")),
            env=environ(),
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert "byte for byte" in proved.stdout, "while it is served"
        code, said = up.stop()
        assert code == 0, said
        assert "Traceback" not in said
    report = verify(open_source(room, tmp_path / "data").entries, GAMES)
    assert (report.first_bad, report.matches, report.test_seeds) == (None, 1, 0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
@MODES
def test_either_signal_ends_everything_in_the_middle_of_a_match(
    tmp_path: Path, mode: tuple[str, ...], number: signal.Signals
) -> None:
    with Up(tmp_path / "data", "--pace", "100", "200", *mode) as up:
        room, started = asyncio.run(left_alone(up.url))
        children = descendants(up)
        assert len(children) >= (8 if mode else 1)
        up.process.send_signal(number)
        _, said = up.process.communicate(timeout=20)
        assert up.process.returncode == 0, said
        assert "Traceback" not in said
        ended = [line for line in said.splitlines() if "child_ended" in line or "failed" in line]
        assert not ended, "none of them failed by itself"
        wait(lambda: not any(is_alive(pid) for pid in children))
    entries = open_source(room, tmp_path / "data").entries
    assert len(entries) >= started
    assert verify(entries, GAMES).first_bad is None


async def left_alone(url: str) -> tuple[RoomId, int]:
    """A room whose match has begun and goes on; the match's first entry."""
    async with asyncio.timeout(LIMIT_S), Client(url) as client:
        await client.open_session("Ann")
        room = (await client.open_room("bang")).code
        for _ in range(ROBOTS):
            await client.command(room, AddAutomatic())
        await client.command(room, Ready(ready=True))
        return room, (await client.command(room, Start())).seq


def descendants(up: Up) -> set[int]:
    """Every process that it has started, and those have."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {up.process.pid}
    while grown := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= grown
    return found - {up.process.pid}


def test_a_pace_that_ends_before_it_begins_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        command("up", "--data", str(tmp_path / "data"), "--pace", "200", "100"),
        env=environ(),
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert (done.returncode, "--pace" in done.stderr) == (2, True)
    assert not (tmp_path / "data").exists()
