"""An engine, or the reason why there is none; the composed services, from nothing."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.composing import Composed

IMAGES = (
    "python:3.11-slim-bookworm",
    "debian:bookworm-slim",
    "nats:2.15-alpine",
    "redis:7-bookworm",
)
ENGINE_S = 300
"""How long an engine is waited for that is being installed beside the other stages."""


def _is_done(*command: str, timeout_s: float = 60) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout_s, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _until_installed() -> str:
    """Waits for what `.ci/run` has begun, if it has. Why it failed; empty: it did not."""
    installing = os.environ.get("SALOON_ENGINE")
    if installing is None:
        return ""
    status, log = Path(f"{installing}.status"), Path(f"{installing}.log")
    give_up_s = time.monotonic() + ENGINE_S
    while not status.exists():
        if time.monotonic() > give_up_s:
            return f"no engine within {ENGINE_S} s"
        time.sleep(0.5)
    if status.read_text().strip() == "0":
        return ""
    said = log.read_text("utf-8", "replace").splitlines()
    return f"no engine could be installed: {' / '.join(said[-3:])}"


def why_not() -> str:
    """Why no container can be run here; empty where they can."""
    failed = _until_installed()
    if failed:
        return failed
    if shutil.which("docker") is None:
        return "no container engine: there is no docker on the PATH"
    if not _is_done("docker", "version"):
        return "no container engine answers (docker version)"
    if not _is_done("docker", "compose", "version"):
        return "the engine has no compose (docker compose version)"
    for image in IMAGES:
        is_here = _is_done("docker", "image", "inspect", image)
        if not is_here and not _is_done("docker", "pull", image, timeout_s=300):
            return (
                f"the image {image} is not here and cannot be had (tests/deploy/local-base-images)"
            )
    return ""


@pytest.fixture(scope="session")
def engine() -> None:
    reason = why_not()
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def composed(engine: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composed]:
    """Built, with keys of its own, and running."""
    services = Composed(tmp_path_factory.mktemp("composed"))
    down = ("--profile", "*", "down", "-v", "--remove-orphans", "--timeout", "5")
    services(*down)
    try:
        services("run", "--rm", "-T", "--build", "keys", timeout_s=300)
        services.up("--build", timeout_s=300)
        yield services
    finally:
        services(*down, check=False)
