"""A pytest plugin (`-p services.cli.testing.recorder`): writes every result to $SALOON_RESULTS.

Under xdist only the controller writes; it hears of every worker's reports.
"""

import os
from pathlib import Path

import pytest

from . import results
from .results import Result

_LINES = 4
"""Of a failed test's message."""


class Recorder:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._by_node: dict[str, Result] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        phase = report.when
        assert phase is not None, report
        if phase not in ("setup", "call", "teardown"):  # of a test whose worker ended under it
            phase = "call"
        before = self._by_node.get(report.nodeid)
        seconds = report.duration + (before.seconds if before else 0.0)
        node = results.plain(report.nodeid)
        if report.failed:
            result = Result(node, "failed", phase, seconds, _why_failed(report))
        elif report.skipped:
            result = Result(node, "not shown", phase, seconds, _why_skipped(report))
        elif before is None or (phase == "call" and before.outcome == "passed"):
            result = Result(node, "passed", phase, seconds, "")
        else:
            result = Result(node, before.outcome, before.phase, seconds, before.reason)
        self._by_node[report.nodeid] = result

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        node = results.plain(report.nodeid)
        if report.failed:
            self._by_node[node] = Result(node, "failed", "collect", 0.0, _why_failed(report))
        elif report.skipped:
            self._by_node[node] = Result(node, "not shown", "collect", 0.0, _why_skipped(report))

    def pytest_sessionfinish(self) -> None:
        results.write(self._path, list(self._by_node.values()))


def pytest_configure(config: pytest.Config) -> None:
    path = os.environ.get("SALOON_RESULTS")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(path)))


def _why_failed(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The first lines of the message, in one."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash is not None else str(report.longrepr)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    line = " / ".join(lines[:_LINES])
    return line.encode("utf-8", "backslashreplace").decode("utf-8")


def _why_skipped(report: pytest.TestReport | pytest.CollectReport) -> str:
    expected = getattr(report, "wasxfail", None)
    if expected is not None:
        return f"expected to fail: {expected}"
    where = report.longrepr
    return where[2].removeprefix("Skipped: ") if isinstance(where, tuple) else str(where)
