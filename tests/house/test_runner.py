"""A stage says what it showed: real runs of small suites."""

from pathlib import Path

import pytest

from services.cli.testing import report, runner
from services.cli.testing.runner import Shown
from services.cli.testing.stages import Stage
from services.cli.tree import ROOT

SUITE = Stage(name="small", about="", tests="small")


def run(
    root: Path, source: str, stage: Stage = SUITE, minimums: dict[str, int] | None = None
) -> Shown:
    folder = root / "tests" / "small"
    folder.mkdir(parents=True)
    (root / "tests" / "conftest.py").write_text((ROOT / "tests/conftest.py").read_text("utf-8"))
    (folder / "test_small.py").write_text(source, "utf-8")
    return runner.run(stage, minimums or {}, root=root)


def test_a_green_suite_passes_and_its_counts_are_read(tmp_path: Path) -> None:
    source = (
        "def test_a(count):\n    count('matches', 5)\n\ndef test_b(count): count('matches', 2)\n"
    )
    shown = run(tmp_path, source, minimums={"matches": 7})
    assert (shown.status, len(shown.of("passed"))) == ("PASSED", 2)
    assert [(c.what, c.number) for c in shown.counted] == [("matches", 7)]
    assert shown.log is None


def test_workers_count_together(tmp_path: Path) -> None:
    source = (
        "import pytest\n@pytest.mark.parametrize('n', range(8))\n"
        "def test_a(n, count): count('matches', 1)\n"
    )
    stage = Stage(name="small", about="", tests="small", workers=2)
    shown = run(tmp_path, source, stage, {"matches": 8})
    assert (shown.status, len(shown.of("passed"))) == ("PASSED", 8)
    assert shown.counted[0].number == 8


def test_a_failing_test_fails_its_stage_with_its_reason_and_log(tmp_path: Path) -> None:
    shown = run(tmp_path, "def test_a(): assert 1 == 2, 'one is not two'\ndef test_b(): pass\n")
    assert (shown.status, shown.failed, len(shown.of("passed"))) == ("FAILED", 1, 1)
    assert "one is not two" in shown.of("failed")[0].reason
    assert shown.log is not None
    assert "test_small.py" in shown.log.read_text("utf-8")


def test_half_a_letter_in_a_name_or_a_reason_is_told_as_its_escape(tmp_path: Path) -> None:
    source = (
        "import pytest\n@pytest.mark.parametrize('text', ['\\ud800', '\uac00'])\n"
        "def test_a(text): assert not text, text\n"
    )
    found = run(tmp_path, source).of("failed")
    assert [result.node.partition("::")[2] for result in found] == ["test_a[\\ud800]", "test_a[가]"]
    assert "\\ud800" in found[0].reason


def test_a_count_below_its_minimum_fails_a_green_suite(tmp_path: Path) -> None:
    shown = run(tmp_path, "def test_a(count): count('matches', 6)\n", minimums={"matches": 7})
    assert shown.status == "FAILED"
    assert shown.problems == ("matches: 6 counted, at least 7 are needed",)


def test_a_minimum_that_nothing_counted_fails(tmp_path: Path) -> None:
    shown = run(tmp_path, "def test_a(): pass\n", minimums={"matches": 7})
    assert shown.problems == ("matches: 0 counted, at least 7 are needed",)


@pytest.mark.parametrize(
    ("source", "phase"),
    [
        ("import absent\n", "collect"),
        (
            "import pytest\n@pytest.fixture\ndef f(): raise OSError\ndef test_a(f): pass\n",
            "setup",
        ),
        (
            "import pytest\n@pytest.fixture\ndef f():\n yield\n raise OSError\ndef test_a(f): 0\n",
            "teardown",
        ),
    ],
    ids=["collect", "setup", "teardown"],
)
def test_what_breaks_outside_of_a_test_fails(tmp_path: Path, source: str, phase: str) -> None:
    shown = run(tmp_path, source)
    assert shown.status == "FAILED"
    assert [result.phase for result in shown.of("failed")] == [phase]


def test_a_suite_without_tests_fails(tmp_path: Path) -> None:
    assert run(tmp_path, "").status == "FAILED"


def test_a_run_that_dies_fails(tmp_path: Path) -> None:
    shown = run(tmp_path, "import os\ndef test_a(): os._exit(0)\n")
    assert (shown.status, shown.problems) == ("FAILED", ("no test ran (exit code 0)",))


