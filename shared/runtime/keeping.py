"""Small things that a follower of the log keeps across restarts: how far it is, what it knows.

All of it can be made again from the log; keeping it saves the way there.
"""

from typing import Protocol

from shared.eventstore.streams import Stream
from shared.runtime.broker_api import store
from shared.runtime.bus_nats import NatsBus
from shared.runtime.kv import NatsBucket

STREAM = "KV_FOLLOWERS"


class Keeping(Protocol):
    """One service's things, by name (letters, digits, - and _). Errors are `BusError`s."""

    async def put(self, name: str, data: bytes) -> None:
        """Keeps `data` in place of an earlier value. Returns when it is stored."""
        ...

    async def get_all(self) -> dict[str, bytes]: ...


def keeping_stream(*, replicas: int, storage: str = "file") -> Stream:
    return Stream(
        STREAM,
        {
            "subjects": ["$KV.FOLLOWERS.>"],
            "storage": storage,
            "num_replicas": replicas,
            "max_msgs_per_subject": 1,
            "discard": "old",
            "allow_direct": True,
        },
        is_remade=True,
    )


class NatsKeeping:
    """Needs the stream of `keeping_stream`."""

    def __init__(self, bus: NatsBus, service: str) -> None:
        self._bus = bus
        self._bucket = NatsBucket(bus, STREAM)
        self._prefix = f"$KV.FOLLOWERS.{service}."

    async def put(self, name: str, data: bytes) -> None:
        await store(self._bus, self._prefix + name, data)

    async def get_all(self) -> dict[str, bytes]:
        found = await self._bucket.last([f"{self._prefix}*"])
        return {subject.removeprefix(self._prefix): last.data for subject, last in found.items()}


class MemoryKeeping:
    """Outlives its user, as a broker does."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    async def put(self, name: str, data: bytes) -> None:
        self._kept[name] = data

    async def get_all(self) -> dict[str, bytes]:
        return dict(self._kept)
