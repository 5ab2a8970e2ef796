"""A load from its first room to its report: opening, playing, comparing."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

from msgspec import Struct

from services.cli.load.checking import ALL_S, ROOMS_PER_S
from services.cli.load.crew import Crew
from services.cli.load.processor import Processor, Used
from services.cli.load.request import Request
from services.cli.load.tally import Checked, Measured, Spread, Tally
from services.cli.load.worker import ANSWERS_S

TICK_S = 1.0
START_S = 30.0
"""How long the processes of a load may take to start, which is no time of the server's."""
SLACK_S = 15.0
"""A process that takes so much longer over its end than it may is broken."""

Ended = Literal["time", "moves", "nothing open", "interrupted", "cut off", "broken"]
Stage = Literal["opening", "playing", "comparing"]


class Bounds(Struct, frozen=True):
    open_within_s: float
    """Rooms that are not open by then are done without."""
    seconds: float
    """How long is played once the rooms are open."""
    moves: int
    """After so many it ends, too; 0: no such bound."""


class Moment(Struct, frozen=True):
    """What was measured since the moment before."""

    at_s: float
    moves: int
    accept: Spread
    frame: Spread


class Finding(Struct, frozen=True):
    ended: Ended
    opening_s: float
    seconds: float
    """How long was measured."""
    tally: Tally
    checked: Checked
    is_complete: bool
    """Every process of the load told what it compared."""
    sockets: int
    """Open in the end, before they were closed."""
    out: int
    """Seats that the server did not let in any more."""
    used: tuple[Used, ...]
    moments: tuple[Moment, ...]
    troubles: tuple[str, ...]


class Glance(Struct, frozen=True):
    """What a live view shows."""

    stage: Stage
    at_s: float
    tally: Tally
    last: Moment | None
    sockets: int
    playing: int
    quiet_since_s: float
    """When the room that stands still longest was told something, by this machine's clock."""
    used: tuple[Used, ...]


Show = Callable[[Glance], None]


class Drive:
    def __init__(
        self, requests: Sequence[Request], bounds: Bounds, processor: Processor, show: Show
    ) -> None:
        self._crew = Crew(requests)
        self._rooms = sum(request.rooms for request in requests)
        self._bounds = bounds
        self._processor = processor
        self._show = show
        self._stage: Stage = "opening"
        self._began_s = 0.0
        self._moments: list[Moment] = []
        self._before = Measured()
        self._wants = 0
        """How often somebody asked for the end."""
        self._wanted = asyncio.Event()

    async def run(self) -> Finding:
        """Also an interruption (SIGINT, SIGTERM) ends it with a finding; the second one at once."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.ask_for_end)
        try:
            return await self._run()
        finally:
            await self._crew.kill()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    def ask_for_end(self) -> None:
        """Ends it with its finding; asked a second time, at once."""
        self._wants += 1
        self._wanted.set()

    async def _run(self) -> Finding:
        crew, loop = self._crew, asyncio.get_running_loop()
        self._began_s = loop.time()
        await crew.start()
        await self._until(START_S, lambda: crew.has_begun or not crew.are_alive)
        self._began_s = loop.time()
        self._processor.begin(crew.pids)
        ended = await self._until(self._bounds.open_within_s, lambda: not crew.is_opening)
        opening_s = loop.time() - self._began_s
        seconds = 0.0
        if not crew.tally.opened:
            ended = ended or "nothing open"
        elif ended == "time" or (ended is None and crew.are_alive):
            ended, seconds = await self._play()
        sockets, out = crew.sockets, crew.out
        self._stage = "comparing"
        ended = await self._end(ended or "broken")
        return Finding(
            ended=ended,
            opening_s=opening_s,
            seconds=seconds,
            tally=crew.tally,
            checked=crew.checked,
            is_complete=crew.is_complete,
            sockets=sockets,
            out=out,
            used=tuple(self._processor.used()),
            moments=tuple(self._moments),
            troubles=tuple(crew.troubles),
        )

    async def _play(self) -> tuple[Ended | None, float]:
        crew, loop = self._crew, asyncio.get_running_loop()
        await crew.measure()
        self._processor.begin(crew.pids)
        self._stage, self._began_s = "playing", loop.time()
        most = self._bounds.moves
        ended = await self._until(
            self._bounds.seconds,
            lambda: not crew.are_alive or bool(most and crew.tally.moves >= most),
        )
        self._processor.look(crew.pids)
        if ended is None and crew.are_alive:
            ended = "moves"
        return ended, loop.time() - self._began_s

    async def _until(self, within_s: float, holds: Callable[[], bool]) -> Ended | None:
        """Looks every second. `None`: it holds."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + within_s
        while True:
            if self._wants:
                return "interrupted"
            if holds():
                return None
            left_s = until_s - loop.time()
            if left_s <= 0:
                return "time"
            with suppress(TimeoutError):
                async with asyncio.timeout(min(TICK_S, left_s)):
                    await self._wanted.wait()
            self._look()

    async def _end(self, ended: Ended) -> Ended:
        """Has everything compared; whoever asks a second time for the end gets it at once."""
        crew = self._crew
        await crew.stop()
        ending = asyncio.create_task(crew.ended())
        may_s = ANSWERS_S + ALL_S + self._rooms / ROOMS_PER_S + SLACK_S
        limit_s = asyncio.get_running_loop().time() + may_s
        while not ending.done():
            await asyncio.wait({ending}, timeout=TICK_S / 4)
            self._look_on()
            if self._wants > 1:
                ended = "cut off"
                break
            if asyncio.get_running_loop().time() > limit_s:
                ended = "broken"
                break
        await crew.kill()
        await ending
        return ended

    def _look(self) -> None:
        """One more moment of what is played."""
        self._processor.look(self._crew.pids)
        measured = self._crew.tally.measured
        if self._stage == "playing":
            before, self._before = self._before, measured
            at_s = asyncio.get_running_loop().time() - self._began_s
            if measured.moves < before.moves:  # they have just begun to measure
                before = Measured()
            self._moments.append(
                Moment(
                    at_s,
                    measured.moves - before.moves,
                    measured.accept.since(before.accept),
                    measured.frame.since(before.frame),
                )
            )
        self._look_on()

    def _look_on(self) -> None:
        crew = self._crew
        self._show(
            Glance(
                self._stage,
                asyncio.get_running_loop().time() - self._began_s,
                crew.tally,
                self._moments[-1] if self._moments else None,
                crew.sockets,
                crew.playing,
                crew.quiet_since_s,
                tuple(self._processor.used()),
            )
        )
