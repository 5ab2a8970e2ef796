"""`saloon bench path`: the whole way of a command, over separate processes and synced writes."""

import asyncio
import os
import signal
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import click
import uvloop

from services.cli.installation import Installation
from services.cli.supervising import Child, Wanted, children_of, until_ready
from shared.runtime import logs
from shared.runtime.lifecycle import Life

from . import asked, processes
from .bare import IN_FLIGHT, bare_publishes_per_s
from .crowd import Room, Tally, seat
from .table import Row, report

ENTRY_BYTES = 740
"""A stored entry of a match of seven, on average; `bench engine` plays the same kind of match."""
FREE = ("--command-burst", "1000000", "--commands-per-s", "1000000")
OPEN = ("--opening-burst", "1000000", "--openings-per-s", "1000000")


@click.command()
@click.option("--seconds", default=10.0, show_default=True, help="How long each load lasts.")
@click.option("--rooms", default=50, show_default=True, help="Rooms of seven that play.")
@click.option("--moves", default=100, show_default=True, help="Moves a second of the steady load.")
@asked.as_json
def path(*, seconds: float, rooms: int, moves: int, as_json: bool) -> None:
    """Socket, gateway, rules, log, projection and back, under load.

    Starts everything as processes of its own in a temporary folder; needs a redis-server.
    """
    logs.configure(level="error")
    with tempfile.TemporaryDirectory(prefix="saloon-bench-") as folder:
        rows = uvloop.run(_measure(Path(folder), seconds, rooms, moves))
    report("path", rows, as_json=as_json)


async def _measure(folder: Path, seconds: float, rooms: int, moves: int) -> list[Row]:
    wanted = Wanted("127.0.0.1", 0, 2, False, "error", (*FREE, *OPEN))
    async with children_of(Installation(folder / "installation"), wanted, Life()) as children:
        for child in children:
            await child.start()
        try:
            url = await until_ready(children)
            crowded = await _toggles(url, seconds)
            bare = await bare_publishes_per_s(folder / "bare", ENTRY_BYTES, seconds)
            tally = Tally()
            tables = await seat(url, rooms, tally)
            await asyncio.gather(*(table.begin() for table in tables))
            steady = await _steady(tables, tally, seconds, moves)
            closed = await _closed(children, tables, tally, seconds)
            killed = await _killed(children[0], tables, tally, seconds)
            players = [player for table in tables for player in table.players]
            await asyncio.gather(*(player.close() for player in players))
        finally:
            for child in children:
                await child.stop()
    beside = f"bare publish loop, {bare:,.0f}/s, same run"
    return [
        Row("accepted commands, 256 in flight", crowded / bare * 100, "%", 40, True, beside),
        Row("  that is", crowded, "/s"),
        *steady,
        *closed,
        *killed,
    ]


async def _toggles(url: str, seconds: float) -> float:
    """Accepted commands a second: as many hosts as are in flight get ready and unready."""
    tally = Tally()
    rooms = await seat(url, IN_FLIGHT, tally, seats=1)
    tally.clear()

    async def one(room: Room) -> None:
        ready = True
        while perf_counter() < until:
            await room.players[0].send({"type": "ready", "ready": ready})
            ready = not ready

    began = perf_counter()
    until = began + seconds
    await asyncio.gather(*map(one, rooms))
    rate = tally.moves / (perf_counter() - began)
    await asyncio.gather(*(room.players[0].close() for room in rooms))
    return rate


async def _steady(tables: list[Room], tally: Tally, seconds: float, moves: int) -> list[Row]:
    """An open loop: moves are begun at their times, however long earlier ones take."""
    await _open_loop(tables, 2.0, moves)
    tally.clear()
    await _open_loop(tables, seconds, moves)
    cut = quantiles(tally.frame_ms, n=100)
    per_move = tally.bytes / max(tally.moves, 1)
    offers = tally.offer_bytes / max(tally.moves, 1)
    beside = "boardgame.io 2.2 / 14.5 ms, nothing stored (published)"
    load = f"{tally.moves / seconds:,.0f} moves/s, {len(tables)} rooms"
    return [
        Row(f"move to frame, p50 ({load})", cut[49], "ms", 4, False, beside),
        Row("move to frame, p99", cut[98], "ms", 25, False, beside),
        Row(
            "bytes a move, all seats, without offers",
            per_move - offers,
            "B",
            2_000,
            False,
            "boardgame.io 13 KB (published)",
        ),
        Row("bytes a move, all seats", per_move, "B", 5_000, False),
    ]


async def _open_loop(tables: list[Room], seconds: float, moves: int) -> None:
    began = perf_counter()
    under_way: set[asyncio.Task[bool]] = set()
    for number in range(int(seconds * moves)):
        wait = began + number / moves - perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        task = asyncio.create_task(tables[number % len(tables)].move())
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    if under_way:
        await asyncio.wait(under_way)


async def _closed(
    children: list[Child], tables: list[Room], tally: Tally, seconds: float
) -> list[Row]:
    before = processes.used_s(children)
    rate = await _closed_loop(tables, tally, seconds)
    beside = "boardgame.io 929/s, nothing stored (published)"
    return [
        Row("closed loop, the crowd included", rate, "moves/s", 1_000, True, beside),
        *processes.rows(before, processes.used_s(children), tally.moves),
    ]


async def _closed_loop(tables: list[Room], tally: Tally, seconds: float) -> float:
    """Every room moves as soon as its last move is answered. Moves a second."""
    tally.clear()

    async def one(room: Room) -> None:
        while perf_counter() < until:
            if not await room.move():
                await asyncio.sleep(0.001)

    began = perf_counter()
    until = began + seconds
    await asyncio.gather(*map(one, tables))
    return tally.moves / (perf_counter() - began)


async def _killed(rules: Child, tables: list[Room], tally: Tally, seconds: float) -> list[Row]:
    """The closed loop, while one of two rules processes is killed in the middle of it."""
    await asyncio.gather(*(room.is_heard() for room in tables))
    before = sum(room.seq for room in tables)
    playing = asyncio.create_task(_closed_loop(tables, tally, seconds))
    await asyncio.sleep(seconds / 2)
    os.kill(rules.pid, signal.SIGKILL)
    await playing
    await asyncio.gather(*(room.is_heard() for room in tables))
    entries = sum(room.seq for room in tables) - before
    beside = f"{tally.moves:,} accepted, {entries:,} entries; peers lose the room"
    longest_ms = max(tally.accept_ms)
    return [
        Row("owner killed in it, longest command", longest_ms, "ms", 1_000, False, beside),
        Row("  commands lost or doubled", abs(entries - tally.moves), "", 0, False),
    ]
