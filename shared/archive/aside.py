"""Blocking work in threads that nobody has to wait for: a disk may never answer.

The interpreter joins the threads of an executor before it ends, and a few that hang take up all
places of the loop's own. These end with the process.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

_Made = TypeVar("_Made")


class Aside:
    """`limit`: calls that may be at work at once. Others wait for a place, also behind calls whose
    callers have given up: so many threads hang at most."""

    def __init__(self, limit: int = 8) -> None:
        self._places = asyncio.Semaphore(limit)

    async def run(self, work: Callable[[], _Made]) -> _Made:
        """What `work` returns or raises."""
        loop = asyncio.get_running_loop()
        made: asyncio.Future[_Made] = loop.create_future()
        await self._places.acquire()

        def end(result: _Made | None, error: BaseException | None) -> None:
            self._places.release()
            if made.done():
                return
            if error is not None:
                made.set_exception(error)
            else:
                made.set_result(result)  # type: ignore[arg-type]

        def thread() -> None:
            result: _Made | None = None
            failed: BaseException | None = None
            try:
                result = work()
            except BaseException as error:  # noqa: BLE001 - it is the caller's
                failed = error
            with suppress(RuntimeError):  # the loop is closed: nobody is there to hear it
                loop.call_soon_threadsafe(end, result, failed)

        threading.Thread(target=thread, daemon=True, name="archive").start()
        return await made
