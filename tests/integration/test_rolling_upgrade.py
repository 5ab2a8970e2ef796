"""Every process is taken away and put back, one after the other, as deploy/runbooks/upgrade.md does
it, while people play: nobody notices more than a reconnect."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conftest import Count
from tests.integration.crowd import Crowd, Harm, crowded
from tests.integration.house import CALM, House
from tests.integration.processes import Process

COUNTS = {"rules": 3, "projection": 2, "timer": 1, "replay": 1, "gateway": 2}
"""In the order in which they are changed."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path, COUNTS, CALM, log_level="warning") as made:
        yield made


async def test_every_process_is_changed_while_people_play(house: House, count: Count) -> None:
    async with crowded(house.urls, house.data) as crowd:
        await crowd.goes_on()
        whole = Harm(crowd)
        for process in house.processes:
            await changed(process, crowd)
        await crowd.goes_on()
        whole.told(f"{len(house.processes)} processes changed")
        sockets = crowd.size.rooms * crowd.size.seats
        finding = await crowd.end()
    assert finding.tally.put_off == 0, "somebody decided every command"
    assert 0 < finding.tally.reconnects <= len(house.all("gateway")) * sockets
    assert finding.tally.gaps == 0
    count("processes changed under load", len(house.processes))
    count("commands accepted during a rolling upgrade", finding.checked.commands)


async def changed(process: Process, crowd: Crowd) -> None:
    harm = Harm(crowd)
    assert await asyncio.to_thread(process.stop) == 0, process.said()[-2000:]
    process.start()
    await process.until_ready()
    await asyncio.sleep(1)  # until the load has told of it
    harm.told(f"{process.name} changed")
