"""What the webhooks service counts. Labels are words of this module, and the hosts there are."""

from collections.abc import Iterable

from shared.runtime.ground_metrics import GroundMetrics
from shared.runtime.metrics import Metrics

OUTCOMES = (
    "delivered",
    "again",  # it did not take it; it is tried once more later
    "failed",  # it was tried for long enough, or wants no more of it
    "dropped",  # there is nobody to tell any more
)


class WebhooksMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.ground = GroundMetrics(metrics)
        self._hosts: set[str] = set()
        self._deliveries = metrics.counter(
            "deliveries",
            "Tries to tell a host something, by what became of it.",
            {"host": self._hosts, "outcome": OUTCOMES},
        )
        self.took_ms = metrics.histogram(
            "took_ms", "From the beginning of a try to its end, in milliseconds."
        )
        self.under_way = metrics.watched("under_way", "Tries that are under way.")
        self.requests = metrics.counter("requests", "Questions about deliveries.")
        self.unstored = metrics.counter(
            "unstored", "Tries of which the broker did not keep what became of them; made again."
        )
        self.unreadable = metrics.counter(
            "unreadable", "What was put by and cannot be read; it is left out."
        )

    def know_hosts(self, names: Iterable[str]) -> None:
        """Hosts that are counted apart from now on."""
        for name in sorted({*names} - self._hosts):
            self._hosts.add(name)
            for outcome in OUTCOMES:
                self._deliveries.add(0, host=name, outcome=outcome)

    def delivery(self, host: str, outcome: str) -> None:
        if host in self._hosts:
            self._deliveries.add(host=host, outcome=outcome)

    def count(self, host: str, outcome: str) -> int:
        return int(self._metrics.value("deliveries_total", host=host, outcome=outcome))
