"""Small loads against servers that run: what they count adds up, whatever befalls the server."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from services.cli.installation import Installation
from services.cli.load.processor import GENERATOR
from services.cli.stack import StackSettings, stack
from services.gateway.settings import GatewaySettings
from shared.runtime.ports import free_port
from tests.conftest import Count
from tests.load.running import QUICK, Loading, load
from tests.services.processes.running import Up

ACCEPTED = 'saloon_gateway_commands_total{outcome="accepted"}'
SPREADS = ("accept", "frame", "generator_lag")


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Up, str]]:
    """With the limits that a gateway has by default, and its folder."""
    data = tmp_path_factory.mktemp("up") / "data"
    with Up(data) as running:
        yield running, str(data)


def accepted(running: Up) -> int:
    """How many commands the server has accepted."""
    lines = httpx.get(f"{running.url}/metrics", timeout=5).text.splitlines()
    return sum(int(float(line.split()[1])) for line in lines if line.startswith(ACCEPTED))


def until_accepted(running: Up, commands: int) -> None:
    """Returns when so many more are."""
    wanted = accepted(running) + commands
    give_up_s = time.monotonic() + 30
    while accepted(running) < wanted:
        assert time.monotonic() < give_up_s, (accepted(running), wanted)
        time.sleep(0.1)


def test_counts_of_a_load_add_up_and_agree_with_the_log(up: tuple[Up, str], count: Count) -> None:
    running, data = up
    ended = load("--url", running.url, "--data", data, "--rooms", "3", "--seconds", "4", *QUICK)
    assert ended.code == 0, (ended.err, ended.out[-2000:])
    told = ended.told
    counts, checked, measured = told["counts"], told["checked"], told["measured"]
    assert told["ended"] == "time"
    assert told["wrong"] == {}
    assert counts["opened"] == 3
    assert counts["sessions"] == 12
    assert checked["rooms"] == checked["logs"] == 3
    assert checked["commands"] == counts["accepted"]
    assert checked["entries"] == counts["accepted"] + checked["by_clock"]
    assert counts["sent"] + 12 == counts["accepted"] + sum(counts["refused"].values())
    assert measured["moves"] <= counts["moves"] <= counts["accepted"]
    assert told["moves_per_s"] == pytest.approx(measured["moves"] / told["seconds"])
    latency = told["latency_ms"]
    assert latency["accept"]["count"] <= latency["frame"]["count"] <= measured["frames"]
    for name in SPREADS:
        spread = latency[name]
        assert 0 <= spread["p50"] <= spread["p95"] <= spread["p99"] <= spread["most"]
    assert sum(moment["moves"] for moment in told["moments"]) <= measured["moves"]
    names = [used["name"] for used in told["processor"]["processes"]]
    assert names[0] == GENERATOR
    assert {"up", "nats-server"} <= set(names)
    count("commands of a load found in the log", checked["commands"])


def test_a_rate_ends_after_its_moves_and_is_told_as_a_table_and_a_picture(
    up: tuple[Up, str], tmp_path: Path
) -> None:
    picture = tmp_path / "load.png"
    arguments = (
        "--url",
        up[0].url,
        "--rooms",
        "2",
        "--seats",
        "4",
        "--rate",
        "20",
        "--moves",
        "30",
    )
    ended = load(*arguments, "--seconds", "30", "--plot", str(picture))
    assert ended.code == 0, ended.err
    assert "20 moves/s" in ended.out
    assert "2 of 2" in ended.out
    assert "nothing lost, nothing doubled" in ended.out
    assert "views of 2 rooms" in ended.out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_an_interruption_ends_it_with_its_report(up: tuple[Up, str]) -> None:
    loading = Loading("--url", up[0].url, "--rooms", "2", "--seconds", "600", *QUICK)
    until_accepted(up[0], 30)
    loading.interrupt()
    ended = loading.end()
    told = ended.told
    assert ended.code == 0, ended.err
    assert told["ended"] == "interrupted"
    assert told["checked"]["commands"] == told["counts"]["accepted"] > 0
    assert told["seconds"] < 10


def test_a_server_that_is_killed_and_comes_back_has_lost_nothing(tmp_path: Path) -> None:
    data, port = tmp_path / "data", str(free_port())
    with Up(data, "--port", port) as running:
        loading = Loading(
            *("--url", running.url, "--data", str(data), "--rooms", "2", "--seconds", "600"), *QUICK
        )
        until_accepted(running, 40)
        running.kill()
        running.start()
        until_accepted(running, 10)
        loading.interrupt()
        ended = loading.end()
    told = ended.told
    assert ended.code == 0, (ended.err, told["verdict"])
    assert told["counts"]["reconnects"] >= 8
    assert told["checked"]["commands"] == told["counts"]["accepted"] > 0
    assert told["checked"]["lost"] == told["checked"]["doubled"] == 0


def test_a_server_that_is_killed_and_stays_away_leaves_it_unproved(tmp_path: Path) -> None:
    with Up(tmp_path / "data") as running:
        loading = Loading("--url", running.url, "--rooms", "2", "--seconds", "600", *QUICK)
        until_accepted(running, 40)
        running.kill()
        loading.interrupt()
        ended = loading.end()
    told = ended.told
    assert ended.code == 3
    assert told["checked"]["unchecked"] == 2
    assert told["checked"]["rooms"] == 0
    assert told["counts"]["accepted"] > 0
    assert any("could not be asked" in line for line in told["verdict"])
    assert not any("nothing lost" in line for line in told["verdict"])


async def test_a_full_server_is_told_as_one(tmp_path: Path) -> None:
    full = GatewaySettings(port=0, sockets_limit=4)
    async with stack(Installation(tmp_path), StackSettings(full, bots=None)) as serving:
        one = await Loading(
            *("--url", serving.url, "--rooms", "2", "--opening", "0.4", "--open-within", "6"),
            *("--seats", "4", "--think", "0.1", "0.2", "--seconds", "1"),
        ).ended()
        none = await Loading(
            *("--url", serving.url, "--rooms", "1", "--seats", "5", "--open-within", "2"),
            *("--seconds", "1"),
        ).ended()
    assert one.code == 0, one.err
    assert "1 of 2 rooms were opened (http-503" in one.out
    assert none.code == 3
    assert "no room could be opened (http-503" in none.out


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="not installed: redis-server")
def test_a_server_of_its_own_is_known_process_by_process(count: Count) -> None:
    ended = load("--start", "--rules", "1", "--rooms", "2", "--seconds", "2", *QUICK)
    assert ended.code == 0, ended.err
    used = {each["name"]: each for each in ended.told["processor"]["processes"]}
    assert {GENERATOR, "gateway-1", "rules-1", "projection-1", "timer-1"} < used.keys()
    assert {"nats-server", "redis-server"} < used.keys()
    assert all(each["memory_bytes"] > 1_000_000 for each in used.values())
    count("processes of a load's own server", len(used) - 1)
