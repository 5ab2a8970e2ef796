"""What an operator sees of rooms: what their watchers see, and when their last entry came.

Nothing that is hidden can be printed here: of the log only headers are read, the rest is asked of
the projection as a watcher.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from services.cli.admin.operating import Ground
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.contracts.messages import SPECTATOR, Refused, View, ViewRequest
from shared.contracts.subjects import PROJECTION_VIEW
from shared.eventstore import reading
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.layout import room_of, shard_of
from shared.runtime.bus import BusError

ASKED_AT_ONCE = 32
_HEADS_AT_ONCE = 500
_READ_S = 10.0
_VIEW_MS = 5_000
_CLOSED = b'["room_closed",'

_answers: msgspec.json.Decoder[View | Refused] = msgspec.json.Decoder(View | Refused)


class Head(Struct, frozen=True):
    """A room's last entry. Times are Unix milliseconds."""

    room: RoomId
    seq: int
    at_ms: int
    deadline_ms: int
    """When the next time-out is due; 0 = nothing is."""
    ruleset: str
    is_closed: bool


class Seen(Struct, frozen=True):
    """What a watcher sees of it; `sections` is `None` where nobody answers for views."""

    head: Head
    sections: Mapping[str, Any] | None

    @property
    def about(self) -> Mapping[str, Any]:
        """The section `room`."""
        return {} if self.sections is None else self.sections["room"]

    @property
    def members(self) -> list[dict[str, Any]]:
        return [] if self.sections is None else self.sections["members"]

    @property
    def phase(self) -> str:
        return "closed" if self.head.is_closed else str(self.about.get("phase", "?"))


async def heads(ground: Ground) -> AsyncIterator[list[Head]]:
    """Those of all rooms, some at a time, by name. Raises the log's `Away`."""
    rooms = await JetStreamLog(ground.bus.nc, ground.layout).rooms()
    by_stream: dict[str, list[RoomId]] = {}
    for room in rooms:
        by_stream.setdefault(ground.layout.stream_of(shard_of(room)), []).append(room)
    for stream, there in by_stream.items():
        for at in range(0, len(there), _HEADS_AT_ONCE):
            some = there[at : at + _HEADS_AT_ONCE]
            yield [*await _heads(ground, stream, some)]


async def head(ground: Ground, room: RoomId) -> Head | None:
    """`None`: there is no such room."""
    stream = ground.layout.stream_of(shard_of(room))
    return next(await _heads(ground, stream, [room]), None)


async def _heads(ground: Ground, stream: str, rooms: list[RoomId]) -> Iterator[Head]:
    wanted = {"multi_last": [ground.layout.subject(room) for room in rooms]}
    return map(_head, await reading.batch(ground.bus.nc, stream, wanted, _READ_S))


def _head(message: reading.Message) -> Head:
    room = room_of(message.headers["Nats-Subject"])
    try:
        header = read_header(read_entry(message.data))
    except msgspec.DecodeError:
        return Head(room, 0, 0, 0, "?", is_closed=False)
    is_closed = _CLOSED in message.data
    return Head(
        room, header.seq, header.at_ms, header.deadline_ms, header.ruleset, is_closed=is_closed
    )


async def seen(ground: Ground, heads: list[Head]) -> list[Seen]:
    """The same rooms, each as its watchers see it."""
    places = asyncio.Semaphore(ASKED_AT_ONCE)

    async def one(head: Head) -> Seen:
        async with places:
            return Seen(head, await _sections(ground, head.room))

    return list(await asyncio.gather(*map(one, heads)))


async def _sections(ground: Ground, room: RoomId) -> dict[str, Any] | None:
    request = msgspec.json.encode(ViewRequest(room, SPECTATOR))
    try:
        answer = await ground.bus.request(PROJECTION_VIEW, request, timeout_ms=_VIEW_MS)
        view = _answers.decode(answer)
    except (BusError, msgspec.DecodeError):
        return None
    if isinstance(view, Refused):
        return None
    return {name: msgspec.json.decode(value) for name, value in view.sections.items()}
