"""All services in one event loop, over a broker of their own: what a demo plays on.

Every service has a connection as its own user, so that the rights hold here as anywhere.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from secrets import token_bytes, token_hex
from typing import NamedTuple

import fakeredis
from msgspec import Struct

from services.cli.broker import dial, set_up
from services.cli.installation import Installation, Secrets
from services.gateway.service import GatewayService
from services.gateway.settings import GatewaySettings
from services.projection.metrics import ProjectionMetrics
from services.projection.service import ProjectionService
from services.projection.settings import ProjectionSettings
from services.rules.metrics import RulesMetrics
from services.rules.service import RulesService
from services.rules.settings import RulesSettings
from services.timer.metrics import TimerMetrics
from services.timer.service import TimerService
from services.timer.settings import TimerSettings
from shared.contracts.rights import OUTER_API
from shared.contracts.subjects import PROJECTION, RULES
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.places import Places
from shared.eventstore.snapshots import JetStreamSnapshots
from shared.games.bang import Bang
from shared.room.rules import Games
from shared.runtime.broker_clock import TIME_SUBJECT, BrokerClock
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import SystemClock
from shared.runtime.keeping import NatsKeeping
from shared.runtime.kv import NatsBucket
from shared.runtime.lifecycle import Life, running
from shared.runtime.members import STREAM as MEMBERS_STREAM
from shared.runtime.members import MemberId, Members
from shared.runtime.metrics import Metrics
from shared.runtime.names import NatsNames
from shared.runtime.nats_server import NatsServer
from shared.runtime.schedules_nats import NatsSchedules
from shared.runtime.viewstore_redis import RedisViewStore

GAMES: Games = {"bang": Bang()}


def fresh() -> bytes:
    return token_bytes(32)


class StackSettings(Struct, frozen=True):
    """What is set for each service."""

    gateway: GatewaySettings = GatewaySettings(port=0)
    rules: RulesSettings = RulesSettings(leave_ms=0)
    timer: TimerSettings = TimerSettings()
    projection: ProjectionSettings = ProjectionSettings()


class Stack(NamedTuple):
    """`url`: of the gateway. `broker_url`: without user and password."""

    url: str
    broker_url: str
    life: Life


class _Ending:
    """Passes on what ended a part of a service, also before the life that it ends is known."""

    def __init__(self) -> None:
        self._life: Life | None = None
        self._early: list[BaseException] = []

    def of(self, life: Life) -> None:
        self._life = life
        for error in self._early:
            life.fail(error)

    def fail(self, error: BaseException) -> None:
        if self._life is None:
            self._early.append(error)
        else:
            self._life.fail(error)


class _Station(NamedTuple):
    """What one service stands on."""

    bus: NatsBus
    clock: BrokerClock
    store: RedisViewStore


@asynccontextmanager
async def stack(
    installation: Installation,
    settings: StackSettings,
    *,
    gateway_fresh: Callable[[], bytes] = fresh,
) -> AsyncIterator[Stack]:
    """Everything that serves, until left. `gateway_fresh`: 32 bytes at each call; player ids come
    of it."""
    secrets = installation.secrets()
    async with AsyncExitStack() as opened:
        server = await opened.enter_async_context(NatsServer(installation.broker(secrets)))
        await _set_up(server.url, secrets)
        names = ("rules", "projection", "timer", "gateway")
        shared_store = fakeredis.FakeServer()
        stations = {
            name: await _station(opened, server.url, name, secrets, shared_store) for name in names
        }
        ending = _Ending()
        gateway = _gateway(stations["gateway"], settings.gateway, secrets, gateway_fresh)
        services = (
            _rules(stations["rules"], settings.rules, ending.fail),
            _projection(stations["projection"], settings.projection),
            _timer(stations["timer"], settings.timer, ending.fail),
            gateway,
        )
        async with running(services) as life:
            ending.of(life)
            yield Stack(gateway.url, server.url, life)


async def _set_up(url: str, secrets: Secrets) -> None:
    bus = await dial(url, "setup", secrets.passwords["setup"])
    try:
        await set_up(bus)
    finally:
        await bus.close()


async def _station(
    opened: AsyncExitStack, url: str, name: str, secrets: Secrets, server: fakeredis.FakeServer
) -> _Station:
    bus = await dial(url, name, secrets.passwords[name])
    opened.push_async_callback(bus.close)
    subject = TIME_SUBJECT.replace("$JS.API", OUTER_API) if name == "gateway" else TIME_SUBJECT
    clock = BrokerClock(SystemClock(), bus, subject=subject)
    await clock.measure()
    measuring = asyncio.create_task(clock.run())
    opened.push_async_callback(_ended, measuring)
    store = RedisViewStore(fakeredis.FakeAsyncRedis(server=server))
    opened.push_async_callback(store.close)
    return _Station(bus, clock, store)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})


def _members(on: _Station, service: str) -> Members:
    return Members(on.bus, NatsBucket(on.bus, MEMBERS_STREAM), on.clock, service=service)


def _member() -> MemberId:
    return MemberId(f"m{token_hex(4)}")


def _rules(
    on: _Station, settings: RulesSettings, fail: Callable[[BaseException], None]
) -> RulesService:
    places = Places()
    return RulesService(
        bus=on.bus,
        members=_members(on, RULES),
        member=_member(),
        log=JetStreamLog(on.bus.nc, places=places),
        snapshots=JetStreamSnapshots(on.bus.nc, places=places),
        games=GAMES,
        clock=on.clock,
        is_clock_trusted=lambda: on.clock.is_trusted,
        settings=settings,
        metrics=RulesMetrics(Metrics("rules")),
        fresh=fresh,
        fail=fail,
    )


def _projection(on: _Station, settings: ProjectionSettings) -> ProjectionService:
    places = Places()
    return ProjectionService(
        bus=on.bus,
        members=_members(on, PROJECTION),
        member=_member(),
        log=JetStreamLog(on.bus.nc, places=places),
        snapshots=JetStreamSnapshots(on.bus.nc, places=places),
        games=GAMES,
        store=on.store,
        keeping=NatsKeeping(on.bus, PROJECTION),
        clock=on.clock,
        settings=settings,
        metrics=ProjectionMetrics(Metrics(PROJECTION)),
    )


def _timer(
    on: _Station, settings: TimerSettings, fail: Callable[[BaseException], None]
) -> TimerService:
    return TimerService(
        bus=on.bus,
        members=_members(on, RULES),
        log=JetStreamLog(on.bus.nc),
        schedules=NatsSchedules(on.bus),
        keeping=NatsKeeping(on.bus, "timer"),
        clock=on.clock,
        is_clock_trusted=lambda: on.clock.is_trusted,
        settings=settings,
        metrics=TimerMetrics(Metrics("timer")),
        fail=fail,
    )


def _gateway(
    on: _Station, settings: GatewaySettings, secrets: Secrets, new: Callable[[], bytes]
) -> GatewayService:
    return GatewayService(
        bus=on.bus,
        members=_members(on, RULES),
        store=on.store,
        names=NatsNames(on.bus, OUTER_API),
        clock=on.clock,
        games=GAMES,
        settings=settings,
        metrics=Metrics("gateway"),
        keys=(secrets.token_key,),
        credential=secrets.credential,
        fresh=new,
        is_clock_trusted=lambda: on.clock.is_trusted,
    )
