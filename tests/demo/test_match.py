"""`saloon match`: logs out of files and installations, whole and damaged."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from services.cli import stored
from services.cli.match import reading
from services.cli.match.verb import match
from services.cli.match.verify import CODES
from shared.matchfile.opened import players
from shared.room.verify import CHAINED, OPEN, verify
from tests.demo.test_demo import SEED, demo
from tests.matchfile.files import TOOL
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


def proved(*arguments: str | Path) -> tuple[int, dict[str, Any]]:
    """Exit code of `verify`, and what it says of its only source."""
    done = run("verify", *arguments, "--json")
    told = json.loads(done.stdout)
    (found,) = told["sources"]
    assert told["ok"] == found["ok"] == (done.exit_code == 0)
    return done.exit_code, found


def test_a_whole_log_is_proved(saved: Path, lines: list[bytes]) -> None:
    code, found = proved(saved)
    assert (code, found["entries"]) == (0, len(lines) - 1)
    assert found["checks"] == ["head", *CHAINED, *OPEN]
    assert (found["matches"], found["test_seeds"], found["redacted"]) == (1, 1, False)
    said = run("verify", saved)
    assert "byte for byte" in said.stdout
    assert "Test seed, not fair" in said.stdout
    assert "시험용 시드" in run("verify", saved, "--lang", "ko").stdout


def test_a_match_without_an_end_is_said_to_have_none(
    saved: Path, tmp_path: Path, lines: list[bytes]
) -> None:
    head, entries = stored.read(saved)
    kept = entries[: len(entries) // 2]
    cut = replace(head, last_seq=len(kept), head=json.loads(kept[-1])["hash"])
    path = tmp_path / "cut.jsonl"
    stored.write(path, cut, kept)
    assert (proved(path)[1]["over"], proved(saved)[1]["over"]) == (False, True)
    for source, is_endless in ((path, True), (saved, False)):
        assert ("has no end yet" in run("verify", source).stdout) == is_endless
        told = subprocess.run(
            [sys.executable, "-I", str(TOOL), str(source)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert ("has no end yet" in told.stdout) == is_endless


def test_a_log_without_its_first_line_is_no_match_file(tmp_path: Path, lines: list[bytes]) -> None:
    done = run("verify", written(tmp_path, lines[1:]))
    assert (done.exit_code, "is no match file" in done.stderr) == (2, True)


@pytest.mark.parametrize("number", [1, 7, 40])
def test_the_first_bad_entry_is_named(tmp_path: Path, lines: list[bytes], number: int) -> None:
    changed = list(lines)
    changed[number] = re.sub(rb'"at_ms":(\d+)', rb'"at_ms":1\1', changed[number], count=1)
    path = written(tmp_path, changed)
    code, found = proved(path)
    assert (code, found["first_bad"]["entry"]) == (CODES["commitments"], number)
    assert f"Entry {number} " in run("verify", path).stdout
    assert run("show", path).exit_code == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"type":"', b'"type":"x'), (b'",["', b'",["x'), (b'"actor":"', b'"actor":"x')],
    ids=["command", "event", "actor"],
)
def test_an_entry_that_was_changed_is_called_so_whatever_it_says_now(
    tmp_path: Path, lines: list[bytes], old: bytes, new: bytes
) -> None:
    changed = list(lines)
    changed[20] = changed[20].replace(old, new, 1)
    code, found = proved(written(tmp_path, changed))
    assert (code, found["first_bad"]["entry"]) == (CODES["commitments"], 20)


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
    code, found = proved(written(tmp_path, changed))
    assert (code, found["first_bad"]["entry"]) == (
        CODES["form" if change == "torn" else "chain"],
        9,
    )


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


def test_nobody_is_taken_for_another_by_what_he_calls_himself(
    saved: Path, tmp_path: Path, lines: list[bytes]
) -> None:
    head, entries = stored.read(saved)
    first, second, *others = players(reading.read(entries))
    called = {first: "2", second: "Ann", others[0]: "Ann", others[1]: "\x1b[2JBo\u202eb"}
    path = tmp_path / "named.jsonl"
    stored.write(path, replace(head, names=dict(sorted(called.items()))), entries)
    for verb in ("show", "knowledge", "export"):
        more = ("--out", tmp_path / "seat.jsonl") if verb == "export" else ()
        for who, why in (("Ann", "2 players were called Ann"), ("", "nobody is named")):
            done = run(verb, path, "--as", who, *more)
            assert (done.exit_code, why in done.stderr) == (2, True), done.output
    assert run("show", path, "--as", "2").stdout == run("show", path, "--as", second).stdout
    told = run("show", path).stdout
    assert "\x1b" not in told
    assert "[2JBob" in told
    assert run("export", path, "--as", "2", "--out", tmp_path / "seat.jsonl").exit_code == 0
    assert stored.read(tmp_path / "seat.jsonl")[0].viewer == second


@pytest.mark.parametrize("who", ["watcher", "1"])
def test_a_redacted_file_verifies_and_holds_no_secret(
    saved: Path, tmp_path: Path, lines: list[bytes], who: str
) -> None:
    path = tmp_path / "redacted.jsonl"
    assert run("export", saved, "--as", who, "--out", path).exit_code == 0
    code, found = proved(path)
    assert (code, found["redacted"], found["checks"]) == (0, True, ["head", *CHAINED])
    text = path.read_text(encoding="utf-8")
    assert SEED.zfill(64) not in text
    assert SEED.zfill(64).encode() in b"".join(lines)
    heard = run("show", saved, "--as", who).stdout.split("The secret of this match is out.")[0]
    assert run("show", path, "--as", who).stdout.rstrip() == heard.rstrip()
    assert run("export", path, "--out", tmp_path / "more.jsonl").exit_code == 2


def test_what_is_exported_is_the_match(saved: Path, tmp_path: Path) -> None:
    for name in ("again.jsonl", "again.jsonl.gz"):
        path = tmp_path / name
        assert run("export", saved, "--match", "1", "--out", path).exit_code == 0
        data = path.read_bytes()
        data = gzip.decompress(data) if name.endswith("gz") else data
        assert data == gzip.decompress(saved.read_bytes())
    assert path.read_bytes() == saved.read_bytes()
    entries = data.splitlines()[1:]
    assert verify(entries, GAMES).first_bad is None


def test_a_hash_that_was_kept_anchors_a_file(saved: Path, lines: list[bytes]) -> None:
    kept = [json.loads(line)["hash"] for line in lines[1:]]
    code, found = proved(saved, "--head", kept[-1])
    assert (code, found["anchored"], found["checks"][-1]) == (0, len(kept), "anchor")
    assert proved(saved, "--head", kept[9])[1]["anchored"] == 10
    assert "not anchored" in run("verify", saved).stdout
    code, found = proved(saved, "--head", "ab" * 32)
    assert (code, found["first_bad"]["check"]) == (CODES["anchor"], "anchor")
    assert run("verify", saved, "--head", "ab").exit_code == 2


def test_many_files_are_proved_and_the_first_bad_one_gives_the_code(
    saved: Path, tmp_path: Path, lines: list[bytes]
) -> None:
    cut = written(tmp_path, lines[:-1])
    done = run("verify", saved, cut, tmp_path / "none", saved, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["ok"]) == (CODES["chain"], False)
    assert [each["ok"] for each in told["sources"]] == [True, False, False, True]
    assert told["sources"][1]["first_bad"]["entry"] == len(lines) - 1


def test_no_file_is_written_over_unless_it_is_forced(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (named,) = run("export", saved).stdout.splitlines()
    for path, out in ((Path(named), ()), (tmp_path / "mine.jsonl", ("--out", "mine.jsonl"))):
        path.write_bytes(b"mine")
        done = run("export", saved, *out)
        assert (done.exit_code, "is there already; --force writes over it" in done.stderr) == (
            2,
            True,
        )
        assert path.read_bytes() == b"mine"
        assert run("export", saved, *out, "--force").exit_code == 0
        assert stored.read(path)[1] == stored.read(saved)[1]


def test_what_cannot_be_exported_is_said(saved: Path, tmp_path: Path) -> None:
    for arguments in (("--match", "2"), ("--as", "9"), ("--out", tmp_path)):
        done = run("export", saved, *arguments)
        assert (done.exit_code, "Traceback" in done.output) == (2, False)


def test_where_there_is_no_log_it_says_so(tmp_path: Path, saved: Path, lines: list[bytes]) -> None:
    packed = saved.read_bytes()
    contents = {
        "empty": b"",
        "broken.gz": b"\x1f\x8b nothing",
        "cut.gz": packed[: len(packed) // 2],
        "damaged.gz": packed[:5_000] + bytes(40) + packed[5_040:],
        "newer": lines[0].replace(b'"format":1', b'"format":2') + b"\n",
        "foreign": b'{"file":"other"}\n',
        "bomb.gz": gzip.compress(bytes(1 << 27)),
        "lines.gz": gzip.compress(lines[0] + b"\n" + (b"1" * 99 + b"\n") * 1_000_000),
        "bytes": bytes(range(256)),
        "only-head": lines[0] + b"\n",
    }
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    for given in (*contents, "BCDFGH", "nothing-here"):
        for verb in ("verify", "show", "export"):
            path = tmp_path / given if given in contents else given
            done = run(verb, path, "--data", tmp_path / "data")
            assert done.exit_code in ((2, 3, 4) if verb == "verify" else (1, 2)), (verb, given)
            assert "Traceback" not in done.output, (verb, given)
            assert isinstance(done.exception, SystemExit), (verb, given)
