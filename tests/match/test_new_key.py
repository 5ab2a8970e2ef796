"""`match new-key`: another key for signatures."""

from pathlib import Path

import pytest

from services.cli.installation import DEFAULT, Installation

from .logs import run


def test_a_new_key_says_who_still_signs_with_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    nowhere = run("new-key")
    assert (nowhere.exit_code, "with --data" in nowhere.stderr) == (2, True)
    installation = Installation(DEFAULT)
    (old,) = installation.secrets().public_keys
    done = run("new-key")
    new = done.stdout.split()[1]
    assert (done.exit_code, installation.secrets().public_keys) == (0, (new, old))
    assert "until they are started again" in done.stderr
