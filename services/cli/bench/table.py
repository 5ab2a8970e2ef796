"""How a bench reports: rows with a figure, its goal and what it is compared with."""

import json
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from msgspec import Struct, to_builtins
from rich.console import Console
from rich.table import Table


class Row(Struct, frozen=True):
    what: str
    figure: float
    unit: str
    goal: float | None = None
    """What DESIGN asks for; `None` for a part of another row."""
    least: bool = True
    """Whether the goal is the least (or the most) the figure may be."""
    beside: str = ""
    """What it was measured against, in this run or as published."""

    @property
    def is_reached(self) -> bool | None:
        if self.goal is None:
            return None
        return self.figure >= self.goal if self.least else self.figure <= self.goal


def report(title: str, rows: Sequence[Row], *, as_json: bool) -> None:
    """Prints the rows, or JSON for a script."""
    if as_json:
        lines = [{**to_builtins(row), "reached": row.is_reached} for row in rows]
        json.dump({"bench": title, "rows": lines}, sys.stdout, indent=2)
        sys.stdout.write("\n")
        return
    table = Table(title=title, title_justify="left")
    for name, justify in (("what", "left"), ("figure", "right"), ("goal", "right"), ("", "left")):
        table.add_column(name, justify="right" if justify == "right" else "left")
    table.add_column("beside", overflow="fold")
    for row in rows:
        sign = "≥" if row.least else "≤"
        goal = "" if row.goal is None else f"{sign} {_number(row.goal)}"
        word = {None: "", True: "reached", False: "MISSED"}[row.is_reached]
        table.add_row(row.what, f"{_number(row.figure)} {row.unit}", goal, word, row.beside)
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.3g}"


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    started = perf_counter()
    work()
    return perf_counter() - started


def in_turn(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each work, sampled in turn, so that a busy machine slows all of them alike."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(seconds(work))
    return found


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """Median of the ratios round by round."""
    return median(a / b for a, b in zip(one, other, strict=True))
