"""What a service counts, in a registry of its own, so that services may share a process.

A label takes values out of a set named when the metric is made: no room, player or command can
make the number of series grow, and none can leak through one.
"""

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal, TypeVar

from msgspec import Struct
from prometheus_client import CollectorRegistry
from prometheus_client import Counter as RawCounter
from prometheus_client import Gauge as RawGauge
from prometheus_client import Histogram as RawHistogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from shared.contracts.operating import Figures

_Raw = TypeVar("_Raw", bound=MetricWrapperBase)

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
LATENCY_MS = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000)
_BOUNDS = frozenset({*LATENCY_MS, math.inf})
BEGUN_LIMIT = 100
"""A metric with more series than this makes each when it is needed."""

Kind = Literal["counter", "gauge", "histogram"]
Labels = dict[str, Collection[str]]
"""Every value that each label may take."""


class Declared(Struct, frozen=True):
    """A metric as it was declared; `name` as it is rendered, a histogram's without its suffixes."""

    name: str
    kind: Kind
    what: str
    labels: Labels


class Metrics:
    """One service's metrics, named `saloon_<service>_<name>`."""

    def __init__(self, service: str) -> None:
        self.registry = CollectorRegistry()
        self.declared: list[Declared] = []
        """In order; those of the process, `process_…`, are not among them."""
        self._prefix = f"saloon_{service}_"
        ProcessCollector(registry=self.registry)

    def counter(self, name: str, what: str, labels: Labels | None = None) -> "Counter":
        declared = self._declare("counter", f"{name}_total", what, labels)
        raw = RawCounter(self._prefix + name, what, list(declared), registry=self.registry)
        _begin_at_zero(raw, declared)
        return Counter(raw, declared)

    def gauge(self, name: str, what: str, labels: Labels | None = None) -> "Gauge":
        declared = self._declare("gauge", name, what, labels)
        raw = RawGauge(self._prefix + name, what, list(declared), registry=self.registry)
        return Gauge(raw, declared)

    def watched(self, name: str, what: str) -> "Watched":
        """A gauge that is read whenever somebody looks."""
        self._declare("gauge", name, what)
        watched = Watched()
        RawGauge(self._prefix + name, what, registry=self.registry).set_function(watched.value)
        return watched

    def counted(self, name: str, what: str) -> "Watched":
        """A counter that somebody else keeps, read whenever somebody looks."""
        self._declare("counter", f"{name}_total", what)
        watched = Watched()
        self.registry.register(_Counted(self._prefix + name, what, watched))
        return watched

    def histogram(
        self,
        name: str,
        what: str,
        labels: Labels | None = None,
        *,
        buckets: Iterable[float] = LATENCY_MS,
    ) -> "Histogram":
        declared = self._declare("histogram", name, what, labels)
        raw = RawHistogram(
            self._prefix + name,
            what,
            list(declared),
            registry=self.registry,
            buckets=tuple(buckets),
        )
        _begin_at_zero(raw, declared)
        return Histogram(raw, declared)

    def _declare(self, kind: Kind, name: str, what: str, labels: Labels | None = None) -> Labels:
        declared = labels or {}
        self.declared.append(Declared(self._prefix + name, kind, what, declared))
        return declared

    def render(self) -> bytes:
        """All of them, as `CONTENT_TYPE`."""
        return generate_latest(self.registry)

    def figures(self, *names: str) -> Figures:
        """Where they stand. `names`: as they are rendered, a histogram's without its suffixes."""
        sought = [self._prefix + name + end for name in names for end in ("", "_bucket")]
        values: dict[str, float] = {}
        spreads: dict[str, list[int]] = {}
        for family in self.registry.restricted_registry(sought).collect():
            for sample in family.samples:
                name = sample.name.removeprefix(self._prefix)
                labels = [value for label, value in sample.labels.items() if label != "le"]
                if "le" not in sample.labels:
                    if sample.value:
                        values[".".join((name, *labels))] = sample.value
                elif float(sample.labels["le"]) in _BOUNDS:
                    key = ".".join((name.removesuffix("_bucket"), *labels))
                    spreads.setdefault(key, []).append(int(sample.value))
        return Figures(values, {name: tuple(told) for name, told in spreads.items() if told[-1]})

    def value(self, name: str, **labels: str) -> float:
        """What a series stands at, 0 when it was never touched. `name` as it is rendered."""
        return self.registry.get_sample_value(self._prefix + name, labels) or 0.0


class Counter:
    """Only grows."""

    def __init__(self, raw: RawCounter, labels: Labels) -> None:
        self._raw = raw
        self._labels = labels

    def add(self, amount: float = 1, **labels: str) -> None:
        _series(self._raw, self._labels, labels).inc(amount)


class Gauge:
    """Goes up and down."""

    def __init__(self, raw: RawGauge, labels: Labels) -> None:
        self._raw = raw
        self._labels = labels

    def set(self, value: float, **labels: str) -> None:
        _series(self._raw, self._labels, labels).set(value)

    def add(self, amount: float, **labels: str) -> None:
        _series(self._raw, self._labels, labels).inc(amount)


class Watched:
    """Stands at 0 until it is said where it is read."""

    def __init__(self) -> None:
        self._read: Callable[[], float] = lambda: 0.0

    def by(self, read: Callable[[], float]) -> None:
        """`read` gives what it stands at, in little time."""
        self._read = read

    def value(self) -> float:
        return float(self._read())


class _Counted(Collector):
    def __init__(self, name: str, what: str, watched: Watched) -> None:
        self._name = name
        self._what = what
        self._watched = watched

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self._name, self._what, value=self._watched.value())


class Histogram:
    """How values are spread."""

    def __init__(self, raw: RawHistogram, labels: Labels) -> None:
        self._raw = raw
        self._labels = labels

    def observe(self, value: float, **labels: str) -> None:
        _series(self._raw, self._labels, labels).observe(value)


def _begin_at_zero(raw: MetricWrapperBase, declared: Labels) -> None:
    """Makes every series that there may be: of one that begins at 1 nobody sees the first step."""
    if declared and math.prod(map(len, declared.values())) <= BEGUN_LIMIT:
        for values in itertools.product(*declared.values()):
            raw.labels(*values)


def _series(raw: _Raw, declared: Labels, labels: dict[str, str]) -> _Raw:
    assert labels.keys() == declared.keys(), (sorted(labels), sorted(declared))
    for name, value in labels.items():
        assert value in declared[name], f"{name}: {value} was not declared"
    return raw.labels(**labels) if labels else raw
