"""An auditor's look at a match that is not over: an entry first, that its players read."""

from collections.abc import Callable

import msgspec

from services.replay.metrics import ReplayMetrics
from shared.contracts.commands import AUDITOR_LIMIT, Look
from shared.contracts.ids import SYSTEM, CommandId, RoomId
from shared.contracts.messages import Accepted, CommandRequest, Refused
from shared.contracts.refusals import Refusal, refuse
from shared.runtime.dispatch import Dispatch
from shared.text.visible import is_all_visible

_OVER = ("no_match", "room_closed")
"""What a look is refused with that came after the end: nothing is hidden any more."""


class Looking:
    """`fresh`: random bytes at each call, so that every look is one of its own."""

    def __init__(
        self, dispatch: Dispatch, metrics: ReplayMetrics, fresh: Callable[[], bytes]
    ) -> None:
        self._dispatch = dispatch
        self._metrics = metrics
        self._fresh = fresh

    async def record(self, room: RoomId, auditor: str) -> Refusal | None:
        """Returns nothing when the look is stored, or was not needed any more."""
        if not is_all_visible(auditor) or len(auditor) > AUDITOR_LIMIT:
            return refuse("malformed")
        command = msgspec.Raw(msgspec.json.encode(Look(auditor)))
        name = CommandId(f"look:{self._fresh()[:16].hex()}")
        reply = await self._dispatch.send(CommandRequest(room, SYSTEM, name, command))
        if isinstance(reply, Accepted):
            self._metrics.looks.add()
            return None
        if isinstance(reply, Refused):
            return None if reply.why.code in _OVER else reply.why
        return refuse("unavailable", retry_after_ms=reply.retry_after_ms)
