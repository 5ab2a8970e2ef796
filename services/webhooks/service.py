"""The webhooks service as one process of many: takes what was put by, and tells it.

Each is told at least once, under one id. What became of it is stored before the broker hears that
it is done with; whatever ends a process in between, it is told again.
"""

import asyncio
from collections import Counter
from contextlib import aclosing
from random import Random

import msgspec
import structlog
from msgspec.structs import replace
from nats.aio.msg import Msg

from services.webhooks.deliveries import Log, with_attempt
from services.webhooks.metrics import WebhooksMetrics
from services.webhooks.posting import GONE, Posting, is_taken
from services.webhooks.settings import WebhooksSettings
from shared.contracts.hosting import (
    DELIVERY_ID,
    TENANT_NAME,
    Deliveries,
    DeliveriesRequest,
    Delivery,
    Ending,
    Hook,
    RedeliverRequest,
)
from shared.contracts.ids import Millis
from shared.contracts.messages import Refused
from shared.contracts.refusals import refuse
from shared.contracts.subjects import WEBHOOKS, WEBHOOKS_ASK
from shared.runtime.bus import BusError, Message, Subscription
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import Clock
from shared.runtime.health import Check
from shared.runtime.outbox import CONSUMER, STREAM, kept_ending
from shared.runtime.tasks import Fail, end, watched
from shared.runtime.tenants import Directory
from shared.runtime.work_queue import DONE, RETRY_PAUSE_S, again_in, pulled

_log = structlog.stdlib.get_logger(__name__)

_HOUR_MS = 3_600_000
_BUSY_MS = 1_000
"""When something is handed out again that had to wait for others of its host."""
_GROWTH = 4
_DOUBLINGS = 10
_PAGE_LIMIT = 100
_ASKED_AT_ONCE = 16
_RETRY_AFTER_MS = 1_000

_encode = msgspec.json.Encoder().encode
_endings = msgspec.json.Decoder(Ending)
_requests: msgspec.json.Decoder[DeliveriesRequest | RedeliverRequest] = msgspec.json.Decoder(
    DeliveriesRequest | RedeliverRequest
)


