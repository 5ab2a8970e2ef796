"""The composed services, as an operator has them: by `docker compose` and by nothing else."""

import json
import os
import subprocess
import sys
import time
from hashlib import sha256
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from services.cli.tree import ROOT
from shared.runtime.ports import free_port

PROJECT = f"saloon-test-{sha256(str(ROOT).encode()).hexdigest()[:8]}"
"""One for each checkout: what a run that was killed left behind, the next one takes down."""
SETTINGS = """
SALOON_BOTS_PACE_LEAST_MS=0
SALOON_BOTS_PACE_MOST_MS=20
"""
HEALTHY_S = 90
MATCH_S = 120


class Composed:
    """`folder`: for its keys and settings."""

    def __init__(self, folder: Path) -> None:
        self.keys, self.backups = folder / "keys", folder / "backups"
        self.keys.mkdir()
        self.backups.mkdir()
        self.port, self.edge_port, self.plain_port = (free_port() for _ in range(3))
        self._environment = folder / "environment"
        (folder / "settings.env").write_text(SETTINGS)
        given = {
            "SALOON_IMAGE": "saloon:test",
            "SALOON_DOOR_IMAGE": "saloon-door:test",
            "SALOON_KEYS": str(self.keys),
            "SALOON_BACKUPS": str(self.backups),
            "SALOON_SETTINGS": str(folder / "settings.env"),
            "SALOON_USER": f"{os.getuid()}:{os.getgid()}",
            "SALOON_PORT": str(self.port),
            "SALOON_FRONT_SUBNET": free_subnet(),
            "EDGE_BIND": "127.0.0.1",
            "EDGE_PORT": str(self.edge_port),
            "EDGE_PLAIN_PORT": str(self.plain_port),
        }
        self._environment.write_text("".join(f"{name}={it}\n" for name, it in given.items()))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __call__(self, *arguments: str, timeout_s: float = 60, check: bool = True) -> str:
        """What the command prints. Fails with what it says on standard error."""
        command = ("docker", "compose", "-p", PROJECT, "--env-file", str(self._environment))
        return ran(*command, *arguments, timeout_s=timeout_s, check=check)

    def up(self, *arguments: str, profile: str = "", timeout_s: float = 180) -> float:
        """Returns when everything is healthy; how long it took, in seconds."""
        began_s = time.monotonic()
        profiles = ("--profile", profile) if profile else ()
        self(*profiles, "up", "-d", *arguments, timeout_s=timeout_s)
        self.until_healthy()
        return time.monotonic() - began_s

    def until_healthy(self) -> None:
        give_up_s = time.monotonic() + HEALTHY_S
        while waiting := [each["Name"] for each in self.containers() if not _is_well(each)]:
            assert time.monotonic() < give_up_s, (waiting, self("logs", "--tail", "20"))
            time.sleep(0.3)

    def containers(self, service: str = "") -> list[dict[str, Any]]:
        """As `ps` tells of them, the ended ones included."""
        told = self("ps", "-a", "--format", "json", *([service] if service else []))
        return [json.loads(line) for line in told.splitlines()]

    def inspected(self) -> dict[str, dict[str, Any]]:
        """By name, what the engine knows of each container."""
        names = [each["Name"] for each in self.containers()]
        found = json.loads(ran("docker", "inspect", *names))
        return {told["Name"].lstrip("/"): told for told in found}

    def first(self, service: str) -> dict[str, Any]:
        """What the engine knows of the service's first container."""
        return self.inspected()[f"{PROJECT}-{service}-1"]

    def addresses(self, service: str) -> list[str]:
        """Of its first container, in each of its networks."""
        networks = self.first(service)["NetworkSettings"]["Networks"]
        return [network["IPAddress"] for network in networks.values()]

    def restarts(self, service: str) -> int:
        """How often the engine has started its first container again."""
        return int(self.first(service)["RestartCount"])

    def reaches(self, service: str, place: str) -> bool:
        """Whether a connection to `place`, a host and a port, can be opened from the service."""
        opened = f"timeout 0.5 bash -c 'exec 3<>/dev/tcp/{place.replace(':', '/')}' && echo open"
        return "open" in self("exec", "-T", service, "bash", "-c", opened, check=False)

    def crash(self, service: str) -> None:
        """Ends the process in the service's first container, as a crash would."""
        kill = "kill -KILL $(cat /proc/1/task/1/children)"
        self("exec", "-T", "--index", "1", service, "bash", "-c", kill, check=False)

    def copy_log(self, copy: Path) -> None:
        """As docs/deploy.md does it."""
        volume = (f"{PROJECT}_log:/data:ro", f"{copy.parent}:/copy")
        ran(*_in_a_container(*volume), "tar", "-C", "/data", "-cf", f"/copy/{copy.name}", ".")

    def bring_log_back(self, copy: Path) -> None:
        volume = (f"{PROJECT}_log:/data", f"{copy.parent}:/copy:ro")
        ran(*_in_a_container(*volume), "tar", "-C", "/data", "-xf", f"/copy/{copy.name}")

    def play(self, *arguments: str, url: str = "", trusting: Path | None = None) -> str:
        """Plays one match as people do; the room."""
        playing = Playing(self, *arguments, url=url, trusting=trusting)
        return playing.room()

    def prove(self, *rooms: str) -> dict[str, Any]:
        """The verdict on everything in the logs of the rooms."""
        found: dict[str, Any] = self.asks("audit", "match", "verify", *rooms)
        return found

    def asks(self, tool: str, *arguments: str) -> Any:
        """What a tool that is run once prints as JSON, whatever it ends with."""
        told = self("run", "--rm", "-T", tool, *arguments, "--json", timeout_s=120, check=False)
        return json.loads(told)


