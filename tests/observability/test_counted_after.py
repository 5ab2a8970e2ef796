"""What projection and timer count: how far behind they are, and what is late."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from shared.eventstore.log import Batch, Checkpoint, Log
from shared.runtime.clock import settle
from tests.runtime.waiting import until
from tests.services.projection.stand import HeldBack, Stand
from tests.services.table import GUESTS
from tests.services.timer.evening import SETTINGS, TURN_MS, Evening
from tests.services.worlds import World

QUIET_MS = 1_500


class Silent(HeldBack):
    """A log that says no more to its followers once it `is_silent`."""

    is_silent = False

    async def follow(
        self, shards: Sequence[int], checkpoint: Checkpoint | None
    ) -> AsyncGenerator[Batch, None]:
        async with aclosing(self._log.follow(shards, checkpoint)) as batches:
            async for batch in batches:
                if self.is_silent:
                    await asyncio.Event().wait()
                yield batch


async def test_each_entry_shown_has_its_lag_and_shards_are_told(world: World) -> None:
    await world.member()
    stand = Stand(world, None)
    await stand.listen()
    member = await stand.member()
    table = await stand.table()
    await table.open()
    for guest in GUESTS[:3]:
        await table.does(guest, "join")
    counted = member.metrics
    await until(lambda: counted.shown() == len(stand.seqs(table.room)) + 1)
    assert counted.shown() == counted.lags() == 4
    assert counted.shards.value() == 64
    assert counted.rooms.value() == 1
    await stand.end()


async def test_a_projection_that_hears_nothing_is_behind(evening: Evening) -> None:
    stand, logs = Stand(evening.world, None), list[Silent]()

    def wrap(log: Log) -> Log:
        logs.append(Silent())
        return logs[-1].before(log)

    member = await stand.member(wrap=wrap)
    behind = member.metrics.behind_ms
    await evening.pass_ms(600)
    await until(lambda: behind.value() == 0)
    logs[0].is_silent = True
    await evening.table.open()
    await settle()
    await evening.pass_ms(30_000)
    assert behind.value() >= 30_000 - QUIET_MS
    ending = asyncio.create_task(stand.end())
    while not ending.done():
        await evening.pass_ms(100)


async def test_a_time_out_has_its_lateness(evening: Evening) -> None:
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(TURN_MS + SETTINGS.grace_ms + 300)
    assert timer.metrics.timed_out() == timer.metrics.commanded("timeout") == 1
    assert timer.metrics.overdue_ms.value() == 0


async def test_a_deadline_that_nobody_deals_with_is_overdue(
    evening: Evening, trust: list[bool]
) -> None:
    timer = await evening.add_timer()
    await evening.table.start()
    assert timer.metrics.overdue_ms.value() == 0
    trust[0] = False
    await evening.pass_ms(TURN_MS + 40_000)
    assert 30_000 <= timer.metrics.overdue_ms.value() <= 41_000
    assert timer.metrics.timed_out() == 0
    await until(lambda: timer.metrics.behind_ms.value() == 0)
