"""Ending tasks, also where a library lets a cancellation slip."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")

_AGAIN_S = 0.5


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """Cancels the tasks and returns when they have ended, however."""
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=_AGAIN_S)


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
