"""What dashboards and alerts ask Prometheus, and what is wrong with it; works on their files."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import promql_parser
from promql_parser import AggregateExpr, Expr, Matcher, MatchOp, VectorSelector

from services.cli.counted import declared, services
from services.cli.tree import ROOT
from shared.runtime.metrics import Labels

OBSERVABILITY = ROOT / "deploy" / "observability"
ALERTS = OBSERVABILITY / "alerts.yml"
DASHBOARDS = OBSERVABILITY / "grafana" / "dashboards"
PROMETHEUS = OBSERVABILITY / "prometheus.yml"

_OF_THE_SCRAPE = frozenset({"job", "instance"})
_INTERVAL = re.compile(r"\$__(rate_)?interval")


class Asked(NamedTuple):
    where: str
    expression: str


def jobs() -> list[str]:
    """Those that Prometheus is told to scrape."""
    config = msgspec.yaml.decode(PROMETHEUS.read_bytes())
    return [job["job_name"] for job in config["scrape_configs"]]


def alerts() -> list[dict[str, Any]]:
    """Every rule of the alerts' file."""
    groups = msgspec.yaml.decode(ALERTS.read_bytes())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def dashboards() -> dict[str, dict[str, Any]]:
    """By their file's name."""
    return {
        path.name: msgspec.json.decode(path.read_bytes())
        for path in sorted(DASHBOARDS.glob("*.json"))
    }


def everything_asked() -> Iterator[Asked]:
    for rule in alerts():
        yield Asked(rule["alert"], rule["expr"])
    for name, board in dashboards().items():
        for panel in board["panels"]:
            for target in panel["targets"]:
                yield Asked(f"{name}: {panel['title']}", _INTERVAL.sub("1m", target["expr"]))


def known() -> dict[str, Labels]:
    """Every series there may be, as Prometheus has it, with what its labels may say."""
    found: dict[str, Labels] = {"up": {}}
    for name in ("cpu_seconds_total", "resident_memory_bytes", "open_fds", "start_time_seconds"):
        found[f"process_{name}"] = {}
    for service in services():
        for metric in declared(service):
            if metric.kind == "histogram":
                found[f"{metric.name}_bucket"] = {**metric.labels, "le": ()}
                found[f"{metric.name}_sum"] = found[f"{metric.name}_count"] = metric.labels
            else:
                found[metric.name] = metric.labels
    return found


def faults(asked: Asked, series: Mapping[str, Labels]) -> Iterator[str]:
    """Sentences; none where what is asked can be answered."""
    try:
        expression = promql_parser.parse(asked.expression)
    except ValueError as error:
        yield f"{asked.where}: does not parse: {error}"
        return
    selectors: list[VectorSelector] = []
    grouped: set[str] = set()

    def visit(node: Expr) -> None:
        if isinstance(node, VectorSelector):
            selectors.append(node)
        elif isinstance(node, AggregateExpr) and node.modifier is not None:
            grouped.update(node.modifier.labels)

    promql_parser.walk(expression, visit)
    if not selectors:
        yield f"{asked.where}: asks for no metric"
    labels = set(_OF_THE_SCRAPE)
    for selector in selectors:
        name = selector.name or ""
        if name not in series:
            yield f"{asked.where}: there is no metric {name!r}"
            continue
        labels |= series[name].keys()
        for matcher in selector.matchers.matchers:
            yield from _matcher_faults(asked.where, name, matcher, series[name])
    for label in sorted(grouped - labels):
        yield f"{asked.where}: nothing that it asks for has a label {label!r}"


def _matcher_faults(where: str, name: str, matcher: Matcher, labels: Labels) -> Iterator[str]:
    if matcher.name in _OF_THE_SCRAPE:
        if matcher.name == "job":
            values: Any = jobs()
        else:
            return
    elif matcher.name in labels:
        values = labels[matcher.name]
    else:
        yield f"{where}: {name} has no label {matcher.name!r}"
        return
    is_pattern = matcher.op in (MatchOp.Re, MatchOp.NotRe)
    for wanted in matcher.value.split("|") if is_pattern else [matcher.value]:
        if not any(re.fullmatch(wanted if is_pattern else re.escape(wanted), v) for v in values):
            yield f"{where}: {matcher.name} of {name} is never {wanted!r}"
