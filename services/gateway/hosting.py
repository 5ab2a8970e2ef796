"""What hosts ask for: rooms of theirs, sessions for their users, what became of deliveries."""

from typing import NoReturn

import msgspec
from msgspec import Raw

from services.gateway.entering import Entering
from services.gateway.hosts import Hosts, Visitor, player_of
from services.gateway.limits import Limits
from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import Refused, stop
from services.gateway.rooms import Rooms
from services.gateway.sessions import Session, Sessions, check_nickname
from services.gateway.settings import GatewaySettings
from shared.contracts import messages
from shared.contracts.commands import End
from shared.contracts.hosting import (
    DELIVERY_ID,
    Deliveries,
    DeliveriesRequest,
    RedeliverRequest,
    Tenant,
    end_command,
)
from shared.contracts.http import Language, RoomListing, RoomRequest
from shared.contracts.http_hosts import (
    DeliveriesReply,
    HostInfo,
    HostRoomReply,
    HostRoomRequest,
    HostRoomsReply,
)
from shared.contracts.ids import SYSTEM, RoomId
from shared.contracts.messages import CommandRequest, Retry
from shared.contracts.subjects import WEBHOOKS_ASK
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock
from shared.runtime.dispatch import Dispatch
from shared.runtime.viewstore import Reserved, StoreAway, ViewStore

_HOUR_MS = 3_600_000
_FULL_MS = 30_000
"""When to ask again where no more rooms may be open; who knows when one is closed."""
_RETRY_AFTER_MS = 1_000

_answers: msgspec.json.Decoder[Deliveries | messages.Refused] = msgspec.json.Decoder(
    Deliveries | messages.Refused
)
_encode = msgspec.json.Encoder().encode


class _OpenRooms:
    """A tenant's rooms that are open, of which there may be so many."""

    def __init__(self, store: ViewStore, clock: Clock, tenant: Tenant) -> None:
        self._store = store
        self._clock = clock
        self._tenant = tenant

    async def take(self, room: RoomId) -> bool:
        tenant, most = self._tenant, self._tenant.quotas.rooms_open
        found = await self._store.reserve(tenant.name, room, most, self._clock.now_ms())
        if found is Reserved.FULL:
            stop("quota_exceeded", quota="rooms_open", limit=most, retry_after_ms=_FULL_MS)
        return found is Reserved.NEW

    async def give_back(self, room: RoomId) -> None:
        await self._store.remove_owned(self._tenant.name, room)


class Hosting:
    """`ending`: the way of those who end rooms of their own."""

    def __init__(
        self,
        *,
        hosts: Hosts,
        rooms: Rooms,
        sessions: Sessions,
        entering: Entering,
        limits: Limits,
        ending: Dispatch,
        bus: Bus,
        store: ViewStore,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self._hosts = hosts
        self._rooms = rooms
        self._sessions = sessions
        self._entering = entering
        self._limits = limits
        self._ending = ending
        self._bus = bus
        self._store = store
        self._clock = clock
        self._settings = settings
        self._metrics = metrics

    async def come_in(self, token: str, language: Language) -> tuple[str, Session]:
        """A session for a host's user. Refuses with `bad_host_token`, `quota_exceeded`,
        `nickname`."""
        visitor = self._hosts.visitor(token, self._clock.now_ms())
        name = visitor.tenant.name
        try:
            opened = await self._visit(visitor, language)
        except Refused as refused:
            self._metrics.host_session(name, refused.why.code)
            raise
        self._metrics.host_session(name)
        return opened

    async def _visit(self, visitor: Visitor, language: Language) -> tuple[str, Session]:
        await self._limits.quota(visitor.tenant, "sessions_per_minute")
        lease_ms = self._settings.host_session_hours * _HOUR_MS
        return await self._sessions.open_visit(
            visitor.player, visitor.nickname, language, lease_ms, visitor.room
        )

    async def open_room(
        self, tenant: Tenant, body: HostRoomRequest, idempotency_key: str
    ) -> HostRoomReply:
        """Refuses as `Rooms.open`, and with `quota_exceeded`."""
        player, nickname = player_of(tenant, body.user), check_nickname(body.nickname)
        await self._limits.quota(tenant, "rooms_per_hour")
        lease_ms = self._settings.host_session_hours * _HOUR_MS
        _, session = await self._sessions.open_visit(player, nickname, "ko", lease_ms)
        request = RoomRequest(body.game, body.options, body.visibility, body.test_seed)
        slots = _OpenRooms(self._store, self._clock, tenant)
        try:
            done = await self._rooms.open_for(session, request, idempotency_key, slots)
        except StoreAway:
            self._away()
        return HostRoomReply(done.code, done.seq, player, done.repeated)

    async def rooms(self, tenant: Tenant) -> HostRoomsReply:
        _, listings = await self._owned(tenant)
        found = [msgspec.json.decode(listing, type=RoomListing) for listing in listings]
        return HostRoomsReply(sorted(found, key=lambda room: room.code))

    async def info(self, tenant: Tenant) -> HostInfo:
        count, _ = await self._owned(tenant)
        quotas = tenant.quotas
        return HostInfo(
            tenant.name,
            count,
            quotas.rooms_open,
            quotas.rooms_per_hour,
            quotas.sessions_per_minute,
        )

    async def _owned(self, tenant: Tenant) -> tuple[int, list[bytes]]:
        try:
            return await self._store.owned(tenant.name, self._clock.now_ms())
        except StoreAway:
            self._away()

    def _away(self) -> NoReturn:
        self._metrics.store_away.add()
        stop("unavailable", retry_after_ms=_RETRY_AFTER_MS)

    async def end_room(self, tenant: Tenant, room: RoomId) -> None:
        """Refuses with `no_such_room` also what is a room of somebody else."""
        command = Raw(_encode(End(tenant.name)))
        request = CommandRequest(room, SYSTEM, end_command(tenant.name), command)
        reply = await self._ending.send(request)
        if isinstance(reply, Retry):
            stop("unavailable", retry_after_ms=reply.retry_after_ms)
        if isinstance(reply, messages.Refused):
            raise Refused(reply.why)
        self._entering.wrote(room, reply.seq)

    async def deliveries(self, tenant: Tenant, after: int, limit: int) -> DeliveriesReply:
        """What became of what was to be told to the host."""
        found = await self._ask(DeliveriesRequest(tenant.name, after, limit))
        return DeliveriesReply(found.deliveries, found.next)

    async def redeliver(self, tenant: Tenant, id_: str) -> DeliveriesReply:
        """Tells it once more, now. Refuses with `no_such_delivery`."""
        if DELIVERY_ID.fullmatch(id_) is None:
            stop("no_such_delivery")
        found = await self._ask(RedeliverRequest(tenant.name, id_))
        return DeliveriesReply(found.deliveries, found.next)

    async def _ask(self, request: DeliveriesRequest | RedeliverRequest) -> Deliveries:
        try:
            answer = await self._bus.request(
                WEBHOOKS_ASK, _encode(request), timeout_ms=self._settings.webhooks_wait_ms
            )
        except BusError:
            stop("unavailable", retry_after_ms=_RETRY_AFTER_MS)
        found = _answers.decode(answer)
        if isinstance(found, messages.Refused):
            raise Refused(found.why)
        return found
