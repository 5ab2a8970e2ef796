"""Redis is emptied while people play: what it held comes back by itself."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from redis.asyncio import Redis

from tests.conftest import Count
from tests.integration.crowd import Harm, crowded
from tests.integration.house import CALM, House, auditing
from tests.integration.people import Party, eventually, gathered
from tests.integration.test_faults import same_for_all

COUNTS = {"rules": 1, "projection": 2, "timer": 1, "gateway": 2}
LOST = b"limit:"
"""What may be gone for good: who has sent how much lately."""
BACK_S = 60


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path, COUNTS, CALM, log_level="warning") as made:
        yield made


@asynccontextmanager
async def operating(house: House) -> AsyncIterator[Redis]:
    client = Redis.from_url(house.store.url, username="operator", password="operator")
    try:
        yield client
    finally:
        await client.aclose()


async def held(store: Redis) -> set[bytes]:
    keys = [key for key in await store.keys("*") if isinstance(key, bytes)]
    return {key for key in keys if not key.startswith(LOST)}


async def test_what_the_store_held_comes_back_while_people_play(house: House, count: Count) -> None:
    async with (
        operating(house) as store,
        auditing(house) as log,
        gathered(house.urls, visibility="public") as party,
        crowded(house.urls, house.data) as crowd,
    ):
        await party.start()
        keys = 0
        for turn in range(2):
            await crowd.goes_on()
            before, harm = await held(store), Harm(crowd)
            assert await listed(party)
            await store.flushall()
            assert await party.plays(1, Random(turn)) == 1
            back_s = await until_back(store, before)
            await crowd.goes_on()
            harm.told(f"store emptied, {len(before):,} keys back after {back_s:.2f} s")
            assert await listed(party)
            await come_anew(party)
            await same_for_all(party, log)
            keys += len(before)
        finding = await crowd.end()
    assert finding.tally.reconnects == 0
    count("keys that came back to an emptied store", keys)
    count("commands accepted while the store was emptied", finding.checked.commands)


async def until_back(store: Redis, before: set[bytes]) -> float:
    """Seconds until every key is there again. (The frames of a room come with its next entry.)"""
    began_s = time.monotonic()
    while missing := before - await held(store):
        assert time.monotonic() < began_s + BACK_S, sorted(missing)[:20]
        await asyncio.sleep(0.2)
    return time.monotonic() - began_s


async def listed(party: Party) -> bool:
    return party.room in {each.room.code for each in (await party.host.client.rooms()).rooms}


async def come_anew(party: Party) -> None:
    """Everybody leaves and comes back, and sees all the others, whatever gateway they are at."""
    for person in party.people:
        await person.drop()
        await person.sit()
    everybody = {person.id for person in party.people}
    tables = [person.table for person in party.people]
    await eventually(lambda: all(set(t.present) == everybody for t in tables if t is not None))
