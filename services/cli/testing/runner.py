"""Runs one stage in a process of its own and gathers what it showed."""

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec import Struct

from ..tree import ROOT
from . import branches, counts, results
from .branches import Branches
from .counts import Counted
from .results import Outcome, Result
from .stages import Stage

_SET_CHILD_SUBREAPER = 36  # prctl(2)

Status = Literal["PASSED", "FAILED", "NOT SHOWN"]


class Shown(Struct, frozen=True):
    """What a stage showed. `problems` are failures that no single test stands for."""

    stage: Stage
    seconds: float
    results: tuple[Result, ...] = ()
    counted: tuple[Counted, ...] = ()
    problems: tuple[str, ...] = ()
    missing: str = ""  # why nothing was run
    branches: Branches | None = None
    log: Path | None = None  # kept for a stage that failed
    cpu_s: float = 0.0  # of all its processes: says what `seconds` would be on a quiet machine

    def of(self, outcome: Outcome) -> list[Result]:
        return [result for result in self.results if result.outcome == outcome]

    @property
    def failed(self) -> int:
        return len(self.of("failed")) + len(self.problems)

    @property
    def status(self) -> Status:
        if self.failed:
            return "FAILED"
        if self.missing or (self.results and not self.of("passed")):
            return "NOT SHOWN"
        return "PASSED"


def run(
    stage: Stage, minimums: Mapping[str, int], *, full: bool = False, root: Path = ROOT
) -> Shown:
    """Runs `stage` of the checkout at `root` to its end or its limit. Prints nothing.

    The output of a stage that fails is kept in `.saloon/test` until it fails again.
    """
    missing = [tool for tool in stage.needs if shutil.which(tool) is None]
    if missing:
        return Shown(stage, 0.0, missing=f"not installed: {', '.join(missing)}")
    started, cpu_before_s = time.perf_counter(), _cpu_s()
    with tempfile.TemporaryDirectory(prefix="saloon-test-") as folder:
        desk = Path(folder)
        (desk / "counts").mkdir()
        limit_s = stage.full_limit_s if full else stage.limit_s
        code = _call(_command(stage, desk), root, desk, limit_s, _environment(desk, full=full))
        found = tuple(results.read(desk / "results.json") or ())
        numbers = counts.total(desk / "counts")
        covered = branches.measure(desk, root) if stage.covers else None
        if covered is not None:
            numbers[f"branches of {stage.covers} executed, %"] = covered.percent
        is_shown = not stage.may_be_hidden or any(each.outcome != "not shown" for each in found)
        counted = tuple(counts.compare(numbers, minimums)) if is_shown else ()
        problems = (*_exit_problems(stage, code, found, limit_s), *_count_problems(counted))
        log = None
        if problems or any(result.outcome == "failed" for result in found):
            kept = root / ".saloon" / "test"
            kept.mkdir(parents=True, exist_ok=True)
            log = Path(shutil.copy(desk / "log", kept / f"{stage.name}.log"))
    seconds = time.perf_counter() - started
    cpu_s = _cpu_s() - cpu_before_s
    return Shown(stage, seconds, found, counted, problems, branches=covered, log=log, cpu_s=cpu_s)


def _cpu_s() -> float:
    """What ended children of this process, and theirs, have used so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _command(stage: Stage, desk: Path) -> list[str]:
    python = [sys.executable, "-P"]
    if stage.command:
        return [*python, "-m", *stage.command]
    if stage.covers:
        python += ["-m", "coverage", "run", f"--rcfile={branches.settings(desk, stage.covers)}"]
    workers = ("-n", str(stage.workers)) if stage.workers else ()
    arguments = ("-q", "-ra", "--durations=5", "--durations-min=5", *workers)
    plugin = ("-p", "services.cli.testing.recorder")
    return [*python, "-m", "pytest", *plugin, *arguments, f"tests/{stage.tests}"]


def _environment(desk: Path, *, full: bool) -> dict[str, str]:
    ours = {
        "PYTHONPATH": str(ROOT),
        "SALOON_RESULTS": str(desk / "results.json"),
        counts.VARIABLE: str(desk / "counts"),
    }
    full_run = {"SALOON_FULL": "1"} if full else {}
    # Hundreds of processes are started: to compile everything in each costs half of their time.
    left_out = ("SALOON_FULL", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | ours | full_run


def _call(
    command: Sequence[str], root: Path, desk: Path, limit_s: int, environment: Mapping[str, str]
) -> int | None:
    """The exit code, or None after `limit_s`; nothing the process started outlives it."""
    _adopt_orphans()
    others = _children()
    with (desk / "log").open("wb") as log:
        child = subprocess.Popen(
            command, cwd=root, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            return child.wait(limit_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end_group(child, others)


def _adopt_orphans() -> None:
    """Processes whose parent ends become ours: servers of a test that was killed, in groups of
    their own, would be nobody's."""
    failed = ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    assert not failed, os.strerror(ctypes.get_errno())


def _end_group(child: subprocess.Popen[bytes], others: set[int]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    while orphans := _children() - others:
        for pid in orphans:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _children() -> set[int]:
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            pid, _, rest = path.read_text("utf-8", "replace").partition(" ")
            if int(rest.rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(pid))
    return found


def _exit_problems(
    stage: Stage, code: int | None, found: Sequence[Result], limit_s: int
) -> list[str]:
    if code is None:
        return [f"not done after {limit_s} s"]
    if stage.command:
        return [f"exit code {code}"] if code else []
    if not found:
        return [f"no test ran (exit code {code})"]
    is_told = any(result.outcome == "failed" for result in found)
    return [f"exit code {code}"] if code and not is_told else []


def _count_problems(counted: Sequence[Counted]) -> list[str]:
    return [
        f"{each.what}: {each.number or 0} counted, at least {max(1, each.minimum or 0)} are needed"
        for each in counted
        if not each.is_enough
    ]
