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
        """An entry was not stored, or nobody knows."""
        if isinstance(error, Full):
            self._full_until_ms = self._clock.now_ms() + FULL_MS
            what = "log_full"
            why = (
                f"the broker stores nothing more ({error.why}): make room on its disk or raise its "
                "limit, deploy/runbooks/disk-full.md; nothing that was accepted is lost"
            )
        elif isinstance(error, Away):
            what = "log_away"
            why = f"{error}: look whether the broker runs, and at its own log; moves wait meanwhile"
        else:
            return
        if what != self._told:
            _log.error(what, why=why)
        self._told = what

    def over(self) -> None:
        """An entry was stored."""
        if self._told:
            _log.warning("log_back", after=self._told)
        self._told = ""
        self._full_until_ms = 0
