"""Rooms that an operator drains: each is ended as soon as no match runs in it."""

import structlog

from services.timer.commanding import Commanding
from services.timer.ledger import Ledger
from shared.contracts.ids import RoomId
from shared.runtime.bus import BusError
from shared.runtime.wishes import DRAINED_ROOMS, Wishes, drained_room

_log = structlog.stdlib.get_logger(__name__)


class Draining:
    def __init__(self, wishes: Wishes, ledger: Ledger, commanding: Commanding) -> None:
        self._wishes = wishes
        self._ledger = ledger
        self._commanding = commanding

    async def look(self) -> None:
        """Once the ledger has all that the log has. What fails is done by the next look."""
        try:
            for name in await self._wishes.get(f"{DRAINED_ROOMS}*"):
                await self._drain(RoomId(name.removeprefix(DRAINED_ROOMS)))
        except BusError as error:
            _log.info("wishes_unread", kind=type(error).__name__)

    async def _drain(self, room: RoomId) -> None:
        record = self._ledger.get(room)
        if record is None:  # it is closed
            await self._wishes.withdraw(drained_room(room))
        elif not record.is_running:
            await self._commanding.end(room, record.seq)
