"""A run is a function of its seed: here, again, and in a process that hashes in another way."""

import os
import subprocess
import sys

import pytest

from services.cli.tree import ROOT
from tests.conftest import Count
from tests.simulation.run import Outcome, simulate

SEEDS = (0, 1, 6, 7)
HASH_SEEDS = ("1", "4711")
_TELL = """
import sys
from tests.simulation.run import simulate
from tests.simulation.test_same_again import told
print(*(told(simulate(int(seed))) for seed in sys.argv[1:]), sep="\\n")
"""


def told(outcome: Outcome) -> str:
    happened = sum(outcome.faults.values()), sum(outcome.guards.values())
    return f"{outcome.log_hash} {outcome.simulated_s!r} {happened}"


@pytest.fixture(scope="module")
def first() -> list[str]:
    return [told(simulate(seed)) for seed in SEEDS]


def test_the_same_seed_gives_the_same_log_twice(first: list[str], count: Count) -> None:
    assert [told(simulate(seed)) for seed in SEEDS] == first
    assert len(set(first)) == len(SEEDS)
    count("runs repeated", len(SEEDS))


@pytest.mark.parametrize("hash_seed", HASH_SEEDS)
def test_another_process_gives_the_same_log(first: list[str], hash_seed: str, count: Count) -> None:
    run = subprocess.run(
        [sys.executable, "-P", "-c", _TELL, *map(str, SEEDS)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    assert run.stdout.splitlines() == first
    count("runs repeated", len(SEEDS))
