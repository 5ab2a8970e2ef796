"""Services as child processes over a broker and a store, which are children, too.

A child that ends is started again after a pause, which grows as long as it keeps ending. Each is
given its own secrets in its environment, and ends with this process.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

import structlog
from msgspec import Struct

from services.cli.installation import Installation, Secrets
from services.cli.kept import STEADY_S, kept, pause_s
from services.cli.stack import make_streams
from services.cli.streams import DEFAULTS, StreamsSettings
from services.cli.tree import ROOT
from shared.contracts.rights_store import store_users
from shared.runtime.lifecycle import Life, Service, run_process
from shared.runtime.nats_server import NatsServer
from shared.runtime.ports import free_port
from shared.runtime.redis_server import RedisServer
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

STOP_MS = 20_000
CHILD_STOP_S = 15.0
READY_TIMEOUT_S = 30.0
POLL_S = 0.02


SayReady = Callable[[str, Mapping[str, str]], None]
"""Is told the gateway's address, and by process where it answers `/readyz` and `/metrics`."""


class Wanted(Struct, frozen=True):
    """What is to run."""

    host: str
    port: int
    rules: int
    test_seeds: bool
    log_level: str
    gateway_flags: tuple[str, ...] = ()
    """Further settings of the gateway."""
    broker_flags: tuple[str, ...] = ()
    """Further settings of every service that uses the broker."""
    bots_flags: tuple[str, ...] = ()
    """Further settings of the automatic players."""
    projections: int = 1
    replay_environ: Mapping[str, str] = {}
    """Further settings of the replay, by name."""
    private_webhooks: bool = False
    streams: StreamsSettings = DEFAULTS


def supervise(installation: Installation, wanted: Wanted, say_ready: SayReady) -> int:
    """Runs it until a signal. The exit code."""

    @asynccontextmanager
    async def opened(life: Life) -> AsyncIterator[Sequence[Service]]:
        async with children_of(installation, wanted, life) as children:
            life.spawn(_say_when_ready(children, say_ready), "ready")
            yield children

    return run_process(opened, stop_ms=STOP_MS)


@asynccontextmanager
async def children_of(
    installation: Installation, wanted: Wanted, life: Life
) -> AsyncIterator[list["Child"]]:
    """A broker and a store that are kept until left, and the services for them, not yet started.

    Fails `life` where one of the two cannot be kept.
    """
    secrets = installation.secrets()
    broker = NatsServer(installation.broker(secrets))
    users = store_users(installation.rights, secrets.passwords)
    store = RedisServer(installation.directory / "store", users)
    async with kept(broker, life), kept(store, life):
        await make_streams(broker.url, secrets, wanted.streams)
        yield _children(wanted, secrets, broker.url, store.url)


async def until_ready(children: Sequence["Child"]) -> str:
    """Returns when all of them are; the gateway's address. Raises `TimeoutError`."""
    async with asyncio.timeout(READY_TIMEOUT_S):
        for child in children:
            while not await child.is_ready():  # noqa: ASYNC110
                await asyncio.sleep(POLL_S)
    return next(child.address for child in children if child.name.startswith("gateway"))


def _children(wanted: Wanted, secrets: Secrets, broker_url: str, store_url: str) -> "list[Child]":
    seeds = ["--allow-test-seeds"] if wanted.test_seeds else []

    def child(service: str, number: int, flags: list[str], **environ: str) -> Child:
        """`environ`: settings by name."""
        port = free_port()
        return Child(
            f"{service}-{number}",
            [
                *(service, "--health-port", str(port), "--log-level", wanted.log_level),
                *("--end-with-input", *flags),
            ],
            {f"SALOON_{service.upper()}_{name}": value for name, value in environ.items()},
            f"http://127.0.0.1:{port}",
        )

    def on_broker(service: str, number: int, flags: list[str], **environ: str) -> Child:
        password = secrets.passwords[service]
        every = [*flags, *wanted.broker_flags]
        return child(service, number, every, BROKER_URL=broker_url, PASSWORD=password, **environ)

    port = wanted.port or free_port()
    gateway = on_broker(
        "gateway",
        1,
        ["--host", wanted.host, "--port", str(port), *seeds, *wanted.gateway_flags],
        STORE_URL=store_url,
        TOKEN_KEY=secrets.token_key.decode(),
        CREDENTIAL=secrets.credential,
        AUDITOR=secrets.auditor,
        PUBLIC_KEYS=",".join(secrets.public_keys),
    )
    gateway.address = f"http://{wanted.host}:{port}"
    return [
        *(on_broker("rules", number, seeds) for number in range(1, wanted.rules + 1)),
        *(
            on_broker("projection", number, [], STORE_URL=store_url)
            for number in range(1, wanted.projections + 1)
        ),
        on_broker("timer", 1, []),
        on_broker(
            "replay",
            1,
            [],
            SIGNING_KEY=secrets.signing_key,
            PUBLIC_KEYS=",".join(secrets.public_keys),
            **wanted.replay_environ,
        ),
        on_broker("webhooks", 1, ["--allow-private"] if wanted.private_webhooks else []),
        gateway,
        child(
            "bots",
            1,
            list(wanted.bots_flags),
            GATEWAY_URL=gateway.address,
            CREDENTIAL=secrets.credential,
        ),
    ]


class Child:
    """A service's process, started again whenever it ends."""

    def __init__(
        self, name: str, arguments: Sequence[str], environ: Mapping[str, str], address: str
    ) -> None:
        self.name = name
        self.address = address
        """Where it answers `/readyz`."""
        self._arguments = arguments
        self._environ = environ
        self._process: subprocess.Popen[bytes] | None = None
        self._keeping: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "not started"
        return self._process.pid

    async def start(self) -> None:
        self._spawn()
        self._keeping = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Asks it to end, and after `CHILD_STOP_S` makes it."""
        if self._keeping is None or self._process is None:
            return
        await end(self._keeping)
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(CHILD_STOP_S):
                await self._end()
        self._process.kill()
        self._process.wait()
        self._close_input()

    async def is_ready(self) -> bool:
        """Whether it says so itself."""
        host, _, port = self.address.removeprefix("http://").rpartition(":")
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                reader, writer = await asyncio.open_connection(host, int(port))
                try:
                    writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    return b" 200 " in await reader.readline()
                finally:
                    writer.close()
        return False

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        failures = 0
        while True:
            began_s = loop.time()
            status = await self._end()
            failures = 0 if loop.time() - began_s > STEADY_S else failures + 1
            pause = pause_s(failures)
            self._close_input()
            _log.error("child_ended", child=self.name, status=status, pause_s=pause)
            await asyncio.sleep(pause)
            self._spawn()

    async def _end(self) -> int:
        assert self._process is not None
        while (status := self._process.poll()) is None:  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(POLL_S)
        return status

    def _close_input(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def _spawn(self) -> None:
        environ = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "services.cli", *self._arguments],
            env={**environ, "PYTHONPATH": str(ROOT), **self._environ},
            stdin=subprocess.PIPE,  # closed by our end, also if we are killed
            start_new_session=True,  # an interrupt from the terminal is for the parent
        )


async def _say_when_ready(children: Sequence[Child], say_ready: SayReady) -> None:
    say_ready(await until_ready(children), {child.name: child.address for child in children})
