"""`python -m tests.simulation 17 100-120`: plays these seeds and tells what happened."""

import sys
import time
from collections import Counter

from tests.simulation.run import simulate


def main(seeds: list[int]) -> int:
    """How many failed."""
    began_s, simulated_s, failed = time.process_time(), 0.0, 0
    sums = {"faults": Counter[str](), "guards": Counter[str](), "counted": Counter[str]()}
    for seed in seeds:
        outcome = simulate(seed)
        simulated_s += outcome.simulated_s
        sums["faults"] += outcome.faults
        sums["guards"] += outcome.guards
        sums["counted"] += outcome.counted
        if outcome.broken:
            failed += 1
            _say(outcome.tell())
    for title, numbers in sums.items():
        _say(f"{title}: {dict(sorted(numbers.items()))}")
    took_s = time.process_time() - began_s
    _say(f"{len(seeds)} seeds, {failed} failed, {sum(sums['faults'].values())} faults, ")
    _say(f"{simulated_s / 3600:.2f} h simulated in {took_s:.1f} s of CPU")
    return failed


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _seeds(arguments: list[str]) -> list[int]:
    found: list[int] = []
    for argument in arguments:
        first, _, last = argument.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


if __name__ == "__main__":
    sys.exit(min(1, main(_seeds(sys.argv[1:]))))
