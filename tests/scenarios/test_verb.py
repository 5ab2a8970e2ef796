"""`saloon scenario`: what it prints and how it exits."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from services.cli.root import main
from services.cli.scenario.cases import EXAMPLE, load
from services.cli.tree import ROOT

from .cases import Raw, case

TITLE = "Nobody else may use the swap, and a Missed! is never played actively"

MISSING = case("buckshot-shot-01") | {"game": "checkers"}


def saloon(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["scenario", *map(str, arguments)])


def file_of(folder: Path, *cases: Raw, name: str = "cases.json") -> Path:
    path = folder / name
    path.write_text(json.dumps({"format": 1, "cases": cases}))
    return path


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A case that passes, one that fails at a step and at a fact, one of a game that is missing."""
    wrong = case("bang-limit-04")
    wrong["expected"]["steps"][1]["why"] = "bang_limit"
    wrong["expected"]["facts"][0]["equals"] = 9
    return file_of(tmp_path, case("bang-die-06"), wrong, MISSING)


def test_failures_are_told_with_expected_and_actual_and_the_last_line_counts(three: Path) -> None:
    result = saloon(three)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"FAILED bang-limit-04  {TITLE}",
        "  step 2: expected refused bang_limit; was refused reaction_only",
        "  fact hand_count player=A: expected 9; was 2",
        "game not installed: checkers",
        "1 passed, 1 failed, 1 not installed",
    ]


def test_a_game_that_is_not_installed_is_no_failure(tmp_path: Path) -> None:
    result = saloon(file_of(tmp_path, case("bang-die-06"), MISSING))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (
        0,
        "1 passed, 0 failed, 1 not installed",
    )


def test_one_case_may_be_asked_for_by_its_id(three: Path) -> None:
    result = saloon(three, "--only", "bang-die-06")
    assert (result.exit_code, result.stdout) == (0, "1 passed, 0 failed\n")
    assert "no case is called bang-none-01" in saloon(three, "--only", "bang-none-01").stderr


def test_json_holds_the_numbers_and_every_case(three: Path) -> None:
    result = saloon(three, "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (told["passed"], told["failed"], told["notInstalled"]) == (1, 1, 1)
    assert [found["outcome"] for found in told["cases"]] == ["passed", "failed", "not installed"]
    assert told["cases"][1]["findings"][1] == {
        "where": "fact hand_count player=A",
        "expected": "9",
        "actual": "2",
    }


def test_a_case_may_build_on_one_in_another_file(tmp_path: Path) -> None:
    base = file_of(tmp_path, case("bang-win-03"), name="base.json")
    built = file_of(tmp_path, case("bang-prop-05"), name="built.json")
    assert saloon(built).exit_code == 1
    assert saloon(built, base).stdout == "2 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "truncated"),
        (b"\xff", "cases.json"),
        (b'{"format": 2, "cases": []}', "format"),
        (b'{"format": 1, "cases": [{"id": "a"}]}', "game"),
        (b'{"format": 1, "cases": [{"id": "a", "game": "b"}, {"id": "a", "game": "b"}]}', "second"),
    ],
)
def test_a_file_that_holds_no_cases_is_named(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_bytes(content)
    result = saloon(path)
    assert result.exit_code == 1
    assert str(path) in result.stderr
    assert reason in result.stderr


def test_a_folder_is_told_what_is_wanted_and_the_example_is_there(tmp_path: Path) -> None:
    told = saloon(tmp_path)
    assert (told.exit_code, f"name a file of cases, such as {EXAMPLE}" in told.stderr) == (1, True)
    assert load([ROOT / EXAMPLE])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    result = saloon(tmp_path / "none.json")
    assert result.exit_code == 1
    assert "none.json" in result.stderr
    assert "Errno" not in result.stderr
    assert saloon().exit_code == 2
