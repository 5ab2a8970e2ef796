"""One stream's pull loop: makes a consumer behind the last number seen, another when it breaks.

A consumer keeps nothing on disk and wants no acknowledgements. That no delivery was lost on the way
shows in the consumer's own count, which rises by one with each message.
"""

import asyncio
from collections import deque
from contextlib import suppress
from secrets import token_hex

from msgspec import Struct
from msgspec.json import encode
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as BrokerError

from shared.contracts.ids import Seq
from shared.contracts.messages import TRACE_HEADER

from .checkpoint import Mark
from .continuity import Continuity
from .layout import room_of
from .log import Away, CheckpointUnusable, LogError, Stored
from .wire import ConsumerMade, StreamInfo, ask, begins_in, refuse_fault, seq_in

NANOSECONDS = 1_000_000_000
LOOK_S = 0.25
"""How often a quiet follower looks whether the broker was away."""
PULL_BYTES = 16 * 1024 * 1024
NEXT_PULL_REASONS = ("Batch Completed", "Message Size Exceeds MaxBytes")


class PullSettings(Struct, frozen=True):
    batch_limit: int = 64
    """Entries in one batch, at most."""
    pull_limit: int = 256
    """Entries asked for at a time; as many may lie in memory for each stream."""
    pull_s: float = 20.0
    heartbeat_s: float = 0.5
    """Three of these without a word, and the consumer is given up."""
    forgotten_after_s: float = 30.0
    """A consumer that nobody pulls from is removed by the broker."""
    retry_s: float = 0.1
    request_timeout_s: float = 2.0


class Pulled(Struct, frozen=True):
    """What one stream gives."""

    stream: str
    entries: tuple[Stored, ...]
    mark: Mark
    is_current: bool


class _Broken(Exception):
    """The consumer is of no use any more."""


class StreamPull:
    """Reads `subjects` of `stream` behind `mark`, for ever, and puts what comes into `arrivals`."""

    def __init__(
        self,
        connection: Client,
        stream: str,
        subjects: list[str],
        mark: Mark,
        settings: PullSettings,
        arrivals: asyncio.Queue[Pulled | LogError],
    ) -> None:
        self._connection = connection
        self._stream = stream
        self._subjects = subjects
        self._mark = mark
        self._settings = settings
        self._arrivals = arrivals
        self._continuity = Continuity(is_whole=mark.number == 0)
        self._is_current = False

    async def run(self) -> None:
        """Ends only with an error that waiting does not cure, which then is the last arrival."""
        try:
            while True:
                with suppress(Away, _Broken, BrokerError, OSError):
                    await self._consume()
                await self._report(is_current=False)
                await asyncio.sleep(self._settings.retry_s)
        except LogError as error:
            await self._arrivals.put(error)

    async def _report(self, *, is_current: bool, entries: tuple[Stored, ...] = ()) -> None:
        if entries or is_current != self._is_current:
            self._is_current = is_current
            await self._arrivals.put(Pulled(self._stream, entries, self._mark, is_current))

    async def _consume(self) -> None:
        await self._find_place()
        name = f"follow-{token_hex(8)}"
        mailbox = _Mailbox(self._connection, self._settings)
        await mailbox.open()
        try:
            pending = await self._make_consumer(name)
            await self._report(is_current=pending == 0)
            await self._pull(name, mailbox)
        finally:
            await mailbox.close()

    async def _find_place(self) -> None:
        """Checks that the stream still is the one, and still holds what comes behind the mark."""
        verb = f"STREAM.INFO.{self._stream}"
        timeout_s = self._settings.request_timeout_s
        info = await ask(self._connection, verb, {}, StreamInfo, timeout_s)
        refuse_fault(info, self._stream)
        first, last, number = info.state.first_seq, info.state.last_seq, self._mark.number
        if number > 0 and self._mark.made != info.created:
            raise CheckpointUnusable(f"stream {self._stream} was made anew at {info.created}")
        if number > last:
            raise CheckpointUnusable(f"stream {self._stream} ends at {last}, before {number}")
        if 0 < number < first - 1:
            raise CheckpointUnusable(f"stream {self._stream} begins at {first}, behind {number}")
        self._mark = Mark(number, info.created)

    async def _make_consumer(self, name: str) -> int:
        """Says how many messages lie ahead of the new consumer."""
        config = {
            "name": name,
            "deliver_policy": "by_start_sequence",
            "opt_start_seq": self._mark.number + 1,
            "ack_policy": "none",
            "filter_subjects": self._subjects,
            "mem_storage": True,
            "num_replicas": 1,
            "inactive_threshold": int(self._settings.forgotten_after_s * NANOSECONDS),
        }
        made = await ask(
            self._connection,
            f"CONSUMER.CREATE.{self._stream}.{name}",
            {"stream_name": self._stream, "config": config},
            ConsumerMade,
            self._settings.request_timeout_s,
        )
        refuse_fault(made, f"following {self._stream}")
        return made.num_pending

    async def _pull(self, name: str, mailbox: "_Mailbox") -> None:
        """Pulls until the consumer breaks, which it says by `_Broken`."""
        limit = self._settings.pull_limit
        delivered = 0
        while True:
            await mailbox.ask_for(self._stream, name, limit)
            left = limit
            while left > 0:
                messages, is_over = await mailbox.take(min(left, self._settings.batch_limit))
                delivered = await self._hand_over(messages, delivered)
                left = 0 if is_over else left - len(messages)

    async def _hand_over(self, messages: list[Msg], delivered: int) -> int:
        """Puts entries up to the first that is not the next, and raises for that one.

        `delivered` is the consumer's count before `messages`; gives it after them.
        """
        entries: list[Stored] = []
        is_current = self._is_current
        failure: Exception | None = None
        for message in messages:
            data = message.metadata
            if data.sequence.consumer != delivered + 1:
                failure = _Broken("a delivery was lost")
                break
            room = room_of(message.subject)
            try:
                seq = seq_in(message.headers, room, max(self._continuity.wanted(room), 1))
                begins = begins_in(message.headers)
                self._continuity.take(room, seq, begins=begins)
            except LogError as error:
                failure = error
                break
            delivered += 1
            trace = (message.headers or {}).get(TRACE_HEADER, "")
            entries.append(Stored(room, Seq(seq), message.data, begins, trace))
            self._mark = Mark(data.sequence.stream, self._mark.made)
            is_current = data.num_pending == 0
        await self._report(is_current=is_current and failure is None, entries=tuple(entries))
        if failure is not None:
            raise failure
        return delivered


