"""What each operation of hosts does, and the one by which their users come in."""

from services.gateway.core import Gateway
from services.gateway.hosts import player_of
from services.gateway.identity import cookie
from services.gateway.operation import Call, Handler, Reply
from services.gateway.refusing import Refused
from services.gateway.rooms import PAGE_LIMIT
from services.gateway.spoken import as_json, idempotency_key, number, room_of, told
from shared.contracts.http_hosts import HostPlayerReply

_LAST_CHANGE = 1 << 53


class HostHandlers:
    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    def all(self) -> dict[str, Handler]:
        """By the operation's id."""
        return {
            "openHostSession": self.open_session,
            "readHost": self.read,
            "namePlayer": self.name_player,
            "openHostRoom": self.open_room,
            "listHostRooms": self.list_rooms,
            "endHostRoom": self.end_room,
            "listDeliveries": self.list_deliveries,
            "redeliver": self.redeliver,
        }

    async def open_session(self, call: Call) -> Reply:
        """Who tries tokens runs into the limit of those who try codes; who has one is counted with
        his host's others."""
        gateway = self._gateway
        try:
            token, session = await gateway.hosting.come_in(call.body.token, call.body.language)
        except Refused as refused:
            if refused.why.code == "bad_host_token":
                await gateway.limits.lookup(call.address)
            raise
        age_s = (session.expires_ms - gateway.clock.now_ms()) // 1_000
        value = cookie(token, age_s, is_secure=gateway.settings.secure_cookie)
        return as_json(told(session, token), 201, {"set-cookie": value})

    async def read(self, call: Call) -> Reply:
        return as_json(await self._gateway.hosting.info(call.tenant))

    async def name_player(self, call: Call) -> Reply:
        return as_json(HostPlayerReply(player_of(call.tenant, call.query.get("user", ""))))

    async def open_room(self, call: Call) -> Reply:
        opened = await self._gateway.hosting.open_room(
            call.tenant, call.body, idempotency_key(call)
        )
        return as_json(opened, 201, {"location": f"/api/rooms/{opened.code}"})

    async def list_rooms(self, call: Call) -> Reply:
        return as_json(await self._gateway.hosting.rooms(call.tenant))

    async def end_room(self, call: Call) -> Reply:
        await self._gateway.hosting.end_room(call.tenant, room_of(call))
        return Reply(status=204)

    async def list_deliveries(self, call: Call) -> Reply:
        after = number(call, "after", 0, _LAST_CHANGE, otherwise=0)
        limit = number(call, "limit", 1, PAGE_LIMIT, otherwise=50)
        return as_json(await self._gateway.hosting.deliveries(call.tenant, after, limit))

    async def redeliver(self, call: Call) -> Reply:
        return as_json(await self._gateway.hosting.redeliver(call.tenant, call.path["id"]))
