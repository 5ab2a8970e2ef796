"""Making the views of every room anew, because the store has lost them or an operator wants it.

A wish is begun with a new epoch, in which everything older counts for nothing, and carried out by
one member. How far it is stands beside the wish; if that member goes, the next one makes the rest.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from services.projection.epochs import Epochs
from services.projection.metrics import ProjectionMetrics
from services.projection.showing import Shower
from shared.eventstore.log import Away, Log
from shared.runtime.bus import BusError
from shared.runtime.clock import Clock
from shared.runtime.tasks import Fail, end, watched
from shared.runtime.viewstore import StoreAway
from shared.runtime.wishes import REBUILD, REBUILT, Asked, Rebuilt, Wishes

_log = structlog.stdlib.get_logger(__name__)

_Result = TypeVar("_Result")

_RETRY_AFTER_MS = 500
_TOLD_MS = 500
"""How often it is said how far it is."""

_asked = msgspec.json.Decoder(Asked)
_rebuilt = msgspec.json.Decoder(Rebuilt)


class Rebuilding:
    """`is_chosen`: whether this member is the one that carries wishes out; two at once do no harm.
    `fail` is told what ended it that was not expected to."""

    def __init__(
        self,
        *,
        wishes: Wishes,
        epochs: Epochs,
        shower: Shower,
        log: Log,
        clock: Clock,
        metrics: ProjectionMetrics,
        is_chosen: Callable[[], bool],
        fail: Fail,
    ) -> None:
        self._wishes = wishes
        self._epochs = epochs
        self._shower = shower
        self._log = log
        self._clock = clock
        self._metrics = metrics
        self._is_chosen = is_chosen
        self._fail = fail
        self._task: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Before anything is shown: goes on in the store's epoch or, where that must not be gone on
        with, in a new one."""
        wish = await self._wish()
        try:
            if wish is not None and not wish.epoch:
                await self._begin(wish)
            elif await self._epochs.enter():
                self.rebuild()
        except StoreAway:
            self._epochs.local()
            self.rebuild()

    async def heed(self) -> None:
        """Carries out what is wished, beside everything else. Raises `StoreAway`."""
        if (self._task is not None and not self._task.done()) or not self._is_chosen():
            return
        wish = await self._wish()
        if wish is not None and not wish.is_over:
            begun = wish if wish.epoch else await self._begin(wish)
            self._spawn(begun)

    def rebuild(self) -> None:
        """What the store has lost; nobody has wished for it."""
        if self._task is None or self._task.done():
            self._spawn(None)

    async def stop(self) -> None:
        if self._task is not None:
            await end(self._task)

    async def _wish(self) -> Rebuilt | None:
        """The latest, and how far it is; without an epoch nobody has begun it."""
        try:
            found = await self._wishes.get("projection.*")
            asked = _asked.decode(found[REBUILD]) if REBUILD in found else None
            known = _rebuilt.decode(found[REBUILT]) if REBUILT in found else None
        except (BusError, msgspec.DecodeError) as error:
            _log.info("wishes_unread", kind=type(error).__name__)
            return None
        if asked is None or (known is not None and known.at_ms == asked.at_ms):
            return known
        return Rebuilt(asked.at_ms)

    async def _begin(self, wish: Rebuilt) -> Rebuilt:
        await self._epochs.begin()
        begun = replace(wish, epoch=self._epochs.current)
        _log.info("epoch_begun", epoch=begun.epoch, wish=begun.at_ms)
        await self._tell(begun)
        return begun

    def _spawn(self, wish: Rebuilt | None) -> None:
        self._task = watched(self._write_all(wish), self._fail)

    async def _write_all(self, wish: Rebuilt | None) -> None:
        rooms = await self._until_there(self._log.rooms)
        told_ms = 0
        for done, room in enumerate(rooms):
            await self._until_there(partial(self._shower.show_whole, room))
            if wish is not None and self._clock.now_ms() - told_ms >= _TOLD_MS:
                await self._tell(replace(wish, rooms=len(rooms), done=done + 1))
                told_ms = self._clock.now_ms()
        if wish is not None:
            await self._tell(replace(wish, rooms=len(rooms), done=len(rooms), is_over=True))
        self._metrics.rebuilt.add()

    async def _tell(self, rebuilt: Rebuilt) -> None:
        try:
            await self._wishes.put(REBUILT, msgspec.json.encode(rebuilt))
        except BusError as error:  # it is begun once more, which costs time
            _log.warning("rebuild_untold", kind=type(error).__name__)

    async def _until_there(self, call: Callable[[], Awaitable[_Result]]) -> _Result:
        """What `call` gives, however long log or store are away."""
        while True:
            try:
                return await call()
            except (Away, StoreAway) as error:
                _log.warning("rebuild_delayed", kind=type(error).__name__)
                await self._clock.sleep_ms(_RETRY_AFTER_MS)
