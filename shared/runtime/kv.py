"""The last message of each subject of a stream: what a key-value bucket is.

Writing is publishing; this is the reading side, by `DIRECT.GET`, for a real broker and in memory.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import msgspec
from msgspec import Struct
from nats.aio.msg import Msg

from shared.runtime.broker_api import StreamMissing
from shared.runtime.bus import BusAway, BusError, RequestTimeout
from shared.runtime.bus_nats import NatsBus, translated

OPERATION = "KV-Operation"
"""Header of a message that says its key is gone (`DEL`, `PURGE`)."""
TTL = "Nats-TTL"
"""Header: seconds until the broker drops the message."""

_TIMEOUT_S = 2
_SUBJECTS_AT_ONCE = 512


class Last(Struct, frozen=True):
    """The last message of a subject, and its number in the stream."""

    data: bytes
    seq: int


class Bucket(Protocol):
    async def last(self, subjects: Sequence[str]) -> dict[str, Last]:
        """By subject; those with no message, or whose key is gone, are left out. Wildcards match.

        Raises `StreamMissing` and other `BusError`s.
        """
        ...


class NatsBucket:
    """A stream that allows direct reading. Any replica answers, so it may be a moment old."""

    def __init__(self, bus: NatsBus, stream: str) -> None:
        self._bus = bus
        self._subject = f"$JS.API.DIRECT.GET.{stream}"

    async def last(self, subjects: Sequence[str]) -> dict[str, Last]:
        found: dict[str, Last] = {}
        for start in range(0, len(subjects), _SUBJECTS_AT_ONCE):
            found |= await self._ask(list(subjects[start : start + _SUBJECTS_AT_ONCE]))
        return found

    async def _ask(self, subjects: list[str]) -> dict[str, Last]:
        found: dict[str, Last] = {}
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def take(msg: Msg) -> None:
            headers = msg.headers or {}
            status = headers.get("Status")
            if status is None:
                if OPERATION not in headers:
                    seq = int(headers["Nats-Sequence"])
                    found[headers["Nats-Subject"]] = Last(msg.data, seq)
            elif not done.done():
                done.set_result(status)

        nc = self._bus.nc
        inbox = nc.new_inbox()
        request = msgspec.json.encode({"multi_last": subjects, "batch": 1024})
        answers = await translated(self._subject, nc.subscribe(inbox, cb=take))
        try:
            await translated(self._subject, nc.publish(self._subject, request, reply=inbox))
            async with asyncio.timeout(_TIMEOUT_S):
                status = await done
        except TimeoutError:
            raise RequestTimeout(self._subject) from None
        finally:
            with suppress(BusError):
                await translated(self._subject, answers.unsubscribe())
        if status == "503":
            raise StreamMissing(self._subject)
        if status not in ("204", "404"):  # all that there is; nothing
            raise BusAway(f"{self._subject}: status {status}")
        return found
