"""What it costs to try a room's code, so that rooms are not found by trying."""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.gateway.limits import Limits
from services.gateway.refusing import Refused
from services.gateway.sessions import Session
from services.gateway.views import Views
from shared.contracts.ids import PlayerId, RoomId

REMEMBERED_LIMIT = 20_000


class Guessing:
    """Whoever is not known to belong to a room pays for a look at it, and has that back where there
    is such a room for him. He pays first: from an address that has nothing left all codes look
    alike. What tells who belongs there takes as long for one code as for another."""

    def __init__(self, views: Views, limits: Limits) -> None:
        self._views = views
        self._limits = limits
        self._known: OrderedDict[tuple[PlayerId, RoomId], None] = OrderedDict()
        """Who was in which room through this gateway."""

    @asynccontextmanager
    async def look(self, room: RoomId, session: Session, address: str) -> AsyncIterator[None]:
        """Around whatever tells somebody whether there is a room. Refuses with `rate_limited`."""
        if await self._belongs(room, session):
            yield
            return
        await self._limits.lookup(address)
        try:
            yield
        except Refused as refused:
            if refused.why.code != "no_such_room":
                await self._limits.found(address)
            raise
        await self._limits.found(address)
        self.note(room, session)

    def note(self, room: RoomId, session: Session) -> None:
        """He was told of the room: looking again costs nothing."""
        self._known[session.player, room] = None
        while len(self._known) > REMEMBERED_LIMIT:
            self._known.popitem(last=False)

    async def _belongs(self, room: RoomId, session: Session) -> bool:
        if session.room == room or (session.player, room) in self._known:
            return True
        if has_own := await self._views.has_own(room, session.player):
            self.note(room, session)
        return has_own
