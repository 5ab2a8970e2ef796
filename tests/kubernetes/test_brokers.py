"""Three brokers by deploy/nats/cluster.conf: its accounts are the table's, and it works."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from services.cli.broker import accounts_file, broker_file, cluster_file, rights_of, route_variables
from services.cli.installation import Installation
from shared.eventstore.layout import MAIN
from tests.conftest import Count
from tests.kubernetes.brokers import NATS, SIZE, Brokers, made_keys

TOGETHER_S = 45
"""Elections take up to 9 s each, and there are two of them before the first stream."""


@pytest.fixture
def brokers(tmp_path: Path) -> Iterator[Brokers]:
    made = Brokers(tmp_path)
    made.start()
    yield made
    made.kill()


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
        await brokers.make_streams()
        streams = MAIN.shards_by_stream(range(1))
        copies = 0
        for stream in [*streams, "TIMERS", "KV_MEMBERS", "OBJ_ARCHIVE"]:
            said = await brokers.info(stream)
            assert said["config"]["num_replicas"] == SIZE
            assert {
                said["cluster"]["leader"],
                *(x["name"] for x in said["cluster"]["replicas"]),
            } == {f"n{number}" for number in range(SIZE)}
            copies += SIZE
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


async def _reached(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
