"""The lock file holds what pyproject.toml names, each with its hashes, and no address of it."""

import re
import tomllib

from services.cli.tree import ROOT
from shared.runtime.release import RELEASE

LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def pins(text: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[a-z0-9,]+\])?==(\S+)", text, re.MULTILINE)
    return {re.sub(r"[._-]+", "-", name).lower(): version for name, version in found}


def test_every_dependency_is_pinned_and_locked_at_its_pin() -> None:
    wanted = [*PROJECT["dependencies"]]
    for extra in PROJECT["optional-dependencies"].values():
        wanted += extra
    pinned = pins("\n".join(wanted))
    assert len(pinned) == len(wanted)
    assert pinned.items() <= pins(LOCK).items()


def test_the_release_that_processes_name_is_this_one() -> None:
    assert PROJECT["version"] == RELEASE


def test_every_locked_package_has_a_hash_and_no_address() -> None:
    blocks = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(blocks) == len(pins(LOCK))
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in LOCK
    assert not re.search(r"^\s*--(?!hash=)", LOCK, re.MULTILINE)
