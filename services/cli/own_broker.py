"""The broker of an installation's folder, for a verb that is not one of its services."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from services.cli.installation import Installation
from shared.runtime.child_server import DirectoryInUse
from shared.runtime.nats_server import NatsServer


class Reached(NamedTuple):
    url: str
    runs: bool
    """The services do; else the broker runs only as long as it is needed here."""


@asynccontextmanager
async def reached(installation: Installation) -> AsyncIterator[Reached]:
    """Where it listens: the one that runs on the folder, as it says itself, or one that is started.

    Raises `BrokenInstallation` and `ServerError`.
    """
    server = NatsServer(installation.broker(installation.secrets()))
    try:
        await server.start()
    except DirectoryInUse:
        url = installation.running_broker()
        if url is None:
            raise
        yield Reached(url, runs=True)
        return
    try:
        yield Reached(server.url, runs=False)
    finally:
        await server.stop()
