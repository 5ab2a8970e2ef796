"""What folding rooms counts. Labels are words of this module, never a room or a player."""

from shared.runtime.metrics import Metrics


class FoldingMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.loads = metrics.counter(
            "loads",
            "Rooms folded from the log, from a snapshot or from the first entry.",
            {"start": ("snapshot", "first")},
        )
        self.folded = metrics.counter("folded_entries", "Entries folded while loading.")
        self.passed_over = metrics.counter(
            "snapshots_passed_over",
            "Snapshots not used: of no form that is known here, or not of what the log holds.",
            {"why": ("unreadable", "unfit")},
        )

    def loaded(self, start: str) -> int:
        """Rooms folded from a `snapshot` or from the `first` entry."""
        return int(self._metrics.value("loads_total", start=start))

    def folded_entries(self) -> int:
        return int(self._metrics.value("folded_entries_total"))

    def snapshots_passed_over(self, why: str) -> int:
        """Snapshots that were `unreadable` or `unfit`."""
        return int(self._metrics.value("snapshots_passed_over_total", why=why))
