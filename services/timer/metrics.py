"""What the timer service counts."""

from shared.contracts.refusals import CODES, TALK_CODES
from shared.runtime.ground_metrics import GroundMetrics
from shared.runtime.metrics import LATENCY_MS, Metrics

KINDS = ("timeout", "absent", "back", "abandon", "end")
OUTCOMES = ("accepted", "retry", *(code for code in CODES if code not in TALK_CODES))


class TimerMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.ground = GroundMetrics(metrics)
        self._commands = metrics.counter(
            "commands",
            "Commands of the system by kind and by what became of them.",
            {"kind": KINDS, "outcome": OUTCOMES},
        )
        self.alarms = metrics.counter(
            "alarms",
            "Set, taken back, gone off; early ones were set for an earlier deadline, missed ones "
            "did not go off in time, failed ones could not be set.",
            {"what": ("set", "taken_back", "gone_off", "early", "missed", "failed")},
        )
        self.lateness_ms = metrics.histogram(
            "lateness_ms",
            "From a deadline and its grace to the time-out that was accepted, in milliseconds.",
            buckets=(*LATENCY_MS, 60_000, 600_000),
        )
        self.overdue_ms = metrics.watched(
            "overdue_ms",
            "How long the most overdue room waits for its time-out, beyond deadline and grace.",
        )
        self.behind_ms = metrics.watched(
            "behind_ms",
            "How long ago it had read all that the log then had; about 1,000 in quiet.",
        )
        self.rooms = metrics.gauge("rooms", "Rooms that are not closed.")
        self.gateways = metrics.gauge("gateways", "Gateways heard of.")
        self.kept = metrics.counter(
            "kept", "Times it kept what it knows.", {"outcome": ("stored", "failed", "too_large")}
        )
        self.gaps = metrics.counter("gaps", "Times that the log had a hole.")
        self.afresh = metrics.counter(
            "clocks_afresh", "Times that all absences began anew, because nobody had watched."
        )

    def command(self, kind: str, outcome: str) -> None:
        self._commands.add(kind=kind, outcome=outcome)

    def commanded(self, kind: str, outcome: str = "accepted") -> int:
        return int(self._metrics.value("commands_total", kind=kind, outcome=outcome))

    def timed_out(self) -> int:
        """Time-outs whose lateness is known."""
        return int(self._metrics.value("lateness_ms_count"))

    def alarmed(self, what: str) -> int:
        return int(self._metrics.value("alarms_total", what=what))