class WebhooksService:
    """`chance`: what tries are spread by. `fail` is told what ended a part of the service."""

    def __init__(
        self,
        *,
        bus: NatsBus,
        hooks: Directory[Hook],
        clock: Clock,
        settings: WebhooksSettings,
        metrics: WebhooksMetrics,
        chance: Random,
        fail: Fail,
    ) -> None:
        self._bus = bus
        self._hooks = hooks
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._chance = chance
        self._fail = fail
        self._log = Log(bus)
        self._posting = Posting(clock, settings)
        self._slots = asyncio.Semaphore(settings.at_once)
        self._of_host: Counter[str] = Counter()
        self._under_way: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._subscription: Subscription | None = None
        metrics.under_way.by(self._under_way.__len__)
        hooks.on_read = metrics.know_hosts

    async def start(self) -> None:
        self._subscription = await self._bus.subscribe(
            WEBHOOKS_ASK, self._take_question, queue=WEBHOOKS, limit=_ASKED_AT_ONCE
        )
        reading = self._hooks.run(self._clock, self._settings.hosts_ms)
        self._tasks = [watched(work, self._fail) for work in (reading, self._run())]

    async def stop(self) -> None:
        """What is under way is broken off, and told again by another process or later."""
        if self._subscription is not None:
            await self._subscription.unsubscribe()
        await end(*self._tasks, *self._under_way)
        await self._posting.close()

    def readiness(self) -> dict[str, Check]:
        return {"bus": lambda: self._bus.is_connected, "hosts": lambda: self._hooks.is_read}

    async def _run(self) -> None:
        while True:
            if self._hooks.is_read:
                await self._pull()
            await asyncio.sleep(RETRY_PAUSE_S)

    async def _pull(self) -> None:
        async with aclosing(pulled(self._bus, STREAM, CONSUMER)) as messages:
            async for message in messages:
                await self._slots.acquire()
                task = asyncio.create_task(self._handle(message))
                self._under_way.add(task)
                task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        self._slots.release()

    async def _handle(self, message: Msg) -> None:
        try:
            said = await self._said(message.data)
        except BusError as error:
            self._metrics.unstored.add()
            _log.warning("delivery_unstored", kind=type(error).__name__)
            said = again_in(self._settings.first_retry_ms)
        try:
            await self._bus.publish(message.reply, said)
        except BusError as error:  # the broker hands it out again
            _log.info("delivery_unsaid", kind=type(error).__name__)

    async def _said(self, data: bytes) -> bytes:
        """Tells it, and what the broker is to be told. Raises `BusError`."""
        try:
            ending = _endings.decode(data)
        except msgspec.DecodeError:
            self._metrics.unreadable.add()
            _log.error("ending_unreadable")
            return DONE
        delivery = await self._log.get(ending)
        if delivery.state != "waiting":
            return DONE
        hook = self._hooks.get(ending.tenant)
        if hook is None:  # perhaps it is new
            await self._hooks.read()
            hook = self._hooks.get(ending.tenant)
        if hook is None:
            dropped = replace(delivery, state="dropped", next_ms=Millis(0))
            await self._log.keep(ending.tenant, dropped)
            self._metrics.delivery(ending.tenant, "dropped")
            return DONE
        if self._of_host[ending.tenant] >= self._settings.at_once_per_host:
            return again_in(_BUSY_MS)
        changed = await self._try(hook, ending, delivery)
        await self._log.keep(ending.tenant, changed)
        if changed.state != "waiting":
            return DONE
        return again_in(max(1, changed.next_ms - self._clock.now_ms()))

    async def _try(self, hook: Hook, ending: Ending, delivery: Delivery) -> Delivery:
        self._of_host[hook.name] += 1
        try:
            attempt = await self._posting.post(hook, ending)
        finally:
            self._of_host[hook.name] -= 1
            if not self._of_host[hook.name]:
                del self._of_host[hook.name]
        self._metrics.took_ms.observe(attempt.took_ms)
        if is_taken(attempt.outcome):
            self._metrics.delivery(hook.name, "delivered")
            return with_attempt(delivery, attempt, "delivered")
        next_ms = self._clock.now_ms() + self._pause_ms(delivery.attempts)
        give_up_ms = ending.at_ms + self._settings.give_up_hours * _HOUR_MS
        is_over = attempt.outcome == GONE or next_ms > give_up_ms
        self._metrics.delivery(hook.name, "failed" if is_over else "again")
        _log.info("delivery_refused", host=hook.name, delivery=ending.id, why=attempt.outcome)
        if is_over:
            return with_attempt(delivery, attempt, "failed")
        return with_attempt(delivery, attempt, "waiting", next_ms)

    def _pause_ms(self, before: int) -> int:
        """`before`: how many tries there were before this one."""
        settings = self._settings
        grown = settings.first_retry_ms * _GROWTH ** min(before, _DOUBLINGS)
        return int(min(grown, settings.longest_retry_ms) * self._chance.uniform(0.8, 1.2))

    async def _take_question(self, message: Message) -> None:
        self._metrics.requests.add()
        try:
            answer = await self._answer(message.data)
        except BusError:
            answer = Refused(refuse("unavailable", retry_after_ms=_RETRY_AFTER_MS))
        await message.respond(_encode(answer))

    async def _answer(self, data: bytes) -> Deliveries | Refused:
        try:
            request = _requests.decode(data)
        except (msgspec.DecodeError, RecursionError):
            return Refused(refuse("malformed"))
        if TENANT_NAME.fullmatch(request.tenant) is None:
            return Refused(refuse("malformed"))
        if isinstance(request, DeliveriesRequest):
            limit = max(1, min(request.limit, _PAGE_LIMIT))
            return await self._log.changed(request.tenant, request.after, limit)
        return await self._once_more(request)

    async def _once_more(self, request: RedeliverRequest) -> Deliveries | Refused:
        """What is still to be told is told, then, and not once more later."""
        if DELIVERY_ID.fullmatch(request.id) is None:
            return Refused(refuse("no_such_delivery"))
        hook = self._hooks.get(request.tenant)
        ending = await kept_ending(self._bus, request.tenant, request.id)
        if hook is None or ending is None:
            return Refused(refuse("no_such_delivery"))
        delivery = await self._log.get(ending)
        attempt = await self._posting.post(hook, ending)
        is_told = is_taken(attempt.outcome)
        self._metrics.delivery(hook.name, "delivered" if is_told else "again")
        state = "delivered" if is_told else delivery.state
        changed = with_attempt(delivery, attempt, state, 0 if is_told else delivery.next_ms)
        await self._log.keep(request.tenant, changed)
        return Deliveries([changed])
