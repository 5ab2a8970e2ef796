"""The processes of a load, and what they report."""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from services.cli.load.request import Request
from services.cli.load.tally import Checked, Tally, add, total
from services.cli.load.worker import MEASURE, STOP, Report
from services.cli.tree import ROOT

REPORT_LIMIT_BYTES = 1 << 22
AUDITOR = "SALOON_AUDITOR_"
"""Settings of whoever reads the log."""


class Crew:
    """One process for each request. What one of them says on standard error goes to ours."""

    def __init__(self, requests: Sequence[Request]) -> None:
        self._requests = requests
        self._processes: list[asyncio.subprocess.Process] = []
        self._reports: dict[int, Report] = {}
        """By the number of the process, its last."""
        self._reading: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name in ("PATH", "LANG", "TZ", "SSL_CERT_FILE") or name.startswith(AUDITOR)
        }
        for number, request in enumerate(self._requests):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "services.cli.load.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**kept, "PYTHONPATH": str(ROOT)},
                limit=REPORT_LIMIT_BYTES,
                start_new_session=True,  # an interrupt from the terminal is for the parent
            )
            self._processes.append(process)
            self._reading.append(asyncio.create_task(self._read(number, process)))
            await self._write(process, msgspec.json.encode(request))

    async def measure(self) -> None:
        """No more rooms are opened; what is measured counts from here."""
        await self._say(MEASURE)

    async def stop(self) -> None:
        """They compare what they were told, and end."""
        await self._say(STOP)

    async def ended(self) -> None:
        await asyncio.gather(*self._reading)

    async def kill(self) -> None:
        """Ends those that still run, at once."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.kill()
        await self.ended()
        for process in self._processes:
            await process.wait()

    @property
    def tally(self) -> Tally:
        return total(report.tally for report in self._reports.values())

    @property
    def checked(self) -> Checked:
        found = Checked()
        for report in self._reports.values():
            if report.checked is not None:
                add(found, report.checked)
        return found

    @property
    def is_complete(self) -> bool:
        """Every process has told what it compared."""
        told = [report.checked is not None for report in self._reports.values()]
        return len(told) == len(self._requests) and all(told)

    @property
    def has_begun(self) -> bool:
        """Every process has told something."""
        return len(self._reports) == len(self._requests)

    @property
    def is_opening(self) -> bool:
        stages = [report.stage for report in self._reports.values()]
        return self.are_alive and (not self.has_begun or "opening" in stages)

    @property
    def are_alive(self) -> bool:
        """None of them has ended before it was told to."""
        return all(process.returncode is None for process in self._processes)

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes]

    @property
    def cpu_s(self) -> float:
        """Of all of them, as they say themselves."""
        return sum(report.cpu_s for report in self._reports.values())

    @property
    def sockets(self) -> int:
        return sum(report.sockets for report in self._reports.values())

    @property
    def playing(self) -> int:
        return sum(report.playing for report in self._reports.values())

    @property
    def quiet_since_s(self) -> float:
        """When the room that stands still longest was told something, by this machine's clock."""
        return min((report.quiet_since_s for report in self._reports.values()), default=0.0)

    @property
    def out(self) -> int:
        return sum(report.out for report in self._reports.values())

    @property
    def troubles(self) -> list[str]:
        return sorted({report.trouble for report in self._reports.values() if report.trouble})

    async def _say(self, word: str) -> None:
        for process in self._processes:
            await self._write(process, word.encode())

    async def _write(self, process: asyncio.subprocess.Process, line: bytes) -> None:
        assert process.stdin is not None
        with suppress(ConnectionError):  # it has ended, which its missing report tells
            process.stdin.write(line + b"\n")
            await process.stdin.drain()

    async def _read(self, number: int, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            with suppress(msgspec.DecodeError):  # half a line of one that was killed
                self._reports[number] = msgspec.json.decode(line, type=Report)
        await process.wait()
