"""Three brokers on this machine by deploy/nats/cluster.conf, that a test kills and starts again."""

import asyncio
import os
import subprocess
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

from services.cli.admin.keys import keys
from services.cli.broker import dial, set_up
from services.cli.installation import Installation
from services.cli.streams import StreamsSettings
from services.cli.tree import ROOT
from shared.eventstore.layout import MAIN, SHARD_COUNT
from shared.eventstore.log import LogError
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus
from shared.runtime.nats_server import find_binary
from shared.runtime.ports import free_ports

NATS = ROOT / "deploy" / "nats"
SIZE = 3
POLL_S = 0.2


def made_keys(folder: Path, *arguments: str) -> None:
    ended = CliRunner().invoke(keys, [str(folder), *arguments])
    assert ended.exit_code == 0, ended.output


class Brokers:
    """`folder`: an installation's, made if there is none. Of each broker `ports` has where clients
    come, `route_ports` where the others do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        made_keys(folder, *(part for n in range(SIZE) for part in ("--node", f"n{n}")))
        self.passwords = Installation(folder).secrets().passwords
        ports = free_ports(2 * SIZE)
        self.ports, self.route_ports = ports[:SIZE], ports[SIZE:]
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._write_configurations()

    @property
    def urls(self) -> str:
        return ",".join(f"nats://127.0.0.1:{port}" for port in self.ports)

    def start(self, *numbers: int) -> None:
        """Those, or without any all of them."""
        for number in numbers or range(SIZE):
            self._running[number] = subprocess.Popen(
                [find_binary(), "-c", self.folder / f"n{number}.conf"],
                env=os.environ | {"SERVER_NAME": f"n{number}"},
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def kill(self, *numbers: int) -> None:
        """Those, or without any all of them, at once, as a crash would."""
        killed = [self._running.pop(number) for number in numbers or tuple(self._running)]
        for each in killed:
            each.kill()
        for each in killed:
            each.wait()

    async def make_streams(self) -> None:
        """Once the brokers have found together."""
        while True:
            with suppress(LogError, BusError):
                async with self._dialled() as bus:
                    return await set_up(bus, settings=StreamsSettings(replicas=SIZE))
            await asyncio.sleep(POLL_S)

    async def info(self, stream: str) -> dict[str, Any]:
        """What the broker tells of it. Raises `BusError`, and `KeyError` where it has no leader."""
        async with self._dialled() as bus:
            told: dict[str, Any] = msgspec.json.decode(
                await bus.request(f"$JS.API.STREAM.INFO.{stream}", b"{}", timeout_ms=2_000)
            )
            return told

    async def leader(self) -> int:
        """Of most of the log's streams."""
        while True:
            with suppress(BusError, KeyError):
                names = [(await self.info(each))["cluster"]["leader"] for each in _log_streams()]
                [(name, _)] = Counter(names).most_common(1)
                return int(name.removeprefix("n"))
            await asyncio.sleep(POLL_S)

    async def until_whole(self) -> None:
        """Returns when every copy of the log is there and has everything."""
        for stream in _log_streams():
            while not await self._is_whole(stream):  # noqa: ASYNC110
                await asyncio.sleep(POLL_S)

    async def _is_whole(self, stream: str) -> bool:
        with suppress(BusError, KeyError):
            cluster = (await self.info(stream))["cluster"]
            copies = cluster["replicas"]
            return len(copies) == SIZE - 1 and all(
                copy["current"] and not copy.get("offline") for copy in copies
            )
        return False

    @asynccontextmanager
    async def _dialled(self) -> AsyncIterator[NatsBus]:
        bus = await dial(self.urls, "setup", self.passwords["setup"])
        try:
            yield bus
        finally:
            await bus.close(drain_ms=0)

    def _write_configurations(self) -> None:
        """The committed file, but for what three on one machine cannot share."""
        (self.folder / "accounts.conf").write_bytes((NATS / "accounts.conf").read_bytes())
        routes = (self.folder / "routes.conf").read_text("utf-8")
        for number, port in enumerate(self.route_ports):
            assert routes.count(f"@n{number}:6222") == 1
            routes = routes.replace(f"@n{number}:6222", f"@127.0.0.1:{port}")
        (self.folder / "routes.conf").chmod(0o600)
        (self.folder / "routes.conf").write_text(routes)
        for number in range(SIZE):
            own = self.folder / f"n{number}"
            text = (NATS / "cluster.conf").read_text("utf-8")
            for old, new in (
                ("port: 4222", f"listen: 127.0.0.1:{self.ports[number]}"),
                ("port: 6222", f"listen: 127.0.0.1:{self.route_ports[number]}"),
                ('http: "127.0.0.1:8222"', f'log_file: "{own}.log"'),
                ('"/data"', f'"{own}"'),
            ):
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            own.with_suffix(".conf").write_text(text)


def _log_streams() -> list[str]:
    return list(MAIN.shards_by_stream(range(SHARD_COUNT)))
