"""Waiting for what other tasks and processes bring about."""

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], bool], *, within_s: float = 3) -> None:
    """Returns when `holds()`; `TimeoutError` when it does not come to that."""
    async with asyncio.timeout(within_s):
        while not holds():  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.005)
