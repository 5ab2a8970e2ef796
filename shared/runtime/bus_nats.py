"""The bus over NATS: one connection per service, with that service's user and inbox prefix."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription as NatsSubscription

from shared.runtime.bus import (
    BusAway,
    BusError,
    BusRefused,
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
from shared.runtime.tasks import end, kept_cancellable

_log = structlog.stdlib.get_logger(__name__)
_Result = TypeVar("_Result")

_RECONNECT_PAUSE_S = 0.1
_CONNECT_TIMEOUT_S = 1
_PING_INTERVAL_S = 2
"""With two pings outstanding a broker that hangs is left after about 6 s."""
_FLUSH_TIMEOUT_S = 1
_WAITING_MESSAGES = 65_536
_REFUSED = "authorization violation"
_FORBIDDEN = "permissions violation"


class NatsBus:
    """One service's connection, made by `connect`. It finds a broker that went away by itself."""

    def __init__(self, name: str) -> None:
        self.nc = Client()
        """The connection itself, for the adapters of JetStream."""
        self._name = name
        self._connected = asyncio.Event()
        self._refused = asyncio.Event()
        self._reported: set[str] = set()
        self.forbidden = 0
        """How often the broker would not let it use a subject."""
        self._subscriptions: dict[_Subscription, None] = {}
        self._is_closing = False
        self._has_been_connected = False
        self.lost = asyncio.Event()
        """Set when the broker does not take its user any more: whether it then gave up, as it does
        where the broker says so in mid-connection, or goes on trying."""

    @property
    def is_connected(self) -> bool:
        return self.nc.is_connected

    @property
    def reconnects(self) -> int:
        """How often it has found the broker again."""
        return self.nc.stats["reconnects"]

    async def open(
        self, urls: list[str], *, user: str | None, password: str | None, inbox_prefix: str
    ) -> None:
        """Returns when connected, raises `BusRefused`, and else tries for ever."""
        dial = asyncio.create_task(
            self.nc.connect(
                urls,
                user=user,
                password=password,
                name=self._name,
                inbox_prefix=inbox_prefix,
                connect_timeout=_CONNECT_TIMEOUT_S,
                reconnect_time_wait=_RECONNECT_PAUSE_S,  # type: ignore[arg-type]  # seconds, a float works
                max_reconnect_attempts=-1,
                ping_interval=_PING_INTERVAL_S,
                error_cb=self._on_error,
                disconnected_cb=self._on_disconnected,
                reconnected_cb=self._on_connected,
                closed_cb=self._on_closed,
            )
        )
        refusal = asyncio.create_task(self._refused.wait())
        try:
            await asyncio.wait({dial, refusal}, return_when=asyncio.FIRST_COMPLETED)
            if not dial.done():
                raise BusRefused(f"{self._name}: the broker refuses the user or the password")
            dial.result()
            await self._on_connected()
        finally:
            await end(dial, refusal)

    async def publish(self, subject: str, data: bytes, headers: Headers | None = None) -> None:
        check_subject(subject)
        await translated(
            subject, self.nc.publish(subject, data, headers=dict(headers) if headers else None)
        )

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        check_subject(subject)
        try:
            async with asyncio.timeout(timeout_ms / 1000):
                if not self.is_connected and not self.nc.is_closed:
                    await self._connected.wait()
                answer = await translated(
                    subject,
                    self.nc.request(
                        subject,
                        data,
                        timeout=timeout_ms / 1000,
                        headers=dict(headers) if headers else None,
                    ),
                )
        except TimeoutError:
            raise RequestTimeout(subject) from None
        return answer.data

    async def subscribe(
        self, subject: str, handler: Handler, *, queue: str | None = None, limit: int = 256
    ) -> "_Subscription":
        check_pattern(subject)
        handlers = Handlers(handler, limit)

        async def take(msg: Msg) -> None:
            await handlers.start(
                Message(msg.subject, msg.data, msg.reply or None, msg.headers or {}, self.publish)
            )

        subscribed = await translated(
            subject,
            self.nc.subscribe(
                subject, queue=queue or "", cb=take, pending_msgs_limit=_WAITING_MESSAGES
            ),
        )
        subscription = _Subscription(self, subscribed, handlers)
        self._subscriptions[subscription] = None
        await self.flush()
        return subscription

    async def flush(self) -> None:
        """Returns when the broker has all that was sent, or is away: it gets it when it is back."""
        if self.is_connected:
            with suppress(BusError):
                await translated("flush", self._write_and_ping())

    async def _write_and_ping(self) -> None:
        # The client's own flush sends its ping past what is still to be written, so that the answer
        # says nothing about a subscription made just before; and when it times out, an answer that
        # comes later ends the client's reading without a word. Hence its parts, with a future that
        # nobody cancels.
        async with asyncio.timeout(_FLUSH_TIMEOUT_S):
            await self.nc._flush_pending(force_flush=True)  # noqa: SLF001
        pong: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        await self.nc._send_ping(pong)  # noqa: SLF001
        await asyncio.wait({pong}, timeout=_FLUSH_TIMEOUT_S)

    async def close(self, *, drain_ms: int = 2_000) -> None:
        self._is_closing = True
        # The client's own drain waits for half a minute after a pull that came back empty.
        subscriptions = list(self._subscriptions)
        for subscription in subscriptions:
            await subscription.unsubscribe()
        for subscription in subscriptions:
            await subscription.handlers.finish(drain_ms / 1000)
        await self.flush()
        if not self.is_connected:  # the client would write what is left to the socket that is gone
            self.nc._pending, self.nc._pending_data_size = [], 0  # noqa: SLF001
        self._connected.clear()  # what is closed in order is no outage to tell of
        await self.nc.close()

    def forget(self, subscription: "_Subscription") -> None:
        self._subscriptions.pop(subscription, None)

    async def _on_error(self, error: Exception) -> None:
        """Each kind of error once per outage: reconnecting fails ten times a second."""
        if _REFUSED in str(error).lower():
            self._refused.set()
            self._lose()
        self.forbidden += _FORBIDDEN in str(error).lower()
        kind = type(error).__name__
        if self.is_connected or kind not in self._reported:
            self._reported.add(kind)
            _log.warning("bus_error", bus=self._name, kind=kind, text=str(error))

    async def _on_disconnected(self) -> None:
        if self._connected.is_set():
            self._connected.clear()
            _log.warning("bus_disconnected", bus=self._name)

    async def _on_connected(self) -> None:
        self._connected.set()
        self._has_been_connected = True
        self._reported.clear()
        _log.info("bus_connected", bus=self._name)

    def _lose(self) -> None:
        if self._has_been_connected and not self._is_closing:
            self.lost.set()

    async def _on_closed(self) -> None:
        self._connected.set()  # those who wait for the broker learn that the bus is closed
        self._lose()
        _log.info("bus_closed", bus=self._name)


