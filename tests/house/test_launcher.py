"""The launcher, on a copy of the checkout whose path has a space."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.cli.install import STAMP
from services.cli.tree import ROOT, files


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Path]:
    copy = tmp_path / "a saloon"
    for path in files(ROOT):
        if path.parts[0] in ("saloon", "requirements.lock", "services"):
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, copy / path)
    yield copy
    shutil.rmtree(copy)


@pytest.fixture
def installed(checkout: Path) -> Path:
    """As after an installation: this run's own environment stands in the checkout's place."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(checkout / "requirements.lock", checkout / ".venv" / STAMP)
    interpreter = checkout / ".venv" / "bin" / "python"
    interpreter.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    interpreter.chmod(0o755)
    return checkout


def start(program: Path, folder: Path, **settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [program, "--help"],
        cwd=folder,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_runs_from_any_folder_and_says_nothing_of_its_own(
    installed: Path, tmp_path: Path
) -> None:
    child = start(installed / "saloon", tmp_path)
    output, words = child.communicate(timeout=30)
    assert (child.returncode, words) == (0, "")
    assert output.startswith("Usage: saloon ")


def test_it_runs_through_a_link(installed: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere"
    link.symlink_to(os.path.relpath(installed / "saloon", tmp_path))
    child = start(link, tmp_path)
    assert child.communicate(timeout=30)[1] == ""
    assert child.returncode == 0


def test_without_python_it_says_what_is_needed(checkout: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("bash", "dirname", "readlink"):
        found = shutil.which(tool)
        assert found is not None
        (tools / tool).symlink_to(found)
    child = start(checkout / "saloon", tmp_path, PATH=str(tools))
    assert "Python 3.11 is needed" in child.communicate(timeout=30)[1]
    assert child.returncode == 1
    assert not (checkout / ".venv").exists()


@pytest.mark.full  # installs twice
def test_two_first_starts_install_once_and_a_changed_lock_installs_again(checkout: Path) -> None:
    first, second = (start(checkout / "saloon", checkout, HOME="/nowhere") for _ in range(2))
    words = [child.communicate(timeout=300)[1] for child in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), words
    assert sorted(word.count("installing") for word in words) == [0, 1]
    with (checkout / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    third = start(checkout / "saloon", checkout)
    assert "installed" in third.communicate(timeout=300)[1]
    assert third.returncode == 0
