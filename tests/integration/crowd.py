"""The load of `./saloon load` at play while a test does harm, and what it found in the end."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import click
from msgspec import Struct

from services.cli.load import report
from services.cli.load.driving import Bounds, Drive, Finding, Glance
from services.cli.load.processor import Processor
from services.cli.load.request import Pace, Request
from services.cli.load.tally import Measured
from tests.integration.house import IS_FULL

OPEN_S = 300.0 if IS_FULL else 90.0
MOVES_S = 60.0
"""How long rooms may stand still before a test gives up; what they did is told, not judged."""
LONG_S = 86_400.0
POLL_S = 0.05


class Size(Struct, frozen=True):
    rooms: int
    seats: int
    pace: Pace
    opening_s: float
    """Between two rooms that are opened."""


WHOLE = Size(200, 7, Pace(1.0, 8.0), 0.2)
"""At a person's pace."""
SHORT = Size(20, 4, Pace(0.2, 0.8), 0.05)
SIZE = WHOLE if IS_FULL else SHORT


class Crowd:
    """Ordinary clients in many rooms, spread over gateways. `data`: the folder of the installation
    whose log is read in the end."""

    def __init__(self, urls: Sequence[str], data: Path, size: Size) -> None:
        request = Request(
            addresses=tuple(urls),
            rooms=size.rooms,
            seats=size.seats,
            pace=size.pace,
            rate=0,
            moves=0,
            opening_s=size.opening_s,
            seed=1,
            data=str(data),
        )
        bounds = Bounds(OPEN_S, LONG_S, 0)
        self.size = size
        self._drive = Drive([request], bounds, Processor(lambda _: {}), self._see)
        self._glance: Glance | None = None
        self._running = asyncio.create_task(self._drive.run())

    @property
    def measured(self) -> Measured:
        assert self._glance is not None
        return self._glance.tally.measured

    async def play(self) -> None:
        """Returns when every room is open."""
        rooms = self.size.rooms
        await self._until(
            lambda glance: glance.stage == "playing" and glance.tally.opened == rooms, OPEN_S
        )

    async def goes_on(self) -> float:
        """Seconds until something has happened in every room with a match. A report comes once a
        second, and a person takes his time: it is what people wait for, not what they lack."""
        began_s = time.monotonic()
        await self._until(lambda glance: glance.quiet_since_s > began_s, MOVES_S)
        return time.monotonic() - began_s

    async def end(self) -> Finding:
        """Everything accepted is in the log, once, as it was told, and everybody was let in."""
        self._drive.ask_for_end()
        finding = await self._running
        assert report.wrongs(finding) == {}
        assert report.exit_code(finding) == 0, (finding.checked, finding.troubles)
        assert finding.out == 0, "a seat was not let in any more"
        assert finding.checked.logs == self.size.rooms
        assert finding.checked.by_clock == 0, "nobody was too late for a clock"
        return finding

    async def close(self) -> None:
        self._running.cancel()
        await asyncio.wait({self._running})

    async def _until(self, holds: Callable[[Glance], bool], within_s: float) -> None:
        async with asyncio.timeout(within_s):
            while self._glance is None or not holds(self._glance):
                assert not self._running.done(), self._running.result()
                await asyncio.sleep(POLL_S)

    def _see(self, glance: Glance) -> None:
        self._glance = glance


@asynccontextmanager
async def crowded(urls: Sequence[str], data: Path, size: Size = SIZE) -> AsyncIterator[Crowd]:
    """At play, until left."""
    crowd = Crowd(urls, data, size)
    try:
        await crowd.play()
        yield crowd
    finally:
        await crowd.close()


class Harm:
    """What those who play notice from its making on."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._before = crowd.measured

    def told(self, what: str) -> None:
        """Prints it (`pytest -s`)."""
        accept = self._crowd.measured.accept.since(self._before.accept)
        pause = self._crowd.measured.pause.since(self._before.pause)
        click.echo(
            f"{what}: longest command {accept.most_ms:,.0f} ms of {accept.count:,} "
            f"(p99 {accept.quantile_ms(0.99):,.0f}), a room's longest pause {pause.most_ms:,.0f} ms"
        )
