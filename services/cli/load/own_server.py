"""A server of the load's own: every service a process, in a folder that vanishes with it."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from services.cli.installation import Installation
from services.cli.supervising import Child, Wanted, children_of, until_ready
from shared.runtime.lifecycle import Life

FREE = (
    *("--opening-burst", "1000000", "--openings-per-s", "1000000"),
    *("--sockets-limit", "100000"),
)
"""Settings of a gateway whose callers all come from one address, as those of a load do."""


class Served(NamedTuple):
    url: str
    data: Path
    """The installation's folder."""
    children: list[Child]


@asynccontextmanager
async def own_server(rules: int, projections: int) -> AsyncIterator[Served]:
    """Ready to be asked, until left. Raises what its start raises."""
    with tempfile.TemporaryDirectory(prefix="saloon-load-") as folder:
        data = Path(folder) / "installation"
        wanted = Wanted(
            "127.0.0.1", 0, rules, False, "error", gateway_flags=FREE, projections=projections
        )
        async with children_of(Installation(data), wanted, Life()) as children:
            try:
                for child in children:
                    await child.start()
                yield Served(await until_ready(children), data, children)
            finally:
                for child in children:
                    await child.stop()
