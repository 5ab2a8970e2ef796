"""`saloon load` as a process, as an operator starts it."""

import asyncio
import json
import os
import signal
import subprocess
from typing import Any, NamedTuple

from tests.services.processes.running import command, environ

QUICK = ("--seats", "4", "--think", "0.02", "0.1", "--opening", "20", "--json")
"""Rooms of four who hardly think."""


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def told(self) -> dict[str, Any]:
        """What `--json` printed."""
        told: dict[str, Any] = json.loads(self.out)
        return told


class Loading:
    """One that runs."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            command("load", *arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ(),
            text=True,
            start_new_session=True,
        )

    def interrupt(self) -> None:
        """As Ctrl-C does."""
        os.kill(self._process.pid, signal.SIGINT)

    def end(self, within_s: float = 60) -> Ended:
        try:
            out, err = self._process.communicate(timeout=within_s)
        finally:
            self._process.kill()
        return Ended(self._process.returncode, out, err)

    async def ended(self) -> Ended:
        """The same for a test whose loop has the server in it."""
        return await asyncio.to_thread(self.end)


def load(*arguments: str) -> Ended:
    return Loading(*arguments).end()
