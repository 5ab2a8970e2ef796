"""`saloon match`: logs out of files and installations, whole and damaged."""

import gzip
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from services.cli.match.verb import match
from shared.room.verify import verify
from tests.demo.test_demo import SEED, demo
from tests.services.worlds import GAMES


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(match, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("match") / "match.jsonl.gz"
    demo("--seed", SEED, "--save", str(path))
    return path


@pytest.fixture(scope="module")
def lines(saved: Path) -> list[bytes]:
    return gzip.decompress(saved.read_bytes()).splitlines()


def written(tmp_path: Path, lines: list[bytes]) -> Path:
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def test_a_whole_log_is_proved(saved: Path, lines: list[bytes]) -> None:
    done = run("verify", saved, "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["ok"], found["entries"]) == (0, True, len(lines) - 1)
    assert (found["matches"], found["test_seeds"], found["redacted"]) == (1, 1, False)
    said = run("verify", saved)
    assert "byte for byte" in said.stdout
    assert "Test seed, not fair" in said.stdout
    assert "시험용 시드" in run("verify", saved, "--lang", "ko").stdout


def test_a_log_without_its_head_is_read_as_well(tmp_path: Path, lines: list[bytes]) -> None:
    path = written(tmp_path, lines[1:])
    assert run("verify", path).exit_code == 0
    assert "Guest 1" in run("show", path).stdout


@pytest.mark.parametrize("number", [1, 7, 40])
def test_the_first_bad_entry_is_named(tmp_path: Path, lines: list[bytes], number: int) -> None:
    changed = list(lines)
    changed[number] = re.sub(rb'"at_ms":(\d+)', rb'"at_ms":1\1', changed[number], count=1)
    path = written(tmp_path, changed)
    done = run("verify", path, "--json")
    found = json.loads(done.stdout)["first_bad"]
    assert (done.exit_code, found["entry"]) == (1, number)
    assert f"Entry {number} " in run("verify", path).stdout
    assert run("show", path).exit_code == 1


@pytest.mark.parametrize("change", ["removed", "doubled", "swapped", "torn"])
def test_entries_that_are_not_in_their_place_are_found(
    tmp_path: Path, lines: list[bytes], change: str
) -> None:
    changed = list(lines)
    if change == "removed":
        del changed[9]
    elif change == "doubled":
        changed.insert(9, changed[8])
    elif change == "swapped":
        changed[9], changed[10] = changed[10], changed[9]
    else:
        changed[9] = changed[9][:50]
    done = run("verify", written(tmp_path, changed), "--json")
    assert (done.exit_code, json.loads(done.stdout)["first_bad"]["entry"]) == (1, 9)


def test_a_watchers_record_is_what_the_demo_told(saved: Path) -> None:
    told = demo("--seed", SEED)
    shown = run("show", saved, "--as", "watcher").stdout
    body = told.split("━\n", 2)[2].split("\n━━━ The log")[0].rstrip()
    assert shown.rstrip().endswith(body)


def test_a_player_hears_his_own_cards_and_an_auditor_all(saved: Path) -> None:
    name = run("show", saved).stdout.split(" ", 1)[0]
    own = run("show", saved, "--as", name).stdout
    watched = run("show", saved, "--as", "watcher").stdout
    everything = run("show", saved).stdout
    assert watched != own != everything
    assert run("show", saved, "--as", "1").stdout == own
    hidden = [text.count("2 cards.") for text in (everything, own, watched)]
    assert hidden[0] == 0 < hidden[1] < hidden[2]
    assert run("show", saved, "--as", "Nobody").exit_code == 2


@pytest.mark.parametrize("who", ["watcher", "1"])
def test_a_redacted_record_verifies_and_holds_no_secret(
    saved: Path, tmp_path: Path, lines: list[bytes], who: str
) -> None:
    path = tmp_path / "redacted.jsonl"
    assert run("show", saved, "--as", who, "--save", path).exit_code == 0
    found = json.loads(run("verify", path, "--json").stdout)
    assert (found["ok"], found["redacted"]) == (True, True)
    text = path.read_text(encoding="utf-8")
    assert SEED.zfill(64) not in text
    assert SEED.zfill(64).encode() in b"".join(lines)
    heard = run("show", saved, "--as", who).stdout.split("The secret of this match is out.")[0]
    assert run("show", path, "--as", who).stdout.rstrip() == heard.rstrip()


def test_what_is_saved_is_the_log(saved: Path, tmp_path: Path) -> None:
    for name in ("again.jsonl", "again.jsonl.gz"):
        path = tmp_path / name
        assert run("show", saved, "--save", path).exit_code == 0
        data = path.read_bytes()
        data = gzip.decompress(data) if name.endswith("gz") else data
        assert data == gzip.decompress(saved.read_bytes())
    entries = data.splitlines()[1:]
    assert verify(entries, GAMES).first_bad is None


def test_where_there_is_no_log_it_says_so(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    broken = tmp_path / "broken.gz"
    broken.write_bytes(b"\x1f\x8b nothing")
    for given in (empty, broken, "BCDFGH", "nothing-here"):
        done = run("verify", given, "--data", tmp_path)
        assert done.exit_code == 2, given
