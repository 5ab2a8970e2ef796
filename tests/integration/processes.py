"""One service as a child process that a test kills, hangs, stops and starts again."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

from shared.runtime.ports import free_port
from tests.services.processes.running import environ

READY_S = 30.0
STOP_S = 20.0


class Process:
    """`arguments`: what is run. Everything it says on standard error is kept in `folder`."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        given: Mapping[str, str],
        folder: Path,
        address: str,
    ) -> None:
        self.name = name
        self.address = address
        """Where it answers `/readyz` and `/metrics`; empty: nowhere. A gateway serves all there."""
        self._arguments = list(arguments)
        self._given = dict(given)
        self._path = folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def start(self) -> None:
        with self._path.open("ab") as said:
            self._process = subprocess.Popen(
                self._arguments,
                env=environ(**self._given),
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )

    def kill(self) -> None:
        """At once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdin is not None
            self._process.stdin.close()

    def stop(self) -> int:
        """In order, by SIGTERM; its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.send_signal(signal.SIGCONT)
        try:
            code = self._process.wait(STOP_S)
        finally:
            self.kill()
        return code

    def pause(self) -> None:
        """Makes it hang until `resume`."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def said(self) -> str:
        return self._path.read_text()

    def metrics(self) -> str:
        return httpx.get(f"{self.address}/metrics", timeout=5).text

    def metric(self, name: str, **labels: str) -> float:
        """The sum of all samples of that name with these labels."""
        wanted = [f'{key}="{value}"' for key, value in labels.items()]
        lines = [
            line
            for line in self.metrics().splitlines()
            if line.partition("{")[0].partition(" ")[0] == name and all(w in line for w in wanted)
        ]
        return sum(float(line.rpartition(" ")[2]) for line in lines)

    async def until_ready(self) -> None:
        give_up_s = time.monotonic() + READY_S
        async with httpx.AsyncClient(timeout=2) as http:
            while self.address and not await self._is_ready(http):
                assert self._process is not None
                assert self._process.poll() is None, self.said()[-3000:]
                assert time.monotonic() < give_up_s, self.said()[-3000:]
                await asyncio.sleep(0.03)

    async def _is_ready(self, http: httpx.AsyncClient) -> bool:
        try:
            return (await http.get(f"{self.address}/readyz")).status_code == 200
        except httpx.TransportError:
            return False


def new_address() -> str:
    return f"http://127.0.0.1:{free_port()}"


def port_of(address: str) -> str:
    return address.rpartition(":")[2]
