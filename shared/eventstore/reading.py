"""Reading a stretch of one room by batch direct gets."""

import asyncio

from msgspec import Struct
from msgspec.json import encode
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as BrokerError

from shared.contracts.ids import RoomId, Seq

from .log import Away, Gap, Stored
from .places import Place
from .wire import Headers, seq_in

BATCH_LIMIT = 1000
BATCH_BYTES = 8 * 1024 * 1024
RETRY_S = 0.02
END_OF_BATCH = "204"
NOTHING_FOUND = "404"


class _Message(Struct, frozen=True):
    number: int
    headers: Headers
    data: bytes


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
        entries: list[Stored] = []
        seq, number = first.seq, first.number
        clock = asyncio.get_running_loop().time
        give_up_s = clock() + self._timeout_s
        while seq < before:
            messages = await self._batch(number, before - seq)
            for message in messages:
                found = seq_in(message.headers, self._room, seq)
                if found != seq:
                    # A hole that a lost answer made is gone in the next batch, a real one stays.
                    if message is messages[0]:
                        raise Gap(self._room, seq, found)
                    break
                entries.append(Stored(self._room, Seq(seq), message.data))
                seq, number = seq + 1, message.number + 1
            if messages:
                give_up_s = clock() + self._timeout_s
            elif clock() >= give_up_s:
                raise Away(f"room {self._room}: entry {seq} does not appear on the replicas")
            else:
                await asyncio.sleep(RETRY_S)
        return entries

    async def _batch(self, number: int, limit: int) -> list[_Message]:
        """What one replica has from the broker's `number` on, at most `limit` messages."""
        inbox = self._connection.new_inbox()
        messages: list[_Message] = []
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def take(message: Msg) -> None:
            headers = message.headers or {}
            status = headers.get("Status")
            if status is None:
                place = int(headers["Nats-Sequence"])
                messages.append(_Message(place, headers, message.data))
            elif not ended.done():
                ended.set_result(status)

        ask = {
            "seq": number,
            "batch": min(limit, BATCH_LIMIT),
            "max_bytes": BATCH_BYTES,
            "next_by_subj": self._subject,
        }
        try:
            subscription = await self._connection.subscribe(inbox, cb=take)
            try:
                verb = f"$JS.API.DIRECT.GET.{self._stream}"
                await self._connection.publish(verb, encode(ask), reply=inbox)
                async with asyncio.timeout(self._timeout_s):
                    status = await ended
            finally:
                await subscription.unsubscribe()
        except (BrokerError, OSError) as error:  # a time-out is an OSError
            why = str(error) or type(error).__name__
            raise Away(f"reading room {self._room}: {why}") from error
        if status not in (END_OF_BATCH, NOTHING_FOUND):
            raise Away(f"reading room {self._room}: status {status}")
        return messages
