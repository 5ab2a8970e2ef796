"""A command on its way to the room, and what the rules service supplies with it."""

from typing import Annotated

from msgspec import Meta, Struct

from ..contracts.ids import CommandId, PlayerId
from ..engine.game import Pace

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

COMMAND_ID_LIMIT = 128
"""Characters of a command id."""


class Supplied(Struct, frozen=True, omit_defaults=True):
    """All that rules ever get from outside beside command and time. Stored in the leaf of a command
    that uses it (`create`, `again`, `addAutomatic`, `kick`; a `setOptions` that seats somebody), so
    that deciding it again gives the same."""

    fresh: Hex32
    """32 random bytes in hex, never used for another command."""
    pace: Pace = Pace()
    """Used by `create`: the room keeps its pace."""
    test_seed: Hex32 | None = None
    """A fixed seed for the match that `create` or `again` prepares; only where it is allowed."""


NOTHING = Supplied("0" * 64)
"""For a stored command with which no supply was stored, when it is decided again."""


class Envelope(Struct, frozen=True):
    actor: PlayerId
    """Who sends it, as the gateway has proved; empty for the system."""
    command_id: CommandId
    command: bytes
    """JSON as it was sent; not yet checked in any way."""
    supplied: Supplied
