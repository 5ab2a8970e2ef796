"""What the bots service counts. Labels are words of this module, never a room or a player."""

from shared.contracts.refusals import CODES
from shared.runtime.metrics import Metrics

ENDS = (
    "closed",  # the room
    "refused",  # the seat is no more, or somebody else's
    "failed",
)


REMARKS = ("said", "unsaid")


class BotsMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.seats = metrics.gauge("seats", "Seats that are played now.")
        self.claims = metrics.counter(
            "claims", "Seats asked for.", {"outcome": ("taken", "renewed", "refused", "away")}
        )
        self.moves = metrics.counter(
            "moves",
            "Moves by what became of them.",
            {"outcome": ("accepted", "unreadable", *CODES)},
        )
        self.cut_short = metrics.counter(
            "searches_cut_short", "Moves whose search met its limit of places."
        )
        self.remarks = metrics.counter(
            "remarks", "Phrases at the table, by what became of them.", {"outcome": REMARKS}
        )
        self.ends = metrics.counter("ends", "Seats given up, by why.", {"why": ENDS})

    def refused(self, code: str) -> None:
        """A move was; a code that is not known here counts as `internal`."""
        self.moves.add(outcome=code if code in CODES else "internal")

    def remarked(self) -> int:
        return int(self._metrics.value("remarks_total", outcome="said"))

    def searches_cut_short(self) -> int:
        return int(self._metrics.value("searches_cut_short_total"))

    def moved(self, outcome: str = "accepted") -> int:
        return int(self._metrics.value("moves_total", outcome=outcome))

    def claimed(self, outcome: str = "taken") -> int:
        return int(self._metrics.value("claims_total", outcome=outcome))
