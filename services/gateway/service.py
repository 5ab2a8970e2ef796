"""The gateway as a service: its core, and the HTTP server before it."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path

import structlog
import uvicorn

from services.gateway.application import application
from services.gateway.core import Gateway
from services.gateway.metrics import GatewayMetrics
from services.gateway.pages import Pages
from services.gateway.protocol import SocketProtocol, http_protocol
from services.gateway.refusing import BODY_LIMIT_BYTES
from services.gateway.settings import GatewaySettings
from shared.contracts.hosting import Tenant
from shared.engine.game import Game
from shared.runtime.bus import Bus
from shared.runtime.clock import Clock
from shared.runtime.health import Check
from shared.runtime.members import Members
from shared.runtime.metrics import Metrics
from shared.runtime.names import Names
from shared.runtime.talk import Talk
from shared.runtime.tasks import Fail, watched
from shared.runtime.tenants import Directory
from shared.runtime.tracing import OFF, Tracing
from shared.runtime.viewstore import ViewStore
from shared.runtime.wishes import Wishes

_log = structlog.stdlib.get_logger(__name__)


class _Server(uvicorn.Server):
    """Leaves signals to the process it runs in."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class GatewayService:
    """See `core.Gateway` for what it is given. `metrics`: what `/metrics` shows; `pages`: where the
    built browser client is; `checks`: what else has to hold before callers are sent here."""

    def __init__(
        self,
        *,
        bus: Bus,
        members: Members,
        store: ViewStore,
        names: Names,
        talk: Talk,
        wishes: Wishes,
        clock: Clock,
        games: Mapping[str, Game],
        settings: GatewaySettings,
        metrics: Metrics,
        keys: Sequence[bytes],
        credential: str,
        auditor: str = "",
        fresh: Callable[[], bytes],
        is_clock_trusted: Callable[[], bool],
        fail: Fail,
        pages: Path,
        directory: Directory[Tenant] | None = None,
        others: Sequence[Members] = (),
        checks: Mapping[str, Check] = {},
        tracing: Tracing = OFF,
    ) -> None:
        self.gateway = Gateway(
            bus=bus,
            members=members,
            store=store,
            names=names,
            talk=talk,
            wishes=wishes,
            clock=clock,
            settings=settings,
            metrics=GatewayMetrics(metrics),
            keys=keys,
            credential=credential,
            auditor=auditor,
            fresh=fresh,
            fail=fail,
            directory=directory,
            others=others,
            tracing=tracing,
        )
        self._settings = settings
        self._is_clock_trusted = is_clock_trusted
        self._fail = fail
        self._checks = checks
        client = Pages(pages)
        if not client.is_built:
            _log.warning("pages_missing", folder=str(pages))
        self._application = application(self.gateway, games, self.readiness(), client)
        self._listener: socket.socket | None = None
        self._server: _Server | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """Where it listens; known once it has started."""
        assert self._listener is not None, "start first"
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://{self._settings.host}:{self.port}"

    async def start(self) -> None:
        """Serves from here on. `OSError` where the port is taken."""
        self._listener = _listen(self._settings)
        try:
            await self.gateway.start()
        except BaseException:
            self._listener.close()
            raise
        self._server = _Server(self._config())
        self._serving = watched(self._server.serve([self._listener]), self._fail)
        while not self._server.started:
            if self._serving.done():
                self._serving.result()
                raise OSError("the HTTP server did not start")
            await asyncio.sleep(0.001)

    async def stop(self) -> None:
        """Takes nothing new, tells sockets to go elsewhere, and ends what has begun."""
        if self._server is None or self._serving is None:
            return
        for server in self._server.servers:
            server.close()
        await self.gateway.stop()
        self._server.should_exit = True
        await self._serving
        for connection in tuple(self._server.server_state.connections):
            connection.transport.abort()  # it came while the others were being ended

    def readiness(self) -> dict[str, Check]:
        return {**self.gateway.readiness(), "clock": self._is_clock_trusted, **self._checks}

    def _config(self) -> uvicorn.Config:
        settings = self._settings
        return uvicorn.Config(
            self._application,
            http=http_protocol(settings.header_ms, settings.body_ms),
            ws=SocketProtocol,
            ws_max_size=BODY_LIMIT_BYTES,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            timeout_graceful_shutdown=max(1, settings.drain_ms // 1_000),
        )


def _listen(settings: GatewaySettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.create_server(
        (settings.host, settings.port), family=family, backlog=2_048, reuse_port=False
    )
    # Connections inherit it. The machine itself would hold megabytes for one that does not read.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, settings.send_buffer_bytes)
    listener.setblocking(False)
    return listener