class _Subscription:
    def __init__(self, bus: NatsBus, subscribed: NatsSubscription, handlers: Handlers) -> None:
        self.handlers = handlers
        self._bus = bus
        self._subscribed = subscribed

    async def unsubscribe(self) -> None:
        self._bus.forget(self)
        with suppress(BusError):
            await translated("unsubscribe", self._subscribed.unsubscribe())


async def connect(
    url: str,
    *,
    user: str | None,
    password: str | None,
    name: str,
    inbox_prefix: str,
    wait_ms: int | None = 10_000,
) -> NatsBus:
    """A connected bus. `url`: one server or several, separated by commas.

    Tries for `wait_ms` (`None`: for ever), then raises `BusAway`; raises `BusRefused` at once when
    the broker does not know the user. Afterwards it never gives up. `inbox_prefix` is the subject
    under which this user, and no other, may listen for answers.
    """
    bus = NatsBus(name)
    try:
        async with asyncio.timeout(None if wait_ms is None else wait_ms / 1000):
            await bus.open(
                url.split(","),
                user=user,
                password=password,
                inbox_prefix=inbox_prefix,
            )
    except TimeoutError:
        await bus.nc.close()
        raise BusAway(f"{name}: no broker within {wait_ms} ms") from None
    except BaseException:
        await bus.nc.close()
        raise
    return bus


async def translated(subject: str, call: Coroutine[Any, Any, _Result]) -> _Result:
    """What a call of the client returns; what it raises as a `BusError` that names the subject."""
    try:
        return await kept_cancellable(call)
    except nats.errors.NoRespondersError:
        raise NoResponders(subject) from None
    except nats.errors.MaxPayloadError:
        raise TooLarge(subject) from None
    except nats.errors.TimeoutError:
        raise RequestTimeout(subject) from None
    except (nats.errors.Error, OSError) as error:
        raise BusAway(f"{subject}: {type(error).__name__}") from error
