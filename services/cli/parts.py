"""Each service put together from real adapters: what it stands on, and what it is given.

The same for all services in one process and for each in a process of its own; a service's code is
imported only where it runs.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import SystemRandom
from secrets import token_bytes, token_hex
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from services.cli import fit
from services.cli.tree import ROOT
from shared.archive.objects import Objects
from shared.contracts.rights import API, OUTER_API
from shared.contracts.subjects import PROJECTION, REPLAY, RULES, TIMER, WEBHOOKS
from shared.eventstore.cutting import JetStreamCutting
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.layout import MAIN, Layout
from shared.eventstore.places import Places
from shared.eventstore.snapshots import JetStreamSnapshots
from shared.games.bang import Bang
from shared.games.buckshot import Buckshot
from shared.matchfile.head import Head
from shared.matchfile.signing import sign
from shared.rulesets.installed import Installed
from shared.runtime.broker_clock import TIME_SUBJECT, BrokerClock
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import SystemClock
from shared.runtime.dispatch import Dispatch
from shared.runtime.health import Check
from shared.runtime.keeping import NatsKeeping
from shared.runtime.kv import NatsBucket
from shared.runtime.lifecycle import Service
from shared.runtime.members import STREAM as MEMBERS_STREAM
from shared.runtime.members import MemberId, Members
from shared.runtime.metrics import Metrics
from shared.runtime.names import NatsNames
from shared.runtime.outbox import NatsOutbox
from shared.runtime.schedules_nats import NatsSchedules
from shared.runtime.talk import NatsTalk
from shared.runtime.tasks import Fail, end
from shared.runtime.tenants import HOOKS_STREAM, TENANTS_STREAM, hooks, tenants
from shared.runtime.tracing import OFF, Tracing
from shared.runtime.viewstore import ViewStore
from shared.runtime.wishes import NatsWishes

if TYPE_CHECKING:
    from services.bots.settings import BotsSettings
    from services.gateway.service import GatewayService
    from services.gateway.settings import GatewaySettings
    from services.projection.settings import ProjectionSettings
    from services.replay.following import Follower
    from services.replay.metrics import AnchorCounts, ArchiveCounts
    from services.replay.settings import ReplaySettings
    from services.rules.settings import RulesSettings
    from services.timer.settings import TimerSettings
    from services.webhooks.settings import WebhooksSettings

RULESETS = ROOT / "rulesets"
"""Where released rulesets are."""

PAGES = ROOT / "services" / "web" / "dist"
"""The browser client as it was built."""

GAMES = Installed((Bang(), Buckshot()), RULESETS)


def fresh() -> bytes:
    """32 bytes that nobody can guess."""
    return token_bytes(32)


class Ground(NamedTuple):
    """What one service stands on: its own connection, the broker's time, where the log lies."""

    bus: NatsBus
    clock: BrokerClock
    layout: Layout
    tracing: Tracing = OFF

    def is_clock_trusted(self) -> bool:
        return self.clock.is_trusted

    def members(self, service: str) -> Members:
        return Members(self.bus, NatsBucket(self.bus, MEMBERS_STREAM), self.clock, service=service)

    def log(self) -> tuple[JetStreamLog, JetStreamSnapshots]:
        places = Places()
        log = JetStreamLog(self.bus.nc, self.layout, places=places, trace=self.tracing.name)
        return log, JetStreamSnapshots(self.bus.nc, self.layout, places)


@asynccontextmanager
async def ground(
    url: str, service: str, password: str, layout: Layout = MAIN, tracing: Tracing = OFF
) -> AsyncIterator[Ground]:
    """A connection as that service's user, and the time, which is measured as long as it is open.

    Waits for streams that are missing. Raises `Unfit` and `BusError`.
    """
    async with AsyncExitStack() as opened:
        bus = await fit.reached(url, service, password)
        opened.push_async_callback(bus.close)
        await fit.until_usable(bus, service, layout)
        subject = TIME_SUBJECT.replace(API, OUTER_API) if service == "gateway" else TIME_SUBJECT
        clock = BrokerClock(SystemClock(), bus, subject=subject)
        await clock.measure()
        fit.tell_clock(clock)
        measuring = asyncio.create_task(clock.run())
        opened.push_async_callback(end, measuring)
        yield Ground(bus, clock, layout, tracing)


@asynccontextmanager
async def tracing(service: str, url: str | None, share: float) -> AsyncIterator[Tracing]:
    """Traces of that service, sent to `url` as long as it is open; without one there are none."""
    if url is None:
        yield OFF
        return
    from shared.runtime.tracing_otel import sending

    async with sending(service, url, share) as made:
        yield made


class Part(NamedTuple):
    """A service that is ready to start."""

    service: Service
    metrics: Metrics
    checks: Mapping[str, Check]


