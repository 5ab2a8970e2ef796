"""In which epoch the views are: a mark in the view store that all members go by.

A new epoch begins when views are to be made anew, whatever numbers they had: after the log was
restored, when their format changes, in a store that knows none. Views of an older one then count
for nothing, so a member that goes on in it would write in vain.
"""

from enum import Enum

from shared.contracts.subjects import PROJECTION
from shared.runtime.clock import Clock
from shared.runtime.viewstore import EPOCH_MARK, Head, ViewChange, ViewStore

FORMAT = 1
"""Of sections and frames; views of another format are not gone on with but made anew."""

_HOUR_MS = 3_600_000
"""The number of the mark's view is the hour in which it was renewed."""


class Found(Enum):
    """What a look at the mark has found."""

    SAME = "same"
    NEWER = "newer"
    """Somebody has begun another epoch, which is now this member's too."""
    LOST = "lost"
    """The store knows of no epoch, and so of no view; this member's holds again."""


class Epochs:
    """Every call but `local` raises `StoreAway`."""

    def __init__(self, store: ViewStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.current = 0

    def local(self) -> None:
        """Begins one that only this member knows, until the store is back."""
        self.current = self._clock.now_ms()

    async def enter(self) -> bool:
        """Goes on in the store's epoch, or begins one where there is none; whether it did that."""
        known = await self._known()
        if known is not None and known.format == FORMAT:
            self.current = known.epoch
            return False
        await self.begin()
        return True

    async def begin(self) -> None:
        """A new epoch; of two that begin at once the later one holds."""
        known = await self._known()
        now_ms: int = self._clock.now_ms()
        await self._mark(now_ms if known is None else max(now_ms, known.epoch + 1))
        await self.look()

    async def look(self) -> Found:
        """Follows the store's epoch, and keeps its mark from expiring."""
        known = await self._known()
        if known is None:
            await self._mark(self.current)
            return Found.LOST
        if known.epoch < self.current:
            # Begun while the store was away: unless they learn of it, all others write in vain.
            await self._mark(self.current)
        elif known.seq < self._hour():
            await self._mark(known.epoch)
        if known.epoch > self.current:
            self.current = known.epoch
            return Found.NEWER
        return Found.SAME

    async def _known(self) -> Head | None:
        view = await self._store.read_view(EPOCH_MARK, PROJECTION)
        return None if view is None else view.head

    async def _mark(self, epoch: int) -> None:
        mark = ViewChange(PROJECTION, {}, is_whole=True)
        await self._store.write_views(EPOCH_MARK, Head(epoch, FORMAT, self._hour()), [mark])

    def _hour(self) -> int:
        return self._clock.now_ms() // _HOUR_MS
