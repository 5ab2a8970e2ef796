"""The bus within one process, for embedded tests and as the ground of the simulation.

Deterministic: the same calls in the same order give the same deliveries in the same order.
"""

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from shared.runtime.bus import (
    BusAway,
    Handler,
    Handlers,
    Headers,
    Message,
    NoResponders,
    RequestTimeout,
    TooLarge,
    check_pattern,
    check_subject,
)
from shared.runtime.clock import Clock, within_ms

_MAX_PAYLOAD_BYTES = 1 << 20


class Receiver(Protocol):
    """Who gets messages: a subscription, or a request that waits for its answer."""

    @property
    def pattern(self) -> str: ...

    @property
    def queue(self) -> str | None: ...

    def take(self, message: Message) -> None: ...


class MemoryBroker:
    """What the ends of one bus have in common. Subclasses may override `deliver` to do harm."""

    def __init__(self, clock: Clock, *, max_payload_bytes: int = _MAX_PAYLOAD_BYTES) -> None:
        self.clock = clock
        self.max_payload_bytes = max_payload_bytes
        self._ids = itertools.count()
        self._exact: dict[str, dict[int, Receiver]] = {}
        """By subject, then by number."""
        self._wild: dict[int, Receiver] = {}
        """Those whose pattern has a wildcard, by number."""
        self._turns: Counter[tuple[str, str]] = Counter()

    def connect(self, name: str) -> "MemoryBus":
        """A new end of the bus; `name` becomes part of its inboxes."""
        return MemoryBus(self, f"_INBOX.{name}.{next(self._ids)}")

    def deliver(self, receiver: Receiver, message: Message) -> None:
        """Hands one message to one receiver, at once."""
        receiver.take(message)

    def route(self, message: Message) -> int:
        """Delivers to all who listen; of each queue group to the next in turn. Returns how many."""
        targets = self._targets(message.subject)
        for target in targets:
            self.deliver(target, message)
        return len(targets)

    def add(self, receiver: Receiver) -> int:
        key = next(self._ids)
        if _is_wild(receiver.pattern):
            self._wild[key] = receiver
        else:
            self._exact.setdefault(receiver.pattern, {})[key] = receiver
        return key

    def remove(self, receiver: Receiver, key: int) -> None:
        self._wild.pop(key, None)
        exact = self._exact.get(receiver.pattern, {})
        exact.pop(key, None)
        if not exact:
            self._exact.pop(receiver.pattern, None)

    def _targets(self, subject: str) -> list[Receiver]:
        """In the order in which they began to listen, queue groups after the others."""
        found = dict(self._exact.get(subject, {}))
        found |= {
            key: receiver
            for key, receiver in self._wild.items()
            if matches(receiver.pattern, subject)
        }
        targets: list[Receiver] = []
        groups: dict[tuple[str, str], list[Receiver]] = {}
        for key in sorted(found):
            receiver = found[key]
            if receiver.queue is None:
                targets.append(receiver)
            else:
                groups.setdefault((receiver.pattern, receiver.queue), []).append(receiver)
        for group, members in groups.items():
            targets.append(members[self._turns[group] % len(members)])
            self._turns[group] += 1
        return targets


class MemorySubscription:
    """A subscriber and the messages that wait for it."""

    def __init__(
        self,
        broker: MemoryBroker,
        pattern: str,
        queue: str | None,
        handlers: Handlers,
        ended: "Callable[[MemorySubscription], None]",
    ) -> None:
        self.pattern = pattern
        self.queue = queue
        self.handlers = handlers
        self._waiting: asyncio.Queue[Message] = asyncio.Queue()
        self._broker = broker
        self._key = broker.add(self)
        self._ended = ended
        self._pump = asyncio.create_task(self._deliver_all())

    def take(self, message: Message) -> None:
        self._waiting.put_nowait(message)

    async def unsubscribe(self) -> None:
        self._broker.remove(self, self._key)
        self._pump.cancel()
        self._ended(self)

    async def _deliver_all(self) -> None:
        while True:
            await self.handlers.start(await self._waiting.get())


class _Inbox:
    """A request that waits for its answer."""

    queue = None

    def __init__(self, subject: str) -> None:
        self.pattern = subject
        self._answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def take(self, message: Message) -> None:
        if not self._answer.done():
            self._answer.set_result(message.data)

    async def answer(self) -> bytes:
        return await self._answer


class MemoryBus:
    """One end of a `MemoryBroker`."""

    def __init__(self, broker: MemoryBroker, inbox: str) -> None:
        self._broker = broker
        self._inbox = inbox
        self._requests = itertools.count()
        self._subscriptions: dict[MemorySubscription, None] = {}
        self._is_open = True

    @property
    def is_connected(self) -> bool:
        return self._is_open

    async def publish(self, subject: str, data: bytes, headers: Headers | None = None) -> None:
        self._route(subject, data, None, headers)
        await asyncio.sleep(0)

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        inbox = _Inbox(f"{self._inbox}.{next(self._requests)}")
        key = self._broker.add(inbox)
        try:
            if self._route(subject, data, inbox.pattern, headers) == 0:
                raise NoResponders(subject)
            return await within_ms(self._broker.clock, timeout_ms, inbox.answer())
        except TimeoutError:
            raise RequestTimeout(subject) from None
        finally:
            self._broker.remove(inbox, key)

    async def subscribe(
        self, subject: str, handler: Handler, *, queue: str | None = None, limit: int = 256
    ) -> MemorySubscription:
        check_pattern(subject)
        self._check_open()
        subscription = MemorySubscription(
            self._broker, subject, queue, Handlers(handler, limit), self._forget
        )
        self._subscriptions[subscription] = None
        return subscription

    async def close(self, *, drain_ms: int = 2_000) -> None:
        """Bounded by this machine's time, not by the broker's clock, which may stand still."""
        subscriptions = list(self._subscriptions)
        for subscription in subscriptions:
            await subscription.unsubscribe()
        for subscription in subscriptions:
            await subscription.handlers.finish(drain_ms / 1000)
        self._is_open = False

    def _forget(self, subscription: MemorySubscription) -> None:
        self._subscriptions.pop(subscription, None)

    def _check_open(self) -> None:
        if not self._is_open:
            raise BusAway("this end is closed")

    def _route(self, subject: str, data: bytes, reply: str | None, headers: Headers | None) -> int:
        check_subject(subject)
        self._check_open()
        if len(data) > self._broker.max_payload_bytes:
            raise TooLarge(f"{subject}: {len(data)} bytes")
        return self._broker.route(Message(subject, data, reply, headers or {}, self.publish))


def _is_wild(pattern: str) -> bool:
    return pattern.endswith(">") or "*" in pattern


def matches(pattern: str, subject: str) -> bool:
    """Whether a subscription to `pattern` gets what is published on `subject`."""
    wanted, given = pattern.split("."), subject.split(".")
    if wanted[-1] == ">":
        wanted = wanted[:-1]
        if len(given) <= len(wanted):
            return False
        given = given[: len(wanted)]
    return len(wanted) == len(given) and all(
        want in ("*", have) for want, have in zip(wanted, given, strict=True)
    )
