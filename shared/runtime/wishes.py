"""What operators want of services that run, until it is done or taken back: a small bucket.

Services look into it about every second; so a wish also reaches who was not there when it was made.
"""

from typing import Protocol

from msgspec import Struct

from shared.contracts.ids import Millis, RoomId
from shared.eventstore.streams import Stream
from shared.runtime.broker_api import store
from shared.runtime.bus_nats import NatsBus
from shared.runtime.kv import OPERATION, NatsBucket

STREAM = "KV_WISHES"
_PREFIX = "$KV.WISHES."

REBUILD = "projection.rebuild"
"""An `Asked`: all views are to be made anew, in an epoch that begins then or later."""
REBUILT = "projection.rebuilt"
"""How far that is: a `Rebuilt`, by the projection."""


DRAINED = "gateway.drained"
"""A `Draining`: nothing new is to begin anywhere."""


def drained_room(room: RoomId) -> str:
    """An `Asked`: the room is to end as soon as no match runs in it."""
    return f"{DRAINED_ROOMS}{room}"


DRAINED_ROOMS = "rooms."
"""What the names of those begin with."""


class Asked(Struct, frozen=True):
    """A wish, which is named by the time at which it was made."""

    at_ms: Millis


class Draining(Struct, frozen=True):
    """Gateways refuse new rooms and new matches, since `at_ms`."""

    at_ms: Millis


class Rebuilt(Struct, frozen=True):
    """How far the wish of `at_ms` is carried out."""

    at_ms: Millis
    epoch: int = 0
    """That was begun for it; 0: none yet."""
    rooms: int = 0
    done: int = 0
    is_over: bool = False


class Wishes(Protocol):
    """Errors are `BusError`s."""

    async def put(self, name: str, data: bytes) -> None:
        """`name`: words of letters, digits, - and _ with a dot between. Returns when it is kept."""
        ...

    async def withdraw(self, name: str) -> None: ...

    async def get(self, pattern: str) -> dict[str, bytes]:
        """Those whose name fits, `*` being one word; perhaps a moment old."""
        ...


def wishes_stream(*, replicas: int, storage: str = "file") -> Stream:
    return Stream(
        STREAM,
        {
            "subjects": [f"{_PREFIX}>"],
            "storage": storage,
            "num_replicas": replicas,
            "max_msgs_per_subject": 1,
            "discard": "old",
            "allow_direct": True,
        },
    )


class NatsWishes:
    """Needs the stream of `wishes_stream`."""

    def __init__(self, bus: NatsBus) -> None:
        self._bus = bus
        self._bucket = NatsBucket(bus, STREAM)

    async def put(self, name: str, data: bytes) -> None:
        await store(self._bus, _PREFIX + name, data)

    async def withdraw(self, name: str) -> None:
        await store(self._bus, _PREFIX + name, b"", {OPERATION: "DEL"})

    async def get(self, pattern: str) -> dict[str, bytes]:
        found = await self._bucket.last([_PREFIX + pattern])
        return {subject.removeprefix(_PREFIX): last.data for subject, last in found.items()}


class MemoryWishes:
    """Within one process."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    async def put(self, name: str, data: bytes) -> None:
        self._kept[name] = data

    async def withdraw(self, name: str) -> None:
        self._kept.pop(name, None)

    async def get(self, pattern: str) -> dict[str, bytes]:
        return {name: data for name, data in self._kept.items() if _fits(pattern, name)}


def _fits(pattern: str, name: str) -> bool:
    wanted, words = pattern.split("."), name.split(".")
    return len(wanted) == len(words) and all(
        want in ("*", word) for want, word in zip(wanted, words, strict=True)
    )
