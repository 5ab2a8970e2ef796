"""The verbs that run one service as a process of its own.

Settings come from flags and from the environment; SIGTERM drains; `/livez`, `/readyz` and
`/metrics` are served. Exit code 0 when it stopped in order, 1 when something failed, 2 for settings
that cannot be.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import click
import structlog
from msgspec import Meta, Struct

from services.bots.settings import BotsSettings
from services.cli import parts
from services.cli.fit import until_lost
from services.gateway.settings import GatewaySettings
from services.projection.settings import ProjectionSettings
from services.replay.settings import ReplaySettings
from services.rules.settings import RulesSettings
from services.timer.settings import TimerSettings
from services.webhooks.settings import WebhooksSettings
from shared.eventstore.layout import Layout
from shared.runtime import logs
from shared.runtime.health import Check, HealthServer
from shared.runtime.lifecycle import Life, Service, run_process
from shared.runtime.secret import Secret
from shared.runtime.setting_fields import INLINE
from shared.runtime.settings import SettingsError, described, load, options

if TYPE_CHECKING:
    from shared.runtime.viewstore import ViewStore

_log = structlog.stdlib.get_logger(__name__)

GATEWAY_STOP_MS = 13_000

Port = Annotated[int, Meta(ge=0, le=65_535)]
_Settings = TypeVar("_Settings", bound=Struct)


class RunSettings(Struct, frozen=True, kw_only=True):
    """What every process is told."""

    health_host: str = "127.0.0.1"
    """The address on which health and metrics are served."""
    health_port: Port = 0
    """Where these are served; 0: any free one. The gateway serves them on its own port."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """How much is told on standard error."""
    end_with_input: bool = False
    """Stop when standard input is closed: whoever started it is gone."""
    stop_ms: Annotated[int, Meta(ge=0)] = 5_000
    """How long it may take to stop in order."""


class ProcessSettings(RunSettings, frozen=True, kw_only=True):
    """What every process is told that uses the broker."""

    broker_url: str = "nats://127.0.0.1:4222"
    """The broker: one address, or several with commas between."""
    password: Secret
    """This service's password at broker and store."""
    streams: Annotated[int, Meta(ge=1, le=64)] = 4
    """In how many streams the log lies; fixed when the installation was made."""
    trace_url: str | None = None
    """Where traces are sent (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces."""
    trace_share: Annotated[float, Meta(ge=0, le=1)] = 0.1
    """How many of the commands that come in here are traced: 1 is all of them."""

    @property
    def layout(self) -> Layout:
        return Layout(self.streams)


class StoreSettings(Struct, frozen=True, kw_only=True):
    """Of services that use the store."""

    store_url: str = "redis://127.0.0.1:6379/0"
    """The store of views and limits."""

    @asynccontextmanager
    async def opened(
        self, service: str, password: Secret, life: Life
    ) -> "AsyncIterator[tuple[ViewStore, Check]]":
        """The store, and whether it has been found to be one that will do: until then the service
        is not ready."""
        from services.cli.fit import StoreWatch
        from shared.runtime.viewstore_redis import RedisViewStore, redis_client

        client = redis_client(self.store_url, user=service, password=password.reveal())
        store = RedisViewStore(client)
        watch = StoreWatch(store, self.store_url, service)
        life.spawn(watch.run(), "store")
        try:
            yield store, watch.is_fit
        finally:
            await store.close()


class RulesProcess(Struct, frozen=True, kw_only=True):
    process: Annotated[ProcessSettings, INLINE]
    own: Annotated[RulesSettings, INLINE] = RulesSettings()


class TimerProcess(Struct, frozen=True, kw_only=True):
    process: Annotated[ProcessSettings, INLINE]
    own: Annotated[TimerSettings, INLINE] = TimerSettings()


class ProjectionProcess(Struct, frozen=True, kw_only=True):
    process: Annotated[ProcessSettings, INLINE]
    store: Annotated[StoreSettings, INLINE] = StoreSettings()
    own: Annotated[ProjectionSettings, INLINE] = ProjectionSettings()


