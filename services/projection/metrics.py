"""What the projection service counts. Labels are words of this module, never a room or a player."""

from shared.folding.metrics import FoldingMetrics
from shared.runtime.metrics import Metrics

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
        self.folding = FoldingMetrics(metrics)
        self.entries = metrics.counter("entries", "Entries made into frames.")
        self.frames = metrics.counter("frames", "Frames published.")
        self.requests = metrics.counter("requests", "Views folded for somebody who asked.")
        self.rebuilt = metrics.counter(
            "rebuilt", "Times that the views of all rooms were made anew."
        )
        self.rooms = metrics.gauge("rooms", "Live rooms in memory.")
        self.lag_ms = metrics.gauge("lag_ms", "Age of the newest entry when its frames went out.")
        self._guards = metrics.counter(
            "guards", "Times that a guard of the views did its work.", {"guard": GUARDS}
        )

    def guard(self, name: str) -> None:
        self._guards.add(guard=name)

    def guarded(self, name: str) -> int:
        """How often that guard has done its work."""
        return int(self._metrics.value("guards_total", guard=name))
