"""Webhooks services over a real broker, hosts that they know, and what is put by for these."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from secrets import token_hex
from typing import Any

import msgspec
from msgspec.structs import replace

from services.cli.admin.hosts import keys
from services.cli.broker import dial
from services.webhooks.metrics import WebhooksMetrics
from services.webhooks.service import WebhooksService
from services.webhooks.settings import WebhooksSettings
from shared.contracts.hosting import (
    Deliveries,
    DeliveriesRequest,
    Delivery,
    Ending,
    Quotas,
    RedeliverRequest,
    Standing,
    ending_id,
)
from shared.contracts.ids import Millis, PlayerId, RoomId
from shared.contracts.messages import Refused
from shared.contracts.subjects import WEBHOOKS_ASK
from shared.runtime import tenants
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import Clock, SystemClock
from shared.runtime.kv import NatsBucket
from shared.runtime.metrics import Metrics
from shared.runtime.nats_server import NatsServer
from shared.runtime.outbox import NatsOutbox
from tests.services.worlds import PASSWORDS

EAGER = WebhooksSettings(
    allow_private=True, first_retry_ms=50, longest_retry_ms=100, timeout_ms=1_000, hosts_ms=50
)


class Host:
    """One whose results go to `url`."""

    def __init__(self, stand: "Stand", host: keys.Host, secret: str) -> None:
        self._stand = stand
        self.kept = host
        self.name = host.tenant.name
        self.secret = secret

    def ending(self, number: int = 1, **fields: Any) -> Ending:
        """The end of match `number` of a room of its own."""
        room, ann = RoomId("KQXHWT"), PlayerId(f"{self.name}~ann")
        usual = Ending(
            id=ending_id(room, number, "match.ended"),
            tenant=self.name,
            what="match.ended",
            room=room,
            match=number,
            at_ms=Millis(self._stand.clock.now_ms()),
            game="bang",
            ruleset="bang/1",
            seq=412,
            hash="00" * 32,
            players=(ann,),
            winners=(ann,),
            ranking=(ann,),
            standings=(Standing(ann, 1),),
        )
        return replace(usual, **fields)

    async def put_by(self, number: int = 1, **fields: Any) -> Ending:
        ending = self.ending(number, **fields)
        assert await NatsOutbox(self._stand.replay).put(ending)
        return ending

    async def deliveries(self, after: int = 0, limit: int = 100) -> Deliveries:
        found = await self._stand.ask(DeliveriesRequest(self.name, after, limit))
        assert isinstance(found, Deliveries)
        return found

    async def states(self, count: int) -> list[str]:
        """Of all of them, once none of so many waits."""
        async with asyncio.timeout(20):
            while True:
                listed = (await self.deliveries()).deliveries
                found: list[str] = [each.state for each in listed]
                if len(found) >= count and "waiting" not in found:
                    return found
                await asyncio.sleep(0.05)

    async def delivery(self, state: str = "", attempts: int = 0) -> Delivery:
        """The only one, once it is as wanted."""
        async with asyncio.timeout(20):
            while True:
                found = (await self.deliveries()).deliveries
                if found and state in ("", found[0].state) and found[0].attempts >= attempts:
                    return found[0]
                await asyncio.sleep(0.03)


class Stand:
    def __init__(self, broker: NatsServer) -> None:
        self.clock = SystemClock()
        self.failures: list[BaseException] = []
        self._broker = broker
        self._ending: list[Any] = []
        self.replay: NatsBus
        self._hosts: NatsBus

    async def open(self) -> None:
        self.replay = await self._dial("replay")
        self._hosts = await self._dial("hosts")

    async def _dial(self, user: str) -> NatsBus:
        bus = await dial(self._broker.url, user, PASSWORDS[user])
        self._ending.append(bus.close)
        return bus

    async def service(
        self, settings: WebhooksSettings = EAGER, clock: Clock | None = None
    ) -> tuple[WebhooksService, WebhooksMetrics]:
        bus = await self._dial("webhooks")
        metrics = WebhooksMetrics(Metrics("webhooks"))
        service = WebhooksService(
            bus=bus,
            hooks=tenants.hooks(NatsBucket(bus, tenants.HOOKS_STREAM)),
            clock=clock or self.clock,
            settings=settings,
            metrics=metrics,
            chance=Random(1),
            fail=self.failures.append,
        )
        await service.start()
        self._ending.append(service.stop)
        return service, metrics

    async def host(self, url: str) -> Host:
        made, given = keys.made(f"w{token_hex(6)}", url, Quotas())
        host = Host(self, made, given.webhook_secret)
        await self.keep(made)
        return host

    async def keep(self, host: keys.Host) -> None:
        if host.hook is not None:
            await tenants.keep(self._hosts, host.hook)
        await tenants.keep(self._hosts, host.tenant)

    async def remove(self, host: Host) -> None:
        await tenants.drop(self._hosts, host.name)

    async def ask(self, request: DeliveriesRequest | RedeliverRequest) -> Deliveries | Refused:
        data = msgspec.json.encode(request)
        answer = await self._hosts.request(WEBHOOKS_ASK, data, timeout_ms=10_000)
        found: Deliveries | Refused = msgspec.json.decode(answer, type=Deliveries | Refused)
        return found

    async def end(self) -> None:
        while self._ending:
            await self._ending.pop()()
        assert not self.failures, self.failures


@asynccontextmanager
async def stand_over(broker: NatsServer) -> AsyncIterator[Stand]:
    stand = Stand(broker)
    await stand.open()
    try:
        yield stand
    finally:
        await stand.end()
