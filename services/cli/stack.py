"""All services in one event loop, over a broker of their own: what `up` and the demo run.

Every service has a connection as its own user, so that the rights hold here as anywhere.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec
from typing import NamedTuple

import click
from msgspec import Struct
from msgspec.structs import replace

from services.bots.settings import BotsSettings
from services.cli import parts
from services.cli.broker import dial, set_up
from services.cli.installation import Installation, Secrets
from services.cli.kept import kept
from services.cli.streams import DEFAULTS, StreamsSettings
from services.gateway.settings import GatewaySettings
from services.projection.settings import ProjectionSettings
from services.replay.settings import ReplaySettings
from services.rules.settings import RulesSettings
from services.timer.settings import TimerSettings
from services.webhooks.settings import WebhooksSettings
from shared.eventstore.log import Away
from shared.eventstore.planning import Refused
from shared.runtime.lifecycle import Life, running
from shared.runtime.nats_server import NatsServer
from shared.runtime.unfit import Unfit
from shared.runtime.viewstore_redis import RedisViewStore


class StackSettings(Struct, frozen=True):
    """What is set for each service."""

    gateway: GatewaySettings = GatewaySettings(port=0)
    rules: RulesSettings = RulesSettings(leave_ms=0)
    timer: TimerSettings = TimerSettings()
    projection: ProjectionSettings = ProjectionSettings()
    replay: ReplaySettings = ReplaySettings()
    bots: BotsSettings | None = BotsSettings()
    """`None`: seats of automatic players stay empty. Its `gateway_url` is not asked."""
    webhooks: WebhooksSettings = WebhooksSettings()
    streams: StreamsSettings = DEFAULTS
    trace_url: str | None = None
    """Where traces of all commands are sent (OTLP over HTTP)."""


class Stack(NamedTuple):
    """`url`: of the gateway. `broker_url`: without user and password."""

    url: str
    broker_url: str
    life: Life


def check_complete() -> None:
    """Raises `click.ClickException` where single services are all there is: in their image."""
    if find_spec("fakeredis") is None:
        raise click.ClickException(
            "only single services are installed here, for a broker and a store beside them: "
            "docs/deploy.md says how"
        )


@asynccontextmanager
async def stack(
    installation: Installation,
    settings: StackSettings,
    *,
    gateway_fresh: Callable[[], bytes] = parts.fresh,
) -> AsyncIterator[Stack]:
    """Everything that serves, until left. `gateway_fresh`: 32 bytes at each call; player ids come
    of it."""
    import fakeredis

    secrets = installation.secrets()
    async with AsyncExitStack() as opened:
        life, server = Life(), NatsServer(installation.broker(secrets))
        await opened.enter_async_context(kept(server, life))
        await make_streams(server.url, secrets, settings.streams)
        shared_store = fakeredis.FakeServer()

        async def ground(service: str) -> parts.Ground:
            password = secrets.passwords[service]
            tracing = await opened.enter_async_context(
                parts.tracing(service, settings.trace_url, 1.0)
            )
            return await opened.enter_async_context(
                parts.ground(server.url, service, password, tracing=tracing)
            )

        def store() -> RedisViewStore:
            made = RedisViewStore(fakeredis.FakeAsyncRedis(server=shared_store))
            opened.push_async_callback(made.close)
            return made

        recognises = parts.Pass((secrets.token_key,), secrets.credential, secrets.auditor)
        shown = replace(settings.gateway, public_keys=secrets.public_keys)
        gateway, gateway_part = parts.gateway(
            await ground("gateway"), store(), shown, recognises, life.fail, gateway_fresh
        )
        services = [
            parts.rules(await ground("rules"), settings.rules, life.fail).service,
            parts.projection(
                await ground("projection"), store(), settings.projection, life.fail
            ).service,
            parts.replay(
                await ground("replay"),
                replace(settings.replay, public_keys=secrets.public_keys),
                bytes.fromhex(secrets.signing_key),
                life.fail,
            ).service,
            parts.timer(await ground("timer"), settings.timer, life.fail).service,
            parts.webhooks(await ground("webhooks"), settings.webhooks, life.fail).service,
            gateway_part.service,
        ]
        if settings.bots is not None:
            bots = parts.bots(settings.bots, secrets.credential, life.fail, lambda: gateway.url)
            services.append(bots.service)
        async with running(services, life):
            yield Stack(gateway.url, server.url, life)


async def make_streams(url: str, secrets: Secrets, settings: StreamsSettings = DEFAULTS) -> None:
    """Makes what the services need, and changes what is set otherwise. Raises `Unfit`."""
    bus = await dial(url, "setup", secrets.passwords["setup"])
    try:
        await set_up(bus, settings=settings)
    except Refused as refused:
        raise Unfit(f"streams are set otherwise, and stay so: {refused}") from None
    except Away as away:
        raise Unfit(f"the broker makes no streams: {away}") from None
    finally:
        await bus.close()
