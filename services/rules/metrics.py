"""What the rules service counts. Labels are words of this module, never a room or a player."""

from shared.contracts.operating import Figures
from shared.contracts.refusals import CODES
from shared.folding.metrics import FoldingMetrics
from shared.runtime.ground_metrics import GroundMetrics
from shared.runtime.metrics import Metrics

GUARDS = (
    "conflict",  # another member was faster
    "doubtful",  # an append without an answer
    "read_back",  # of these, the entry was found stored
    "repeated",  # a command id that had taken effect
    "joined",  # a command that came again while it was decided
    "stale_refusal",  # a refusal decided on an old state, and not sent
    "set_aside",  # a command that killed its members
    "damaged",  # an entry that is not what it was
    "internal",  # our own mistake in a room's rules
    "queue_full",
    "wrong_path",  # a command on the subject of other senders
    "unreadable_request",
    "foreign_reply",  # an answer wanted on a subject that is nobody's inbox
)

APPENDS = (
    "stored",
    "conflict",  # another member was faster; nothing was stored
    "too_large",
    "away",  # the log could not be asked; nothing was stored
    "doubtful",  # no answer, or one that does not say what became of it
)


class RulesMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.ground = GroundMetrics(metrics)
        outcomes = ("accepted", "repeated", "retry", "elsewhere", *CODES)
        self.commands = metrics.counter(
            "commands",
            "By what became of them: accepted, repeated, retry, elsewhere, or the refusal's code.",
            {"outcome": outcomes},
        )
        self.latency_ms = metrics.histogram(
            "command_ms", "From a request's arrival to its reply, in milliseconds."
        )
        self.append_ms = metrics.histogram(
            "append_ms",
            "From an entry's sending to the log's answer, in milliseconds, by what became of it.",
            {"outcome": APPENDS},
        )
        self._guards = metrics.counter(
            "guards", "Times that a guard of the log's integrity did its work.", {"guard": GUARDS}
        )
        self.folding = FoldingMetrics(metrics)
        self.snapshots = metrics.counter(
            "snapshots",
            "Stored, older than the kept one, or failed.",
            {"outcome": ("stored", "older", "failed")},
        )
        self.snapshot_age = metrics.watched(
            "snapshot_age_entries",
            "Of the live room whose newest snapshot is oldest: entries since that snapshot.",
        )
        self.snapshots_due = metrics.watched(
            "snapshots_due", "Live rooms that wait for a snapshot to be taken."
        )
        self.rooms = metrics.watched("rooms", "Live rooms in memory.")
        self.rooms_bytes = metrics.watched("rooms_bytes", "What they take, estimated.")
        self.forgotten = metrics.counter(
            "rooms_forgotten", "Live rooms given up because memory was full."
        )

    def figures(self) -> Figures:
        """What operators are shown of it."""
        return self._metrics.figures("append_ms", "guards_total")

    def guard(self, name: str) -> None:
        self._guards.add(guard=name)

    def guarded(self, name: str) -> int:
        """How often that guard has done its work."""
        return int(self._metrics.value("guards_total", guard=name))

    def answered(self, outcome: str) -> int:
        """How many commands became that."""
        return int(self._metrics.value("commands_total", outcome=outcome))

    def appended(self, outcome: str = "stored") -> int:
        """How many appends became that."""
        return int(self._metrics.value("append_ms_count", outcome=outcome))

    def count_forgotten(self) -> int:
        """How many live rooms were given up because memory was full."""
        return int(self._metrics.value("rooms_forgotten_total"))

    def snapshots_stored(self) -> int:
        return int(self._metrics.value("snapshots_total", outcome="stored"))