def test_a_run_past_its_limit_fails(tmp_path: Path) -> None:
    stage = Stage(name="small", about="", tests="small", limit_s=3)
    shown = run(tmp_path, "import time\ndef test_a(): time.sleep(60)\n", stage)
    assert shown.problems == ("not done after 3 s",)


def test_nothing_that_a_test_left_running_outlives_its_stage(tmp_path: Path) -> None:
    source = (
        "import subprocess\nfrom pathlib import Path\ndef test_a():\n"
        "    left = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
        "    Path('left').write_text(str(left.pid))\n"
        "    left.returncode = 0  # says no warning\n"
    )
    assert run(tmp_path, source).status == "PASSED"
    assert not Path(f"/proc/{(tmp_path / 'left').read_text()}").exists()


def test_a_skipped_suite_is_not_shown_and_says_why(tmp_path: Path) -> None:
    shown = run(tmp_path, "import pytest\ndef test_a(): pytest.skip('no such server')\n")
    assert shown.status == "NOT SHOWN"
    assert [result.reason for result in shown.of("not shown")] == ["no such server"]


def test_a_stage_that_may_be_hidden_counts_only_where_it_is_shown(tmp_path: Path) -> None:
    source = "import pytest\ndef test_a(): pytest.skip('no engine')\n"
    stage = Stage(name="small", about="", tests="small", may_be_hidden=True)
    shown = run(tmp_path / "hidden", source, stage, {"matches": 1})
    assert (shown.status, shown.counted, shown.failed) == ("NOT SHOWN", (), 0)
    assert [result.reason for result in shown.of("not shown")] == ["no engine"]
    shown = run(tmp_path / "shown", "def test_a(): pass\n", stage, {"matches": 1})
    assert (shown.status, shown.failed) == ("FAILED", 1)


def test_one_reason_for_a_whole_stage_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = (
        "import pytest\n@pytest.mark.parametrize('n', range(9))\n"
        "def test_a(n): pytest.skip('no engine')\n"
    )
    report.summary([run(tmp_path / "one", source)], 1.0)
    told = capsys.readouterr().out
    assert told.count("NOT SHOWN") == 1
    assert "NOT SHOWN small: no engine" in told
    report.summary([run(tmp_path / "two", source + "def test_b(): pass\n")], 1.0)
    assert capsys.readouterr().out.count("NOT SHOWN tests/small") == 9


def test_a_stage_whose_tool_is_missing_is_not_run(tmp_path: Path) -> None:
    stage = Stage(name="small", about="", tests="small", needs=("no-such-tool",))
    shown = run(tmp_path, "def test_a(): raise OSError\n", stage)
    assert (shown.status, shown.missing) == ("NOT SHOWN", "not installed: no-such-tool")


@pytest.mark.parametrize("workers", [0, 2])
def test_branches_are_measured_and_the_missing_ones_named(tmp_path: Path, workers: int) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("")
    (tmp_path / "rules" / "draw.py").write_text(
        "def draw(n: int) -> int:\n    if n > 1:\n        n = 1\n    if n < 0:\n        n = 0\n"
        "    return n\n"
    )
    source = (
        "import sys; sys.path.insert(0, '.')\nfrom rules.draw import draw\n"
        "def test_a(): assert draw(2) == 1\ndef test_b(): assert draw(1) == 1\n"
    )
    stage = Stage(name="small", about="", tests="small", covers="rules", workers=workers)
    shown = run(tmp_path, source, stage, {"branches of rules executed, %": 100})
    assert shown.branches is not None
    assert (shown.branches.executed, shown.branches.total) == (3, 4)
    assert shown.branches.missing == {"rules/draw.py": [(4, 5)]}
    assert shown.problems == ("branches of rules executed, %: 75 counted, at least 100 are needed",)


def test_a_listed_file_is_printed_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = (
        "import pytest\n@pytest.mark.parametrize('line', ['덱 생성: 80장', '거리: 최소 1'])\n"
        "def test_checklist(line): assert line != '거리: 최소 1'\n"
    )
    stage = Stage(name="small", about="", tests="small", listed="tests/small/test_small.py")
    report.stage(run(tmp_path, source, stage))
    printed = capsys.readouterr().out
    assert "  PASSED     덱 생성: 80장\n" in printed
    assert "  FAILED     거리: 최소 1\n" in printed


def test_the_closing_line_adds_the_stages_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = run(tmp_path / "a", "def test_a(): pass\ndef test_b(): raise OSError\n")
    second = run(tmp_path / "b", "import pytest\ndef test_a(): pytest.skip('why')\n")
    report.summary([first, second], 1.0)
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed, 1 skipped"
