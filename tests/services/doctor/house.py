"""An installation that runs, each service a process of its own, and ways to break it."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner
from msgspec import Struct

from services.cli.admin.doctor.verb import doctor
from services.cli.broker import dial, set_up
from services.cli.installation import Installation
from shared.archive.jetstream import JetStreamObjects
from shared.archive.objects import match_address
from shared.client import Client
from shared.contracts.ids import RoomId
from shared.eventstore.layout import MAIN, shard_of
from shared.runtime.schedules_nats import NatsSchedules
from tests.services.processes.running import Up

PATIENCE_S = 120
PASSES_FOR_ALIVE_S = 3
"""For about so long a member that was cut off is not missed yet, back or not."""


class Found(Struct, frozen=True):
    """One run of the doctor."""

    status: int
    findings: Mapping[str, str]
    """Check -> what is wrong and what to do."""
    checks: tuple[str, ...]


class House:
    def __init__(self, up: Up, data: Path) -> None:
        self.up = up
        self.installation = Installation(data)
        self.secrets = self.installation.secrets()
        [line] = [line for line in up.children().values() if "redis-server" in line]
        self.store_url = f"redis://{line.split()[1]}/0"

    @property
    def data(self) -> Path:
        return self.installation.directory

    def flags(self, **changed: str) -> list[str]:
        """What an operator says to the doctor; `changed` in place of the truth."""
        told = {
            "data": str(self.data),
            "store-url": self.store_url,
            "services": self.up.url,
            "disk-free-mb": "1",
            **{name.replace("_", "-"): value for name, value in changed.items()},
        }
        return [word for name, value in told.items() for word in (f"--{name}", value)]

    def doctor(self, **changed: str) -> Found:
        ran = CliRunner().invoke(doctor, ["--json", *self.flags(**changed)])
        assert isinstance(ran.exception, SystemExit | None), (ran.exception, ran.exc_info)
        said: dict[str, Any] = msgspec.json.decode(ran.stdout)
        assert said["ok"] == (not said["findings"])
        findings = {x["check"]: f"{x['what']}. {x['do']}" for x in said["findings"]}
        return Found(ran.exit_code, findings, tuple(said["checks"]))

    def heals(self) -> None:
        """Returns when nothing is found any more."""
        give_up_s = time.monotonic() + PATIENCE_S
        while (found := self.doctor()).findings:
            assert time.monotonic() < give_up_s, found.findings
            time.sleep(0.2)

    def ask(self, user: str, verb: str, body: object = b"") -> dict[str, Any]:
        """One call of the broker's interface."""

        async def call() -> bytes:
            bus = await dial(self.broker_url, user, self.secrets.passwords[user])
            data = body if isinstance(body, bytes) else msgspec.json.encode(body)
            answer = await bus.nc.request(f"$JS.API.{verb}", data, timeout=5)
            await bus.close()
            return answer.data

        answer: dict[str, Any] = msgspec.json.decode(asyncio.run(call()))
        assert "error" not in answer, answer
        return answer

    @property
    def broker_url(self) -> str:
        url = self.installation.running_broker()
        assert url is not None
        return url

    def set_up(self) -> None:
        async def make() -> None:
            bus = await dial(self.broker_url, "setup", self.secrets.passwords["setup"])
            await set_up(bus)
            await bus.close()

        asyncio.run(make())

    def fill(self) -> None:
        """Something lies in the log's every stream, in the archive and among the alarms."""

        async def live() -> None:
            async with Client(self.up.url) as client:
                await client.open_session("Bori")
                streams: set[str] = set()
                while len(streams) < MAIN.stream_count:
                    room = await client.open_room("bang")  # where nobody sits down by himself
                    streams.add(MAIN.stream_of(shard_of(room.code)))
            for user in ("replay", "timer"):
                bus = await dial(self.broker_url, user, self.secrets.passwords[user])
                if user == "replay":
                    address = match_address("main", room.code, 1)
                    await JetStreamObjects(bus.nc).put(address, b"a match")
                else:
                    in_an_hour_ms = int(time.time() * 1000) + 3_600_000
                    await NatsSchedules(bus).arm(RoomId("NOBODY"), in_an_hour_ms, b"{}")
                await bus.close()

        asyncio.run(live())

    @contextmanager
    def configured(self, old: str, new: str) -> Iterator[None]:
        """A broker whose running configuration has `new` in place of `old`, and back again."""
        path = self.installation.broker_directory / "nats.conf"
        text = path.read_text("utf-8")
        assert text.count(old) == 1, old
        try:
            self._configure(path, text.replace(old, new))
            yield
        finally:
            self._configure(path, text)
            time.sleep(PASSES_FOR_ALIVE_S)

    def _configure(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        log = self.installation.broker_directory / "nats-server.log"
        before = log.read_text("utf-8").count("Reloaded server configuration")
        os.kill(int((path.parent / "nats.pid").read_text()), signal.SIGHUP)
        give_up_s = time.monotonic() + PATIENCE_S
        while log.read_text("utf-8").count("Reloaded server configuration") == before:
            assert time.monotonic() < give_up_s
            time.sleep(0.02)

    @contextmanager
    def held_up(self, service: str) -> Iterator[None]:
        """All processes of a service stand still."""
        lines = self.up.children().items()
        pids = [pid for pid, line in lines if f"services.cli {service} " in line]
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


@contextmanager
def mode(path: Path, bits: int) -> Iterator[None]:
    before = path.stat().st_mode & 0o777
    path.chmod(bits)
    try:
        yield
    finally:
        path.chmod(before)
