"""`saloon up` and where matches go that leave the log: an installation remembers it."""

from pathlib import Path

import msgspec
import pytest

from services.cli.installation import Installation
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
