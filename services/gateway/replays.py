"""Questions about matches, passed on to the replay service: the gateway itself reads no log."""

import gzip
import hmac

import msgspec
import structlog

from services.gateway.refusing import Refused, stop
from services.gateway.sessions import Session
from services.gateway.settings import GatewaySettings
from shared.contracts import messages
from shared.contracts.commands import AUDITOR_LIMIT
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.replay import ReplayRequest, What
from shared.contracts.subjects import REPLAY_ASK
from shared.runtime.bus import Bus, BusError
from shared.text.visible import is_all_visible

_log = structlog.stdlib.get_logger(__name__)

_refused = msgspec.json.Decoder(messages.Refused)
_RETRY_AFTER_MS = 1_000
_GZIP = b"\x1f\x8b"


class Asker:
    """Who asks: a player with his session, or an auditor by the name he gives himself."""

    def __init__(self, session: Session | None, auditor: str, invitation: str) -> None:
        self.session = session
        self.auditor = auditor
        self.invitation = invitation


class Replays:
    """`credential`: what auditors show; empty: nobody is one."""

    def __init__(self, bus: Bus, credential: str, settings: GatewaySettings) -> None:
        self._bus = bus
        self._credential = credential.encode()
        self._wait_ms = settings.replay_wait_ms

    def knows(self, bearer: str | None) -> bool:
        """Whether it is the auditors' credential."""
        given = (bearer or "").encode()
        return bool(self._credential) and hmac.compare_digest(given, self._credential)

    async def ask(
        self,
        room: RoomId,
        what: What,
        asker: Asker,
        match: int = 0,
        viewpoint: str = "",
        at: int = 0,
    ) -> bytes:
        """The answer, compressed by gzip. Refuses as the replay service does, with `unavailable`
        where it does not answer, and with `malformed` what is no name of an auditor."""
        name = asker.auditor
        session = asker.session
        if session is None and not (is_all_visible(name) and len(name) <= AUDITOR_LIMIT):
            stop("malformed")
        if session is not None and not session.is_good_for(room):
            stop("no_such_room")
        request = ReplayRequest(
            room=room,
            what=what,
            match=match,
            viewpoint=viewpoint,
            at=at,
            asker=session.player if session is not None else PlayerId(""),
            auditor=name if session is None else "",
            invitation=asker.invitation,
        )
        try:
            answer = await self._bus.request(
                REPLAY_ASK, msgspec.json.encode(request), timeout_ms=self._wait_ms
            )
            if answer.startswith(_GZIP):
                return answer
            why = _refused.decode(answer).why
        except (BusError, msgspec.DecodeError) as error:
            _log.info("replay_unanswered", room=room, kind=type(error).__name__)
            stop("unavailable", retry_after_ms=_RETRY_AFTER_MS)
        raise Refused(why)


def plain(answer: bytes) -> bytes:
    """The same without compression, for whoever takes none."""
    return gzip.decompress(answer)


def takes_gzip(accepted: str | None) -> bool:
    """By the header `Accept-Encoding`. Who does not send it could be sent anything, but is rather a
    script that unpacks nothing."""
    for each in (accepted or "").lower().split(","):
        name, _, quality = each.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
