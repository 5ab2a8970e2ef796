"""The image and the shipped configuration without compose: each container started by the test."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from services.cli.load.request import Pace
from services.cli.tree import ROOT
from tests.conftest import Count
from tests.deploy.composing import Composed, Playing
from tests.integration.crowd import Harm, Size, crowded

ENVIRONMENT = {
    "TESTCONTAINERS_RYUK_DISABLED": "true",  # its image is one more to be had from somewhere
    "TESTCONTAINERS_CONNECTION_MODE": "docker_host",
    "TC_HOST": "127.0.0.1",
}
READY_S = 30
FEW = Size(8, 4, Pace(0.2, 0.8), 0.05)
"""No more than a gateway lets one address open at once."""
SERVICES: Mapping[str, Mapping[str, str]] = {
    "rules": {},
    "timer": {},
    "projection": {"STORE_URL": "redis://redis:6379/0"},
    "gateway": {
        "STORE_URL": "redis://redis:6379/0",
        "TOKEN_KEY_FILE": "/keys/token_key",
        "CREDENTIAL_FILE": "/keys/credential",
        "PUBLIC_KEYS_FILE": "/keys/public_keys",
    },
}
"""Beside broker and password, what each is told."""


class Running(NamedTuple):
    """What was started, and where this machine reaches it."""

    broker: str
    gateway: str
    crash: Callable[[str], None]
    """Ends a service's container at once and starts it again."""


def until(holds: Callable[[], bool]) -> None:
    give_up_s = time.monotonic() + READY_S
    while not holds():
        assert time.monotonic() < give_up_s
        time.sleep(0.1)


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=2).status_code == 200
    except httpx.HTTPError:
        return False


@contextmanager
def started(keys: Path) -> Iterator[Running]:
    """Broker, store, and one of each service that a match needs, on a network of their own."""
    from testcontainers.core.container import DockerContainer
    from testcontainers.core.network import Network

    configuration = str(ROOT / "deploy" / "nats" / "nats.conf")
    with ExitStack() as opened:
        network = opened.enter_context(Network())

        def container(image: str, name: str, *command: str) -> DockerContainer:
            made = DockerContainer(image).with_network(network).with_network_aliases(name)
            return made.with_command(list(command))

        def service(name: str, further: Mapping[str, str]) -> DockerContainer:
            made = container("saloon:test", name, name).with_volume_mapping(
                str(keys), "/keys", "ro"
            )
            told = {
                "BROKER_URL": "nats://nats:4222",
                "PASSWORD_FILE": f"/keys/{name}_password",
                **further,
            }
            for variable, value in told.items():
                made.with_env(f"SALOON_{name.upper()}_{variable}", value)
            return made

        broker = (
            container("nats:2.15-alpine", "nats", "--config", "/etc/nats/saloon.conf")
            .with_volume_mapping(configuration, "/etc/nats/saloon.conf", "ro")
            .with_volume_mapping(str(keys / "passwords.conf"), "/etc/nats/passwords.conf", "ro")
            .with_exposed_ports(4222)
        )
        store = container(
            *("redis:7-bookworm", "redis", "redis-server", "--aclfile", "/users.acl"),
            *("--protected-mode", "no"),
        ).with_volume_mapping(str(keys / "users.acl"), "/users.acl", "ro")
        opened.enter_context(broker)
        opened.enter_context(store)
        setup = opened.enter_context(service("setup", {}))
        assert setup.get_wrapped_container().wait(timeout=READY_S)["StatusCode"] == 0
        running = {
            name: opened.enter_context(service(name, further).with_exposed_ports(8080))
            for name, further in SERVICES.items()
        }
        urls = {
            name: f"http://127.0.0.1:{made.get_exposed_port(8080)}"
            for name, made in running.items()
        }
        for url in urls.values():
            until(lambda url=url: is_ready(url))  # type: ignore[misc]

        def crash(name: str) -> None:
            running[name].get_wrapped_container().kill()
            running[name].get_wrapped_container().start()

        broker_url = f"nats://127.0.0.1:{broker.get_exposed_port(4222)}"
        yield Running(broker_url, urls["gateway"], crash)


@pytest.fixture(scope="module")
def running(composed: Composed) -> Iterator[Running]:
    """The folder of the keys is the owner's, so a container's own user does not get in: it is
    mounted here as a whole."""
    composed.keys.chmod(0o755)
    with pytest.MonkeyPatch.context() as environ:
        for name, value in ENVIRONMENT.items():
            environ.setenv(name, value)
        with started(composed.keys) as made:
            environ.setenv("SALOON_AUDITOR_BROKER_URL", made.broker)
            password = str(composed.keys / "auditor_password")
            environ.setenv("SALOON_AUDITOR_PASSWORD_FILE", password)
            yield made


def test_a_match_is_played_and_proved_from_outside(
    composed: Composed, running: Running, count: Count
) -> None:
    room = Playing(composed, url=running.gateway).room()
    proved = subprocess.run(
        [sys.executable, "-P", "-m", "services.cli", "match", "verify", room],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert proved.returncode == 0, proved.stderr
    assert "Every command was decided again" in proved.stdout
    count("matches on single containers", 1)


async def test_people_play_on_while_containers_are_killed(
    composed: Composed, running: Running, count: Count
) -> None:
    """The crowd of tests/integration, against containers."""
    async with crowded([running.gateway], composed.keys, FEW) as crowd:
        for name in ("rules", "projection", "timer"):
            await crowd.goes_on()
            harm = Harm(crowd)
            await asyncio.to_thread(running.crash, name)
            await crowd.goes_on()
            harm.told(f"container of {name} killed")
        finding = await crowd.end()
    count("commands accepted while containers were killed", finding.checked.commands)
