"""Alarms within one process, driven by a clock."""

import itertools
from collections.abc import AsyncGenerator
from functools import partial

from shared.contracts.ids import RoomId
from shared.runtime.clock import Clock
from shared.runtime.schedules import Fired


class MemorySchedules:
    """Outlives its listeners, as a broker does. Alarms go off when somebody listens."""

    def __init__(self, clock: Clock, *, ack_wait_ms: int = 5_000, tick_ms: int = 250) -> None:
        self._clock = clock
        self._ack_wait_ms = ack_wait_ms
        self._tick_ms = tick_ms
        self._armed: dict[RoomId, tuple[int, bytes]] = {}
        self._unacted: dict[int, tuple[RoomId, bytes]] = {}
        """Alarms that went off and were not acted on, by number."""
        self._again_ms: dict[int, int] = {}
        """When each of them may be handed out."""
        self._numbers = itertools.count()

    async def arm(self, room: RoomId, at_ms: int, payload: bytes) -> None:
        self._armed[room] = (at_ms, payload)

    async def disarm(self, room: RoomId) -> None:
        self._armed.pop(room, None)

    async def fired(self) -> AsyncGenerator[Fired, None]:
        while True:
            self._go_off()
            while (number := self._next()) is not None:
                room, payload = self._unacted[number]
                self._again_ms[number] = self._clock.now_ms() + self._ack_wait_ms
                yield Fired(room, payload, partial(self._forget, number))
            await self._clock.sleep_ms(self._tick_ms)

    def _go_off(self) -> None:
        now_ms = self._clock.now_ms()
        due = sorted((at_ms, room) for room, (at_ms, _) in self._armed.items() if at_ms <= now_ms)
        for _, room in due:
            number = next(self._numbers)
            self._unacted[number] = (room, self._armed.pop(room)[1])
            self._again_ms[number] = now_ms

    def _next(self) -> int | None:
        now_ms = self._clock.now_ms()
        ready = (number for number, again_ms in self._again_ms.items() if again_ms <= now_ms)
        return next(ready, None)

    async def _forget(self, number: int) -> None:
        self._unacted.pop(number, None)
        self._again_ms.pop(number, None)
