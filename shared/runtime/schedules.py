"""One alarm per room, kept by the broker. It fires at the set time also if nobody listens then.

The log is the truth about deadlines: an alarm may fire twice, and once more just after it was taken
back or put off. Whoever acts on it names the deadline it stood for.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Protocol

from shared.contracts.ids import RoomId


class Fired:
    """An alarm that went off, with the payload it was armed with."""

    __slots__ = ("_done", "payload", "room")

    def __init__(self, room: RoomId, payload: bytes, done: Callable[[], Awaitable[None]]) -> None:
        self.room = room
        self.payload = payload
        self._done = done

    async def done(self) -> None:
        """Says that it was acted on. Without it the alarm comes again, here or elsewhere."""
        await self._done()


class Schedules(Protocol):
    """Errors are `BusError`s; after one, `arm` and `disarm` may have had their effect or not."""

    async def arm(self, room: RoomId, at_ms: int, payload: bytes) -> None:
        """Sets the room's alarm, in place of an earlier one. A time that has passed fires at once.

        Returns when it is stored. Never early by the broker's clock, at most 250 ms late.
        """
        ...

    async def disarm(self, room: RoomId) -> None:
        """Takes the room's alarm back; without one it does nothing."""
        ...

    def fired(self) -> AsyncGenerator[Fired, None]:
        """Alarms that went off and were not `done`, for ever; those of the past first.

        Several may listen: each alarm comes to one of them, and to another if it is not `done`
        within the acknowledgement time. Close it (`contextlib.aclosing`) when finished.
        """
        ...
