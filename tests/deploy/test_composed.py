"""What `docker compose up` gives: built from nothing, closed but for one door, played on, scaled,
killed, taken down and put up again. The tests share one deployment, in this order."""

import asyncio
import re
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from services.cli.demo.people import play
from services.cli.root import VERBS
from shared.client import Client
from tests.conftest import Count
from tests.deploy.composing import MATCH_S, Composed, Playing, ran

OURS = {
    *("setup", "gateway", "rules", "timer", "projection", "replay", "webhooks", "bots", "door"),
}
SERVICES = OURS | {"nats", "redis"}
METRICS = r"""
exec 3<>/dev/tcp/127.0.0.1/8080
printf 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
cat <&3
"""
SCALED = ("--scale", "rules=3", "--scale", "gateway=2", "--scale", "projection=2")


def test_everything_is_there_and_only_the_door_can_be_reached(composed: Composed) -> None:
    found = {each["Service"]: each for each in composed.containers()}
    assert found.keys() == SERVICES
    published = {
        name: {port["PublishedPort"] for port in each["Publishers"] or [] if port["PublishedPort"]}
        for name, each in found.items()
    }
    assert {name: ports for name, ports in published.items() if ports} == {"door": {composed.port}}
    assert httpx.get(f"{composed.url}/readyz", timeout=5).json() == {"ready": True, "failing": []}


def test_every_verb_can_be_loaded_in_the_image(composed: Composed) -> None:
    targets = [verb.target.partition(":")[0] for verb in VERBS.values()]
    load = (
        f"from importlib import import_module as load; [load(t, 'services.cli') for t in {targets}]"
    )
    ran("docker", "run", "--rm", "--entrypoint", "python", "saloon:test", "-P", "-c", load)
    for verb in ("up", "demo"):
        refused = f"docker run --rm saloon:test {verb} 2>&1"
        told = ran("bash", "-c", refused, check=False)
        assert told.startswith("Error: only single services are installed here"), told


def test_containers_have_no_more_than_they_need(composed: Composed) -> None:
    for name, told in composed.inspected().items():
        host = told["HostConfig"]
        assert host["ReadonlyRootfs"], name
        assert host["CapDrop"] == ["ALL"], name
        assert "no-new-privileges:true" in host["SecurityOpt"], name
        assert host["Memory"] > 0, name
        assert host["NanoCpus"] > 0, name
        if told["Config"]["Labels"]["com.docker.compose.service"] in OURS:
            assert told["Config"]["User"] in ("10001:10001", "www-data"), name
        environment = "\n".join(told["Config"]["Env"])
        assert not re.search("(PASSWORD|KEY|CREDENTIAL)=", environment), name


@pytest.mark.parametrize(
    ("service", "reached", "not_reached"),
    [
        ("bots", ["gateway:8080"], ["nats:4222", "redis:6379", "rules:8080", "projection:8080"]),
        ("door", ["gateway:8080"], ["nats:4222", "redis:6379", "rules:8080", "bots:8080"]),
        ("rules", ["nats:4222", "timer:8080"], ["redis:6379", "bots:8080", "door:8080"]),
        ("gateway", ["nats:4222", "redis:6379"], []),
    ],
)
def test_services_reach_those_they_have_to_do_with(
    composed: Composed, service: str, reached: list[str], not_reached: list[str]
) -> None:
    """By name, and at none of their addresses."""
    for place in reached:
        assert composed.reaches(service, place), place
    for place in not_reached:
        name, _, port = place.partition(":")
        for address in (name, *composed.addresses(name)):
            assert not composed.reaches(service, f"{address}:{port}"), (place, address)


@pytest.mark.parametrize("game", ["bang", "buckshot"])
def test_a_match_is_played_and_its_log_proved(composed: Composed, game: str, count: Count) -> None:
    verdict = composed.prove(composed.play("--game", game))
    assert verdict["ok"], verdict
    (source,) = verdict["sources"]
    assert source["test_seeds"] == 0
    count("matches on composed services", 1)


def test_automatic_players_come_and_play_to_the_end(composed: Composed, count: Count) -> None:
    room = asyncio.run(_among_automatic_players(composed.url))
    assert composed.prove(room)["ok"]
    count("matches on composed services", 1)


async def _among_automatic_players(url: str) -> str:
    """One person plays with three of them."""
    async with Client(url) as person:
        await person.open_session("Bori")
        room = (await person.open_room("bang")).code
        async with person.socket(room) as table:
            for _ in range(3):
                await table.command({"type": "addAutomatic"})
            await table.ready()
            await table.command({"type": "start"})
            async with asyncio.timeout(MATCH_S):
                await play("bang", table, person.player, b"composed", 0, is_live=True)
    return str(room)


