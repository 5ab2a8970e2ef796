"""The command line as a process, as an operator starts it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx

from services.cli.tree import ROOT


class Up:
    """`saloon up` in a folder of its own; `url` is what its ready line says."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self._data = data
        self._arguments = arguments
        self.url = ""
        self.ready_s = 0.0
        """From the start of the interpreter to the ready line."""
        self.busy_s = 0.0
        """What the processor did for it meanwhile, without its children."""
        self._left_behind: dict[int, str] = {}
        """Children of killed ones: servers outlive their parent."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for pid, line in self._left_behind.items():
            if _command_line(pid) == line:
                os.kill(pid, signal.SIGKILL)

    def start(self) -> None:
        began_s = time.monotonic()
        self.process = subprocess.Popen(
            command("up", "--data", str(self._data), "--port", "0", *self._arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ(),
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.ready_s = time.monotonic() - began_s
        self.busy_s = _busy_s(self.process.pid)
        assert line.startswith("ready at "), (line, self.kill())
        self.url = line.split()[2]

    def stop(self) -> tuple[int, str]:
        """By SIGTERM: the exit code, and what was said on standard error."""
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said

    def kill(self) -> str:
        """At once, as a crash would. What was said on standard error."""
        if self.process.poll() is None:
            self._left_behind |= self.children()
            self.process.kill()
        _, said = self.process.communicate(timeout=20)
        return said

    def children(self) -> dict[int, str]:
        """Running processes that this one started: their command lines."""
        found = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                    line = _command_line(int(entry.name))
                except (OSError, ValueError):
                    continue
                if parent == self.process.pid:
                    found[int(entry.name)] = line
        return found

    def ready(self) -> httpx.Response:
        return httpx.get(f"{self.url}/readyz", timeout=5)


def _command_line(pid: int) -> str:
    """Empty for a process that is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "services.cli", *arguments]


def environ(**further: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **further}


def _busy_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
