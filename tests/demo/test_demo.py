"""The demo as somebody runs it: whole matches in processes of their own, the same every time."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from services.cli.demo.verb import demo as demo_verb
from services.cli.tree import ROOT

GOLDEN = Path(__file__).parent / "golden"
SEED = "70"
"""A short match. `UPDATE_GOLDEN=1` with this file's tests writes the transcripts anew."""


def saloon(*arguments: str, hash_seed: str = "0", expected: int = 0) -> str:
    """What the command line prints."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "services.cli", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == expected, (done.stdout[-500:], done.stderr[-2_000:])
    return done.stdout


def demo(*arguments: str, hash_seed: str = "0") -> str:
    return saloon("demo", *arguments, hash_seed=hash_seed)


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [("four", ("--seats", "4", "--seed", SEED)), ("two", ("--game", "buckshot", "--seed", "7"))],
)
def test_a_short_match_reads_as_the_golden_transcript(
    name: str, arguments: tuple[str, ...], language: str
) -> None:
    told = demo(*arguments, "--lang", language)
    path = GOLDEN / f"{name}-{language}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("seats", "language"), [("7", "ko"), ("4", "en"), ("7", "en")])
def test_the_same_command_gives_the_same_transcript_and_result(seats: str, language: str) -> None:
    arguments = ("--seats", seats, "--seed", "1", "--lang", language, "--json")
    first = json.loads(demo(*arguments, hash_seed="1"))
    again = json.loads(demo(*arguments, hash_seed="4242"))
    assert first == again
    assert first["verified"]["ok"]
    assert first["verified"]["test_seeds"] == 1
    assert len(first["players"]) == len(first["ranking"]) == int(seats)


def test_the_game_for_two_is_told_the_same_twice_and_its_log_is_proved(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    arguments = ("--game", "buckshot", "--seed", "9", "--json", "--save", str(saved))
    first = json.loads(demo(*arguments, hash_seed="1"))
    again = json.loads(demo(*arguments, hash_seed="4242"))
    assert first == again
    assert first["verified"]["ok"]
    assert first["game"] == "buckshot"
    assert sorted(first["ranking"]) == sorted(first["players"])
    assert first["course"][-1] == [first["health"][name] for name in first["players"]]
    assert len(first["course"]) == first["loads"] + 1
    assert "first_bad" not in saloon("match", "verify", str(saved))
    shown = saloon("match", "show", str(saved), "--lang", "en")
    assert all(line in shown for line in first["transcript"] if " pulls the trigger" in line)


def test_the_seed_decides_and_may_be_short() -> None:
    short = json.loads(demo("--seed", "2", "--json"))
    full = json.loads(demo("--seed", "0" * 63 + "2", "--json"))
    other = json.loads(demo("--seed", "3", "--json"))
    assert short == full
    assert short["transcript"] != other["transcript"]


def test_childrens_words_tell_the_same_match_without_violence() -> None:
    told = demo("--seed", SEED, "--lang", "ko", "--kids")
    for word in ("사격", "무법자", "쓰러", "생명"):
        assert word not in told
    for_two = demo("--game", "buckshot", "--seed", "7", "--lang", "ko", "--kids")
    assert "철썩" in for_two
    for word in ("실탄", "공포탄", "방아쇠", "담배", "맥주", "수갑", "체력"):
        assert word not in for_two


def test_a_transcript_shows_no_clock_no_code_and_no_id(tmp_path: Path) -> None:
    saved = tmp_path / "match.jsonl"
    told = demo("--seed", "2", "--save", str(saved))
    head = json.loads(saved.read_text(encoding="utf-8").splitlines()[0])
    assert head["room"] not in told
    assert not any(player in told for player in head["names"])
    assert all(name in told for name in head["names"].values())
    assert ":" not in told.replace(": ", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seed", "xyz"),
        ("--seed", "0" * 65),
        ("--seats", "8"),
        ("--game", "checkers"),
        ("--game", "buckshot", "--seats", "4"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...]) -> None:
    saloon("demo", *arguments, expected=2)


def test_an_address_where_nobody_answers_is_told_before_anything_else() -> None:
    told = CliRunner().invoke(demo_verb, ["--url", "http://127.0.0.1:1"])
    assert (told.exit_code, told.stdout) == (1, "")
    assert "is a gateway running there?" in told.stderr
    assert CliRunner().invoke(demo_verb, ["--url", "127.0.0.1:1"]).exit_code == 2


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    for path, why in ((tmp_path / "none" / "x.gz", "there is no folder"), (tmp_path, "a folder")):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "services.cli", "demo", "--save", str(path)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert "Traceback" not in done.stderr
