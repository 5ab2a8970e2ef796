"""What the rules service counts. Labels are words of this module, never a room or a player."""

from collections.abc import Callable

from shared.contracts.refusals import CODES
from shared.folding.metrics import FoldingMetrics
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


class RulesMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        outcomes = ("accepted", "repeated", "retry", "elsewhere", *CODES)
        self.commands = metrics.counter(
            "commands",
            "By what became of them: accepted, repeated, retry, elsewhere, or the refusal's code.",
            {"outcome": outcomes},
        )
        self.latency_ms = metrics.histogram(
            "command_ms", "From a request's arrival to its reply, in milliseconds."
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

    def watch_memory(self, rooms: Callable[[], int], size_bytes: Callable[[], int]) -> None:
        """Live rooms, and what they take."""
        self._metrics.watched("rooms", "Live rooms in memory.", rooms)
        self._metrics.watched("rooms_bytes", "What they take, estimated.", size_bytes)

    def guard(self, name: str) -> None:
        self._guards.add(guard=name)

    def guarded(self, name: str) -> int:
        """How often that guard has done its work."""
        return int(self._metrics.value("guards_total", guard=name))

    def answered(self, outcome: str) -> int:
        """How many commands became that."""
        return int(self._metrics.value("commands_total", outcome=outcome))

    def snapshots_stored(self) -> int:
        return int(self._metrics.value("snapshots_total", outcome="stored"))
