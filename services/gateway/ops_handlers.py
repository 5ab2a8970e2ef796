"""What each operation of those who operate an installation does."""

from services.gateway.core import Gateway
from services.gateway.operation import Call, Handler, Reply
from services.gateway.settings import OPS_PAGE_LIMIT
from services.gateway.spoken import as_json, number
from shared.contracts.ids import PlayerId

_ALL = PlayerId("")
"""All who show the credential are one in what they may ask for."""
_MOST_ROOMS = 1_000_000


class OpsHandlers:
    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    def all(self) -> dict[str, Handler]:
        """By the operation's id."""
        return {"readOps": self.read, "listOpsRooms": self.list_rooms}

    async def read(self, call: Call) -> Reply:
        self._gateway.limits.message(_ALL)
        return as_json(self._gateway.overseeing.reply())

    async def list_rooms(self, call: Call) -> Reply:
        self._gateway.limits.message(_ALL)
        skip = number(call, "skip", 0, _MOST_ROOMS, otherwise=0)
        limit = number(call, "limit", 1, OPS_PAGE_LIMIT, otherwise=20)
        return as_json(await self._gateway.overseeing.rooms(skip, limit))
