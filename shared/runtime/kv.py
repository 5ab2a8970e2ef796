"""The last message of each subject of a stream: what a key-value bucket is.

Writing is publishing; this is the reading side, by `DIRECT.GET`, for a real broker and in memory.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from shared.runtime.bus_nats import NatsBus
from shared.runtime.direct import read

OPERATION = "KV-Operation"
"""Header of a message that says its key is gone (`DEL`, `PURGE`)."""
TTL = "Nats-TTL"
"""Header: seconds until the broker drops the message."""

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
        self._stream = stream

    async def last(self, subjects: Sequence[str]) -> dict[str, Last]:
        found: dict[str, Last] = {}
        for start in range(0, len(subjects), _SUBJECTS_AT_ONCE):
            found |= await self._ask(list(subjects[start : start + _SUBJECTS_AT_ONCE]))
        return found

    async def since(self, subject: str, after: int, limit: int) -> list[Last]:
        """What matches and is later in the stream than number `after`, in order, at most `limit`
        (1,024). Raises as `last`."""
        question = {"seq": after + 1, "next_by_subj": subject, "batch": limit}
        return sorted((await self._asked(question)).values(), key=lambda last: last.seq)

    async def _ask(self, subjects: list[str]) -> dict[str, Last]:
        return await self._asked({"multi_last": subjects, "batch": 1024})

    async def _asked(self, question: Mapping[str, Any]) -> dict[str, Last]:
        return {
            found.subject: Last(found.data, found.number)
            for found in await read(self._bus, self._stream, question)
            if OPERATION not in found.headers
        }
