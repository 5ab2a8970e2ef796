"""An installation in which every service is a process of its own, with a user of its own."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Self

from msgspec import Struct

from services.cli.broker import dial
from services.cli.installation import Installation
from services.cli.parts import GAMES
from services.cli.stack import make_streams
from shared.contracts.entries import Header, read_entry, read_header
from shared.contracts.ids import RoomId
from shared.contracts.rights_store import store_users
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.log import Log
from shared.room.aggregate import Room
from shared.room.verify import Report, verify
from shared.runtime.bus_nats import NatsBus
from shared.runtime.nats_server import NatsServer
from shared.runtime.redis_server import RedisServer
from tests.integration.processes import Process, new_address, port_of
from tests.services.processes.running import command

IS_FULL = "SALOON_FULL" in os.environ
SCALE = 1.0 if IS_FULL else 0.05
"""How long durations are beside those that the rules document gives."""
GRACE_MS = 500 if IS_FULL else 100
LATE_MS = 5_000
"""Always at full length: a machine that is busy for a moment is no outage."""


class Times(Struct, frozen=True):
    """Durations of a house, in milliseconds."""

    second: int = round(1_000 * SCALE)
    autopilot: int = round(800 * SCALE)
    resume: int = round(5_000 * SCALE)
    late: int = LATE_MS
    grace: int = GRACE_MS
    absence: int = round(120_000 * SCALE)
    abandon: int = 600_000 if IS_FULL else 12_000


BRISK = Times()
CALM = Times(second=20_000, absence=3_600_000, abandon=3_600_000)
"""No clock runs out while a test lasts."""

FREE = (
    *("--command-burst", "1000000", "--commands-per-s", "1000000"),
    *("--opening-burst", "1000000", "--openings-per-s", "1000000"),
    *("--lookup-burst", "1000000", "--lookups-per-s", "1000000"),
    *("--presence-ms", "100", "--presence-window-ms", "1500"),
)
OPERATOR = "user operator on >operator ~* +flushall +keys"
"""Of the store, for tests."""
BROKEN_IN = ("rules", "projection", "timer", "replay", "gateway")
"""Services that use the broker."""


class House:
    """`counts`: how many processes of each service are started. A test may add others."""

    def __init__(
        self, folder: Path, counts: Mapping[str, int], times: Times = CALM, log_level: str = "info"
    ) -> None:
        self.times = times
        self.processes: list[Process] = []
        self._folder = folder
        self._counts = counts
        self._log_level = log_level
        self.installation = Installation(folder / "installation")
        self.secrets = self.installation.secrets()
        self.broker = NatsServer(self.installation.broker(self.secrets))
        users = store_users(self.installation.rights, self.secrets.passwords)
        self.store = RedisServer(folder / "store", f"{users}{OPERATOR}\n")

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        await self.start_broker()
        await self.store.start()
        for service, number in self._counts.items():
            for _ in range(number):
                self.add(service)
        if "rules" in self._counts:  # without them nobody else is ready
            await self.until_ready()

    async def until_ready(self) -> None:
        await asyncio.gather(*(process.until_ready() for process in self.processes))

    async def stop(self) -> None:
        for process in self.processes:
            process.kill()
        await self.store.stop()
        await self.stop_broker()

    @property
    def data(self) -> Path:
        """The installation's folder."""
        return self.installation.directory

    @property
    def broker_url(self) -> str:
        return self.broker.url

    async def start_broker(self) -> None:
        """With its streams."""
        await self.broker.start()
        await make_streams(self.broker.url, self.secrets)

    async def stop_broker(self) -> None:
        await self.broker.stop()

    def add(
        self,
        service: str,
        *flags: str,
        broker_url: str = "",
        script: Sequence[str] = (),
        address: str = "",
    ) -> Process:
        """One more process, started and not yet ready. `script`: what takes the place of the
        command line's own start; `address`: where it serves, else a free one."""
        address = address or new_address()
        arguments = [
            service,
            *("--log-level", self._log_level, "--end-with-input"),
            *self._ports(service, address),
            *self._flags(service),
            *flags,
        ]
        started = [sys.executable, "-P", *script, *arguments] if script else command(*arguments)
        name = f"{service}-{sum(p.name.startswith(service) for p in self.processes) + 1}"
        given = {
            f"SALOON_{service.upper()}_{key}": value
            for key, value in self._settings(service, broker_url).items()
        }
        process = Process(name, started, given, self._folder, address)
        self.processes.append(process)
        process.start()
        return process

    def remove(self, process: Process) -> None:
        process.kill()
        self.processes.remove(process)

    def all(self, service: str) -> list[Process]:
        return [process for process in self.processes if process.name.startswith(service)]

    @property
    def urls(self) -> list[str]:
        """Of the gateways."""
        return [process.address for process in self.all("gateway")]

    @property
    def url(self) -> str:
        return self.urls[0]

    def _ports(self, service: str, address: str) -> tuple[str, ...]:
        return ("--port" if service == "gateway" else "--health-port", port_of(address))

    def _flags(self, service: str) -> tuple[str, ...]:
        times = self.times
        match service:
            case "rules":
                given = {
                    "pace-second": times.second,
                    "pace-reveal": 3 * times.second,
                    "pace-autopilot": times.autopilot,
                    "pace-resume": times.resume,
                    "pace-late": times.late,
                    "bad-room": 500,
                }
                return ("--allow-test-seeds", *_durations(given))
            case "timer":
                given = {
                    "grace": times.grace,
                    "absence": times.absence,
                    "abandon": times.abandon,
                    "presence-tick": max(20, round(1_000 * SCALE)),
                    "tick": 100,
                    "missed": 400,
                    "report-ttl": 1_500,
                    "keep": 500,
                    "ask-again": 1_000,
                }
                return _durations(given)
            case "gateway":
                return ("--allow-test-seeds", *FREE)
            case "bots":
                return ("--gateway-url", self.url, *_durations({"pace-least": 0, "pace-most": 1}))
        return ()

    def _settings(self, service: str, broker_url: str) -> dict[str, str]:
        secrets = self.secrets
        given: dict[str, str] = {}
        if service in BROKEN_IN:
            given["BROKER_URL"] = broker_url or self.broker_url
            given["PASSWORD"] = secrets.passwords[service]
        if service in ("gateway", "projection"):
            given["STORE_URL"] = self.store.url
        if service in ("gateway", "bots"):
            given["CREDENTIAL"] = secrets.credential
        if service == "gateway":
            given["TOKEN_KEY"] = secrets.token_key.decode()
            given["AUDITOR"] = secrets.auditor
        if service == "replay":
            given["SIGNING_KEY"] = secrets.signing_key
        return given


def _durations(given: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(word for name, ms in given.items() for word in (f"--{name}-ms", str(ms)))


class Auditor:
    """The log of a house, as an auditor may read it."""

    def __init__(self, bus: NatsBus) -> None:
        self.bus = bus
        self.log: Log = JetStreamLog(bus.nc)

    async def entries(self, room: RoomId) -> list[bytes]:
        return [stored.entry for stored in await self.log.read(room)]

    async def headers(self, room: RoomId) -> list[Header]:
        return [read_header(read_entry(entry)) for entry in await self.entries(room)]

    async def folded(self, room: RoomId) -> Room:
        made = Room(room, GAMES)
        for entry in await self.entries(room):
            made.apply(entry)
        return made

    async def verified(self, room: RoomId) -> Report:
        """The whole log decided again, without a fault."""
        report = verify(await self.entries(room), GAMES)
        assert report.first_bad is None, report
        return report


@asynccontextmanager
async def auditing(house: House) -> AsyncIterator[Auditor]:
    async with AsyncExitStack() as opened:
        bus = await dial(house.broker_url, "auditor", house.secrets.passwords["auditor"])
        opened.push_async_callback(bus.close)
        yield Auditor(bus)