def new_member() -> MemberId:
    """A name for one process in one life."""
    return MemberId(f"m{token_hex(6)}")


def rules(on: Ground, settings: "RulesSettings", fail: Fail) -> Part:
    from services.rules.metrics import RulesMetrics
    from services.rules.service import RulesService

    GAMES.load_all()
    log, snapshots = on.log()
    metrics = Metrics(RULES)
    counts = RulesMetrics(metrics)
    counts.ground.watch(on.bus, on.clock)
    service = RulesService(
        bus=on.bus,
        members=on.members(RULES),
        member=new_member(),
        log=log,
        snapshots=snapshots,
        games=GAMES,
        clock=on.clock,
        is_clock_trusted=on.is_clock_trusted,
        settings=settings,
        metrics=counts,
        fresh=fresh,
        fail=fail,
        readers=(on.members(PROJECTION), on.members(REPLAY)),
        tracing=on.tracing,
    )
    return Part(service, metrics, service.readiness())


def timer(on: Ground, settings: "TimerSettings", fail: Fail) -> Part:
    from services.timer.metrics import TimerMetrics
    from services.timer.service import TimerService

    metrics = Metrics(TIMER)
    counts = TimerMetrics(metrics)
    counts.ground.watch(on.bus, on.clock)
    service = TimerService(
        bus=on.bus,
        members=on.members(RULES),
        log=on.log()[0],
        schedules=NatsSchedules(on.bus),
        keeping=NatsKeeping(on.bus, TIMER),
        wishes=NatsWishes(on.bus),
        own=on.members(TIMER),
        member=new_member(),
        clock=on.clock,
        is_clock_trusted=on.is_clock_trusted,
        settings=settings,
        metrics=counts,
        fail=fail,
        tracing=on.tracing,
    )
    return Part(service, metrics, service.readiness())


def projection(on: Ground, store: ViewStore, settings: "ProjectionSettings", fail: Fail) -> Part:
    from services.projection.metrics import ProjectionMetrics
    from services.projection.service import ProjectionService

    GAMES.load_all()
    log, snapshots = on.log()
    metrics = Metrics(PROJECTION)
    counts = ProjectionMetrics(metrics)
    counts.ground.watch(on.bus, on.clock)
    service = ProjectionService(
        bus=on.bus,
        members=on.members(PROJECTION),
        member=new_member(),
        log=log,
        snapshots=snapshots,
        games=GAMES,
        store=store,
        keeping=NatsKeeping(on.bus, PROJECTION),
        wishes=NatsWishes(on.bus),
        clock=on.clock,
        settings=settings,
        metrics=counts,
        fail=fail,
        tracing=on.tracing,
    )
    return Part(service, metrics, service.readiness())


def finishing(signing_key: bytes | None) -> Callable[[Head, bool], Head]:
    """Says in the heads of files which release their rules are of, and signs those of matches that
    are over, where there is a key."""

    def finished(head: Head, is_over: bool) -> Head:
        head = replace(head, ruleset_digest=GAMES.digest(head.ruleset))
        if signing_key is None or not is_over:
            return head
        return replace(head, signature=sign(signing_key, head.signed))

    return finished


def replay(on: Ground, settings: "ReplaySettings", signing_key: bytes | None, fail: Fail) -> Part:
    """`signing_key`: a private key, for match files and checkpoints."""
    from services.replay.following import Follower
    from services.replay.metrics import ReplayMetrics
    from services.replay.service import ReplayService
    from services.replay.telling import Telling
    from shared.archive.matches import Matches
    from shared.archive.opening import opened

    GAMES.load_all()
    log, _ = on.log()
    metrics = Metrics(REPLAY)
    members, rules, member = on.members(REPLAY), on.members(RULES), new_member()
    counts = ReplayMetrics(metrics)
    counts.ground.watch(on.bus, on.clock)
    objects = opened(settings.archive.place, on.bus.nc)
    follower = Follower(on.log()[0], on.clock, counts.anchoring)
    given = on, settings, signing_key, members, member, follower
    anchoring = _anchoring(*given, counts.anchoring, objects)
    archiving = _archiving(*given, counts.archiving, objects, rules)
    telling = Telling(follower.endings, NatsOutbox(on.bus), on.clock, counts.telling)
    service = ReplayService(
        bus=on.bus,
        members=members,
        rules=rules,
        member=member,
        log=log,
        matches=Matches(log, objects),
        names=NatsNames(on.bus),
        games=GAMES,
        clock=on.clock,
        settings=settings,
        metrics=counts,
        finished=finishing(signing_key),
        fresh=fresh,
        fail=fail,
        beside=(follower.run, *anchoring, archiving, telling.run),
        tracing=on.tracing,
    )
    return Part(service, metrics, service.readiness())


