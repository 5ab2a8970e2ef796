"""The bus with a sea in it: messages come late, twice, in another order or never."""

import asyncio
from collections.abc import Callable

from shared.runtime.bus import BusAway, Handler, Headers, Message
from shared.runtime.bus_memory import MemoryBroker, MemoryBus, MemorySubscription, Receiver
from shared.runtime.clock import Clock
from tests.simulation.chance import between
from tests.simulation.sea import NOBODY, Process, Sea, hop_s

BROKER = "broker"
"""The end of the bus that the broker's own buckets hear by: nothing gets lost there."""

Watcher = Callable[[Message], None]


class SeaBroker(MemoryBroker):
    """`sent` is shown every message that is sent, `arrived` every one that arrives."""

    def __init__(self, sea: Sea, clock: Clock) -> None:
        super().__init__(clock)
        self.sea = sea
        self.sent: Watcher = lambda _: None
        self.arrived: Watcher = lambda _: None
        self.sure: set[str] = set()
        """Patterns of the broker's own."""

    def attach(self, process: Process) -> "SeaBus":
        return SeaBus(self, process)

    def route(self, message: Message) -> int:
        self.sent(message)
        return super().route(message)

    def deliver(self, receiver: Receiver, message: Message) -> None:
        sea = self.sea
        if not sea.is_rough or receiver.pattern in self.sure:
            self._hand_over(receiver, message)
            return
        about = message.subject
        if about.startswith("_INBOX."):
            about = about.split(".", 2)[1]
        roll = sea.chance.roll(about, message.data)
        if sea.strikes("message lost", roll):
            return
        after_s = hop_s(roll())
        if sea.strikes("message late", roll):
            after_s += between(0.005, 0.9, roll())
        loop = asyncio.get_running_loop()
        loop.call_later(after_s, self._hand_over, receiver, message)
        if sea.strikes("message doubled", roll):
            loop.call_later(
                after_s + between(0.000_5, 1.5, roll()), self._hand_over, receiver, message
            )

    def _hand_over(self, receiver: Receiver, message: Message) -> None:
        self.arrived(message)
        receiver.take(message)


class SeaBus(MemoryBus):
    """A process's end of it."""

    def __init__(self, broker: SeaBroker, process: Process = NOBODY) -> None:
        super().__init__(broker, f"_INBOX.{process.name}.{next(broker._ids)}")
        self._sea = broker.sea
        self._process = process

    @property
    def is_connected(self) -> bool:
        return super().is_connected and not self._sea.is_broker_away

    async def publish(self, subject: str, data: bytes, headers: Headers | None = None) -> None:
        await self._process.breathe()
        if self._sea.is_broker_away:
            raise BusAway(subject)
        await super().publish(subject, data, headers)

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        await self._process.breathe()
        waited_ms = 0
        while self._sea.is_broker_away:
            if waited_ms >= timeout_ms:
                raise BusAway(subject)
            await asyncio.sleep(0.05)
            waited_ms += 50
        answer = await super().request(
            subject, data, timeout_ms=max(1, timeout_ms - waited_ms), headers=headers
        )
        await self._process.breathe()
        return answer

    async def subscribe(
        self, subject: str, handler: Handler, *, queue: str | None = None, limit: int = 256
    ) -> MemorySubscription:
        async def handle(message: Message) -> None:
            await self._process.breathe()
            await handler(message)

        return await super().subscribe(subject, handle, queue=queue, limit=limit)

    def cut(self) -> None:
        """Its process is gone: nobody listens any more, and the broker knows."""
        for subscription in self._subscriptions:
            self._broker.remove(subscription, subscription._key)
        self._is_open = False
