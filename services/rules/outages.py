"""Says once that the log is away or full, with what to do, and once that it is back."""

import structlog

from shared.eventstore.log import Away, Doubtful, Full
from shared.runtime.clock import Clock

_log = structlog.stdlib.get_logger(__name__)

FULL_MS = 30_000
"""For so long after the last entry that found no room a member is not ready, unless one is stored:
nobody may send it another."""


class Outages:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._told = ""
        self._full_until_ms = 0

    def has_room(self) -> bool:
        """Whether the log takes entries, as far as is known."""
        return self._clock.now_ms() >= self._full_until_ms

    def note(self, error: Away | Doubtful) -> None:
        """An entry was not stored, or nobody knows. What may be so for a moment is not told."""
        if isinstance(error, Full):
            self._full_until_ms = self._clock.now_ms() + FULL_MS
            self._tell(
                "log_full",
                f"the broker stores nothing more ({error.why}): make room on its disk or raise its "
                "limit, deploy/runbooks/disk-full.md; nothing that was accepted is lost",
            )
        elif isinstance(error, Away):
            self._tell(
                "log_away",
                f"{error}: look whether the broker runs, and at its own log; moves wait meanwhile",
            )

    def given_up(self, *, was_doubtful: bool) -> None:
        """An entry was tried again and again. Where nobody knows what became of it, the broker says
        nothing, as one does whose disk is full."""
        if not was_doubtful or self._told == "log_full":
            return
        self._full_until_ms = self._clock.now_ms() + FULL_MS
        self._tell(
            "log_silent",
            "the broker does not acknowledge entries: look at its log and its disk; if that was "
            "full, make room and restart the broker, deploy/runbooks/disk-full.md",
        )

    def _tell(self, what: str, why: str) -> None:
        if what != self._told:
            _log.error(what, why=why)
        self._told = what

    def over(self) -> None:
        """An entry was stored."""
        if self._told:
            _log.warning("log_back", after=self._told)
        self._told = ""
        self._full_until_ms = 0
