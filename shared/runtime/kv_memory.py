"""A key-value bucket on a memory bus: it hears what is published, as a broker's stream does."""

from collections.abc import Sequence

from shared.runtime.bus import Bus, Message
from shared.runtime.bus_memory import matches
from shared.runtime.clock import Clock
from shared.runtime.kv import OPERATION, TTL, Last


class MemoryBucket:
    """Keeps the last message of each subject that matches `pattern`, from `open` on."""

    def __init__(self, bus: Bus, pattern: str, clock: Clock) -> None:
        self._bus = bus
        self._pattern = pattern
        self._clock = clock
        self._kept: dict[str, tuple[Last, float]] = {}
        """With the time at which each is dropped."""
        self._seq = 0

    async def open(self) -> None:
        await self._bus.subscribe(self._pattern, self._take, limit=1)

    async def last(self, subjects: Sequence[str]) -> dict[str, Last]:
        now_ms = self._clock.now_ms()
        return {
            subject: last
            for subject, (last, until_ms) in self._kept.items()
            if until_ms > now_ms and any(matches(wanted, subject) for wanted in subjects)
        }

    async def _take(self, message: Message) -> None:
        self._seq += 1
        if OPERATION in message.headers:
            self._kept.pop(message.subject, None)
            return
        ttl_s = message.headers.get(TTL)
        until_ms = float("inf") if ttl_s is None else self._clock.now_ms() + int(ttl_s) * 1000
        self._kept[message.subject] = (Last(message.data, self._seq), until_ms)
