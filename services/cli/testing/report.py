"""What `saloon test` prints."""

from collections.abc import Sequence

from .branches import Branches
from .results import Result
from .runner import Shown

_TAIL_LINES = 300  # of a failed stage's output


def begin(name: str) -> None:
    print(f"{name:<14}", end="", flush=True)


def stage(shown: Shown) -> None:
    """Ends the line that `begin` began, then tells what was listed, covered, wrong."""
    passed, hidden = len(shown.of("passed")), len(shown.of("not shown"))
    number = f"{passed:>6} passed" if shown.results else " " * 13
    words = f"{shown.status} ({shown.missing})" if shown.missing else shown.status
    failed = f", {shown.failed} failed" if shown.failed else ""
    skipped = f", {hidden} not shown" if hidden else ""
    times = f"{shown.seconds:8.1f} s {shown.cpu_s:6.0f} s of CPU"
    print(f"{number} {times}  {words}{failed}{skipped}", flush=True)
    if shown.stage.listed:
        _list(shown, shown.stage.listed)
    if shown.branches is not None:
        _branches(shown.stage.covers, shown.branches)
    if shown.failed:
        _failures(shown)


def _list(shown: Shown, path: str) -> None:
    for result in shown.results:
        if result.node.startswith(f"{path}::"):
            print(f"  {result.outcome.upper():<9}  {_line_of(result)}")


def _line_of(result: Result) -> str:
    """The parameter of a test that carries its sentence there, else its name."""
    name = result.node.partition("::")[2]
    opened = name.find("[")
    return name[opened + 1 : -1] if opened >= 0 and name.endswith("]") else name


def _branches(folder: str, covered: Branches) -> None:
    share = f"{covered.executed} of {covered.total}, {covered.percent} %"
    print(f"  branches of {folder}: {share}")
    for name, missing in covered.missing.items():
        print(f"    {name}: {', '.join(f'{start}->{end}' for start, end in missing)}")


def _failures(shown: Shown) -> None:
    _reasons(shown)
    if shown.log is not None:
        lines = shown.log.read_text("utf-8", "replace").splitlines()
        print(f"  --- the last {_TAIL_LINES} lines at most of {shown.log}")
        print("\n".join(f"  | {line}" for line in lines[-_TAIL_LINES:]), flush=True)


def _reasons(shown: Shown) -> None:
    for problem in shown.problems:
        print(f"  FAILED     {problem}")
    for result in shown.of("failed"):
        print(f"  FAILED     {result.node}: {result.reason}")


def summary(all_shown: Sequence[Shown], seconds: float) -> None:
    """Counts against minimums, what was not shown and why, and the closing line."""
    _counts(all_shown)
    for shown in all_shown:
        if shown.missing:
            print(f"NOT SHOWN {shown.stage.name}: {shown.missing}")
        _hidden(shown)
    # Once more, since whoever sees only the end of a long log needs to know what to look for.
    for shown in all_shown:
        _reasons(shown)
    bad = [shown.stage.name for shown in all_shown if shown.failed]
    cpu_s = sum(shown.cpu_s for shown in all_shown)
    times = f"{seconds:.0f} s, {cpu_s:.0f} s of CPU"
    print(f"{len(all_shown)} stages in {times}; failed: {', '.join(bad) or 'none'}")
    passed = sum(len(shown.of("passed")) + _command_passed(shown) for shown in all_shown)
    failed = sum(shown.failed for shown in all_shown)
    hidden = sum(len(shown.of("not shown")) for shown in all_shown)
    print(f"{passed} passed, {failed} failed" + (f", {hidden} skipped" if hidden else ""))


def _hidden(shown: Shown) -> None:
    """What was not shown; a whole stage for one reason in one line."""
    hidden = shown.of("not shown")
    reasons = {result.reason for result in hidden}
    if len(hidden) > 1 and len(hidden) == len(shown.results) and len(reasons) == 1:
        print(f"NOT SHOWN {shown.stage.name}: {reasons.pop()}")
        return
    for result in hidden:
        print(f"NOT SHOWN {result.node}: {result.reason}")


def _command_passed(shown: Shown) -> int:
    return 1 if shown.stage.command and shown.status == "PASSED" else 0


def _counts(all_shown: Sequence[Shown]) -> None:
    rows = [(shown.stage.name, each) for shown in all_shown for each in shown.counted]
    if rows:
        print("\ncounted")
    for name, each in rows:
        least = f"at least {each.minimum}" if each.minimum is not None else "no minimum committed"
        word = "" if each.is_enough else "  FAILED"
        print(f"  {name:<14}{each.number or 0:>9}  {each.what} ({least}){word}")
    print()