class ReplayProcess(Struct, frozen=True, kw_only=True):
    process: Annotated[ProcessSettings, INLINE]
    signing_key: Annotated[Secret, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """Signs match files and checkpoints: an Ed25519 private key, 64 hex digits; none: they are not
    signed, and there are no checkpoints."""
    own: Annotated[ReplaySettings, INLINE] = ReplaySettings()


class LeavingSettings(ProcessSettings, frozen=True, kw_only=True):
    """What a process is told that has sockets to send elsewhere first."""

    stop_ms: Annotated[int, Meta(ge=0)] = GATEWAY_STOP_MS
    """How long it may take to stop in order."""


class GatewayProcess(Struct, frozen=True, kw_only=True):
    process: Annotated[LeavingSettings, INLINE]
    store: Annotated[StoreSettings, INLINE] = StoreSettings()
    token_key: Annotated[Secret, Meta(min_length=32)]
    """Signs session tokens."""
    old_token_key: Annotated[Secret, Meta(min_length=32)] | None = None
    """Still recognises tokens that were signed with it."""
    credential: Annotated[Secret, Meta(min_length=16)]
    """What automatic players show."""
    auditor: Annotated[Secret, Meta(min_length=16)] | None = None
    """What auditors show; none: nobody is one."""
    own: Annotated[GatewaySettings, INLINE] = GatewaySettings()

    def recognises(self) -> parts.Pass:
        keys = [key for key in (self.old_token_key, self.token_key) if key is not None]
        auditor = self.auditor.reveal() if self.auditor is not None else ""
        return parts.Pass(
            [key.reveal().encode() for key in keys], self.credential.reveal(), auditor
        )


class BotsProcess(Struct, frozen=True, kw_only=True):
    process: Annotated[RunSettings, INLINE] = RunSettings()
    credential: Annotated[Secret, Meta(min_length=16)]
    """What lets it at the seats of automatic players; the gateway has the same."""
    own: Annotated[BotsSettings, INLINE] = BotsSettings()


class WebhooksProcess(Struct, frozen=True, kw_only=True):
    process: Annotated[ProcessSettings, INLINE]
    own: Annotated[WebhooksSettings, INLINE] = WebhooksSettings()


Opening = Callable[[_Settings, Life], AbstractAsyncContextManager["_Opened"]]


class _Opened(Struct):
    """A service that is ready to start, and where its health can be asked for."""

    services: Sequence[Service]
    address: Callable[[], str]


class _Health:
    """The health endpoint of a service without HTTP of its own."""

    def __init__(self, part: parts.Part, settings: RunSettings) -> None:
        self._host = settings.health_host
        self._server = HealthServer(
            part.checks, part.metrics, host=self._host, port=settings.health_port
        )

    def address(self) -> str:
        return f"http://{self._host}:{self._server.port}"

    async def start(self) -> None:
        await self._server.start()

    async def stop(self) -> None:
        await self._server.close()


@asynccontextmanager
async def _ground(
    settings: ProcessSettings, service: str, life: Life
) -> AsyncIterator[parts.Ground]:
    password = settings.password.reveal()
    async with (
        parts.tracing(service, settings.trace_url, settings.trace_share) as tracing,
        parts.ground(settings.broker_url, service, password, settings.layout, tracing) as on,
    ):
        life.spawn(until_lost(on.bus, service), "bus")
        yield on


def _beside_health(part: parts.Part, settings: RunSettings) -> _Opened:
    health = _Health(part, settings)
    return _Opened([health, part.service], health.address)


@asynccontextmanager
async def _open_rules(settings: RulesProcess, life: Life) -> AsyncIterator[_Opened]:
    async with _ground(settings.process, "rules", life) as on:
        yield _beside_health(parts.rules(on, settings.own, life.fail), settings.process)


@asynccontextmanager
async def _open_timer(settings: TimerProcess, life: Life) -> AsyncIterator[_Opened]:
    async with _ground(settings.process, "timer", life) as on:
        yield _beside_health(parts.timer(on, settings.own, life.fail), settings.process)


@asynccontextmanager
async def _open_projection(settings: ProjectionProcess, life: Life) -> AsyncIterator[_Opened]:
    async with (
        _ground(settings.process, "projection", life) as on,
        settings.store.opened("projection", settings.process.password, life) as (store, is_fit),
    ):
        part = parts.projection(on, store, settings.own, life.fail)
        checks = {**part.checks, "store": is_fit}
        yield _beside_health(part._replace(checks=checks), settings.process)


@asynccontextmanager
async def _open_replay(settings: ReplayProcess, life: Life) -> AsyncIterator[_Opened]:
    async with _ground(settings.process, "replay", life) as on:
        given = settings.signing_key
        key = None if given is None else bytes.fromhex(given.reveal())
        yield _beside_health(parts.replay(on, settings.own, key, life.fail), settings.process)


@asynccontextmanager
async def _open_gateway(settings: GatewayProcess, life: Life) -> AsyncIterator[_Opened]:
    async with (
        _ground(settings.process, "gateway", life) as on,
        settings.store.opened("gateway", settings.process.password, life) as (store, is_fit),
    ):
        checks = {"store": is_fit}
        service, part = parts.gateway(
            on, store, settings.own, settings.recognises(), life.fail, checks=checks
        )
        yield _Opened([part.service], lambda: service.url)


@asynccontextmanager
async def _open_webhooks(settings: WebhooksProcess, life: Life) -> AsyncIterator[_Opened]:
    async with _ground(settings.process, "webhooks", life) as on:
        yield _beside_health(parts.webhooks(on, settings.own, life.fail), settings.process)


@asynccontextmanager
async def _open_bots(settings: BotsProcess, life: Life) -> AsyncIterator[_Opened]:
    part = parts.bots(settings.own, settings.credential.reveal(), life.fail)
    yield _beside_health(part, settings.process)


def settings_of(
    kind: type[_Settings],
    service: str,
    flags: Mapping[str, object],
    environ: Mapping[str, str] = os.environ,
) -> _Settings:
    """The settings of a process. Ends it with exit code 2 and one line for each problem."""
    try:
        return load(kind, service, flags, environ)
    except SettingsError as error:
        for problem in error.problems:
            click.echo(f"saloon {service}: {problem}", err=True)
        sys.exit(2)


def _run(
    kind: type[_Settings],
    service: str,
    opening: "Opening[_Settings]",
    flags: dict[str, object],
) -> None:
    settings = settings_of(kind, service, flags)
    process: RunSettings = getattr(settings, "process")  # noqa: B009 - every kind has it
    logs.configure(level=process.log_level)

    @asynccontextmanager
    async def opened(life: Life) -> AsyncIterator[Sequence[Service]]:
        async with opening(settings, life) as found:
            life.spawn(_say_ready(life, found.address, settings), "ready")
            if process.end_with_input:
                life.spawn(_end_with_input(life), "input")
            yield found.services

    with logs.bound(service=service):
        sys.exit(run_process(opened, stop_ms=process.stop_ms))


async def _say_ready(life: Life, address: Callable[[], str], settings: Struct) -> None:
    await life.started.wait()
    _log.info("ready", address=address(), **described(settings))


async def _end_with_input(life: Life) -> None:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while await reader.read(1_024):
        pass
    life.end()


@click.command()
@options(RulesProcess, "rules")
def rules(**flags: object) -> None:
    """Runs one member of the rules service: decides commands, appends to the log."""
    _run(RulesProcess, "rules", _open_rules, flags)


@click.command()
@options(TimerProcess, "timer")
def timer(**flags: object) -> None:
    """Runs the timer service: time-outs, absence, abandoned rooms."""
    _run(TimerProcess, "timer", _open_timer, flags)


@click.command()
@options(ProjectionProcess, "projection")
def projection(**flags: object) -> None:
    """Runs one member of the projection service: what each viewer may see."""
    _run(ProjectionProcess, "projection", _open_projection, flags)


@click.command()
@options(ReplayProcess, "replay")
def replay(**flags: object) -> None:
    """Runs one member of the replay service: what matches were like."""
    _run(ReplayProcess, "replay", _open_replay, flags)


@click.command()
@options(GatewayProcess, "gateway")
def gateway(**flags: object) -> None:
    """Runs one gateway: HTTP and websockets for people and programs."""
    _run(GatewayProcess, "gateway", _open_gateway, flags)


@click.command()
@options(BotsProcess, "bots")
def bots(**flags: object) -> None:
    """Runs the bots service: plays the seats of automatic players."""
    _run(BotsProcess, "bots", _open_bots, flags)


@click.command()
@options(WebhooksProcess, "webhooks")
def webhooks(**flags: object) -> None:
    """Runs the webhooks service: tells hosts what ended in their rooms."""
    _run(WebhooksProcess, "webhooks", _open_webhooks, flags)
