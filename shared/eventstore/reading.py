"""Reading a stretch of one room by batch direct gets."""

import asyncio
from collections.abc import Mapping

from msgspec import Struct
from msgspec.json import encode
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as BrokerError
from nats.errors import TimeoutError as BrokerTimeoutError

from shared.contracts.ids import RoomId, Seq

from .log import Away, Gap, Stored
from .places import Place
from .wire import SEQ_HEADER, Headers, begins_in, seq_in

BATCH_LIMIT = 1000
BATCH_BYTES = 8 * 1024 * 1024
RETRY_S = 0.02
END_OF_BATCH = "204"
NOTHING_FOUND = "404"


class Message(Struct, frozen=True):
    number: int
    headers: Headers
    data: bytes

    @property
    def subject(self) -> str:
        return self.headers["Nats-Subject"]


async def answers(
    connection: Client, stream: str, ask: Mapping[str, object], timeout_s: float
) -> tuple[list[Message], str]:
    """What one replica of the stream has, asked in the broker's own words, and the status that it
    ended with. Raises the client's errors, among them its time-out."""
    inbox = connection.new_inbox()
    messages: list[Message] = []
    ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def take(message: Msg) -> None:
        headers = message.headers or {}
        status = headers.get("Status")
        if status is None:
            messages.append(Message(int(headers["Nats-Sequence"]), headers, message.data))
        elif not ended.done():
            ended.set_result(status)

    subscription = await connection.subscribe(inbox, cb=take)
    try:
        await connection.publish(f"$JS.API.DIRECT.GET.{stream}", encode(ask), reply=inbox)
        async with asyncio.timeout(timeout_s):
            return messages, await ended
    except TimeoutError:
        raise BrokerTimeoutError from None
    finally:
        await subscription.unsubscribe()


async def batch(
    connection: Client, stream: str, ask: Mapping[str, object], timeout_s: float
) -> list[Message]:
    """The `answers`, where there are any. Raises `Away`."""
    try:
        messages, status = await answers(connection, stream, ask, timeout_s)
    except (BrokerError, OSError) as error:
        why = str(error) or type(error).__name__
        raise Away(f"reading {stream}: {why}") from error
    if status not in (END_OF_BATCH, NOTHING_FOUND):
        raise Away(f"reading {stream}: status {status}")
    return messages


class RoomReader:
    """Reads one room's subject. Any replica answers, perhaps with less than there is."""

    def __init__(
        self, connection: Client, stream: str, subject: str, room: RoomId, timeout_s: float
    ) -> None:
        self._connection = connection
        self._stream = stream
        self._subject = subject
        self._room = room
        self._timeout_s = timeout_s

    async def read(self, first: Place, before: int) -> list[Stored]:
        """Entries `first.seq` up to `before` - 1, which all exist; `first.number` may lie earlier.

        Raises `Gap` when what is there does not begin with `first.seq` or has a hole, `Away` when
        nothing more comes for the time-out.
        """
        return await self._read(first.seq, first.number, before)

    async def kept(self, before: int) -> list[Stored]:
        """Every entry before `before` that was not cut away, or, where the log has been cut behind
        `before` meanwhile, the entry that it begins with now. Else as `read`.
        """
        found = 0
        while True:
            try:
                return await self._read(None, 1, before)
            except Gap as gap:
                # A cut under our hands shows once, and moves on; a hole stays where it is.
                if gap.seq <= found:
                    raise
                found = gap.seq

    async def place(self, seq: int) -> Place | None:
        """Where entry `seq` lies, whatever is missing before it; `None`: nowhere. Raises `Away`."""
        number = 1
        while messages := await self._batch(number, BATCH_LIMIT):
            for message in messages:
                if message.headers.get(SEQ_HEADER) == str(seq):
                    return Place(seq, message.number)
            number = messages[-1].number + 1
        return None

    async def _read(self, first: int | None, number: int, before: int) -> list[Stored]:
        """`first`: `None` is the first that is there."""
        entries: list[Stored] = []
        seq = first
        clock = asyncio.get_running_loop().time
        give_up_s = clock() + self._timeout_s
        while seq is None or seq < before:
            messages = await self._batch(number, before - (seq or 1))
            for message in messages:
                found = seq_in(message.headers, self._room, seq or 1)
                begins = begins_in(message.headers)
                if seq is None:
                    if found != 1 and not begins:
                        raise Gap(self._room, 1, found)
                    seq = found
                elif found != seq:
                    # A hole that a lost answer made is gone in the next batch, a real one stays.
                    if message is messages[0]:
                        raise Gap(self._room, seq, found)
                    break
                entries.append(Stored(self._room, Seq(seq), message.data, begins))
                seq, number = seq + 1, message.number + 1
            if messages:
                give_up_s = clock() + self._timeout_s
            elif clock() >= give_up_s:
                raise Away(f"room {self._room}: entry {seq or 1} does not appear on the replicas")
            else:
                await asyncio.sleep(RETRY_S)
        return entries

    async def _batch(self, number: int, limit: int) -> list[Message]:
        """What one replica has from the broker's `number` on, at most `limit` messages."""
        ask = {
            "seq": number,
            "batch": min(limit, BATCH_LIMIT),
            "max_bytes": BATCH_BYTES,
            "next_by_subj": self._subject,
        }
        return await batch(self._connection, self._stream, ask, self._timeout_s)
