"""Each service as a process of its own: settings, health, an orderly end."""

import asyncio
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from shared.runtime.nats_server import NatsServer
from tests.services.processes.running import command, environ
from tests.services.worlds import PASSWORDS

SERVICES = ("rules", "timer", "projection", "replay", "webhooks", "gateway", "bots")
FURTHER = {
    "bots": {"CREDENTIAL": "c" * 24, "GATEWAY_URL": "http://127.0.0.1:1"},
    "gateway": {"TOKEN_KEY": "k" * 40, "CREDENTIAL": "c" * 24, "STORE_URL": "redis://127.0.0.1:1"},
    "projection": {"STORE_URL": "redis://127.0.0.1:1"},
    "replay": {"SIGNING_KEY": "ab" * 32, "ANCHORS": ""},
}


def variables(service: str, url: str) -> dict[str, str]:
    given = {"HEALTH_PORT": "0", "LOG_LEVEL": "info", **FURTHER.get(service, {})}
    if service in PASSWORDS:
        given |= {"BROKER_URL": url, "PASSWORD": PASSWORDS[service]}
    if service == "gateway":
        given["PORT"] = "0"
    return environ(**{f"SALOON_{service.upper()}_{name}": value for name, value in given.items()})


class Running:
    def __init__(self, service: str, url: str, *flags: str) -> None:
        self.process = subprocess.Popen(
            command(service, *flags),
            env=variables(service, url),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []

    def address(self) -> str:
        """What the record `ready` says."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if '"event":"ready"' in line:
                return line.partition('"address":"')[2].partition('"')[0]
        raise AssertionError(self.said)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        _, rest = self.process.communicate(timeout=15)
        self.said.append(rest)
        return self.process.returncode


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_starts_says_how_it_is_and_stops(shared_broker: NatsServer, service: str) -> None:
    running = Running(service, shared_broker.url)
    try:
        address = running.address()
        assert httpx.get(f"{address}/livez").status_code == 200
        ready = httpx.get(f"{address}/readyz")
        assert ready.status_code in (200, 503)
        metrics = httpx.get(f"{address}/metrics")
        assert f"saloon_{service}_" in metrics.text
        assert running.stop() == 0
    finally:
        running.process.kill()
    said = "".join(running.said)
    assert f'"service":"{service}"' in said
    for secret in (PASSWORDS.get(service, "k" * 40), "k" * 40, "c" * 24):
        assert secret not in said


@pytest.mark.parametrize("service", SERVICES[:-1])
def test_settings_that_cannot_be_are_refused_by_name(service: str) -> None:
    name = f"SALOON_{service.upper()}"
    given = environ(**{f"{name}_STREAMS": "0", f"{name}_LOG_LEVEL": "loud", f"{name}_NO_SUCH": "1"})
    ended = subprocess.run(
        command(service), env=given, capture_output=True, text=True, timeout=20, check=False
    )
    assert ended.returncode == 2
    for word in ("PASSWORD", "STREAMS", "LOG_LEVEL", "NO_SUCH"):
        assert f"{name}_{word}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_wrong_password_ends_it_at_once(shared_broker: NatsServer) -> None:
    given = {**variables("timer", shared_broker.url), "SALOON_TIMER_PASSWORD": "wrong-password"}
    ended = subprocess.run(
        command("timer"), env=given, capture_output=True, text=True, timeout=20, check=False
    )
    assert ended.returncode == 1
    assert "refuses the user timer or its password" in ended.stderr
    assert "wrong-password" not in ended.stderr


async def test_a_service_ends_when_its_starter_is_gone(shared_broker: NatsServer) -> None:
    process = await asyncio.create_subprocess_exec(
        *command("timer", "--end-with-input"),
        env=variables("timer", shared_broker.url),
        stdin=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    assert process.stdin is not None
    while b'"ready"' not in await process.stderr.readline():
        pass
    process.stdin.close()
    await asyncio.wait_for(process.communicate(), 10)
    assert process.returncode == 0


def test_setting_up_again_does_no_harm(tmp_path: Path, shared_broker: NatsServer) -> None:
    given = environ(
        SALOON_SETUP_BROKER_URL=shared_broker.url, SALOON_SETUP_PASSWORD=PASSWORDS["setup"]
    )
    for _ in range(2):
        subprocess.run(command("setup"), env=given, cwd=tmp_path, timeout=20, check=True)
