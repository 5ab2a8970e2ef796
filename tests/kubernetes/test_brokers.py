"""Three brokers by deploy/nats/cluster.conf: its accounts are the table's, and it works."""

import asyncio
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from services.cli.admin.keys import keys
from services.cli.broker import (
    accounts_file,
    broker_file,
    cluster_file,
    dial,
    rights_of,
    route_variables,
    set_up,
)
from services.cli.installation import Installation
from services.cli.tree import ROOT
from shared.eventstore.layout import MAIN
from shared.eventstore.log import LogError
from shared.runtime.bus import BusError
from shared.runtime.nats_server import find_binary
from shared.runtime.ports import free_ports
from tests.conftest import Count

NATS = ROOT / "deploy" / "nats"
SIZE = 3
TOGETHER_S = 45
"""Elections take up to 9 s each, and there are two of them before the first stream."""


class Brokers:
    """Of each: where clients come, and where the others do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.passwords = Installation(folder).secrets().passwords
        ports = free_ports(2 * SIZE)
        self.ports, self.route_ports = ports[:SIZE], ports[SIZE:]

    @property
    def urls(self) -> str:
        return ",".join(f"nats://127.0.0.1:{port}" for port in self.ports)

    def start(self, number: int) -> subprocess.Popen[bytes]:
        """By the committed file, but for what three on one machine cannot share."""
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
        return subprocess.Popen(
            [find_binary(), "-c", own.with_suffix(".conf")],
            env=os.environ | {"SERVER_NAME": f"n{number}"},
            start_new_session=True,
        )


def made_keys(folder: Path, *arguments: str) -> None:
    ended = CliRunner().invoke(keys, [str(folder), *arguments])
    assert ended.exit_code == 0, ended.output


@pytest.fixture
def brokers(tmp_path: Path) -> Iterator[Brokers]:
    made_keys(tmp_path, *(part for n in range(SIZE) for part in ("--node", f"n{n}")))
    (tmp_path / "accounts.conf").write_bytes((NATS / "accounts.conf").read_bytes())
    made = Brokers(tmp_path)
    routes = (tmp_path / "routes.conf").read_text("utf-8")
    for number, port in enumerate(made.route_ports):
        assert routes.count(f"@n{number}:6222") == 1
        routes = routes.replace(f"@n{number}:6222", f"@127.0.0.1:{port}")
    (tmp_path / "routes.conf").chmod(0o600)
    (tmp_path / "routes.conf").write_text(routes)
    running = [made.start(number) for number in range(SIZE)]
    yield made
    for each in running:
        each.kill()
        each.wait()


def test_the_committed_files_are_what_the_table_of_rights_gives() -> None:
    for name, text in (("cluster", cluster_file()), ("accounts", accounts_file(rights_of()))):
        kept = (NATS / f"{name}.conf").read_text("utf-8")
        assert kept == text, f"./saloon rights --nats={name} > deploy/nats/{name}.conf"


def test_one_broker_and_three_have_the_same_accounts_and_keep_the_log_alike() -> None:
    alone = (NATS / "nats.conf").read_text("utf-8")
    accounts = (NATS / "accounts.conf").read_text("utf-8")
    several = (NATS / "cluster.conf").read_text("utf-8")
    assert alone == broker_file(rights_of())
    assert accounts[accounts.index("accounts {") :] == alone[alone.index("accounts {") :]
    blocks = [re.findall(r"^jetstream \{.*?^\}", text, re.M | re.S) for text in (alone, several)]
    assert blocks[0] == blocks[1]
    assert "sync_interval: always" in blocks[0][0]


def test_no_secret_is_in_the_committed_files(tmp_path: Path) -> None:
    made_keys(tmp_path)
    said = "".join((NATS / name).read_text("utf-8") for name in ("cluster.conf", "accounts.conf"))
    route_key = (tmp_path / "route_key").read_text("utf-8")
    for secret in [route_key, *Installation(tmp_path).secrets().passwords.values()]:
        assert len(secret) >= 32
        assert secret not in said
    assert (tmp_path / "routes.conf").read_text("utf-8").count(route_key) == 1 + SIZE


def test_routes_are_kept_until_other_nodes_are_named(tmp_path: Path) -> None:
    made_keys(tmp_path, "--node", "a", "--node", "b")
    key = (tmp_path / "route_key").read_text("utf-8")
    kept = (tmp_path / "routes.conf").read_text("utf-8")
    assert kept == route_variables(key, ["a", "b"])
    made_keys(tmp_path)
    assert (tmp_path / "routes.conf").read_text("utf-8") == kept
    made_keys(tmp_path, "--node", "c")
    assert (tmp_path / "routes.conf").read_text("utf-8") == route_variables(key, ["c"])


async def test_three_brokers_keep_three_copies(brokers: Brokers, count: Count) -> None:
    async with asyncio.timeout(TOGETHER_S):
        await _made_streams(brokers)
        bus = await dial(brokers.urls, "setup", brokers.passwords["setup"])
        streams = MAIN.shards_by_stream(range(1))
        copies = 0
        for stream in [*streams, "TIMERS", "KV_MEMBERS", "OBJ_ARCHIVE"]:
            answer = await bus.nc.request(f"$JS.API.STREAM.INFO.{stream}", b"{}", timeout=5)
            said = msgspec.json.decode(answer.data)
            assert said["config"]["num_replicas"] == SIZE
            assert {
                said["cluster"]["leader"],
                *(x["name"] for x in said["cluster"]["replicas"]),
            } == {f"n{number}" for number in range(SIZE)}
            copies += SIZE
        await bus.close()
    count("copies of streams on three brokers", copies, minimum=12)


async def test_nobody_joins_without_the_route_key(brokers: Brokers) -> None:
    async with asyncio.timeout(TOGETHER_S):
        reader, writer = await _reached(brokers.route_ports[0])
        assert msgspec.json.decode((await reader.readline()).removeprefix(b"INFO "))[
            "auth_required"
        ]
        writer.write(b'CONNECT {"user":"route","pass":"guessed","name":"x","cluster":"saloon"}\r\n')
        assert b"Authorization Violation" in await reader.read()
        writer.close()


async def _made_streams(brokers: Brokers) -> None:
    """Once the brokers have found together."""
    while True:
        try:
            bus = await dial(brokers.urls, "setup", brokers.passwords["setup"])
            try:
                return await set_up(bus, replicas=SIZE)
            finally:
                await bus.close()
        except (LogError, BusError):
            await asyncio.sleep(0.2)


async def _reached(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
