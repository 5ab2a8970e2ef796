"""Three brokers that keep each log three times: a stream's leader is killed, then all of them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conftest import Count
from tests.integration.cluster import ClusterHouse
from tests.integration.crowd import Harm, crowded
from tests.integration.house import CALM

COUNTS = {"rules": 2, "projection": 1, "timer": 1, "gateway": 1}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[ClusterHouse]:
    async with ClusterHouse(tmp_path, COUNTS, CALM, log_level="warning") as made:
        yield made


async def test_brokers_are_killed_while_people_play(
    house: ClusterHouse, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SALOON_AUDITOR_BROKER_URL", house.broker_url)
    monkeypatch.setenv("SALOON_AUDITOR_PASSWORD", house.secrets.passwords["auditor"])
    brokers = house.brokers
    async with crowded(house.urls, house.data) as crowd:
        for _ in range(2):
            await crowd.goes_on()
            harm = Harm(crowd)
            leader = await brokers.leader()
            brokers.kill(leader)
            await crowd.goes_on()
            harm.told(f"leader n{leader} killed")
            brokers.start(leader)
            await brokers.until_whole()
        harm = Harm(crowd)
        brokers.kill()
        await asyncio.sleep(0.5)
        brokers.start()
        await crowd.goes_on()
        harm.told("all three killed")
        finding = await crowd.end()
    count("brokers of a cluster killed under load", 5)
    count("commands accepted while a cluster's brokers were killed", finding.checked.commands)
