"""Whether an operator wants nothing new to begin: before maintenance, while what runs goes on."""

import structlog
from msgspec import Raw

from services.gateway.refusing import stop
from shared.contracts.commands import type_of
from shared.runtime.bus import BusError
from shared.runtime.clock import Clock
from shared.runtime.wishes import DRAINED, Wishes

_log = structlog.stdlib.get_logger(__name__)

LOOK_MS = 1_000
RETRY_AFTER_MS = 60_000
_NEW = frozenset({"start", "again"})
"""Commands with which a match begins, or its lobby."""


class Draining:
    """Where the wish cannot be read, what was read last holds."""

    def __init__(self, wishes: Wishes, clock: Clock) -> None:
        self._wishes = wishes
        self._clock = clock
        self.is_on = False

    async def run(self) -> None:
        """Looks about every second, until it is cancelled."""
        while True:
            try:
                is_on = DRAINED in await self._wishes.get(DRAINED)
            except BusError as error:
                _log.info("wishes_unread", kind=type(error).__name__)
            else:
                if is_on != self.is_on:
                    _log.warning("drained" if is_on else "drained_no_more")
                self.is_on = is_on
            await self._clock.sleep_ms(LOOK_MS)

    def check_room(self) -> None:
        """Refuses a new room."""
        if self.is_on:
            stop("maintenance", retry_after_ms=RETRY_AFTER_MS)

    def check(self, command: Raw) -> None:
        """Refuses what begins a match; what is no command at all is for the rules to refuse."""
        if self.is_on and type_of(command) in _NEW:
            stop("maintenance", retry_after_ms=RETRY_AFTER_MS)
