"""The verb `test`."""

import os
import signal
import sys
import time

import click

from ..tree import ROOT
from . import counts, report, runner
from .stages import BY_NAME, STAGES


@click.command()
@click.option("--stage", "names", multiple=True, type=click.Choice(list(BY_NAME)), help="Only it.")
@click.option("--full", is_flag=True, help="The long variants (sets SALOON_FULL=1).")
@click.option("--strict", is_flag=True, help="What cannot be shown here fails. Set where CI=true.")
@click.option("--list", "only_list", is_flag=True, help="Name the stages and run nothing.")
def test(*, names: tuple[str, ...], full: bool, strict: bool, only_list: bool) -> None:
    """Run the suites in stages and report. Exits 1 if anything failed."""
    chosen = [BY_NAME[name] for name in names] or list(STAGES)
    if only_list:
        for stage in chosen:
            print(f"{stage.name:<14}{stage.about}")
        return
    minimums = counts.committed(ROOT / "tests" / "minimums.json")
    unknown = minimums.keys() - BY_NAME.keys()
    if unknown:
        sys.exit(f"tests/minimums.json names no stage by {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the stage's processes end
    started = time.perf_counter()
    all_shown = []
    for stage in chosen:
        report.begin(stage.name)
        shown = runner.run(stage, minimums.get(stage.name, {}), full=full)
        report.stage(shown)
        all_shown.append(shown)
    report.summary(all_shown, time.perf_counter() - started)
    is_strict = strict or os.environ.get("CI") == "true"
    is_hidden = any(
        shown.missing or shown.of("not shown")
        for shown in all_shown
        if not shown.stage.may_be_hidden
    )
    if is_strict and is_hidden:
        sys.exit("what was not shown fails a strict run")
    sys.exit(1 if any(shown.failed for shown in all_shown) else 0)
