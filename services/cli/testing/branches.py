"""Which branches of a folder its tests executed."""

import subprocess
import sys
from pathlib import Path

from msgspec import Struct, json


class Branches(Struct, frozen=True):
    executed: int
    total: int
    missing: dict[str, list[tuple[int, int]]]  # file -> (line, line that was never gone to)

    @property
    def percent(self) -> int:
        """Whole percent, rounded down: 100 means every branch. 0 where there is nothing to run."""
        return 100 * self.executed // self.total if self.total else 0


class _Summary(Struct):
    covered_branches: int
    num_branches: int


class _File(Struct):
    missing_branches: list[tuple[int, int]]


class _Report(Struct):
    totals: _Summary
    files: dict[str, _File]


def settings(desk: Path, folder: str) -> Path:
    """Writes coverage's settings to `desk`: branches of `folder`, in test workers too."""
    path = desk / "coverage.ini"
    path.write_text(
        "[run]\nbranch = true\nparallel = true\npatch = subprocess\n"
        f"source = {folder}\ndata_file = {desk / 'coverage'}\n"
        "[report]\nexclude_also =\n    if TYPE_CHECKING:\n    assert_never\\(\n    \\.\\.\\.$\n",
        "utf-8",
    )
    return path


def measure(desk: Path, root: Path) -> Branches | None:
    """Adds up what the processes of the run left in `desk`; None when they left nothing."""
    coverage = (sys.executable, "-P", "-m", "coverage")
    rc = f"--rcfile={desk / 'coverage.ini'}"
    combined = subprocess.run(
        [*coverage, "combine", "--quiet", rc], cwd=root, capture_output=True, check=False
    )
    if combined.returncode != 0:
        return None
    path = desk / "coverage.json"
    subprocess.run(
        [*coverage, "json", "--quiet", rc, "-o", str(path)],
        cwd=root,
        capture_output=True,
        check=True,
    )
    report = json.decode(path.read_bytes(), type=_Report)
    missing = {
        name: file.missing_branches for name, file in report.files.items() if file.missing_branches
    }
    return Branches(report.totals.covered_branches, report.totals.num_branches, missing)
