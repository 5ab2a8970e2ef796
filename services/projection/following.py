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
from shared.runtime.tasks import Fail, end, watched

_log = structlog.stdlib.get_logger(__name__)

_AGAIN_MS = 500


class _Group:
    """Shards that are followed together, and where they stand."""

    def __init__(self, shards: list[int], checkpoint: Checkpoint | None, now_ms: int) -> None:
        self.shards = shards
        self.checkpoint = checkpoint
        self.is_current = False
        self.current_ms = now_ms
        """When all had been shown that the log then had; before that ever was, when it began."""


class Follower:
    """Shows every entry of its shards; when the shards change it begins again where they stand.

    `fail` is told what ended a loop that nobody wanted to end.
    """

    def __init__(
        self,
        *,
        log: Log,
        places: Places,
        shower: Shower,
        clock: Clock,
        settings: ProjectionSettings,
        metrics: ProjectionMetrics,
        fail: Fail,
    ) -> None:
        self._log = log
        self._places = places
        self._shower = shower
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._fail = fail
        self.shards: tuple[int, ...] = ()
        self._groups: list[_Group] = []
        self._loops: list[asyncio.Task[None]] = []
        metrics.shards.by(lambda: len(self.shards))
        metrics.behind_ms.by(lambda: self.behind_ms)

    @property
    def behind_ms(self) -> int:
        """How long ago the loop that is furthest behind had shown all; 0 where there is none."""
        now_ms = self._clock.now_ms()
        return max((now_ms - group.current_ms for group in self._groups), default=0)

    @property
    def is_current(self) -> bool:
        """All that the log had has been shown, as of the latest batch of each loop."""
        return bool(self._groups) and all(group.is_current for group in self._groups)

    async def own(self, shards: Sequence[int]) -> bool:
        """Follows `shards` and no others from now on; whether that is a change."""
        if tuple(shards) == self.shards:
            return False
        if self.shards:
            self._metrics.guard("regained")
        found = await self._places.read(shards)
        await self.stop()
        self.shards = tuple(shards)
        now_ms = self._clock.now_ms()
        self._groups = [_Group(group, checkpoint, now_ms) for checkpoint, group in found.items()]
        self._loops = [watched(self._follow_for_ever(group), self._fail) for group in self._groups]
        return True

    async def stop(self) -> None:
        await end(*self._loops)
        self._loops, self._groups, self.shards = [], [], ()

    async def _follow_for_ever(self, group: _Group) -> None:
        """After a hole it goes on behind it: the room that has it cannot be folded across, and is
        given up with an alarm; the others are shown."""
        while True:
            try:
                await self._follow(group)
            except Gap as gap:
                _log.error("log_gap", room=gap.room, seq=gap.seq)
                self._metrics.guard("damaged")
            except CheckpointUnusable as error:
                # The views are made anew from the first entry; what is newer in the store stays.
                _log.error("log_not_followed", why=str(error))
                group.checkpoint = None
            except Away as error:
                _log.warning("log_away", kind=type(error).__name__)
            group.is_current = False
            await self._clock.sleep_ms(_AGAIN_MS)

    async def _follow(self, group: _Group) -> None:
        kept_ms = self._clock.now_ms()
        async with aclosing(self._log.follow(group.shards, group.checkpoint)) as batches:
            async for batch in batches:
                await self._show(batch)
                group.is_current = batch.is_current
                group.checkpoint = batch.checkpoint
                now_ms = self._clock.now_ms()
                if batch.is_current:
                    group.current_ms = now_ms
                if now_ms - kept_ms >= self._settings.keep_ms and not self._shower.owes:
                    await self._places.keep(group.shards, batch.checkpoint, now_ms)
                    kept_ms = now_ms

    async def _show(self, batch: Batch) -> None:
        """Rooms side by side, each room's entries in their order."""
        rooms: dict[RoomId, list[Stored]] = {}
        for stored in batch.entries:
            rooms.setdefault(stored.room, []).append(stored)
        waiting = list(rooms.values())
        size = self._settings.rooms_at_once
        for start in range(0, len(waiting), size):
            some = map(self._show_room, waiting[start : start + size])
            for outcome in await asyncio.gather(*some, return_exceptions=True):
                if outcome is not None:
                    raise outcome

    async def _show_room(self, entries: list[Stored]) -> None:
        for stored in entries:
            await self._shower.show(stored)
