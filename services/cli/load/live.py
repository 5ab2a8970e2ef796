"""What is shown of a load while it runs, on standard error."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table

from services.cli.load.driving import Glance, Show
from services.cli.load.processor import GENERATOR

LINE_S = 10.0
"""Between two lines where nobody can be shown a table that changes."""


@contextmanager
def showing() -> Iterator[Show]:
    """A table that changes, on a terminal; else a line now and then."""
    if not sys.stderr.isatty():
        yield _Lines().show
        return
    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
        yield lambda glance: live.update(_table(glance), refresh=True)


class _Lines:
    def __init__(self) -> None:
        self._due_s = time.monotonic() + LINE_S

    def show(self, glance: Glance) -> None:
        if time.monotonic() >= self._due_s:
            self._due_s = time.monotonic() + LINE_S
            told = ", ".join(f"{name} {figure}" for name, figure in _figures(glance))
            print(told, file=sys.stderr, flush=True)


def _figures(glance: Glance) -> Iterator[tuple[str, str]]:
    tally = glance.tally
    yield glance.stage, f"{glance.at_s:,.0f} s"
    yield "rooms", f"{tally.opened:,}"
    yield "with a match", f"{glance.playing:,}"
    yield "sockets", f"{glance.sockets:,}"
    yield "accepted", f"{tally.accepted:,}"
    yield "refused", f"{sum(tally.refused.values()):,}"
    yield "connected again", f"{tally.reconnects:,}"
    if glance.last is not None:
        yield "moves/s", f"{glance.last.moves:,}"
        for name, spread in (("accept", glance.last.accept), ("frame", glance.last.frame)):
            shares = "/".join(f"{spread.quantile_ms(share):.1f}" for share in (0.5, 0.95, 0.99))
            yield f"{name} p50/p95/p99", f"{shares} ms"
    ours = sum(used.cores for used in glance.used if used.name == GENERATOR)
    theirs = sum(used.cores for used in glance.used if used.name != GENERATOR)
    yield "cores of generator and server", f"{ours:.2f} and {theirs:.2f}"


def _table(glance: Glance) -> Table:
    table = Table(show_header=False)
    table.add_column("what")
    table.add_column("figure", justify="right")
    for name, figure in _figures(glance):
        table.add_row(name, figure)
    return table
