"""`saloon check`: what must hold before anything is run."""

import subprocess
import sys
import time
from collections.abc import Sequence

import click

from .tree import ROOT

STEPS: dict[str, tuple[str, ...]] = {
    "format": ("ruff", "format", "--check", "--output-format=concise", "."),
    "lint": ("ruff", "check", "--output-format=concise", "."),
    "types": ("mypy",),
    "imports": ("pytest", "-q", "tests/architecture"),
}
_FIXES = (("ruff", "check", "--fix-only", "--quiet", "."), ("ruff", "format", "--quiet", "."))


def _module(arguments: Sequence[str], *, quiet: bool) -> tuple[int, str]:
    """Runs `python -m …` at the root of the checkout: exit code, and its output if `quiet`."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout or ""


@click.command()
@click.option("--fix", is_flag=True, help="Format and mend what can be mended first.")
@click.option("--step", "steps", multiple=True, type=click.Choice(list(STEPS)), help="Only this.")
def check(*, fix: bool, steps: tuple[str, ...]) -> None:
    """Format, lint, types and the import rule. Exits 1 if one of them does not hold."""
    if fix:
        for arguments in _FIXES:
            _module(arguments, quiet=False)
    failed = 0
    for step in steps or STEPS:
        started = time.perf_counter()
        code, output = _module(STEPS[step], quiet=True)
        word = "PASSED" if code == 0 else "FAILED"
        print(f"{step:<10}{time.perf_counter() - started:7.1f} s  {word}", flush=True)
        if code != 0:
            failed += 1
            print(output, flush=True)
    sys.exit(1 if failed else 0)
