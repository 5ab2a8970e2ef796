"""A disaster: everything is killed and wiped, and comes back from a backup made during play.

What is restored is proved, running matches go on with the same sockets, nobody loses by the outage,
and what was accepted after the backup is lost, which is said.
"""

import asyncio
import itertools
import json
import shutil
import subprocess
import time
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import click

from services.cli.parts import GAMES
from shared.client import Refused
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.games.bang.events import ClockSet, WaitChanged
from shared.matchfile import opened
from tests.conftest import Count
from tests.integration.house import CALM, LATE_MS, Auditor, House, Times, auditing
from tests.integration.people import Party, gathered
from tests.services.processes.running import command, environ

COUNTS = {"rules": 2, "projection": 1, "timer": 1, "replay": 1}
TIMES = Times(second=80, absence=CALM.absence, abandon=CALM.abandon)
"""Turns of some seconds: nobody who plays meets a clock, and whoever is silent does."""
PROVED = {"archived": 0, "bad": [], "ok": True}
MOVES_LIMIT = 3_000


async def operator(house: House, *arguments: str) -> dict[str, Any]:
    """`saloon admin …` as a process of its own."""
    line = command("admin", *arguments, "--data", str(house.installation.directory), "--json")
    run = partial(subprocess.run, env=environ(), capture_output=True, text=True, timeout=120)
    ended = await asyncio.to_thread(run, line)
    assert ended.returncode == 0, ended
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


async def plays(party: Party, chance: Random, moves: int = MOVES_LIMIT) -> None:
    """So many moves, or the match to its end; somebody's clock may run out meanwhile."""
    for _ in range(moves):
        if party.host.view["room"]["phase"] != "match":
            return
        try:
            await party.plays(1, chance)
        except Refused:
            await asyncio.sleep(0.05)
    assert moves < MOVES_LIMIT, "it does not end"


async def plays_slowly(party: Party, chance: Random, is_enough: asyncio.Event) -> None:
    while not is_enough.is_set():
        await plays(party, chance, 1)
        await asyncio.sleep(0.05)


def wipe(folder: Path) -> None:
    """Broker, store, everything but what is kept apart from backups."""
    secrets = (folder / "installation" / "secrets.json").read_bytes()
    shutil.rmtree(folder / "installation")
    shutil.rmtree(folder / "store")
    (folder / "installation").mkdir(mode=0o700)
    (folder / "installation" / "secrets.json").write_bytes(secrets)


async def test_running_matches_go_on_after_everything_was_wiped_and_restored(
    tmp_path: Path, count: Count
) -> None:
    house = House(tmp_path, COUNTS, TIMES, log_level="warning")
    async with AsyncExitStack() as stack:
        stack.push_async_callback(house.stop)
        await house.start()
        gateway = house.add("gateway")
        await house.until_ready()
        over, moving, silent = [
            await stack.enter_async_context(gathered(house.urls, 4)) for _ in range(3)
        ]
        chance = Random(5)
        for party in (over, moving, silent):
            await party.start()
        await asyncio.gather(plays(over, chance), plays(silent, chance, 5))
        is_enough = asyncio.Event()
        playing = asyncio.create_task(plays_slowly(moving, chance, is_enough))
        await moving.host.until_seq(moving.host.seq + 5)
        before = {party.room: party.host.seq for party in (over, moving, silent)}
        made = await operator(house, "backup", str(tmp_path / "copy"))
        await moving.host.until_seq(moving.host.seq + 5)
        is_enough.set()
        await playing
        async with auditing(house) as auditor:
            was = {room: await auditor.entries(room) for room in before}
        heard = {person: len(person.heard) for person in (*moving.people, *silent.people)}
        for process in house.processes:
            process.kill()
        house.broker.kill()
        await house.stop()
        wipe(tmp_path)

        again = House(tmp_path, COUNTS, TIMES, log_level="warning")
        restored = await operator(again, "restore", str(tmp_path / "copy"))
        assert restored["proved"] == {**PROVED, "rooms": 3, "matches": 3}
        assert restored["entries"] == made["entries"]
        await overdue(was[silent.room])
        stack.push_async_callback(again.stop)
        await again.start()
        again.add("gateway", address=gateway.address)
        await again.until_ready()
        async with auditing(again) as auditor:
            kept = {
                room: common(entries, await auditor.entries(room)) for room, entries in was.items()
            }
            assert sum(kept.values()) == made["entries"]
            assert all(kept[room] >= seq for room, seq in before.items())
            lost = sum(map(len, was.values())) - made["entries"]
            click.echo(f"{made['entries']} entries restored, {lost} of later are lost")
            assert lost > 0, "nothing was played after the backup"
            assert await goes_on_with_more_time(auditor, silent.room, kept[silent.room])
            for person, number in heard.items():
                await person.until(lambda _: len(person.heard) > number, within_s=30)  # noqa: B023
            await asyncio.gather(*(plays(party, chance) for party in (moving, silent)))
            for party in (over, moving, silent):
                report = await auditor.verified(party.room)
                count("matches that were proved after a restore", report.matches)
            for person in (*moving.people, *silent.people):
                assert person.view["result"], "the same socket has seen the end"
    count("entries that were restored", made["entries"])


async def overdue(entries: list[bytes]) -> None:
    """Returns when whatever was waited for is later than any clock lets pass."""
    deadline_ms = max(read_header(read_entry(entry)).deadline_ms for entry in entries)
    await asyncio.sleep(max(0, (deadline_ms + LATE_MS + 500) / 1000 - time.time()))


def common(one: list[bytes], other: list[bytes]) -> int:
    """How many entries both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


async def goes_on_with_more_time(auditor: Auditor, room: RoomId, kept: int) -> bool:
    """Whether the first entry after the restore gives whoever was to move his time once more."""
    async with asyncio.timeout(30):
        while await auditor.log.head(room) <= kept:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    first = list(opened.read(await auditor.entries(room), GAMES))[kept]
    return any(map(_is_extended, first.told()))


def _is_extended(event: object) -> bool:
    if isinstance(event, ClockSet):
        return event.extended
    return isinstance(event, WaitChanged) and event.wait.extended
