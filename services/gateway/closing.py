"""How a socket ends: close codes, and which of them a refusal becomes."""

from msgspec import Struct

from shared.contracts.refusals import Refusal

BINARY = 1003
RESTARTING = 1012
TRY_LATER = 1013
MALFORMED = 4400
UNAUTHENTICATED = 4401
FORBIDDEN = 4403
NO_SUCH_ROOM = 4404
TIMEOUT = 4408
RATE_LIMITED = 4429

CLOSE_CODES = {
    BINARY: "A binary message; only text is taken.",
    1007: "A text message that is no UTF-8.",
    1009: "A message of more than 64 KiB.",
    1011: "No answer to a ping, or an error on our side.",
    RESTARTING: "This gateway stops; connect again at once.",
    TRY_LATER: "Crowded, too slow, or the room cannot be read now; connect again a little later.",
    MALFORMED: "A message that is none of those described here.",
    UNAUTHENTICATED: "No session, or it has ended or expired.",
    FORBIDDEN: "Not allowed to do that.",
    NO_SUCH_ROOM: "There is no such room, or the caller may not enter it.",
    TIMEOUT: "The first message did not come in time.",
    RATE_LIMITED: "Too many messages after having been told to slow down.",
}
"""Close codes with their meaning. A reason, where there is one, is a refusal's code."""

_CODES = {
    "unauthenticated": UNAUTHENTICATED,
    "forbidden": FORBIDDEN,
    "no_watchers": FORBIDDEN,
    "no_such_room": NO_SUCH_ROOM,
    "malformed": MALFORMED,
    "rate_limited": RATE_LIMITED,
}


class Closing(Struct, frozen=True):
    """`reason`: a refusal's code or empty."""

    code: int
    reason: str = ""


def closing_for(why: Refusal) -> Closing:
    """What cannot be helped now is worth another try."""
    return Closing(_CODES.get(why.code, TRY_LATER), why.code)
