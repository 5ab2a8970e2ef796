"""A look at a room of an installation that runs is recorded before anything is shown."""

from secrets import token_hex

import msgspec

from shared.contracts.commands import Look
from shared.contracts.ids import SYSTEM, CommandId, RoomId
from shared.contracts.messages import Accepted, CommandRequest, Refused
from shared.contracts.subjects import RULES
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import SystemClock
from shared.runtime.dispatch import Dispatch, DispatchSettings
from shared.runtime.kv import NatsBucket
from shared.runtime.members import STREAM, Members

AUDITOR = "terminal"
"""What players read of a look from the command line."""
WAIT = DispatchSettings(budget_ms=5_000)
_NOTHING_HIDDEN = frozenset({"no_match", "room_closed", "no_such_room"})
_DAMAGED = "unprocessable"
"""Nobody can play there any more, and somebody has to see why."""


async def is_recorded(bus: NatsBus, room: RoomId, wait: DispatchSettings = WAIT) -> bool:
    """Whether the look is an entry of the room now, or needs to be none. `bus`: the auditor's."""
    clock = SystemClock()
    members = Members(bus, NatsBucket(bus, STREAM), clock, service=RULES)
    await members.watch()
    try:
        command = msgspec.Raw(msgspec.json.encode(Look(AUDITOR)))
        name = CommandId(f"look:{token_hex(16)}")
        request = CommandRequest(room, SYSTEM, name, command)
        reply = await Dispatch(bus, members, clock, "audit", wait).send(request)
    finally:
        await members.close()
    if isinstance(reply, Refused):
        return reply.why.code in {*_NOTHING_HIDDEN, _DAMAGED}
    return isinstance(reply, Accepted)
