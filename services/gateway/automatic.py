"""Seats of automatic players: which of them nobody plays, and the leases of those who do.

A gateway offers the seats of rooms that it deals with. A seat is taken while its player's socket is
open anywhere, and for a moment after each claim, so that there is time to open one.
"""

import hmac
from collections import OrderedDict

from services.gateway.entering import Entering
from services.gateway.hub import Hub
from services.gateway.metrics import GatewayMetrics
from services.gateway.presence import Presence
from services.gateway.refusing import Refused, stop
from services.gateway.sessions import Sessions
from services.gateway.settings import GatewaySettings
from services.gateway.views import MemberView
from shared.contracts.commands import type_of
from shared.contracts.http import AutomaticSeat, AutomaticSeats, ClaimReply, ClaimRequest
from shared.contracts.ids import PlayerId, RoomId
from shared.runtime.clock import Clock
from shared.runtime.viewstore import Limit, StoreAway, ViewStore

ROOMS_LIMIT = 2_000
"""Rooms with automatic players that are remembered, the latest."""
OFFERED_LIMIT = 500
RETRY_AFTER_MS = 1_000

_MAY_SEAT = frozenset({"addAutomatic", "create", "setOptions", "again"})
"""Commands that may seat one: the host's own, and those with which options may do it."""


class Automatic:
    """`credential`: what automatic players show to be let at seats; empty lets nobody."""

    def __init__(
        self,
        *,
        credential: str,
        hub: Hub,
        entering: Entering,
        sessions: Sessions,
        presence: Presence,
        store: ViewStore,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self._credential = credential.encode()
        self._hub = hub
        self._entering = entering
        self._sessions = sessions
        self._presence = presence
        self._store = store
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._rooms: OrderedDict[RoomId, None] = OrderedDict()
        self._claimed: dict[tuple[RoomId, PlayerId], int] = {}
        """Until when, for what was claimed here; so far as that is not over."""

    def authorize(self, credential: str) -> None:
        """Refuses with `unauthenticated` whoever is no automatic player."""
        if not self._credential or not hmac.compare_digest(credential.encode(), self._credential):
            stop("unauthenticated")

    def accepted(self, room: RoomId, command: bytes) -> None:
        """Takes note of rooms that may have got an automatic player."""
        if type_of(command) in _MAY_SEAT:
            self._remember(room)

    async def seats(self) -> AutomaticSeats:
        """Seats that nobody plays and nobody has claimed."""
        self._forget_claims()
        for room, place in self._hub.rooms.items():
            if any(member.automatic for member in place.members):
                self._remember(room)
        found: list[AutomaticSeat] = []
        for room in tuple(self._rooms):
            members = await self._automatic_members(room)
            if members:
                found += await self._free(room, members)
            elif members is not None:
                self._rooms.pop(room, None)
            if len(found) >= OFFERED_LIMIT:
                break
        return AutomaticSeats(found[:OFFERED_LIMIT])

    async def _free(self, room: RoomId, members: list[MemberView]) -> list[AutomaticSeat]:
        """Of these seats. The store is asked only where it matters."""
        here = self._presence.here(room)
        open_ = [m for m in members if m.player not in here]
        open_ = [m for m in open_ if (room, m.player) not in self._claimed]
        present = await self._presence.present(room) if open_ else set()
        return [
            AutomaticSeat(room, member.player, member.automatic)
            for member in open_
            if member.player not in present
        ]

    async def claim(self, room: RoomId, player: PlayerId, body: ClaimRequest) -> ClaimReply:
        """A seat's token, to whoever is first. Refuses with `no_such_player` where the room has no
        such automatic player, with `already_seated` where another plays it.
        """
        members = await self._automatic_members(room)
        if members is None:
            stop("unavailable", retry_after_ms=RETRY_AFTER_MS)
        if all(member.player != player for member in members):
            stop("no_such_player")
        if not self._renews(room, player, body.token):
            if player in await self._presence.present(room):
                stop("already_seated")
            await self._take(room, player)
        token, session = await self._sessions.open_seat(
            player, room, body.nickname, self._settings.lease_ms
        )
        self._remember(room)
        return ClaimReply(token, session.expires_ms, self._settings.connect_ms)

    def _renews(self, room: RoomId, player: PlayerId, token: str) -> bool:
        if not token:
            return False
        session = self._sessions.read(token)
        if (session.room, session.player) != (room, player):
            stop("unauthenticated")
        return True

    async def _take(self, room: RoomId, player: PlayerId) -> None:
        """Marks the seat as claimed until its socket should be open."""
        self._forget_claims()
        if (room, player) in self._claimed:
            stop("already_seated")
        now_ms, connect_ms = self._clock.now_ms(), self._settings.connect_ms
        try:
            once = Limit(1, 1000 / connect_ms)
            wait_ms = await self._store.take(f"claim:{room}:{player}", once, now_ms)
        except StoreAway:
            self._metrics.store_away.add()
            wait_ms = 0
        if wait_ms:
            stop("already_seated")
        self._claimed[room, player] = now_ms + connect_ms

    async def _automatic_members(self, room: RoomId) -> list[MemberView] | None:
        """Empty also where the room is closed or there is none; `None`: it cannot be read now."""
        place = self._hub.rooms.get(room)
        if place is not None and place.room is not None:
            members, phase = place.members, place.room.phase
        else:
            try:
                public = await self._entering.public(room)
            except Refused as refused:
                return [] if refused.why.code == "no_such_room" else None
            members, phase = public.members, public.room.phase
        if phase == "closed":
            return []
        return [member for member in members if member.automatic and not member.left]

    def _remember(self, room: RoomId) -> None:
        self._rooms[room] = None
        self._rooms.move_to_end(room)
        while len(self._rooms) > ROOMS_LIMIT:
            self._rooms.popitem(last=False)

    def _forget_claims(self) -> None:
        now_ms = self._clock.now_ms()
        self._claimed = {key: until for key, until in self._claimed.items() if until > now_ms}
