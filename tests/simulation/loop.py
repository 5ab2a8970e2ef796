"""An event loop whose time passes only while all wait, and whose order is always the same."""

import asyncio
import contextvars
import itertools
import selectors
from collections.abc import Callable, Coroutine, Generator, Mapping
from typing import Any, TypeVar

_Result = TypeVar("_Result")

RESOLUTION_S = 1e-6


class Stuck(Exception):
    """Nothing will ever happen any more."""


class _Selector(selectors.BaseSelector):
    """Moves time on instead of waiting for it. No file is ever ready."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = selectors.SelectorKey(fileobj, -1, events, data)
        self._keys[fileobj] = key
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck
        self.now_s += max(0.0, timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._keys


class NumberedTask(asyncio.Task[_Result]):
    """A task that sets hold in an order that does not hang on where it lies in memory."""

    number: int

    def __hash__(self) -> int:
        return self.number


class VirtualLoop(asyncio.SelectorEventLoop):
    """`adopt` is told of each new task with the context that it runs in."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)
        self._clock_resolution = RESOLUTION_S
        self._numbers = itertools.count()
        self.adopt: Callable[[asyncio.Task[Any], contextvars.Context], None] = lambda *_: None
        self.set_task_factory(_make_task)

    def time(self) -> float:
        return self._virtual.now_s

    def make_task(
        self,
        coroutine: Coroutine[Any, Any, _Result] | Generator[Any, None, _Result],
        context: contextvars.Context | None,
    ) -> asyncio.Task[_Result]:
        used = contextvars.copy_context() if context is None else context
        task = NumberedTask.__new__(NumberedTask)
        task.number = next(self._numbers)
        task.__init__(coroutine, loop=self, context=used)  # type: ignore[misc]
        self.adopt(task, used)
        return task


def _make_task(
    loop: asyncio.AbstractEventLoop,
    coroutine: Any,
    context: contextvars.Context | None = None,
) -> Any:
    assert isinstance(loop, VirtualLoop)
    return loop.make_task(coroutine, context)


def run(main: Coroutine[Any, Any, _Result]) -> _Result:
    """Runs `main` to its end in a loop of its own."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(main)
    finally:
        loop.run_until_complete(_end_all())
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _end_all() -> None:
    """Cancels what is left."""
    me = asyncio.current_task()
    while left := [task for task in asyncio.all_tasks() if task is not me]:
        for task in sorted(left, key=hash):
            task.cancel()
        await asyncio.sleep(0)
