"""Following the log: one loop for each group of shards that stand at the same place."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

import structlog

from services.projection.metrics import ProjectionMetrics
from services.projection.places import Places
from services.projection.settings import ProjectionSettings
from services.projection.showing import Shower
from shared.contracts.ids import RoomId
from shared.eventstore.log import Away, Batch, Checkpoint, CheckpointUnusable, Gap, Log, Stored
from shared.runtime.clock import Clock

_log = structlog.stdlib.get_logger(__name__)

_AGAIN_MS = 500


class Follower:
    """Shows every entry of its shards; when the shards change it begins again where they stand."""

    def __init__(
        self,
        *,
        log: Log,
        places: Places,
        shower: Shower,
        clock: Clock,
        settings: ProjectionSettings,
        metrics: ProjectionMetrics,
    ) -> None:
        self._log = log
        self._places = places
        self._shower = shower
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._shards: tuple[int, ...] = ()
        self._loops: list[asyncio.Task[None]] = []
        self.is_current = False
        """All that the log had has been shown, as of the latest batch."""

    async def own(self, shards: Sequence[int]) -> None:
        """Follows `shards` and no others from now on."""
        if tuple(shards) == self._shards:
            return
        if self._shards:
            self._metrics.guard("regained")
        await self.stop()
        groups = await self._places.read(shards)
        self._shards = tuple(shards)
        self._loops = [
            asyncio.create_task(self._follow_for_ever(group, checkpoint))
            for checkpoint, group in groups.items()
        ]

    async def stop(self) -> None:
        for loop in self._loops:
            loop.cancel()
        if self._loops:
            await asyncio.wait(self._loops)
        self._loops, self._shards = [], ()

    async def _follow_for_ever(self, shards: list[int], checkpoint: Checkpoint | None) -> None:
        while True:
            try:
                await self._follow(shards, checkpoint)
            except (Gap, CheckpointUnusable) as error:
                # The views are made anew from the first entry; what is newer in the store stays.
                _log.error("log_not_followed", kind=type(error).__name__, why=str(error))
                checkpoint = None
            except Away as error:
                _log.warning("log_away", kind=type(error).__name__)
            await self._clock.sleep_ms(_AGAIN_MS)

    async def _follow(self, shards: list[int], checkpoint: Checkpoint | None) -> None:
        kept_ms = self._clock.now_ms()
        async with aclosing(self._log.follow(shards, checkpoint)) as batches:
            async for batch in batches:
                await self._show(batch)
                self.is_current = batch.is_current
                now_ms = self._clock.now_ms()
                if now_ms - kept_ms >= self._settings.keep_ms:
                    await self._places.keep(shards, batch.checkpoint, now_ms)
                    kept_ms = now_ms

    async def _show(self, batch: Batch) -> None:
        """Rooms side by side, each room's entries in their order."""
        rooms: dict[RoomId, list[Stored]] = {}
        for stored in batch.entries:
            rooms.setdefault(stored.room, []).append(stored)
        waiting = list(rooms.values())
        size = self._settings.rooms_at_once
        for start in range(0, len(waiting), size):
            await asyncio.gather(*map(self._show_room, waiting[start : start + size]))

    async def _show_room(self, entries: list[Stored]) -> None:
        for stored in entries:
            await self._shower.show(stored)
