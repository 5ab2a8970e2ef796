"""Whole streams out of the broker and into it, by its own interface for that.

The broker sends a stream as one compressed archive in pieces, each of which has to be acknowledged,
and ends with an empty message that says whether it was all. What comes in that way keeps numbers,
times and headers of every message. A stream that comes back is there whole or not at all.

It is as of one moment, whatever is appended meanwhile. That it counts as made anew tells followers
that what they kept does not fit any more.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct, field
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as BrokerError

from shared.eventstore.wire import NO_STREAM, Answer, ask, refuse_fault, request

PIECE_BYTES = 128 * 1024
WINDOW_BYTES = 4 * 1024 * 1024
"""Pieces on the way that are not acknowledged yet."""
SENT_AHEAD = 16
"""Pieces of a restore on the way."""
_SILENT_S = 30.0
"""So long without a piece, and the broker is given up."""
_ALL_SENT = ("204", "200")


class Broken(Exception):
    """The stream was not sent, or not taken, as a whole: a clause that says why."""


class State(Struct, frozen=True):
    messages: int = 0
    first_seq: int = 0
    last_seq: int = 0
    num_subjects: int = 0
    first_ts: str = ""
    last_ts: str = ""


class Known(Answer, frozen=True):
    """What the broker says of a stream."""

    config: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def counted(self) -> State:
        return msgspec.convert(self.state, State)

    def holds_the_same(self, other: "Known") -> bool:
        """As far as that can be counted; of an empty one only where it goes on."""
        ours, theirs = self.counted, other.counted
        if not ours.messages:
            return (theirs.messages, theirs.last_seq) == (0, ours.last_seq)
        return ours == theirs


class _Wanted(Answer, frozen=True):
    deliver_subject: str = ""


async def known(nc: Client, stream: str, timeout_s: float = 5.0) -> Known | None:
    """`None`: there is no such stream. Raises the log's `Away`."""
    found = await ask(nc, f"STREAM.INFO.{stream}", {}, Known, timeout_s)
    if found.error is not None and found.error.err_code == NO_STREAM:
        return None
    refuse_fault(found, stream)
    return found


async def take_out(nc: Client, stream: str, tell: Callable[[bytes], object]) -> Known:
    """Everything that `stream` has now, told piece by piece; the broker checks every message first.

    Raises `Broken` and the log's `Away`, and what `tell` raises.
    """
    arrived: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = nc.new_inbox()
    subscription = await nc.subscribe(inbox, cb=arrived.put)
    try:
        wanted = {
            "deliver_subject": inbox,
            "no_consumers": True,
            "jsck": True,
            "chunk_size": PIECE_BYTES,
            "window_size": WINDOW_BYTES,
        }
        begun = await ask(nc, f"STREAM.SNAPSHOT.{stream}", wanted, Known, _SILENT_S)
        if begun.error is not None:
            raise Broken(f"the broker does not send it: {begun.error.description}")
        await _receive(nc, arrived, tell)
    finally:
        with suppress(BrokerError, OSError):
            await subscription.unsubscribe()
    return begun


async def _receive(
    nc: Client, arrived: asyncio.Queue[Msg], tell: Callable[[bytes], object]
) -> None:
    while True:
        message = await _next(arrived)
        if not message.data:
            headers = message.headers or {}
            status = headers.get("Status", _ALL_SENT[0])
            if status not in _ALL_SENT:
                raise Broken(f"the broker broke off: {status} {headers.get('Description', '')}")
            return
        tell(message.data)
        if message.reply:
            await nc.publish(message.reply, b"")


async def put_back(
    nc: Client, stream: str, was: Known, pieces: Iterator[bytes], *, replicas: int | None = None
) -> Known:
    """The stream as it was, of which there must be none; with another number of copies if that is
    given. What the broker says of it then.

    Raises `Broken`, the log's `Away`, and what `pieces` raises: the broker then has no such stream.
    """
    config = was.config if replicas is None else {**was.config, "num_replicas": replicas}
    wanted = {"config": config, "state": was.state}
    begun = await ask(nc, f"STREAM.RESTORE.{stream}", wanted, _Wanted, _SILENT_S)
    if begun.error is not None:
        raise Broken(f"the broker does not take it: {begun.error.description}")
    await _send(nc, begun.deliver_subject, pieces)
    ended = await request(nc, begun.deliver_subject, b"", _SILENT_S)
    if _why(ended.data):
        raise Broken(f"the broker could not restore it: {_why(ended.data)}")
    found = await known(nc, stream)
    if found is None:
        raise Broken("the broker took it, and has no such stream")
    return found


async def _send(nc: Client, subject: str, pieces: Iterator[bytes]) -> None:
    """Some are on the way at a time: the broker answers each, in their order."""
    answers: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = nc.new_inbox()
    subscription = await nc.subscribe(inbox, cb=answers.put)
    owed = 0
    try:
        for piece in pieces:
            await nc.publish(subject, piece, reply=inbox)
            owed += 1
            if owed == SENT_AHEAD:
                await _taken(answers)
                owed -= 1
        for _ in range(owed):
            await _taken(answers)
    finally:
        with suppress(BrokerError, OSError):
            await subscription.unsubscribe()


async def _taken(answers: asyncio.Queue[Msg]) -> None:
    answer = await _next(answers)
    if answer.data:
        raise Broken(f"the broker broke off: {_why(answer.data)}")


async def _next(arrived: asyncio.Queue[Msg]) -> Msg:
    try:
        async with asyncio.timeout(_SILENT_S):
            return await arrived.get()
    except TimeoutError:
        raise Broken(f"nothing came from the broker for {_SILENT_S:.0f} s") from None


def _why(data: bytes) -> str:
    answer = msgspec.json.decode(data, type=Answer)
    return "" if answer.error is None else answer.error.description