def _anchoring(
    on: Ground,
    settings: "ReplaySettings",
    signing_key: bytes | None,
    members: Members,
    member: MemberId,
    follower: "Follower",
    counts: "AnchorCounts",
    objects: Objects,
) -> Sequence[Callable[[], Coroutine[Any, Any, None]]]:
    """What has to run so that checkpoints leave the broker; nothing where they go nowhere."""
    from services.replay.anchoring import Anchoring
    from services.replay.targets import BadSetting, target_of

    target = target_of(settings.anchors, settings.anchors_token, objects)
    if target is None:
        return ()
    if signing_key is None:
        raise BadSetting("checkpoints are signed, and there is no key")
    anchoring = Anchoring(
        follower=follower,
        target=target,
        keeping=NatsKeeping(on.bus, REPLAY),
        private_key=signing_key,
        clock=on.clock,
        interval_ms=settings.anchor_ms,
        is_chosen=lambda: members.partition_owner(0) == member,
        metrics=counts,
    )
    return (anchoring.run,)


def _archiving(
    on: Ground,
    settings: "ReplaySettings",
    signing_key: bytes | None,
    members: Members,
    member: MemberId,
    follower: "Follower",
    counts: "ArchiveCounts",
    objects: Objects,
    rules: Members,
) -> Callable[[], Coroutine[Any, Any, None]]:
    """What has to run so that matches leave the log, and the archive in time."""
    from services.replay.archiving import Archiving

    wanted = settings.archive
    archiving = Archiving(
        follower=follower,
        log=on.log()[0],
        cutting=JetStreamCutting(on.bus.nc, on.layout),
        objects=objects,
        rules=Dispatch(on.bus, rules, on.clock, "audit"),
        games=GAMES,
        clock=on.clock,
        metrics=counts,
        finished=finishing(signing_key),
        owns=lambda room: members.owner(room, None) == member,
        sweeps=lambda: members.partition_owner(0) == member,
        after_ms=wanted.after_ms,
        keep_days=wanted.keep_days,
        look_ms=wanted.look_ms,
    )
    return archiving.run


def webhooks(on: Ground, settings: "WebhooksSettings", fail: Fail) -> Part:
    from services.webhooks.metrics import WebhooksMetrics
    from services.webhooks.service import WebhooksService

    metrics = Metrics(WEBHOOKS)
    counts = WebhooksMetrics(metrics)
    counts.ground.watch(on.bus, on.clock)
    service = WebhooksService(
        bus=on.bus,
        hooks=hooks(NatsBucket(on.bus, HOOKS_STREAM)),
        clock=on.clock,
        settings=settings,
        metrics=counts,
        chance=SystemRandom(),
        fail=fail,
    )
    return Part(service, metrics, service.readiness())


class Pass(NamedTuple):
    """What the gateway signs and recognises with."""

    keys: Sequence[bytes]
    """Of session tokens, the newest last."""
    credential: str
    """Of automatic players."""
    auditor: str = ""
    """Of auditors; empty: nobody is one."""


def gateway(
    on: Ground,
    store: ViewStore,
    settings: "GatewaySettings",
    recognises: Pass,
    fail: Fail,
    new: Callable[[], bytes] = fresh,
    checks: Mapping[str, Check] = {},
) -> tuple["GatewayService", Part]:
    from services.gateway.service import GatewayService

    metrics = Metrics("gateway")
    service = GatewayService(
        bus=on.bus,
        members=on.members(RULES),
        store=store,
        names=NatsNames(on.bus, OUTER_API),
        talk=NatsTalk(on.bus),
        wishes=NatsWishes(on.bus),
        clock=on.clock,
        games=GAMES.newest(),
        settings=settings,
        metrics=metrics,
        keys=recognises.keys,
        credential=recognises.credential,
        auditor=recognises.auditor,
        fresh=new,
        is_clock_trusted=on.is_clock_trusted,
        fail=fail,
        pages=PAGES,
        directory=tenants(NatsBucket(on.bus, TENANTS_STREAM)),
        others=[on.members(service) for service in (PROJECTION, TIMER, REPLAY)],
        checks=checks,
        tracing=on.tracing,
    )
    service.gateway.metrics.ground.watch(on.bus, on.clock)
    return service, Part(service, metrics, service.readiness())


def bots(
    settings: "BotsSettings",
    credential: str,
    fail: Fail,
    gateway_url: Callable[[], str] | None = None,
) -> Part:
    """`gateway_url`: in place of the one that is set, where it is known only at the start."""
    from services.bots.metrics import BotsMetrics
    from services.bots.service import BotsService

    metrics = Metrics("bots")
    service = BotsService(
        credential=credential,
        clock=SystemClock(),
        settings=settings,
        metrics=BotsMetrics(metrics),
        chance=SystemRandom(),
        fail=fail,
        gateway_url=gateway_url,
    )
    return Part(service, metrics, service.readiness())
