"""What the replay service counts. Labels are words of this module, never a room or a player."""

from shared.contracts.refusals import CODES
from shared.folding.metrics import FoldingMetrics
from shared.runtime.metrics import Metrics


class ReplayMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.folding = FoldingMetrics(metrics)
        self.requests = metrics.counter(
            "requests",
            "Questions by what became of them: answered, or the refusal's code.",
            {"outcome": ("answered", *CODES)},
        )

    def answered(self, outcome: str) -> int:
        """How many questions became that."""
        return int(self._metrics.value("requests_total", outcome=outcome))
