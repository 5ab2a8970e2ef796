"""The command line knows its verbs and loads only what it runs."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from services.cli.root import VERBS, Verbs
from services.cli.tree import ROOT, files


def saloon(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "services.cli", *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", list(VERBS))
def test_every_verb_is_there_and_has_help(name: str) -> None:
    command = Verbs().get_command(click.Context(Verbs()), name)
    assert command is not None
    assert command.name == name
    assert command.help


def test_help_lists_every_verb_and_imports_none() -> None:
    listed = saloon("--help", PYTHONPROFILEIMPORTTIME="1")
    assert listed.returncode == 0
    assert all(verb.summary in listed.stdout for verb in VERBS.values())
    assert "services.cli.root" in listed.stderr
    assert "services.cli.testing" not in listed.stderr
    assert "msgspec" not in listed.stderr


def test_an_unknown_verb_is_refused() -> None:
    refused = saloon("gamble")
    assert refused.returncode == 2
    assert "gamble" in refused.stderr


def test_a_foreign_folder_named_shared_is_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("shared", "services"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("raise SystemExit('foreign')")
    monkeypatch.chdir(tmp_path)
    assert saloon("test", "--list").returncode == 0


def test_files_leave_out_what_is_ignored_with_and_without_git(tmp_path: Path) -> None:
    for name in ("kept.py", "new/kept.py", ".venv/x", ".saloon/x", "a/__pycache__/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    expected = [Path("kept.py"), Path("new/kept.py")]
    assert files(tmp_path) == expected
    (tmp_path / ".gitignore").write_text("/.venv/\n/.saloon/\n__pycache__/\n/.gitignore\n")
    subprocess.run(("git", "init", "--quiet"), cwd=tmp_path, check=True)
    assert files(tmp_path) == expected
