"""Hosts as they are kept in the broker: two buckets, cut by who may read what.

TENANTS holds what gateways need, HOOKS what the webhooks service needs. Whoever reads asks again
every few seconds, so a change needs no restart anywhere.
"""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec
import structlog

from shared.contracts.hosting import Hook, Tenant
from shared.eventstore.streams import Stream
from shared.runtime.broker_api import store
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock
from shared.runtime.kv import OPERATION, Bucket

_log = structlog.stdlib.get_logger(__name__)

TENANTS_STREAM = "KV_TENANTS"
HOOKS_STREAM = "KV_HOOKS"
TENANTS = "$KV.TENANTS."
HOOKS = "$KV.HOOKS."

_Kept = TypeVar("_Kept", Tenant, Hook)


def tenant_streams(*, replicas: int, storage: str = "file") -> list[Stream]:
    return [
        Stream(
            name,
            {
                "subjects": [f"{prefix}*"],
                "storage": storage,
                "num_replicas": replicas,
                "max_msgs_per_subject": 1,
                "discard": "old",
                "allow_direct": True,
            },
        )
        for name, prefix in ((TENANTS_STREAM, TENANTS), (HOOKS_STREAM, HOOKS))
    ]


class Directory(Generic[_Kept]):
    """All that one of the buckets holds, as it was read last. At most 1,024."""

    def __init__(self, bucket: Bucket, prefix: str, kind: type[_Kept]) -> None:
        self._bucket = bucket
        self._prefix = prefix
        self._decoder: msgspec.json.Decoder[_Kept] = msgspec.json.Decoder(kind)
        self._kept: dict[str, _Kept] = {}
        self.is_read = False
        """It was read since this began."""
        self.on_read: Callable[[Mapping[str, _Kept]], None] = lambda _: None

    def get(self, name: str) -> _Kept | None:
        return self._kept.get(name)

    def all(self) -> list[_Kept]:
        return list(self._kept.values())

    async def read(self) -> None:
        """Raises `BusError`. What cannot be decoded is left out, with an error in the log."""
        found = await self._bucket.last([f"{self._prefix}*"])
        kept: dict[str, _Kept] = {}
        for subject, last in found.items():
            name = subject.removeprefix(self._prefix)
            try:
                kept[name] = self._decoder.decode(last.data)
            except msgspec.DecodeError:
                _log.error("host_unreadable", host=name)
        self._kept = kept
        self.is_read = True
        self.on_read(kept)

    async def run(self, clock: Clock, every_ms: int) -> None:
        """Reads again and again, until it is cancelled; while it cannot, what was read stands."""
        while True:
            try:
                await self.read()
            except BusError as error:
                _log.warning("hosts_unread", kind=type(error).__name__)
            await clock.sleep_ms(every_ms)


def tenants(bucket: Bucket) -> Directory[Tenant]:
    return Directory(bucket, TENANTS, Tenant)


def hooks(bucket: Bucket) -> Directory[Hook]:
    return Directory(bucket, HOOKS, Hook)


async def keep(bus: Bus, kept: Tenant | Hook) -> None:
    """In place of what there was. Raises what `store` raises."""
    prefix = TENANTS if isinstance(kept, Tenant) else HOOKS
    await store(bus, prefix + kept.name, msgspec.json.encode(kept))


async def drop(bus: Bus, name: str) -> None:
    """The hook first: a host that is half gone must not be told things. Raises as `keep`."""
    await drop_hook(bus, name)
    await store(bus, TENANTS + name, b"", {OPERATION: "PURGE"})


async def drop_hook(bus: Bus, name: str) -> None:
    """Nothing is told to that host any more. Raises as `keep`."""
    await store(bus, HOOKS + name, b"", {OPERATION: "PURGE"})
