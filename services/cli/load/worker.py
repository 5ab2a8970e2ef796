"""One process of a load: rooms that it opens, plays and compares in the end.

It is told what to do on standard input: its `Request` in the first line, then words. It reports on
standard output, one `Report` a line. When its input ends, whoever started it is gone, and it ends.
"""

import asyncio
import gc
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import monotonic
from typing import Literal

import msgspec
import uvloop
from msgspec import Struct

from services.cli.installation import Installation
from services.cli.load.checking import check_rooms
from services.cli.load.opening import Asker, NotDone, Opener
from services.cli.load.request import Pace, Request
from services.cli.load.room import PREPARING, Room
from services.cli.load.tally import Checked, Measured, Tally
from services.cli.match.source import Missing, Unreadable, auditing
from shared.eventstore.log import Log
from shared.runtime import logs
from shared.runtime.tasks import end

REPORT_S = 1.0
ANSWERS_S = 12.0
"""How long answers are waited for in the end: longer than a gateway looks for a deciding member."""
BACK_S = 3.0
"""How long seats without a connection are waited for then."""
HEARTBEAT_S = 0.05
OPENING_AT_ONCE = 4
_POLL_S = 0.02

MEASURE, STOP = "measure", "stop"
Stage = Literal["opening", "playing", "stopping", "ended"]


class Report(Struct):
    """How far a process is. `stage` after `opening` says that it opens no more rooms."""

    stage: Stage
    tally: Tally
    sockets: int
    playing: int
    """Rooms with a match that runs."""
    out: int
    """Seats that the server does not let in any more."""
    cpu_s: float
    quiet_since_s: float
    """When the room that stands still longest was told something, by this machine's clock; of rooms
    with a match that runs."""
    checked: Checked | None = None
    """With the last one."""
    trouble: str = ""
    """What could not be done at all; a clause."""


class Worker:
    def __init__(self, request: Request) -> None:
        self.tally = Tally()
        self.is_playing = True
        self._request = request
        self._rooms: list[Room] = []
        self._asker = Asker(request.addresses, self.tally)
        self._opener = Opener(self._asker, self.tally, self, request.seats, request.seed)
        self._stage: Stage = "opening"
        self._trouble = ""
        self._moves_left = request.moves or sys.maxsize
        self._next = 0
        """The room that is asked first for the next move of a rate."""

    # What its rooms ask.

    @property
    def pace(self) -> Pace | None:
        return None if self._request.rate else self._request.pace

    @property
    def preparing(self) -> Pace:
        pace = self._request.pace
        return Pace(min(pace.least_s, PREPARING.least_s), min(pace.most_s, PREPARING.most_s))

    def may_move(self) -> bool:
        if self._moves_left:
            self._moves_left -= 1
            return True
        return False

    # Its life.

    async def run(self, words: asyncio.Queue[str]) -> None:
        """Until it is told to stop; the last report has what was compared."""
        async with asyncio.TaskGroup() as group:
            opening = group.create_task(self._open_all())
            works = (self._tell(), self._beat(), self._keep_rate())
            tasks = [opening, *map(group.create_task, works)]
            while (word := await words.get()) == MEASURE:
                await end(opening)
                gc.freeze()  # what has been opened stays to the end; to look through it costs time
                for room in self._rooms:
                    room.note_pause()  # the pause that it is in counts from here
                self.tally.measured = Measured()
                self._stage = "playing"
            await end(*tasks)
        if word == STOP:
            self._stage = "stopping"
            await self._stop()
        await self._asker.close()

    async def _stop(self) -> None:
        """Lets answers come in, compares, goes."""
        self.is_playing = False
        for room in self._rooms:
            room.note_pause()
            for seat in room.seats:
                seat.rest()
        self.report()
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        while self._are_waiting(loop.time() - began_s):  # noqa: ASYNC110
            await asyncio.sleep(_POLL_S)
        checked = await self._check()
        for room in self._rooms:
            for seat in room.seats:
                seat.leave()
        self._stage = "ended"
        self.report(checked)

    def _are_waiting(self, for_s: float) -> bool:
        """Whether answers may still come, after so long."""
        return any(
            seat.waiting is not None and for_s < (ANSWERS_S if seat.is_up else BACK_S)
            for room in self._rooms
            for seat in room.seats
        )

    async def _check(self) -> Checked:
        async with AsyncExitStack() as opened:
            log: Log | None = None
            if self._request.data:
                try:
                    installation = Installation(Path(self._request.data))
                    log = await opened.enter_async_context(auditing(installation))
                except (Unreadable, Missing) as error:
                    self._trouble = str(error)
            return await check_rooms(self._rooms, self._opener, log)

    async def _open_all(self) -> None:
        limit = asyncio.Semaphore(OPENING_AT_ONCE)
        async with asyncio.TaskGroup() as group:
            for number in range(self._request.rooms):
                await limit.acquire()
                group.create_task(self._open(number)).add_done_callback(lambda _: limit.release())
                await asyncio.sleep(self._request.opening_s)
        self._stage = "playing"

    async def _open(self, number: int) -> None:
        """However long the server asks to wait: whoever told this process ends it."""
        try:
            self._rooms.append(await self._opener.open(number, float("inf")))
        except NotDone as error:
            codes = self.tally.not_opened
            codes[error.code] = codes.get(error.code, 0) + 1

    async def _keep_rate(self) -> None:
        """An open loop: a move begins at its time, however long others take."""
        rate = self._request.rate
        if not rate:
            return
        loop = asyncio.get_running_loop()
        began_s, number = loop.time(), 0
        while True:
            number += 1
            await asyncio.sleep(max(0.0, began_s + number / rate - loop.time()))
            if not self._move_somebody():
                self.tally.measured.skipped += 1

    def _move_somebody(self) -> bool:
        """The next room in which somebody may move makes one move."""
        count = len(self._rooms)
        for step in range(count):
            room = self._rooms[(self._next + step) % count]
            if room.phase == "match":
                able = [seat for seat in room.seats if seat.is_idle and seat.offers]
                if able:
                    self._next = (self._next + step + 1) % count
                    return room.act(room.chance.choice(able))
        return False

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        chance = Random()  # noqa: S311 (spreads the beats)
        while True:
            wait_s = HEARTBEAT_S * (0.5 + chance.random())
            due_s = loop.time() + wait_s
            await asyncio.sleep(wait_s)
            self.tally.measured.lag.add((loop.time() - due_s) * 1000)

    async def _tell(self) -> None:
        while True:
            self.report()
            await asyncio.sleep(REPORT_S)

    def report(self, checked: Checked | None = None) -> None:
        seats = [seat for room in self._rooms for seat in room.seats]
        report = Report(
            self._stage,
            self.tally,
            sum(seat.is_up for seat in seats),
            sum(room.phase == "match" for room in self._rooms),
            sum(bool(seat.why_out) for seat in seats),
            sum(os.times()[:2]),
            min((r.newest_s for r in self._rooms if r.phase == "match"), default=monotonic()),
            checked,
            self._trouble,
        )
        sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
        sys.stdout.buffer.flush()


async def _run() -> None:
    reader = asyncio.StreamReader(limit=1 << 20)
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    request = msgspec.json.decode(await reader.readline(), type=Request)
    words: asyncio.Queue[str] = asyncio.Queue()

    async def listen() -> None:
        while line := await reader.readline():
            await words.put(line.decode().strip())
        await words.put("")

    listening = asyncio.create_task(listen())
    await Worker(request).run(words)
    await end(listening)


if __name__ == "__main__":
    logs.configure(level="critical")
    uvloop.run(_run())
