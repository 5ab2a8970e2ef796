"""Every rule case holds."""

from collections import Counter
from pathlib import Path

import pytest

from services.cli.scenario import runner
from services.cli.scenario.cases import load
from services.cli.scenario.report import lines
from tests.conftest import Count

from .cases import FILE, case, ids, judge

WRITTEN = load([FILE])
NAMES = [written.head.id for written in WRITTEN]


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str, count: Count) -> None:
    (verdict,) = runner.run(WRITTEN, only=name)
    assert verdict.outcome == "passed", "\n".join(lines([verdict]))
    count("rule cases", 1)


@pytest.mark.parametrize("name", ids("bang", "scenario"))
def test_script_holds_whatever_follows_in_the_deck(name: str, tmp_path: Path) -> None:
    for seed in ("first", "second", "third"):
        verdict = judge(case(name), tmp_path, seed=seed)
        assert verdict.outcome == "passed", "\n".join(lines([verdict]))


def test_every_case_is_of_a_game_that_is_installed() -> None:
    games = Counter(written.head.game for written in WRITTEN)
    assert games == {"bang": 74, "buckshot": 19}
    assert games.keys() == runner.STUDIES.keys()
