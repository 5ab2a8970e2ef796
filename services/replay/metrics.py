"""What the replay service counts. Labels are words of this module, never a room or a player."""

from shared.contracts.operating import Figures
from shared.contracts.refusals import CODES
from shared.folding.metrics import FoldingMetrics
from shared.runtime.ground_metrics import GroundMetrics
from shared.runtime.metrics import Metrics

GUARDS = (
    "unreadable_request",
    "internal",  # our own mistake
    "unservable",  # a room whose log is damaged, or under rules that are not held here
    "too_large",  # an answer that no message takes
    "damaged",  # an archived file that is not what was put there
    "archive",  # a match in an archive that is away, or does not give it back
)


class AnchorCounts:
    """Checkpoints that leave the broker, and what is wrong with the log they are made of."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.anchors = metrics.counter(
            "anchors",
            "Checkpoints by what became of them: stored, or nothing new to say; each try that did "
            "not reach its place; those whose name was taken; not made, the log being unread.",
            {"outcome": ("stored", "unchanged", "unreachable", "taken", "behind")},
        )
        self.anchored_at = metrics.gauge(
            "anchored_at_seconds", "Unix time of the last checkpoint that was stored; 0: none yet."
        )
        self.anchored_rooms = metrics.gauge("anchored_rooms", "Rooms in that checkpoint.")
        self.gaps = metrics.counter(
            "anchor_gaps", "Times that two intervals or more went by with no checkpoint stored."
        )
        self.damaged = metrics.counter(
            "log_damage",
            "Entries that are missing, or do not follow the one before.",
            {"what": ("gap", "chain")},
        )

    def anchored(self, outcome: str) -> int:
        return int(self._metrics.value("anchors_total", outcome=outcome))

    def found(self, what: str) -> int:
        """How often the log was damaged so."""
        return int(self._metrics.value("log_damage_total", what=what))

    @property
    def gap_count(self) -> int:
        return int(self._metrics.value("anchor_gaps_total"))


ARCHIVED = (
    "archived",
    "known",  # it was in the archive before
    "full",
    "refused",
    "away",
    "damaged",  # the store gave back other bytes, or none that can be read
    "unproved",  # of the log: nothing is cut of what does not hold
    "conflict",  # another file that holds lies where it should go
)


class ArchiveCounts:
    """Matches on their way out of the log."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.matches = metrics.counter(
            "archive_matches",
            "Matches by what became of each try to archive one.",
            {"outcome": ARCHIVED},
        )
        self.waiting = metrics.gauge(
            "archive_waiting", "Rooms of which something is due to leave the log and has not."
        )
        self.cuts = metrics.counter("archive_cuts", "Times that a room's log was cut.")
        self.cleared = metrics.counter(
            "archive_cleared", "Closed rooms that were asked to let go of their last match."
        )
        self.deleted = metrics.counter("archive_deleted", "Matches that were kept long enough.")
        self._guards = metrics.counter(
            "archive_guards",
            "What was found in the log, or wrong with it, that keeps matches in it.",
            {"guard": ("gap", "log_away", "uncuttable")},
        )

    def guard(self, name: str) -> None:
        self._guards.add(guard=name)

    def count(self, outcome: str) -> int:
        """How many tries to archive a match became that."""
        return int(self._metrics.value("archive_matches_total", outcome=outcome))

    def value(self, name: str) -> int:
        return int(self._metrics.value(name))


class TellingCounts:
    """What ended in hosts' rooms, on its way to be told."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.endings = metrics.counter(
            "endings",
            "Ends of matches and of rooms of hosts, by what became of them: put by, put by before, "
            "too long ago; each try that the broker did not take.",
            {"outcome": ("put_by", "known", "late", "away")},
        )
        self.waiting = metrics.watched("endings_waiting", "Those that are not put by yet.")

    def count(self, outcome: str) -> int:
        return int(self._metrics.value("endings_total", outcome=outcome))


class ReplayMetrics:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.ground = GroundMetrics(metrics)
        self.folding = FoldingMetrics(metrics)
        self.anchoring = AnchorCounts(metrics)
        self.archiving = ArchiveCounts(metrics)
        self.telling = TellingCounts(metrics)
        self.requests = metrics.counter(
            "requests",
            "Questions by what became of them: answered, or the refusal's code.",
            {"outcome": ("answered", *CODES)},
        )
        self.latency_ms = metrics.histogram(
            "answer_ms", "From a question's arrival to its answer, in milliseconds."
        )
        self.looks = metrics.counter("looks", "Looks of auditors that were recorded.")
        self.from_memory = metrics.counter("from_memory", "Answers that had been made before.")
        self.kept_bytes = metrics.watched("kept_bytes", "Answers kept, in bytes.")
        self._guards = metrics.counter(
            "guards", "Times that a guard did its work.", {"guard": GUARDS}
        )

    def figures(self) -> Figures:
        """What operators are shown of it."""
        return self._metrics.figures(
            *("anchored_at_seconds", "anchored_rooms", "archive_waiting", "endings_waiting")
        )

    def guard(self, name: str) -> None:
        self._guards.add(guard=name)

    def guarded(self, name: str) -> int:
        """How often that guard has done its work."""
        return int(self._metrics.value("guards_total", guard=name))

    def looks_recorded(self) -> int:
        return int(self._metrics.value("looks_total"))

    def told_from_memory(self) -> int:
        """How many answers had been made before."""
        return int(self._metrics.value("from_memory_total"))

    def answered(self, outcome: str) -> int:
        """How many questions became that."""
        return int(self._metrics.value("requests_total", outcome=outcome))
