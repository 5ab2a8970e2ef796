"""Houses that several tests share, and what a test may need beside them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.integration.house import BRISK, CALM, Auditor, House, auditing

ONE_OF_EACH = {"rules": 1, "projection": 1, "timer": 1, "gateway": 1}


@pytest.fixture(scope="session")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """No clock runs out in it; two of everything."""
    house = House(tmp_path_factory.mktemp("calm"), dict.fromkeys(ONE_OF_EACH, 2), CALM)
    asyncio.run(house.start())
    yield house
    asyncio.run(house.stop())


@pytest.fixture(scope="session")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Clocks run at the speed of `SCALE`; one of everything."""
    house = House(tmp_path_factory.mktemp("brisk"), ONE_OF_EACH, BRISK)
    asyncio.run(house.start())
    yield house
    asyncio.run(house.stop())


@pytest.fixture
async def house_of_one(tmp_path: Path) -> AsyncIterator[House]:
    """A calm one of its own for a test that does it harm."""
    async with House(tmp_path, ONE_OF_EACH, CALM) as house:
        yield house


@pytest.fixture
async def calm_log(calm: House) -> AsyncIterator[Auditor]:
    async with auditing(calm) as auditor:
        yield auditor


@pytest.fixture
async def brisk_log(brisk: House) -> AsyncIterator[Auditor]:
    async with auditing(brisk) as auditor:
        yield auditor
