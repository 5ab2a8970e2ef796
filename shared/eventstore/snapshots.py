"""Snapshots of rooms: in memory, and in a stream that keeps one message per room.

A stored snapshot also says where in the log's stream its room's tail lies, which spares whoever
loads it the way through all other rooms' entries; `Places` carries that from here to the log.
"""

from msgspec.json import decode
from nats.aio.client import Client
from nats.aio.msg import Msg

from shared.contracts.ids import RoomId, Seq

from .layout import MAIN, SNAPSHOT_STREAM, Layout
from .log import Away, Snapshot, TooLarge
from .places import Place, Places
from .wire import (
    EXPECTED_HEADER,
    HEADER_BYTES,
    NO_MESSAGE,
    SEQ_HEADER,
    WRONG_LAST_SEQUENCE,
    GotMessage,
    Headers,
    PubAck,
    ask,
    raw_headers,
    refuse_fault,
    request,
    seq_in,
)

PLACE_HEADER = "Saloon-Place"
RACE_LIMIT = 5


class MemorySnapshots:
    """`Snapshots` that live and die with their process."""

    def __init__(self, layout: Layout = MAIN, *, limit_bytes: int = 1024 * 1024) -> None:
        self._layout = layout
        self._limit_bytes = limit_bytes
        self._kept: dict[RoomId, Snapshot] = {}

    async def get(self, room: RoomId) -> Snapshot | None:
        self._layout.snapshot_subject(room)
        return self._kept.get(room)

    async def put(self, room: RoomId, seq: int, fold: bytes) -> bool:
        self._layout.snapshot_subject(room)
        if len(fold) > self._limit_bytes:
            raise TooLarge(room, len(fold), self._limit_bytes)
        kept = self._kept.get(room)
        if kept is not None and kept.seq >= seq:
            return False
        self._kept[room] = Snapshot(Seq(seq), fold)
        return True


class JetStreamSnapshots:
    """`Snapshots` over a connection that stays the caller's; `places`: those of the log beside."""

    def __init__(
        self,
        connection: Client,
        layout: Layout = MAIN,
        places: Places | None = None,
        timeout_s: float = 2.0,
    ) -> None:
        self._connection = connection
        self._layout = layout
        self._places = places or Places()
        self._timeout_s = timeout_s

    async def get(self, room: RoomId) -> Snapshot | None:
        subject = self._layout.snapshot_subject(room)
        verb = f"$JS.API.DIRECT.GET.{SNAPSHOT_STREAM}.{subject}"
        message = await request(self._connection, verb, b"", self._timeout_s)
        status = (message.headers or {}).get("Status")
        if status == "404":
            return None
        if status is not None:
            raise Away(f"snapshot of room {room}: status {status}")
        return self._snapshot(room, message)

    def _snapshot(self, room: RoomId, message: Msg) -> Snapshot:
        headers = message.headers or {}
        seq = seq_in(headers, room, wanted=1)
        entry, _, number = headers.get(PLACE_HEADER, "").partition(" ")
        if entry.isdecimal() and number.isdecimal():
            self._places.keep_start(room, Place(int(entry), int(number)))
        return Snapshot(Seq(seq), message.data)

    async def put(self, room: RoomId, seq: int, fold: bytes) -> bool:
        subject = self._layout.snapshot_subject(room)
        limit_bytes = self._connection.max_payload - HEADER_BYTES
        if len(fold) > limit_bytes:
            raise TooLarge(room, len(fold), limit_bytes)
        headers = {SEQ_HEADER: str(seq)}
        place = self._places.start_before(room, seq + 1)
        if place is not None:
            headers[PLACE_HEADER] = f"{place.seq} {place.number}"
        for _ in range(RACE_LIMIT):
            kept = await self._kept(room, subject)
            if kept.seq >= seq:
                return False
            headers[EXPECTED_HEADER] = str(kept.number)
            if await self._store(subject, fold, headers):
                return True
        raise Away(f"snapshot of room {room}: lost the race {RACE_LIMIT} times")

    async def _kept(self, room: RoomId, subject: str) -> Place:
        """What the leader has, by the broker's number."""
        verb = f"STREAM.MSG.GET.{SNAPSHOT_STREAM}"
        answer = await ask(
            self._connection, verb, {"last_by_subj": subject}, GotMessage, self._timeout_s
        )
        if answer.error is not None and answer.error.err_code == NO_MESSAGE:
            return Place(0, 0)
        refuse_fault(answer, f"snapshot of room {room}")
        assert answer.message is not None, "an answer is a message or a fault"
        return Place(seq_in(raw_headers(answer.message.hdrs), room, wanted=1), answer.message.seq)

    async def _store(self, subject: str, fold: bytes, headers: Headers) -> bool:
        """Whether it was stored; not when somebody else was faster."""
        reply = await request(self._connection, subject, fold, self._timeout_s, headers)
        ack = decode(reply.data, type=PubAck)
        if ack.error is not None and ack.error.err_code in WRONG_LAST_SEQUENCE:
            return False
        refuse_fault(ack, subject)
        return True
