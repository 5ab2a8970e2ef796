"""Messages between services: the interface and its errors. At most once, nothing is kept.

BusError
├── NoResponders    a request reached nobody; it had no effect
├── RequestTimeout  a request was not answered in time; it may have had its effect
├── BusAway         the bus cannot be reached, or this end of it is closed
├── BusRefused      the broker does not know these credentials
└── TooLarge        a message exceeds what the broker takes; it was not sent
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

import structlog

from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

_TOKEN = re.compile(r"[^\s.*>]+")

Headers = Mapping[str, str]


class BusError(Exception):
    """Something the world did to the bus; its text names subjects, never a message's content."""


class NoResponders(BusError):
    """Nobody listens to the subject."""


class RequestTimeout(BusError):
    """No answer within the time given."""


class BusAway(BusError):
    """The broker is not there, or the bus was closed."""


class BusRefused(BusError):
    """The broker refuses the user or the password."""


class TooLarge(BusError):
    """The message has more bytes than the broker takes."""


class Message:
    """What a handler is given. `reply` is where an answer goes, `None` when none is wanted."""

    __slots__ = ("_publish", "data", "headers", "reply", "subject")

    def __init__(
        self,
        subject: str,
        data: bytes,
        reply: str | None,
        headers: Headers,
        publish: Callable[[str, bytes], Awaitable[None]],
    ) -> None:
        self.subject = subject
        self.data = data
        self.reply = reply
        self.headers = headers
        self._publish = publish

    async def respond(self, data: bytes) -> None:
        """Answers a request. Raises `TooLarge`; while the bus is away the answer is lost, and the
        asker asks again."""
        assert self.reply is not None, f"{self.subject}: nobody waits for an answer"
        try:
            await self._publish(self.reply, data)
        except BusAway:
            _log.info("reply_lost", subject=self.subject)


Handler = Callable[[Message], Awaitable[None]]


class Subscription(Protocol):
    async def unsubscribe(self) -> None:
        """No message is taken from here on; handlers that began go on. Twice does no harm."""
        ...


class Bus(Protocol):
    """One service's end of the bus."""

    @property
    def is_connected(self) -> bool: ...

    async def publish(self, subject: str, data: bytes, headers: Headers | None = None) -> None:
        """Sends to everybody who listens now. Raises `TooLarge` and `BusAway`.

        While the broker is away a little is held back and sent when it is there again.
        """
        ...

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        """The first answer. Raises `NoResponders`, `RequestTimeout`, `TooLarge`, `BusAway`.

        While the broker is away it waits for it, within the same time, before it sends.
        """
        ...

    async def subscribe(
        self, subject: str, handler: Handler, *, queue: str | None = None, limit: int = 256
    ) -> Subscription:
        """Every later message whose subject matches is given to `handler`, in a task of its own.

        `*` stands for one token, `>` for the rest. Of those who subscribe with the same subject and
        `queue` one gets each message. Handlers start in order of arrival, at most `limit` at a
        time; more wait. What a handler raises is logged and ends nothing else.
        """
        ...

    async def close(self, *, drain_ms: int = 2_000) -> None:
        """Unsubscribes all, lets running handlers finish within `drain_ms`, then cancels them."""
        ...


class Handlers:
    """A subscription's running handlers, at most `limit`."""

    def __init__(self, handler: Handler, limit: int) -> None:
        assert limit > 0, limit
        self._handler = handler
        self._free = asyncio.Semaphore(limit)
        self._running: set[asyncio.Task[None]] = set()

    async def start(self, message: Message) -> None:
        """Returns when the handler's task is made, which may have to wait for another's end."""
        await self._free.acquire()
        task = asyncio.create_task(self._run(message))
        self._running.add(task)
        task.add_done_callback(self._ended)

    async def finish(self, within_s: float) -> None:
        if not self._running:
            return
        _, late = await asyncio.wait(self._running, timeout=within_s)
        await end(*late)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._free.release()

    async def _run(self, message: Message) -> None:
        try:
            await self._handler(message)
        except Exception:  # noqa: BLE001  # one bad message must not end the subscription
            _log.exception("handler_failed", subject=message.subject)


def check_subject(subject: str) -> None:
    """Asserts that `subject` names one subject: tokens without wildcards, separated by dots."""
    assert all(map(_TOKEN.fullmatch, subject.split("."))), subject


def check_pattern(pattern: str) -> None:
    """Asserts that `pattern` may be subscribed to: `*` is a whole token, `>` the last."""
    *init, last = pattern.split(".")
    tokens = [*init, "*" if last == ">" else last]
    assert all(token == "*" or _TOKEN.fullmatch(token) for token in tokens), pattern  # noqa: S105