class _Mailbox:
    """The inbox that a consumer's messages and the broker's remarks on a pull arrive in."""

    def __init__(self, connection: Client, settings: PullSettings) -> None:
        self._connection = connection
        self._settings = settings
        self._inbox = connection.new_inbox()
        self._messages: deque[Msg] = deque()
        self._arrived = asyncio.Event()
        self._reconnects = connection.stats["reconnects"]
        self._subscription: Subscription | None = None

    async def open(self) -> None:
        self._subscription = await self._connection.subscribe(self._inbox, cb=self._put)

    async def close(self) -> None:
        """Before the connection drains: a pull left open would hold that up."""
        if self._subscription is not None:
            with suppress(BrokerError, OSError):
                await self._subscription.unsubscribe()

    async def _put(self, message: Msg) -> None:
        self._messages.append(message)
        self._arrived.set()

    async def ask_for(self, stream: str, consumer: str, limit: int) -> None:
        pull = {
            "batch": limit,
            "max_bytes": PULL_BYTES,
            "expires": int(self._settings.pull_s * NANOSECONDS),
            "idle_heartbeat": int(self._settings.heartbeat_s * NANOSECONDS),
        }
        subject = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}"
        await self._connection.publish(subject, encode(pull), reply=self._inbox)

    async def take(self, limit: int) -> tuple[list[Msg], bool]:
        """Up to `limit` messages that are there, and whether the pull ended with them.

        Waits for the first word of any kind. Raises `_Broken` when the consumer is gone or silent.
        """
        await self._wait()
        taken: list[Msg] = []
        while self._messages and len(taken) < limit:
            message = self._messages.popleft()
            status = (message.headers or {}).get("Status")
            if status is None:
                taken.append(message)
            elif _ends_pull(status, (message.headers or {}).get("Description", "")):
                return taken, True
        return taken, False

    async def _wait(self) -> None:
        clock = asyncio.get_running_loop().time
        silent_from_s = clock()
        while not self._messages:
            self._arrived.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._arrived.wait()
            if self._connection.stats["reconnects"] != self._reconnects:
                raise _Broken("the broker was away")
            if clock() - silent_from_s > 3 * self._settings.heartbeat_s:
                raise _Broken("silence")


def _ends_pull(status: str, description: str) -> bool:
    """Whether the pull is over; a heartbeat ends nothing. Raises `_Broken` when all is over."""
    if status == "100":
        return False
    if status == "408" or (status == "409" and description in NEXT_PULL_REASONS):
        return True
    raise _Broken(f"{status} {description}")
