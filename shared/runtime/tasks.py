"""Beginning and ending tasks: none fails unheard, and none outlives a cancellation that slips."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from shared.eventstore.ending import end

__all__ = ["Fail", "end", "kept_cancellable", "watched"]

_Result = TypeVar("_Result")

Fail = Callable[[BaseException], None]
"""Is told what ended a part of a service, which then has to be started anew."""


def watched(
    work: Coroutine[Any, Any, None], fail: Fail, name: str | None = None
) -> asyncio.Task[None]:
    """Runs `work` beside everything else; `fail` is told what it raises."""

    def done(task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            fail(error)

    task = asyncio.create_task(work, name=name)
    task.add_done_callback(done)
    return task


async def kept_cancellable(call: Coroutine[Any, Any, _Result]) -> _Result:
    """What `call` returns or raises; `CancelledError` if the task was cancelled meanwhile.

    `asyncio.wait_for` (until Python 3.12) forgets a cancellation that comes together with the
    result, and so does whatever is built on it: the loop around it would never end.
    """
    task = asyncio.current_task()
    assert task is not None
    cancelled_before = task.cancelling()
    result = await call
    if task.cancelling() > cancelled_before:
        raise asyncio.CancelledError
    return result
