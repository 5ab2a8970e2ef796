"""A whole installation in one process, over a real broker, which an operator works on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from services.cli.stack import StackSettings, stack
from services.gateway.settings import GatewaySettings
from services.timer.settings import TimerSettings
from tests.services.backup.place import Place

SETTINGS = StackSettings(
    gateway=GatewaySettings(port=0, quiet_ms=100, openings_per_s=1_000, opening_burst=1_000),
    timer=TimerSettings(presence_tick_ms=100),
    bots=None,
)


class Served(Place):
    url = ""


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    place = Served(tmp_path)
    async with stack(place.installation, replace(SETTINGS)) as running:
        place.url = running.url
        yield place
