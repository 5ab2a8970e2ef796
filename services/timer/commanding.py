"""Sending the system's commands, and seeing what became of them."""

import msgspec
import structlog

from services.timer.metrics import TimerMetrics
from shared.contracts.commands import Abandon, Absent, End, SystemCommand, Timeout
from shared.contracts.ids import SYSTEM, CommandId, PlayerId, RoomId
from shared.contracts.messages import Accepted, CommandReply, CommandRequest, Refused
from shared.runtime.dispatch import Dispatch

_log = structlog.stdlib.get_logger(__name__)

_ORDINARY = frozenset({"too_early", "nothing_due", "no_match", "not_seated", "room_closed"})
"""Refusals that only say that the timer was behind or another was faster."""


class Commanding:
    """Ids say what a command stands for, so that a second sending, or a second timer's, is known to
    the room as the same."""

    def __init__(self, dispatch: Dispatch, ending: Dispatch, metrics: TimerMetrics) -> None:
        """`ending`: the way of what operators do to rooms."""
        self._dispatch = dispatch
        self._ending = ending
        self._metrics = metrics

    async def time_out(self, room: RoomId, due: str) -> CommandReply:
        return await self._send(room, "timeout", f"timeout:{due}", Timeout(due))

    async def absent(
        self, room: RoomId, player: PlayerId, *, is_away: bool, seq: int
    ) -> CommandReply:
        """`seq`: the entry of the room that this was found at."""
        kind = "absent" if is_away else "back"
        return await self._send(room, kind, f"{kind}:{seq}:{player}", Absent(player, is_away))

    async def abandon(self, room: RoomId, seq: int) -> CommandReply:
        return await self._send(room, "abandon", f"abandon:{seq}", Abandon())

    async def end(self, room: RoomId, seq: int) -> CommandReply:
        """For the operator who drains it."""
        return await self._send(room, "end", f"end:{seq}", End())

    async def _send(
        self, room: RoomId, kind: str, command_id: str, command: SystemCommand
    ) -> CommandReply:
        data = msgspec.Raw(msgspec.json.encode(command))
        request = CommandRequest(room, SYSTEM, CommandId(command_id), data)
        dispatch = self._ending if isinstance(command, End) else self._dispatch
        reply = await dispatch.send(request)
        self._metrics.command(kind, _outcome(reply))
        if isinstance(reply, Refused) and reply.why.code not in _ORDINARY:
            _log.warning(
                "system_command_refused",
                room=room,
                seq=reply.seq,
                command_id=command_id,
                code=reply.why.code,
            )
        return reply


def _outcome(reply: CommandReply) -> str:
    if isinstance(reply, Accepted):
        return "accepted"
    return reply.why.code if isinstance(reply, Refused) else "retry"
