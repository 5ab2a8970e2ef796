"""From start to stop: services in one process, ended by a signal, or within a test or a demo.

Services start in the order given and stop in the opposite one. A piece of work that fails ends all:
a process that lives on with half of itself missing is worse than one that is started anew.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

import structlog
import uvloop

from shared.runtime.clock import SystemClock
from shared.runtime.collecting import Collecting
from shared.runtime.tasks import end, watched
from shared.runtime.unfit import Unfit

_log = structlog.stdlib.get_logger(__name__)


class Service(Protocol):
    """What can be run."""

    async def start(self) -> None:
        """Returns when it is at work."""
        ...

    async def stop(self) -> None:
        """Takes nothing new, finishes what began, lets go of everything. It may be cancelled.

        It is also called after a `start` that failed or was cancelled half-way.
        """
        ...


class Life:
    """One run, from start to stop, of what belongs together."""

    def __init__(self) -> None:
        self.started = asyncio.Event()
        """Set when every service has started."""
        self._ending = asyncio.Event()
        self._cut = asyncio.Event()
        self._failure: BaseException | None = None
        self._work: set[asyncio.Task[None]] = set()

    @property
    def failure(self) -> BaseException | None:
        """What ended it before anybody asked."""
        return self._failure

    @property
    def is_ending(self) -> bool:
        return self._ending.is_set()

    def end(self) -> None:
        """Asks for the end; asked again, what still runs is cut off."""
        if self._ending.is_set():
            self._cut.set()
        self._ending.set()

    def fail(self, error: BaseException) -> None:
        """Ends all because of `error`."""
        if self._failure is None and not self._ending.is_set():
            self._failure = error
            _tell(error)
        self._ending.set()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Runs `work` beside the services until it returns or all ends; if it raises, all ends."""
        task = watched(work, self.fail, name)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def ended(self) -> None:
        """Returns when the end was asked for, or something failed."""
        await self._ending.wait()

    async def cut_off(self) -> None:
        """Returns when the end was asked for twice."""
        await self._cut.wait()

    async def dismiss(self) -> None:
        """Cancels what was spawned."""
        await end(*self._work)


def _tell(error: BaseException) -> None:
    if isinstance(error, Unfit):
        _log.error("unfit", why=str(error))
    else:
        _log.error("failed", exc_info=error)


async def host(services: Sequence[Service], life: Life, *, stop_ms: int) -> bool:
    """Runs the services until `life` ends. Whether all of them stopped in order within `stop_ms`.

    What a service raises while it starts fails the life; those before it are stopped.
    """
    begun: list[Service] = []
    starting = asyncio.create_task(_start(services, begun))
    ending = asyncio.create_task(life.ended())
    try:
        await asyncio.wait({starting, ending}, return_when=asyncio.FIRST_COMPLETED)
        if starting.done() and not starting.cancelled():
            error = starting.exception()
            if error is not None:
                life.fail(error)
            elif not life.is_ending:
                life.started.set()
        await life.ended()
    finally:
        await end(starting, ending)
        is_orderly = await _stop_all(begun, life, stop_ms)
        await life.dismiss()
    return is_orderly


async def _start(services: Sequence[Service], begun: list[Service]) -> None:
    for service in services:
        begun.append(service)
        await service.start()


async def _stop_all(begun: Sequence[Service], life: Life, stop_ms: int) -> bool:
    stopping = asyncio.create_task(_stop_each(begun))
    cut = asyncio.create_task(life.cut_off())
    await asyncio.wait({stopping, cut}, timeout=stop_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
    is_orderly = stopping.done() and stopping.result()
    if not stopping.done():
        _log.warning("cut_off", stop_ms=stop_ms)
    await end(stopping, cut)
    return is_orderly


async def _stop_each(begun: Sequence[Service]) -> bool:
    """Whether none failed to. One that does keeps no other from it."""
    is_orderly = True
    for service in reversed(begun):
        (error,) = await asyncio.gather(service.stop(), return_exceptions=True)
        if error is not None:
            is_orderly = False
            _log.error("stop_failed", exc_info=error)
    return is_orderly


@asynccontextmanager
async def running(
    services: Sequence[Service], life: Life | None = None, *, stop_ms: int = 5_000
) -> AsyncIterator[Life]:
    """The services within this loop: started on entering, stopped on leaving. `life`: theirs, where
    what they stand on is part of it.

    Raises what a service raised while it started, or what failed since.
    """
    life = life or Life()
    hosting = asyncio.create_task(host(services, life, stop_ms=stop_ms))
    started = asyncio.create_task(life.started.wait())
    await asyncio.wait({hosting, started}, return_when=asyncio.FIRST_COMPLETED)
    started.cancel()
    try:
        if not hosting.done():
            yield life
    finally:
        if not life.is_ending:  # asked again, it would cut them off
            life.end()
        await hosting
    if life.failure is not None:
        raise life.failure


Opened = Callable[[Life], AbstractAsyncContextManager[Sequence[Service]]]
"""Makes services and what they stand on, such as connections, let go of after they stopped."""


def run_process(opened: Opened, *, stop_ms: int = 5_000) -> int:
    """Runs until SIGTERM or SIGINT, a second one cutting off what still runs. The exit code:

    0 when all stopped in order, 1 when something failed or had to be cut off.
    """
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        code = runner.run(_until_signal(opened, stop_ms))
        runner.run(_end_all())  # closing the runner cancels once, and waits for ever
        return code


async def _end_all() -> None:
    await end(*asyncio.all_tasks() - {asyncio.current_task()})


async def _until_signal(opened: Opened, stop_ms: int) -> int:
    life, is_open = Life(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, life.end)

    async def open_and_host() -> bool:
        async with opened(life) as services:
            is_open.set()
            life.spawn(Collecting(SystemClock()).run(), "collecting")
            return await host(services, life, stop_ms=stop_ms)

    hosting = asyncio.create_task(open_and_host())
    ending = asyncio.create_task(life.ended())
    await asyncio.wait({hosting, ending}, return_when=asyncio.FIRST_COMPLETED)
    if not is_open.is_set():  # asked to end while, say, the broker was still waited for
        hosting.cancel()
    await end(ending)
    await asyncio.wait({hosting})
    if hosting.cancelled():
        return 0
    if (error := hosting.exception()) is not None:
        if error is not life.failure:
            _tell(error)
        return 1
    return 0 if hosting.result() and life.failure is None else 1
