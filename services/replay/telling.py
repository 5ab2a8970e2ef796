"""Puts by what ended in hosts' rooms, for the service that tells them.

Every member does so for all rooms, and again after each start for what the log still has: what was
put by before, the outbox does not take again. So nobody has to know how far another one was.
"""

import structlog

from services.replay.endings import Endings
from services.replay.metrics import TellingCounts
from shared.contracts.hosting import Ending
from shared.runtime.bus import BusError
from shared.runtime.clock import Clock
from shared.runtime.outbox import KEPT_MS, Outbox

_log = structlog.stdlib.get_logger(__name__)

LATE_MS = KEPT_MS - 3_600_000
"""What ended longer ago was put by in its time; the outbox may have forgotten that it was."""

_LOOK_MS = 100
_AGAIN_MS = 1_000


class Telling:
    def __init__(
        self, endings: Endings, outbox: Outbox, clock: Clock, metrics: TellingCounts
    ) -> None:
        self._endings = endings
        self._outbox = outbox
        self._clock = clock
        self._metrics = metrics
        metrics.waiting.by(lambda: len(endings.untold))

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self.tell()
            except BusError as error:
                self._metrics.endings.add(outcome="away")
                _log.warning("outbox_away", kind=type(error).__name__)
                await self._clock.sleep_ms(_AGAIN_MS)
            await self._clock.sleep_ms(_LOOK_MS)

    async def tell(self) -> None:
        """All that there is. Raises `BusError`, then the rest is still there."""
        untold = self._endings.untold
        while untold:
            self._metrics.endings.add(outcome=await self._put(untold[0]))
            untold.popleft()

    async def _put(self, ending: Ending) -> str:
        if self._clock.now_ms() - ending.at_ms >= LATE_MS:
            return "late"
        return "put_by" if await self._outbox.put(ending) else "known"