class Playing:
    """A match that the demo's people play, while something else is done."""

    def __init__(
        self, composed: Composed, *arguments: str, url: str = "", trusting: Path | None = None
    ) -> None:
        trusted = {"SSL_CERT_FILE": str(trusting)} if trusting else {}
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "services.cli", "demo"),
                *("--url", url or composed.url, *arguments),
            ],
            env={**os.environ, **trusted, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def until(self, words: str) -> None:
        """Returns when a line with `words` was told."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if words in line:
                return
        raise AssertionError((words, self._process.communicate()))

    def room(self) -> str:
        """Where it was played, when it is over."""
        try:
            told, errors = self._process.communicate(timeout=MATCH_S)
        finally:
            self._process.kill()
        assert self._process.returncode == 0, (told[-500:], errors)
        last = told.splitlines()[-1]
        assert last.startswith("match verify "), last
        return last.split()[-1]


def _in_a_container(*volumes: str) -> list[str]:
    mounts = (part for volume in volumes for part in ("-v", volume))
    return ["docker", "run", "--rm", *mounts, "nats:2.15-alpine"]


def _is_well(container: dict[str, Any]) -> bool:
    if container["Service"] == "setup":
        return bool(container["State"] == "exited" and container["ExitCode"] == 0)
    return bool(container["State"] == "running" and container["Health"] == "healthy")


def ran(*command: str, timeout_s: float = 60, check: bool = True) -> str:
    """Its output; with `check` it must not fail."""
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=timeout_s, check=False
    )
    assert not check or done.returncode == 0, (command, done.stdout[-2_000:], done.stderr[-4_000:])
    return done.stdout


def free_subnet() -> str:
    """One that no network of the engine has, outside of those that it deals out by itself."""
    names = ran("docker", "network", "ls", "-q").split()
    taken = [
        ip_network(part["Subnet"])
        for network in json.loads(ran("docker", "network", "inspect", *names))
        for part in network["IPAM"]["Config"] or []
    ]
    free = (ip_network(f"10.231.{number}.0/24") for number in range(240, 0, -1))
    return str(next(each for each in free if not any(each.overlaps(other) for other in taken)))
