"""Ending tasks, also where a library lets a cancellation slip.

What is above the log has it from `shared/runtime/tasks`, beside what begins tasks.
"""

import asyncio
from typing import Any

_AGAIN_S = 0.5


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """Cancels the tasks and returns when they have ended, however."""
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=_AGAIN_S)
