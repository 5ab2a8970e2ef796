"""Who is connected, as the store is told and as it tells.

Everything that a room's attendance needs of the store goes one after the other, and is decided when
its turn comes: whoever has gone is never said to be here by a call that was begun before.
"""

import asyncio
from collections.abc import Callable

from services.gateway.metrics import GatewayMetrics
from services.gateway.settings import GatewaySettings
from shared.contracts.ids import PlayerId, RoomId
from shared.runtime.clock import Clock
from shared.runtime.viewstore import StoreAway, ViewStore

BEATS = 3
"""Within the time that the store takes somebody for present, he is kept so often."""


class _Kept:
    """One room in the store. Kept here as long as `told` or `users` is not empty."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.users = 0
        """Calls that have or await their turn."""
        self.told: set[PlayerId] = set()
        """Of whom the store may think that he is here because it was told so from here."""
        self.due_ms = 0
        """When everybody has to be told again."""
        self.elsewhere: set[PlayerId] = set()
        """Who was connected through other gateways when the store was asked last."""


class Attendance:
    """`here`: who is connected to a room through this gateway, right now."""

    def __init__(
        self,
        *,
        here: Callable[[RoomId], set[PlayerId]],
        store: ViewStore,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self._here = here
        self._store = store
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._rooms: dict[RoomId, _Kept] = {}

    @property
    def rooms(self) -> set[RoomId]:
        """Those of which the store may think that somebody is here."""
        return set(self._rooms)

    async def keep(self, room: RoomId) -> None:
        """Tells the store who is here and who is not any more, as far as it is not told yet.

        What fails, because the store is away, is made up for by the next call.
        """
        kept = self._rooms.setdefault(room, _Kept())
        kept.users += 1
        try:
            async with kept.turn:
                await self._agree(room, kept)
        finally:
            kept.users -= 1
            if not kept.users and not kept.told and not self._here(room):
                del self._rooms[room]

    def elsewhere(self, room: RoomId) -> set[PlayerId]:
        """Who is connected through other gateways, as far as was known at the last `keep`."""
        kept = self._rooms.get(room)
        return set() if kept is None else kept.elsewhere - self._here(room)

    async def present(self, room: RoomId) -> set[PlayerId]:
        """Who is connected anywhere, as far as is known here."""
        try:
            found = await self._store.present(room, self._since_ms())
        except StoreAway:
            self._metrics.store_away.add()
            return self._here(room)
        return self._here(room) | set(found)

    async def _agree(self, room: RoomId, kept: _Kept) -> None:
        try:
            await self._tell(room, kept)
        except StoreAway:
            self._metrics.store_away.add()
            kept.due_ms, kept.elsewhere = 0, set()

    async def _tell(self, room: RoomId, kept: _Kept) -> None:
        now_ms, here = self._clock.now_ms(), self._here(room)
        is_due = bool(here) and now_ms >= kept.due_ms
        if here == kept.told and not is_due:
            return
        for player in sorted(kept.told - here):
            await self._store.depart(room, player)
            kept.told.discard(player)
        untold = sorted(here if is_due else here - kept.told)
        if untold:
            kept.told.update(untold)
            await self._store.beat(room, untold, now_ms)
        if here:
            kept.elsewhere = set(await self._store.present(room, self._since_ms())) - kept.told
        if is_due:
            kept.due_ms = now_ms + self._settings.presence_window_ms // BEATS

    def _since_ms(self) -> int:
        return self._clock.now_ms() - self._settings.presence_window_ms
