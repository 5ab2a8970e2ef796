"""The broker and the store that run as children, started again when one of them ends by itself."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from shared.runtime.child_server import ChildServer
from shared.runtime.lifecycle import Life
from shared.runtime.tasks import end
from shared.runtime.unfit import ServerError, Unfit

_log = structlog.stdlib.get_logger(__name__)

STEADY_S = 10.0
"""A child that ran for so long has not failed at its start."""
_PAUSES_S = (0.1, 0.5, 1.0, 2.0, 5.0)
_VAIN_STARTS = len(_PAUSES_S)
"""In a row: then a server is given up."""


def pause_s(vain_starts: int) -> float:
    """Before a child is started again that failed at so many starts in a row."""
    return _PAUSES_S[min(max(vain_starts, 1), len(_PAUSES_S)) - 1]


@asynccontextmanager
async def kept(server: ChildServer, life: Life) -> AsyncIterator[None]:
    """The server runs until this is left, on the same port and files each time.

    Fails `life` where it cannot be kept. Raises what its first start raises.
    """
    async with server:
        keeping = life.spawn(_keep(server, life), server.name)
        try:
            yield
        finally:
            await end(keeping)


async def _keep(server: ChildServer, life: Life) -> None:
    """Raises `Unfit` after `_VAIN_STARTS`. A server that ends together with all else stays so."""
    loop = asyncio.get_running_loop()
    vain_starts, why = 0, await server.ended()
    while not life.is_ending:
        if vain_starts == _VAIN_STARTS:
            raise Unfit(
                f"{server.name} was started again {vain_starts} times in a row and did not stay "
                f"up; put right what ended it, then start all again. The last time: {why}"
            )
        pause = pause_s(vain_starts)
        _log.error("child_ended", child=server.name, why=why, pause_s=pause)
        await asyncio.sleep(pause)
        vain_starts += 1
        try:
            await server.start()
        except (ServerError, OSError) as error:
            why = str(error)
            continue
        began_s = loop.time()
        why = await server.ended()
        if loop.time() - began_s > STEADY_S:
            vain_starts = 0
