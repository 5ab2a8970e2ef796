"""How much of the processor each process of a bench has used, as Linux tells it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from services.cli.supervising import Child

from .table import Row

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
OURS = "the crowd itself"


def used_s(children: Sequence[Child]) -> dict[str, float]:
    """Seconds of processor by name, for this process and for what it started."""
    names = {child.pid: child.name for child in children}
    found = {OURS: sum(os.times()[:2])}
    for pid, parent, command, ticks in _all():
        if parent == os.getpid():
            found[names.get(pid, command)] = ticks / _TICKS_PER_S
    return found


def rows(before: Mapping[str, float], after: Mapping[str, float], moves: int) -> list[Row]:
    """What a move cost each of them; all of them together have the cores of the machine."""
    spent = {name: after[name] - before.get(name, 0.0) for name in after}
    return [
        Row(f"  of that, {name}", each / max(moves, 1) * 1e6, "µs of CPU a move")
        for name, each in sorted(spent.items(), key=lambda of: -of[1])
        if each > 0
    ]


def _all() -> Iterator[tuple[int, int, str, int]]:
    """Number, parent, command and ticks of every process."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                text = (folder / "stat").read_text("utf-8", "replace")
            except OSError:  # it has just ended
                continue
            command, _, rest = text.partition("(")[2].rpartition(")")
            fields = rest.split()
            yield int(folder.name), int(fields[1]), command, int(fields[11]) + int(fields[12])
