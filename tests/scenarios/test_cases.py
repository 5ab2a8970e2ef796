"""Every rule case holds."""

from pathlib import Path

import pytest

from services.cli.scenario import runner
from services.cli.scenario.cases import load
from services.cli.scenario.report import lines
from tests.conftest import Count

from .cases import FILE, case, ids, judge

WRITTEN = load([FILE])
BANG = [written.head.id for written in WRITTEN if written.head.game == "bang"]
OTHERS = [written.head for written in WRITTEN if written.head.game != "bang"]


@pytest.mark.parametrize("name", BANG)
def test_case(name: str, count: Count) -> None:
    (verdict,) = runner.run(WRITTEN, only=name)
    assert verdict.outcome == "passed", "\n".join(lines([verdict]))
    count("rule cases", 1)


@pytest.mark.parametrize("name", ids("bang", "scenario"))
def test_script_holds_whatever_follows_in_the_deck(name: str, tmp_path: Path) -> None:
    for seed in ("first", "second", "third"):
        verdict = judge(case(name), tmp_path, seed=seed)
        assert verdict.outcome == "passed", "\n".join(lines([verdict]))


def test_only_games_that_are_not_installed_are_left_out() -> None:
    assert len(BANG) == 74
    assert {head.game for head in OTHERS} == {"buckshot"}
    verdicts = [next(iter(runner.run(WRITTEN, only=head.id))) for head in OTHERS]
    assert {verdict.outcome for verdict in verdicts} == {"not installed"}
    assert list(lines(verdicts)) == [
        "game not installed: buckshot",
        "0 passed, 0 failed, 19 not installed",
    ]
