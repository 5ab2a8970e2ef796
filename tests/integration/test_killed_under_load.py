"""A whole installation under load, and processes that are killed: everything goes on by itself,
nothing accepted is lost, nothing is doubled. The times are told (`pytest -s`)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import click
import pytest

from tests.conftest import Count
from tests.integration.house import CALM, House, auditing
from tests.integration.load import Load, loaded

ROOMS = 8
COMMANDS = 10
"""Of each room before a process is killed and after it went on, however fast the machine is."""
GENEROUS_S = 5.0
"""A machine that runs other suites beside this one is slow at starting processes."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    counts = {"rules": 2, "projection": 1, "timer": 1, "gateway": 2}
    async with House(tmp_path, counts, CALM, log_level="warning") as made:
        yield made


async def settled(load: Load) -> None:
    await load.goes_on(COMMANDS)
    load.slowest_s = 0


async def test_one_of_two_rules_processes_killed_under_load(house: House, count: Count) -> None:
    async with auditing(house) as auditor, loaded(house.urls, ROOMS) as load:
        for number in range(2):
            await settled(load)
            killed = house.all("rules")[number]
            killed.kill()
            resumed_s = await load.goes_on()
            await asyncio.sleep(1)
            click.echo(
                f"rules process killed: longest command {load.slowest_s * 1000:.0f} ms, "
                f"all rooms went on after {resumed_s:.2f} s"
            )
            assert load.slowest_s <= GENEROUS_S
            killed.start()
            await killed.until_ready()
            await load.goes_on(COMMANDS)
        count("commands accepted while rules were killed", await load.end(auditor))


async def test_the_broker_killed_and_started_again_under_load(house: House, count: Count) -> None:
    async with loaded(house.urls, ROOMS) as load:
        for _ in range(3):
            await settled(load)
            house.broker.kill()
            await asyncio.sleep(0.3)
            await house.broker.start()
            resumed_s = await load.goes_on()
            click.echo(
                f"broker killed: all rooms went on {resumed_s:.2f} s after its start, "
                f"longest command {load.slowest_s * 1000:.0f} ms"
            )
            assert resumed_s <= GENEROUS_S
            await load.goes_on(COMMANDS)
        async with auditing(house) as auditor:
            count("commands accepted while the broker was killed", await load.end(auditor))


@pytest.mark.parametrize("service", ["gateway", "projection", "timer"])
async def test_any_other_process_killed_under_load(
    house: House, count: Count, service: str
) -> None:
    """With another gateway beside it; the only projection and timer are started again."""
    async with auditing(house) as auditor, loaded(house.urls, ROOMS // 2) as load:
        await settled(load)
        killed = house.all(service)[0]
        killed.kill()
        await asyncio.sleep(0.3)
        killed.start()
        await killed.until_ready()
        resumed_s = await load.goes_on()
        click.echo(f"{service} killed: all rooms went on {resumed_s:.2f} s after it was ready")
        assert resumed_s <= GENEROUS_S
        await load.goes_on(COMMANDS)
        count(f"commands accepted while the {service} was killed", await load.end(auditor))
