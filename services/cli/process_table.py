"""Running processes, as Linux tells them: who started them, and what they have used."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_LISTENS = "0A"
_OURS = "services.cli"


class Running(NamedTuple):
    pid: int
    parent: int
    command: str
    """The name of the program, at most 15 characters."""
    cpu_s: float
    """Seconds of processor that it has used."""
    memory_bytes: int
    """What of it is in memory."""


def running() -> Iterator[Running]:
    """Every process of this machine."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                text = (folder / "stat").read_text("utf-8", "replace")
            except OSError:  # it has just ended
                continue
            command, _, rest = text.partition("(")[2].rpartition(")")
            fields = rest.split()
            cpu_s = (int(fields[11]) + int(fields[12])) / _TICKS_PER_S
            pages = int(fields[21])
            yield Running(int(folder.name), int(fields[1]), command, cpu_s, pages * _PAGE_BYTES)


def listening(port: int) -> int | None:
    """The process that listens on that port, if it is one that may be looked at."""
    wanted = {f"socket:[{inode}]" for inode in _listeners(port)}
    if not wanted:
        return None
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if any(str(link.readlink()) in wanted for link in (folder / "fd").iterdir()):
                    return int(folder.name)
            except OSError:  # another user's, or it has just ended
                continue
    return None


def _listeners(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        try:
            lines = Path("/proc/net", table).read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            fields = line.split()
            if fields[3] == _LISTENS and int(fields[1].rpartition(":")[2], 16) == port:
                yield fields[9]


def service_of(pid: int) -> str | None:
    """The verb of the command line that a process of ours runs; `None` for any other process."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return None
    if _OURS not in words[:-1]:
        return None
    return words[words.index(_OURS) + 1] or None
