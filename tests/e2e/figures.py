"""Figures of how fast the page is: taken in the page, recorded, and held to nothing but themselves.

What is wanted is for a quiet machine; tests run on machines that others keep busy.
"""

import os
import sys

from services.cli.testing import counts

IS_FULL = "SALOON_FULL" in os.environ
"""As many as are wanted; otherwise the same with fewer."""


def record(what: str, ms: float) -> None:
    """Among what the stage has counted, and for whoever looks at its output."""
    counts.record(f"ms, {what}", max(1, round(ms)))
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    sys.stderr.write(f"{ms:8.1f} ms  {what} (load average {load})\n")
