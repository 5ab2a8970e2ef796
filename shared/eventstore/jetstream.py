"""The log on NATS JetStream.

An append is one message with the expected last sequence of its subject, so that of two writers
exactly one wins; the broker's own number of the entry before is remembered per room, or asked of
the leader. Reads are batch direct gets, which any replica answers, perhaps late: the leader's head
says when everything is there. Following is in `following`, cutting in `cutting`.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.json import decode
from nats.aio.client import Client
from nats.errors import Error as BrokerError
from nats.errors import NoRespondersError

from shared.contracts.ids import RoomId, Seq
from shared.contracts.messages import TRACE_HEADER

from .following import FollowSettings, follow
from .layout import MAIN, SHARD_COUNT, Layout, room_of, shard_of
from .lifeline import Lifeline
from .log import (
    Away,
    Batch,
    Checkpoint,
    Conflict,
    Doubtful,
    Full,
    Gap,
    Stored,
    TooLarge,
    check_message_id,
)
from .places import Place, Places
from .reading import RoomReader
from .wire import (
    BEGINS_HEADER,
    EXPECTED_HEADER,
    HEADER_BYTES,
    MESSAGE_ID_HEADER,
    MESSAGE_TOO_LARGE,
    NO_MESSAGE,
    NO_ROOM,
    SEQ_HEADER,
    WRONG_LAST_SEQUENCE,
    GotMessage,
    PubAck,
    StreamInfo,
    ask,
    begins_in,
    raw_headers,
    refuse_fault,
    seq_in,
)


class LogSettings(Struct, frozen=True):
    """Times after which an answer is no longer waited for, and what a follower is handed."""

    append_timeout_s: float = 2.0
    read_timeout_s: float = 2.0
    follow: FollowSettings = FollowSettings()


DEFAULTS = LogSettings()
RETRY_S = 0.01


class _Head(Struct, frozen=True):
    place: Place
    entry: bytes
    begins: bool


class JetStreamLog:
    """A `Log` over a connection that stays the caller's. The streams must exist (`streams`).

    `trace`: what an entry that is appended now is to name as its trace; empty: nothing.
    """

    def __init__(
        self,
        connection: Client,
        layout: Layout = MAIN,
        settings: LogSettings = DEFAULTS,
        places: Places | None = None,
        trace: Callable[[], str] = str,
    ) -> None:
        self._connection = connection
        self._lifeline = Lifeline(connection)
        self._layout = layout
        self._settings = settings
        self._places = places or Places()
        self._trace = trace

    async def append(
        self, room: RoomId, seq: int, entry: bytes, *, message_id: str, begins: bool = False
    ) -> None:
        subject = self._layout.subject(room)
        check_message_id(message_id)
        limit_bytes = self._connection.max_payload - HEADER_BYTES
        if len(entry) > limit_bytes:
            raise TooLarge(room, len(entry), limit_bytes)
        number = await self._number_before(room, seq)
        headers = {
            EXPECTED_HEADER: str(number),
            MESSAGE_ID_HEADER: f"{self._layout.tenant}.{room}:{message_id}",  # counts per stream
            SEQ_HEADER: str(seq),
        }
        if begins:
            headers[BEGINS_HEADER] = "1"
        if trace := self._trace():
            headers[TRACE_HEADER] = trace
        ack = await self._publish(room, seq, subject, entry, headers)
        if ack.error is None and not ack.duplicate:
            self._places.keep_head(room, Place(seq, ack.seq))
        elif ack.error is None:
            raise Doubtful(room, seq, "duplicate message id")
        elif ack.error.err_code in WRONG_LAST_SEQUENCE:
            raise Conflict(room, seq, await self._head_in_the_way(room, number))
        elif ack.error.err_code == MESSAGE_TOO_LARGE:
            raise TooLarge(room, len(entry), limit_bytes)
        elif ack.error.err_code in NO_ROOM:
            raise Full(room, seq, f"{ack.error.description} ({ack.error.err_code})")
        else:
            raise Doubtful(room, seq, f"{ack.error.description} ({ack.error.err_code})")

    async def _publish(
        self, room: RoomId, seq: int, subject: str, entry: bytes, headers: dict[str, str]
    ) -> PubAck:
        """The broker's answer. Raises `Away` only where the message certainly went nowhere."""
        if not self._connection.is_connected:  # the client would keep it and send it later
            raise Away("not connected")
        timeout_s = self._settings.append_timeout_s
        request = self._connection.request(subject, entry, timeout=timeout_s, headers=headers)
        try:
            reply = await self._lifeline.hold(request)
        except NoRespondersError as error:
            raise Away(f"no stream takes {subject}") from error
        except (BrokerError, OSError) as error:
            raise Doubtful(room, seq, str(error) or "connection lost") from error
        return decode(reply.data, type=PubAck)

    async def _number_before(self, room: RoomId, seq: int) -> int:
        """The broker's number of entry `seq` - 1; 0 before the first. Raises `Conflict`, `Away`."""
        if seq == 1:
            return 0
        known = self._places.head(room)
        if known is None or known.seq != seq - 1:
            known = (await self._leader_head(room)).place
        if known.seq != seq - 1:
            raise Conflict(room, seq, known.seq)
        return known.number

    async def _head_in_the_way(self, room: RoomId, number: int) -> int:
        """The head, once it is not the broker's `number` any more. Raises `Away`.

        A replicated leader refuses an entry already for one that its followers still have to take.
        """
        clock = asyncio.get_running_loop().time
        give_up_s = clock() + self._settings.read_timeout_s
        while clock() < give_up_s:
            place = (await self._leader_head(room)).place
            if place.number != number:
                return place.seq
            await asyncio.sleep(RETRY_S)
        raise Away(f"room {room}: an entry is on its way and does not arrive")

    async def _leader_head(self, room: RoomId) -> _Head:
        subject = self._layout.subject(room)
        stream = self._layout.stream_of(shard_of(room))
        answer = await ask(
            self._connection,
            f"STREAM.MSG.GET.{stream}",
            {"last_by_subj": subject},
            GotMessage,
            self._settings.read_timeout_s,
        )
        if answer.error is not None and answer.error.err_code == NO_MESSAGE:
            self._places.forget_head(room)
            return _Head(Place(0, 0), b"", begins=False)
        refuse_fault(answer, f"head of room {room}")
        assert answer.message is not None, "an answer is a message or a fault"
        headers = raw_headers(answer.message.hdrs)
        place = Place(seq_in(headers, room, wanted=1), answer.message.seq)
        self._places.keep_head(room, place)
        return _Head(place, answer.message.data, begins_in(headers))

    async def head(self, room: RoomId) -> Seq:
        return Seq((await self._leader_head(room)).place.seq)

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        start = None if after is None else self._places.start_before(room, after + 1)
        head = await self._leader_head(room)
        if start is not None and start.number >= head.place.number:
            start = None
        seq = head.place.seq
        if after is None:
            return await self._reader(room).kept(seq + 1) if seq else []
        if after > seq:
            raise Gap(room, seq + 1, 0)
        if after == seq:
            return []
        last = Stored(room, Seq(seq), head.entry, head.begins)
        if after == seq - 1:
            return [last]
        return [*await self._between(room, after, seq, start), last]

    def _reader(self, room: RoomId) -> RoomReader:
        return RoomReader(
            self._connection,
            self._layout.stream_of(shard_of(room)),
            self._layout.subject(room),
            room,
            self._settings.read_timeout_s,
        )

    async def _between(
        self, room: RoomId, after: int, head: int, start: Place | None
    ) -> list[Stored]:
        """Entries `after` + 1 up to `head` - 1. A remembered place that leads nowhere is no gap."""
        reader = self._reader(room)
        if start is not None:
            with suppress(Gap):
                return (await reader.read(start, head))[after + 1 - start.seq :]
        kept = await reader.kept(head)
        if kept[0].seq > after + 1:
            raise Gap(room, after + 1, kept[0].seq)
        return [stored for stored in kept if after < stored.seq < head]

    async def rooms(self) -> list[RoomId]:
        found: list[RoomId] = []
        for stream in self._layout.shards_by_stream(range(SHARD_COUNT)):
            found += await self._rooms_of(stream)
        return sorted(found)

    async def _rooms_of(self, stream: str) -> list[RoomId]:
        """The broker lists subjects in pages."""
        found: list[RoomId] = []
        while True:
            question = {"subjects_filter": self._layout.every_subject, "offset": len(found)}
            info = await ask(
                self._connection,
                f"STREAM.INFO.{stream}",
                question,
                StreamInfo,
                self._settings.read_timeout_s,
            )
            refuse_fault(info, f"rooms of {stream}")
            found += [room_of(subject) for subject in info.state.subjects]
            if not info.state.subjects or len(found) >= info.total:
                return found

    def follow(
        self, shards: Sequence[int], checkpoint: Checkpoint | None
    ) -> AsyncGenerator[Batch, None]:
        return follow(self._connection, self._layout, self._settings.follow, shards, checkpoint)
