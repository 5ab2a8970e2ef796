"""Cutting a room's log on JetStream.

The broker removes messages of one subject that lie before one of its own numbers. That number is
looked up where any replica may answer, and is only believed once the leader shows it to be that of
the wanted entry of this room, with its mark.
"""

from msgspec import Struct
from nats.aio.client import Client

from shared.contracts.ids import RoomId

from .layout import MAIN, Layout, shard_of
from .log import Away, Uncuttable
from .places import Place
from .reading import RoomReader
from .wire import (
    NO_MESSAGE,
    SEQ_HEADER,
    Answer,
    GotMessage,
    ask,
    begins_in,
    raw_headers,
    refuse_fault,
)


class _Purge(Struct, frozen=True):
    """In the broker's own words: of `filter`, everything before its number `seq`."""

    filter: str
    seq: int


class JetStreamCutting:
    """`Cutting` over a connection that stays the caller's."""

    def __init__(self, connection: Client, layout: Layout = MAIN, timeout_s: float = 5.0) -> None:
        self._connection = connection
        self._layout = layout
        self._timeout_s = timeout_s

    async def cut(self, room: RoomId, before: int) -> None:
        """See `Cutting.cut`."""
        subject = self._layout.subject(room)
        stream = self._layout.stream_of(shard_of(room))
        if before <= await self._seq(stream, {"seq": 1, "next_by_subj": subject}):
            return
        reader = RoomReader(self._connection, stream, subject, room, self._timeout_s)
        place = await reader.place(before)
        if place is None and before <= await self._seq(stream, {"last_by_subj": subject}):
            raise Away(f"room {room}: entry {before} does not appear on the replicas")
        if place is None or not await self._is_beginning(stream, subject, place):
            raise Uncuttable(room, before)
        verb = f"STREAM.PURGE.{stream}"
        purge = _Purge(subject, place.number)
        purged = await ask(self._connection, verb, purge, Answer, self._timeout_s)
        refuse_fault(purged, f"cutting room {room}")

    async def _seq(self, stream: str, which: dict[str, object]) -> int:
        """The room's number of an entry, as the leader has it; 0 where there is none."""
        found = await self._got(stream, which)
        if found.message is None:
            return 0
        seq = raw_headers(found.message.hdrs).get(SEQ_HEADER, "")
        return int(seq) if seq.isdecimal() else 0

    async def _is_beginning(self, stream: str, subject: str, place: Place) -> bool:
        message = (await self._got(stream, {"seq": place.number})).message
        if message is None:
            return False
        headers = raw_headers(message.hdrs)
        is_it = message.subject == subject and headers.get(SEQ_HEADER) == str(place.seq)
        return is_it and begins_in(headers)

    async def _got(self, stream: str, which: dict[str, object]) -> GotMessage:
        """What the leader has; no message where there is none such."""
        verb = f"STREAM.MSG.GET.{stream}"
        found = await ask(self._connection, verb, which, GotMessage, self._timeout_s)
        if found.error is None or found.error.err_code != NO_MESSAGE:
            refuse_fault(found, f"looking into {stream}")
        return found
