"""Following several streams: one pull loop for each, merged into batches.

Each loop reads through a short-lived consumer of its own behind the last number seen, so a broken
consumer, a lost delivery and a restarted broker have one cure: make another there (`pulling`).
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from msgspec import Struct
from nats.aio.client import Client

from .checkpoint import Mark, Marks, read_checkpoint
from .ending import end
from .layout import Layout
from .log import Batch, Checkpoint, LogError, Stored
from .pulling import Pulled, PullSettings, StreamPull


class FollowSettings(Struct, frozen=True):
    idle_s: float = 1.0
    """An empty batch comes after this long without entries."""
    pull: PullSettings = PullSettings()


async def follow(
    connection: Client,
    layout: Layout,
    settings: FollowSettings,
    shards: Sequence[int],
    checkpoint: Checkpoint | None,
) -> AsyncGenerator[Batch, None]:
    """See `Log.follow`. To be closed before the connection drains."""
    marks = read_checkpoint(checkpoint, layout)
    held = layout.shards_by_stream(shards)
    arrivals: asyncio.Queue[Pulled | LogError] = asyncio.Queue(maxsize=max(len(held), 1))
    is_current = dict.fromkeys(held, False)
    tasks = []
    for stream, own in held.items():
        mark = marks.setdefault(stream, Mark())
        subjects = layout.filters(stream, own)
        pull = StreamPull(connection, stream, subjects, mark, settings.pull, arrivals)
        tasks.append(asyncio.create_task(pull.run()))
    try:
        told_current = False
        while True:
            arrival = await _next(arrivals, settings.idle_s, tasks)
            entries: tuple[Stored, ...] = ()
            if arrival is not None:
                entries = arrival.entries
                marks[arrival.stream] = arrival.mark
                is_current[arrival.stream] = arrival.is_current
            all_current = all(is_current.values())
            if arrival is None or entries or all_current != told_current:
                told_current = all_current
                reached = Marks(layout.stream_count, layout.tenant, marks).encode()
                yield Batch(entries, reached, all_current)
    finally:
        await end(*tasks)  # a request swallows what comes together with its answer (3.11)


async def _next(
    arrivals: asyncio.Queue[Pulled | LogError], idle_s: float, tasks: list[asyncio.Task[None]]
) -> Pulled | None:
    """The next arrival, or nothing for `idle_s`. Raises the error with which a loop ended."""
    try:
        async with asyncio.timeout(idle_s):
            arrival = await arrivals.get()
    except TimeoutError:
        for task in tasks:
            if task.done():
                task.result()
        return None
    if isinstance(arrival, LogError):
        raise arrival
    return arrival
