"""Who may be shown what. Until a match is over: his own seat, or what a watcher sees. From then on
everything, to whoever may enter the room; to an auditor always.

The key of an invited room is for those who could have been told it: who has a seat, shows it, or
is an auditor. Others may look at matches that are over while a room is open, and are not to come in
by that key once it is not.
"""

import hmac

from services.replay.reading import Match, Reading, Standing
from shared.contracts.ids import AUTOMATIC
from shared.contracts.refusals import Refusal, refuse
from shared.contracts.replay import ReplayRequest
from shared.contracts.tenancy import is_foreign
from shared.matchfile.head import AUDITOR, WATCHER

_SEEN = ("knowledge", "leaks")
"""What is asked about somebody's eyes, and not about everything."""
_BY_EYES = ("frames", *_SEEN)
"""What is of what somebody at the table saw; an auditor has no such eyes."""


def may_enter(standing: Standing, request: ReplayRequest) -> bool:
    """To whomever this says no, the room is one that does not exist, unless `had_seat` asks for
    more."""
    if request.auditor or request.asker in standing.members:
        return True
    if request.asker.startswith(AUTOMATIC):
        return False
    if is_foreign(request.asker, standing.tenant, standing.visibility):
        return False
    return standing.visibility != "invited" or _shows_key(standing, request)


async def had_seat(standing: Standing, request: ReplayRequest, reading: Reading) -> bool:
    """A closed room, where the seats were given up, is shown to whoever had one in any of its
    matches, also if the log has none of them any more. Raises as `reading` does."""
    if standing.phase != "closed" or request.asker.startswith(AUTOMATIC):
        return False
    return await _sat(standing, request, reading)


async def may_watch(standing: Standing, request: ReplayRequest, reading: Reading) -> bool:
    """Where nobody may watch, matches are for those who had a seat in one of them, and auditors."""
    if standing.watching or request.auditor or request.asker in standing.members:
        return True
    return await _sat(standing, request, reading)


async def _sat(standing: Standing, request: ReplayRequest, reading: Reading) -> bool:
    if any(request.asker in match.players for match in standing.matches):
        return True
    return any(request.asker in match.players for match in await reading.matches(standing))


def hidden(standing: Standing, viewpoint: str, request: ReplayRequest) -> str:
    """The room's key where it has to be left out, else nothing. Frames show it to oneself alone:
    what they are looked at for is not the key."""
    is_own = viewpoint == request.asker
    could_be_told = (
        bool(request.auditor) or request.asker in standing.members or _shows_key(standing, request)
    )
    may_know = is_own or (could_be_told and request.what not in _BY_EYES)
    return "" if may_know else standing.invitation


def _shows_key(standing: Standing, request: ReplayRequest) -> bool:
    given, wanted = request.invitation.encode(), standing.invitation.encode()
    return bool(wanted) and hmac.compare_digest(given, wanted)


def viewpoint(standing: Standing, match: Match, request: ReplayRequest) -> str | Refusal:
    """Whose eyes the answer is for. Refuses with `no_such_player`, `not_shown_yet`."""
    own = request.asker if request.asker in match.players else WATCHER
    if request.auditor:
        own = WATCHER if request.what in _BY_EYES else AUDITOR
    wanted = request.viewpoint or own
    known = (*match.players, WATCHER)
    if wanted not in (known if request.what in _SEEN else (*known, AUDITOR)):
        return refuse("no_such_player")
    if request.auditor or wanted in (own, WATCHER) or standing.is_over(match):
        return wanted
    return refuse("not_shown_yet")
