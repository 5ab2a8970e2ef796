"""What a service counts, in a registry of its own, so that services may share a process.

A label takes values out of a set named when the metric is made: no room, player or command can
make the number of series grow, and none can leak through one.
"""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from prometheus_client import CollectorRegistry
from prometheus_client import Counter as RawCounter
from prometheus_client import Gauge as RawGauge
from prometheus_client import Histogram as RawHistogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.process_collector import ProcessCollector

_Raw = TypeVar("_Raw", bound=MetricWrapperBase)

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
LATENCY_MS = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000)

Labels = dict[str, Collection[str]]
"""Every value that each label may take."""


class Metrics:
    """One service's metrics, named `saloon_<service>_<name>`."""

    def __init__(self, service: str) -> None:
        self.registry = CollectorRegistry()
        self._prefix = f"saloon_{service}_"
        ProcessCollector(registry=self.registry)

    def counter(self, name: str, what: str, labels: Labels | None = None) -> "Counter":
        declared = labels or {}
        raw = RawCounter(self._prefix + name, what, list(declared), registry=self.registry)
        return Counter(raw, declared)

    def gauge(self, name: str, what: str, labels: Labels | None = None) -> "Gauge":
        declared = labels or {}
        raw = RawGauge(self._prefix + name, what, list(declared), registry=self.registry)
        return Gauge(raw, declared)

    def watched(self, name: str, what: str, read: Callable[[], float]) -> None:
        """A gauge that is read whenever somebody looks."""
        raw = RawGauge(self._prefix + name, what, registry=self.registry)
        raw.set_function(read)

    def histogram(
        self,
        name: str,
        what: str,
        labels: Labels | None = None,
        *,
        buckets: Iterable[float] = LATENCY_MS,
    ) -> "Histogram":
        declared = labels or {}
        raw = RawHistogram(
            self._prefix + name,
            what,
            list(declared),
            registry=self.registry,
            buckets=tuple(buckets),
        )
        return Histogram(raw, declared)

    def render(self) -> bytes:
        """All of them, as `CONTENT_TYPE`."""
        return generate_latest(self.registry)

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


class Histogram:
    """How values are spread."""

    def __init__(self, raw: RawHistogram, labels: Labels) -> None:
        self._raw = raw
        self._labels = labels

    def observe(self, value: float, **labels: str) -> None:
        _series(self._raw, self._labels, labels).observe(value)


def _series(raw: _Raw, declared: Labels, labels: dict[str, str]) -> _Raw:
    assert labels.keys() == declared.keys(), (sorted(labels), sorted(declared))
    for name, value in labels.items():
        assert value in declared[name], f"{name}: {value} was not declared"
    return raw.labels(**labels) if labels else raw
