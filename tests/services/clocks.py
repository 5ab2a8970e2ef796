"""Clocks of machines that are not set right."""

from shared.contracts.ids import Millis
from shared.runtime.clock import SystemClock


class Broken(SystemClock):
    """Whoever waits by it ends with an error."""

    async def sleep_ms(self, duration_ms: int) -> None:
        raise LookupError("a clock that is broken")


class Shifted(SystemClock):
    """A clock that goes right and stands wrong."""

    def __init__(self, by_ms: int) -> None:
        super().__init__()
        self.by_ms = by_ms

    def now_ms(self) -> Millis:
        return Millis(super().now_ms() + self.by_ms)
