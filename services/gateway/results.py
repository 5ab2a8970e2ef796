"""How a match ended, in the caller's language, from the view of a room whose match is over."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from services.gateway.entering import Entering
from services.gateway.refusing import stop
from services.gateway.sessions import Session, Sessions
from services.gateway.views import Seen
from shared.contracts.http import ResultReply
from shared.contracts.ids import PlayerId, RoomId
from shared.games.bang.result import BangResult
from shared.games.buckshot.result import BuckshotResult
from shared.text import automatic, result
from shared.text.catalogue import Catalogue


class _Outcome(Struct, frozen=True):
    """The section `result`."""

    winners: tuple[PlayerId, ...]
    ranking: tuple[PlayerId, ...]
    abandoned: bool
    detail: Raw


class _Told(Struct, frozen=True):
    """What the texts read: an outcome with its game's own result."""

    winners: tuple[PlayerId, ...]
    ranking: tuple[PlayerId, ...]
    abandoned: bool
    detail: Any


class _Points(Struct, frozen=True):
    player: PlayerId
    points: int


DETAILS: dict[str, type[Struct]] = {"bang": BangResult, "buckshot": BuckshotResult}
"""What each game's result is read as."""

RESULT = "result"
STANDINGS = "standings"


class Results:
    def __init__(self, entering: Entering, sessions: Sessions) -> None:
        self._entering = entering
        self._sessions = sessions

    async def read(self, room: RoomId, session: Session, invitation: str) -> ResultReply:
        """Refuses with `no_result` but from a match's end until the next one is prepared."""
        _, seen = await self._entering.view(room, session, invitation)
        if RESULT not in seen.sections:
            stop("no_result")
        outcome = msgspec.json.decode(seen.sections[RESULT], type=_Outcome)
        about = seen.room
        detail = msgspec.json.decode(outcome.detail, type=DETAILS[about.game])
        told = _Told(outcome.winners, outcome.ranking, outcome.abandoned, detail)
        standings = _standings(seen)
        known = await self._sessions.names(list({*standings, *_players(detail)}))
        texts = Catalogue(session.language)
        members = [str(member.player) for member in seen.members]
        names = automatic.names(texts, about.game, members)
        names |= {str(player): name for player, name in known.items()}
        return ResultReply(
            code=room,
            match=about.match,
            game=about.game,
            result=Raw(seen.sections[RESULT]),
            summary=result.summary(texts, told, names, about.game),
            places=list(result.places(texts, told, names, about.game)),
            points=result.points(texts, standings, names),
            names={PlayerId(player): name for player, name in names.items()},
        )


def _standings(seen: Seen) -> dict[PlayerId, int]:
    rows = msgspec.json.decode(seen.sections[STANDINGS], type=tuple[_Points, ...])
    return {row.player: row.points for row in rows}


def _players(detail: Any) -> list[PlayerId]:
    return [player.id for player in detail.players]
