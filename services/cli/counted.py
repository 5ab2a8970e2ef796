"""`saloon metrics`: prints what every service counts, as `docs/metrics.md` has it."""

from collections.abc import Iterator
from importlib import import_module

import click

from services.cli.tree import ROOT
from shared.runtime.metrics import Declared, Metrics

SHOWN_VALUES = 12
"""A label that may take more values is told by their number."""

_INTRODUCTION = """# What is counted

Made by `./saloon metrics` from the services' `metrics.py`; a test compares. Each process serves
its own at `/metrics`: the gateway on its port, the others on `--health-port`. No label is ever a
room, a player or anything else that grows by itself. A histogram `x` comes as `x_bucket`, `x_sum`
and `x_count`.

Besides these every process has those that Prometheus' own libraries count for it:
`process_cpu_seconds_total`, `process_resident_memory_bytes`, `process_open_fds`, `process_max_fds`,
`process_start_time_seconds`, `process_virtual_memory_bytes`.
"""


def declared(service: str) -> list[Declared]:
    """What that service counts, sorted by name."""
    module = import_module(f"services.{service}.metrics")
    (kind,) = (
        each
        for name, each in vars(module).items()
        if name.endswith("Metrics") and getattr(each, "__module__", "") == module.__name__
    )
    metrics = Metrics(service)
    kind(metrics)
    return sorted(metrics.declared, key=lambda each: each.name)


def services() -> list[str]:
    """Those that count something."""
    return sorted(path.parent.name for path in (ROOT / "services").glob("*/metrics.py"))


def rendered() -> str:
    return "\n".join([_INTRODUCTION, *(_section(each) for each in services())])


def _section(service: str) -> str:
    head = f"## {service}\n\n| name | type | labels | meaning |\n| --- | --- | --- | --- |\n"
    rows = (
        f"| `{each.name}` | {each.kind} | {' '.join(_labels(each))} | {each.what} |\n"
        for each in declared(service)
    )
    return head + "".join(rows)


def _labels(metric: Declared) -> Iterator[str]:
    for name, values in metric.labels.items():
        words = ", ".join(values) or "those that are configured"
        shown = words if len(values) <= SHOWN_VALUES else f"one of {len(values)}"
        yield f"`{name}` ({shown})"


@click.command()
def metrics() -> None:
    """Prints what every service counts (docs/metrics.md)."""
    click.echo(rendered(), nl=False)