def test_more_of_them_share_the_work(composed: Composed, count: Count) -> None:
    composed.up(*SCALED)
    numbers = {name: len(composed.containers(name)) for name in ("rules", "gateway", "projection")}
    assert numbers == {"rules": 3, "gateway": 2, "projection": 2}
    playing = [Playing(composed, "--seed", str(seed)) for seed in (1, 2, 3)]
    verdict = composed.prove(*(each.room() for each in playing))
    assert verdict["ok"], verdict
    assert len(verdict["sources"]) == len(playing)
    for index in ("1", "2"):
        told = composed("exec", "-T", "--index", index, "gateway", "bash", "-c", METRICS)
        accepted = re.search(r'commands_total\{outcome="accepted"\} (\d+)', told)
        assert accepted is not None, f"gateway {index} has passed nothing on"
    count("matches on composed services", len(playing))


def test_those_that_crash_come_back_and_the_match_goes_on(composed: Composed, count: Count) -> None:
    crashing = ("rules", "gateway", "projection")
    before = [composed.restarts(service) for service in crashing]
    playing = Playing(composed, "--seats", "7")
    playing.until("Round 1")
    for service in crashing:
        composed.crash(service)
    assert composed.prove(playing.room())["ok"]
    composed.until_healthy()
    assert [composed.restarts(service) for service in crashing] == [times + 1 for times in before]
    count("crashes in running matches", len(crashing))


def test_the_brokers_end_is_survived(composed: Composed, count: Count) -> None:
    playing = Playing(composed, "--seats", "7")
    playing.until("Round 1")
    composed("kill", "-s", "KILL", "nats")
    time.sleep(1)
    composed("start", "nats")
    assert composed.prove(playing.room())["ok"]
    composed.until_healthy()
    count("crashes in running matches", 1)


def test_an_operator_looks_ends_copies_and_is_told_what_is_wrong(composed: Composed) -> None:
    room = asyncio.run(_opened(composed.url))
    listed = composed.asks("operate", "admin", "rooms", "list", "--all")
    assert room in {each["room"] for each in listed}, listed
    composed("run", "--rm", "-T", "operate", "admin", "rooms", "end", room)
    shown = composed.asks("operate", "admin", "rooms", "show", room)
    assert shown["phase"] == "closed", shown
    composed("run", "--rm", "-T", "operate", "admin", "backup", "/backups/now", timeout_s=120)
    composed("run", "--rm", "-T", "operate", "admin", "restore", "--check", "/backups/now")
    found = composed.asks("doctor", "admin", "doctor", "--data", "/keys")
    assert found["ok"], found
    with renamed(composed.keys / "token_key"):
        found = composed.asks("doctor", "admin", "doctor", "--data", "/keys")
    assert [each["check"] for each in found["findings"]] == ["secrets.token_key"], found


async def _opened(url: str) -> str:
    async with Client(url) as person:
        await person.open_session("Bori")
        return str((await person.open_room("bang")).code)


@contextmanager
def renamed(path: Path) -> Iterator[None]:
    kept = path.rename(path.with_suffix(".kept"))
    yield
    kept.rename(path)


def test_no_secret_is_in_any_log(composed: Composed) -> None:
    told = composed("--profile", "*", "logs", "--no-color")
    assert '"event":"ready"' in told
    for path in composed.keys.iterdir():
        if path.name.endswith(("_password", "_key", "credential")):
            assert path.read_text().strip() not in told, path.name


def test_all_stop_in_order_and_the_log_comes_back_from_a_copy(
    composed: Composed, tmp_path: Path, count: Count
) -> None:
    room = composed.play()
    began_s = time.monotonic()
    composed("stop")
    assert time.monotonic() - began_s < 20
    ended = {each["Name"]: each["ExitCode"] for each in composed.containers()}
    assert set(ended.values()) == {0}, ended
    composed.copy_log(tmp_path / "log.tar")
    composed("down", "-v")
    composed("up", "--no-start", "nats")
    composed.bring_log_back(tmp_path / "log.tar")
    composed.up(profile="edge")
    assert composed.prove(room)["ok"]
    count("matches on composed services", 1)


def test_the_edge_serves_tls_and_the_rest_stays_behind_it(composed: Composed, count: Count) -> None:
    certificate = composed.keys / "edge_certificate"
    edge = f"https://localhost:{composed.edge_port}"
    plain = httpx.get(f"http://127.0.0.1:{composed.plain_port}/api/games", timeout=5)
    assert plain.status_code == 308
    assert plain.headers["location"] == "https://127.0.0.1/api/games"
    trusting = ssl.create_default_context(cafile=certificate)
    with httpx.Client(base_url=edge, verify=trusting, timeout=5) as client:
        session = client.post("/api/sessions", json={"nickname": "Ann"})
        assert "secure" in session.headers["set-cookie"].lower()
        assert "max-age" in session.headers["strict-transport-security"]
        for path in ("/metrics", "/readyz", "/livez"):
            assert client.get(path).status_code == 404
    assert composed.prove(composed.play(url=edge, trusting=certificate))["ok"]
    count("matches on composed services", 1)
