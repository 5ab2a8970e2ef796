"""`saloon up` and where matches go that leave the log: an installation remembers it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.cli import parts
from services.cli.installation import Installation
from services.cli.stack import StackSettings, stack
from services.replay.settings import ReplaySettings
from shared.archive.opening import Place
from tests.services.processes.running import Up


def started(data: Path, *flags: object) -> str:
    """What it said from its start to its end."""
    with Up(data, *map(str, flags)) as up:
        code, said = up.stop()
        assert code == 0, said
        return said


def test_a_start_without_the_flag_keeps_the_place_and_a_new_one_is_said(tmp_path: Path) -> None:
    data, old, new = (tmp_path / name for name in ("data", "old", "new"))
    old.mkdir()
    new.mkdir()
    assert "no more to" not in started(data, "--archive", old)
    assert "no more to" not in started(data)
    assert Installation(data).archive().at == str(old)
    assert f"go to {new} from now on, and no more to {old}: " in started(data, "--archive", new)
    assert Installation(data).archive().at == str(new)
    assert f"go to the broker's own store from now on, and no more to {new}: " in started(
        data, "--archive", ""
    )
    assert Installation(data).archive() == Place()


def test_what_is_remembered_of_a_bucket_outlives_a_start_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Place("s3://matches/a", "http://127.0.0.1:9", "eu-north-1")
    installation = Installation(tmp_path / "data")
    installation.secrets()
    installation.keep_archive(known)
    monkeypatch.setenv("SALOON_REPLAY_ARCHIVE_KEY_ID", "a-key")
    monkeypatch.setenv("SALOON_REPLAY_ARCHIVE_SECRET", "its-secret")
    for flags in ((), ("--archive", known.at)):
        assert "no more to" not in started(installation.directory, *flags)
        assert installation.archive() == known
    (remembered,) = installation.directory.glob("archive.json")
    assert msgspec.json.decode(remembered.read_bytes()).keys() == {"at", "endpoint", "region"}


def _rotated(data: Path) -> set[str]:
    """Public keys of an installation that has changed its own, both of them."""
    installation = Installation(data)
    installation.secrets()
    keys = set(installation.change_signing_key().public_keys)
    assert len(keys) == 2
    return keys


def test_matches_signed_with_an_older_key_are_known_by_processes(tmp_path: Path) -> None:
    keys = _rotated(tmp_path / "data")
    with Up(tmp_path / "data", "--processes") as up:
        (replay,) = (pid for pid, line in up.children().items() if "services.cli replay" in line)
        held = dict(
            variable.partition("=")[::2]
            for variable in Path(f"/proc/{replay}/environ").read_text().split("\0")
        )
        assert set(held["SALOON_REPLAY_PUBLIC_KEYS"].split(",")) == keys
        code, said = up.stop()
        assert code == 0, said


async def test_matches_signed_with_an_older_key_are_known_in_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = _rotated(tmp_path / "data")
    real, known = parts.replay, set[str]()

    def replay(on: parts.Ground, settings: ReplaySettings, *rest: Any, **more: Any) -> parts.Part:
        known.update(settings.public_keys)
        return real(on, settings, *rest, **more)

    monkeypatch.setattr(parts, "replay", replay)
    async with stack(Installation(tmp_path / "data"), StackSettings(bots=None)):
        assert known == keys
