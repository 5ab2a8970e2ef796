"""What the projection service counts. Labels are words of this module, never a room or a player."""

from shared.contracts.operating import Figures
from shared.folding.metrics import FoldingMetrics
from shared.runtime.ground_metrics import GroundMetrics
from shared.runtime.metrics import LATENCY_MS, Metrics

GUARDS = (
    "incomplete",  # the store lacked the view that a change stands on
    "stale",  # the store had this entry, or a newer one
    "store_away",
    "damaged",  # an entry that is missing or not what it was
    "foreign_rules",  # a room under rules that this process does not hold
    "fetched",  # entries that following had not brought were read
    "epoch",  # another member had begun an epoch
    "store_lost",  # the store had lost everything
    "regained",  # shards whose owner changed
)


class ProjectionMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.ground = GroundMetrics(metrics)
        self.folding = FoldingMetrics(metrics)
        self.entries = metrics.counter("entries", "Entries made into frames.")
        self.frames = metrics.counter("frames", "Frames published.")
        self.requests = metrics.counter("requests", "Views folded for somebody who asked.")
        self.rebuilt = metrics.counter(
            "rebuilt", "Times that the views of all rooms were made anew."
        )
        self.rooms = metrics.watched("rooms", "Live rooms in memory.")
        self.shards = metrics.watched("shards", "Shards of the log that this member follows.")
        self.lag_ms = metrics.histogram(
            "lag_ms",
            "Age of each entry when its frames had gone out, in milliseconds.",
            buckets=(*LATENCY_MS, 60_000, 600_000),
        )
        self.behind_ms = metrics.watched(
            "behind_ms",
            "How long ago this member had shown all that the log then had; about 1,000 in quiet.",
        )
        self._guards = metrics.counter(
            "guards", "Times that a guard of the views did its work.", {"guard": GUARDS}
        )

    def figures(self) -> Figures:
        """What operators are shown of it."""
        return self._metrics.figures("lag_ms")

    def shown(self) -> int:
        """Entries made into frames."""
        return int(self._metrics.value("entries_total"))

    def lags(self) -> int:
        """Entries whose lag is known."""
        return int(self._metrics.value("lag_ms_count"))

    def guard(self, name: str) -> None:
        self._guards.add(guard=name)

    def guarded(self, name: str) -> int:
        """How often that guard has done its work."""
        return int(self._metrics.value("guards_total", guard=name))
