"""How much of the processor each process of a bench has used."""

import os
from collections.abc import Mapping, Sequence

from services.cli.process_table import running
from services.cli.supervising import Child

from .table import Row

OURS = "the crowd itself"


def used_s(children: Sequence[Child]) -> dict[str, float]:
    """Seconds of processor by name, for this process and for what it started."""
    names = {child.pid: child.name for child in children}
    found = {OURS: sum(os.times()[:2])}
    for each in running():
        if each.parent == os.getpid():
            found[names.get(each.pid, each.command)] = each.cpu_s
    return found


def rows(before: Mapping[str, float], after: Mapping[str, float], moves: int) -> list[Row]:
    """What a move cost each of them; all of them together have the cores of the machine."""
    spent = {name: after[name] - before.get(name, 0.0) for name in after}
    return [
        Row(f"  of that, {name}", each / max(moves, 1) * 1e6, "µs of CPU a move")
        for name, each in sorted(spent.items(), key=lambda of: -of[1])
        if each > 0
    ]
