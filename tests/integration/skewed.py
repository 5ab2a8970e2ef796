"""Runs a verb of the command line on a machine whose clock is wrong.

Run as `python skewed.py SECONDS VERB …`: what this process takes for the time is so much ahead.
"""

import sys
import time


def skew(ahead_s: float) -> None:
    real_s, real_ns = time.time, time.time_ns
    time.time = lambda: real_s() + ahead_s
    time.time_ns = lambda: real_ns() + int(ahead_s * 1_000_000_000)


if __name__ == "__main__":
    skew(float(sys.argv.pop(1)))
    from services.cli.root import main

    main()
