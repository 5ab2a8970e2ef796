"""`saloon admin ruleset`, as whoever deploys uses it."""

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from services.cli import stored
from services.cli.root import main
from shared.matchfile.opened import whole
from shared.rulesets.archive import write
from shared.rulesets.installed import Installed
from shared.rulesets.sources import sources
from tests.conformance.lives import Life
from tests.conformance.subjects import SUBJECTS

from .altered import SMALLER_REWARD, altered, second
from .rooms import LOGS


def run(verb: str, *arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["admin", "ruleset", verb, *map(str, arguments)])


def plain(verb: str, *arguments: str | Path, exit_code: int = 0) -> Any:
    done = run(verb, *arguments, "--json")
    assert done.exit_code == exit_code, done.output
    return msgspec.json.decode(done.stdout)


def newer_log(folder: Path) -> tuple[Path, Path]:
    """Where the planted second version is released, and a log that was played by it."""
    directory = folder / "rulesets"
    second("bang", directory)
    games = Installed([SUBJECTS["bang"].game], directory)
    log = folder / "room.jsonl"
    entries = Life(SUBJECTS["bang"], 5, games=games).live().log
    stored.write(log, whole(entries, {}), entries)
    return directory, log


def test_a_release_is_kept_and_listed(tmp_path: Path) -> None:
    assert [row["released"] for row in plain("list", "--directory", tmp_path)] == [False, False]
    (made,) = plain("release", "buckshot", "--directory", tmp_path)
    assert made["new"]
    assert Path(made["file"]).is_file()
    both = plain("release", "--directory", tmp_path)
    assert [(row["ruleset"], row["new"]) for row in both] == [
        ("bang/1", True),
        ("buckshot/1", False),
    ]
    assert plain("list", "--directory", tmp_path)[1] == {
        "ruleset": "buckshot/1",
        "digest": made["digest"],
        "current": True,
        "released": True,
        "changed": False,
        "file": made["file"],
    }
    assert "released, current" in run("list", "--directory", tmp_path).stdout


def test_a_name_is_not_released_twice_for_different_rules(tmp_path: Path) -> None:
    write(tmp_path, "bang/1", altered(sources(SUBJECTS["bang"].game), SMALLER_REWARD))
    done = run("release", "bang", "--directory", tmp_path)
    assert done.exit_code == 1
    assert "bang/1 was released as bang-1-" in done.stderr
    assert [row["changed"] for row in plain("list", "--directory", tmp_path)] == [True, False]


def test_everything_that_was_played_is_verified_before_a_deploy(tmp_path: Path) -> None:
    directory, log = newer_log(tmp_path)
    kept = len(list(LOGS.rglob("*.jsonl.gz")))
    facts = plain("verify-all", tmp_path, "--directory", directory)
    assert (facts["ok"], facts["files"], facts["bad"]) == (True, kept + 1, [])
    done = run("verify-all", log, "--directory", directory)
    assert done.exit_code == 0
    assert done.stdout.endswith("all hold\n")


def test_a_log_without_its_rules_or_with_damage_is_named(tmp_path: Path) -> None:
    directory, log = newer_log(tmp_path)
    without = plain("verify-all", log, "--directory", tmp_path / "none", exit_code=1)
    (bad,) = without["bad"]
    assert bad["file"] == str(log)
    assert "bang/2" in bad["why"]
    damaged = tmp_path / "damaged.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    damaged.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    done = run("verify-all", log, damaged, "--directory", directory)
    assert done.exit_code == 1
    assert f"{damaged}: entry 5" in done.stdout
    assert "not all hold" in done.stdout


def test_what_cannot_be_read_is_an_error_of_its_own(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    gone = tmp_path / "gone.jsonl"
    facts = plain("verify-all", empty, gone, exit_code=2)
    assert [str(path) in why for path, why in zip((empty, gone), facts["unread"], strict=True)]
    assert len(facts["unread"]) == 2


@pytest.mark.parametrize("verb", ["list", "verify-all", "release"])
def test_a_broken_folder_of_releases_is_no_trace_back(verb: str, tmp_path: Path) -> None:
    directory, _ = newer_log(tmp_path)
    (kept,) = directory.iterdir()
    shutil.copy(kept, directory / "bang-2-0123456789abcdef.zip")
    done = run(verb, "--directory", directory)
    assert done.exit_code in (1, 2)
    assert "are both bang/2" in done.stderr
    assert "Traceback" not in done.output


def test_a_damaged_release_stops_the_deploy(tmp_path: Path) -> None:
    directory, log = newer_log(tmp_path)
    (kept,) = directory.iterdir()
    kept.write_bytes(kept.read_bytes()[:-50])
    done = run("verify-all", log, "--directory", directory)
    assert done.exit_code == 2
    assert f"{kept} cannot be read" in done.stderr
