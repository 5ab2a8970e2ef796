"""From a question to its answer, with a bound on how many are worked on."""

import gzip
import re
from collections.abc import Callable
from typing import Literal

import msgspec
import structlog
from msgspec.structs import replace

from services.replay import showing
from services.replay.admitting import had_seat, hidden, may_enter, may_watch, viewpoint
from services.replay.kept import Kept
from services.replay.looking import Looking
from services.replay.metrics import ReplayMetrics
from services.replay.reading import Match, Reading, Standing
from services.replay.settings import ReplaySettings
from services.replay.turns import Turns
from shared.archive.matches import Found
from shared.archive.objects import Damaged, ObjectsError
from shared.contracts.http_replay import MatchesReply, MatchInfo
from shared.contracts.ids import RoomId
from shared.contracts.refusals import Refusal, refuse
from shared.contracts.replay import ReplayRequest
from shared.eventstore.log import Away
from shared.folding.loader import Damaged as LogDamaged
from shared.folding.loader import FoldError
from shared.matchfile.head import Head
from shared.room.rules import Games
from shared.runtime.bus import BusError
from shared.runtime.names import Names

_log = structlog.stdlib.get_logger(__name__)

_encode = msgspec.json.Encoder().encode

_ROOM = re.compile(r"[A-Za-z0-9_-]{1,64}")
_BUSY = refuse("overloaded", retry_after_ms=1_000)
_AWAY = refuse("unavailable", retry_after_ms=1_000)
_DAMAGED = refuse("damaged")
_GONE = refuse("match_not_kept")


def tell_damaged(metrics: ReplayMetrics, room: RoomId, error: Exception) -> None:
    """The operator: of a match that is in the archive, but is not what was put there."""
    _log.error("archived_match_damaged", room=room, why=str(error))
    metrics.guard("damaged")


class Answering:
    """`finished`: puts into a file's head what only this installation can; given the head, and
    whether its match is over."""

    def __init__(
        self,
        *,
        reading: Reading,
        turns: Turns,
        looking: Looking,
        names: Names,
        games: Games,
        finished: Callable[[Head, bool], Head],
        settings: ReplaySettings,
        metrics: ReplayMetrics,
    ) -> None:
        self._reading = reading
        self._looking = looking
        self._names = names
        self._games = games
        self._finished = finished
        self._settings = settings
        self._metrics = metrics
        self._kept = Kept(settings.kept_bytes_limit)
        self._turns = turns
        self._waiting = 0
        metrics.kept_bytes.by(lambda: self._kept.size_bytes)

    async def answer(self, request: ReplayRequest) -> bytes | Refusal:
        """What was asked for, compressed, or why not."""
        if bool(request.auditor) == bool(request.asker):
            return refuse("malformed")
        if _ROOM.fullmatch(request.room) is None:
            return refuse("no_such_room")
        if self._waiting >= self._settings.waiting_limit + self._settings.answers_at_once:
            return _BUSY
        self._waiting += 1
        try:
            async with self._turns.turn():
                return await self._answer(request)
        except (Away, BusError):
            return _AWAY
        except Damaged as error:
            tell_damaged(self._metrics, request.room, error)
            return _DAMAGED
        except ObjectsError as error:
            _log.warning("archive_unreadable", room=request.room, why=str(error))
            self._metrics.guard("archive")
            return _AWAY
        except FoldError as error:
            _log.error("room_unservable", room=request.room, why=str(error))
            self._metrics.guard("unservable")
            # Another member may hold the rules that this one lacks.
            return _DAMAGED if isinstance(error, LogDamaged) else _AWAY
        finally:
            self._waiting -= 1

    async def _answer(self, request: ReplayRequest) -> bytes | Refusal:
        standing = await self._reading.room(request.room)
        if standing is None or not await self._is_admitted(standing, request):
            return refuse("no_such_room")
        if not await may_watch(standing, request, self._reading):
            return refuse("no_watchers")
        if request.what == "matches":
            return await self._matches(standing)
        found = await self._asked_for(standing, request)
        if isinstance(found, Refusal):
            return found
        match, whose = found
        if request.auditor and not standing.is_over(match):
            return await self._looked_into(request)
        return await self._shown(standing, match, whose, request)

    async def _is_admitted(self, standing: Standing, request: ReplayRequest) -> bool:
        return may_enter(standing, request) or await had_seat(standing, request, self._reading)

    async def _looked_into(self, request: ReplayRequest) -> bytes | Refusal:
        """To an auditor, about a match that is not over: nothing before his look is stored."""
        refusal = await self._looking.record(request.room, request.auditor)
        if refusal is not None:
            return refusal
        standing = await self._reading.room(request.room)
        if standing is None:
            return _AWAY
        found = await self._asked_for(standing, request)
        if isinstance(found, Refusal):
            return found
        return await self._shown(standing, *found, request)

    async def _asked_for(
        self, standing: Standing, request: ReplayRequest
    ) -> tuple[Match, str] | Refusal:
        """The match, and whose eyes the answer is for."""
        match = await self._reading.match(standing, request.match)
        if match is None:
            return _nowhere(standing, request)
        whose = viewpoint(standing, match, request)
        return whose if isinstance(whose, Refusal) else (match, whose)

    async def _shown(
        self, standing: Standing, match: Match, whose: str, request: ReplayRequest
    ) -> bytes | Refusal:
        is_over = standing.is_over(match)
        word = hidden(standing, whose, request)
        names = await self._known_names(match) if request.what == "file" else {}
        key = (
            request.room,
            match,
            request.what,
            whose,
            request.at,
            bool(word),
            tuple(names.items()),
        )
        kept = self._kept.get(key) if is_over else None
        if kept is not None:
            self._metrics.from_memory.add()
            return kept
        found = await self._reading.found(standing, match)
        if found is None:
            return _GONE
        made = await self._made(found, whose, request, names, is_over=is_over, word=word)
        if is_over and isinstance(made, bytes):
            self._kept.keep(key, made)
        return made

    async def _made(
        self,
        found: Found,
        whose: str,
        request: ReplayRequest,
        names: dict[str, str],
        *,
        is_over: bool,
        word: str,
    ) -> bytes | Refusal:
        """The answer to what was asked for. `word`: what is left out of it."""
        given = found.stretch, whose, self._games
        match request.what:
            case "file":
                return await showing.file(
                    *given,
                    names,
                    lambda head: self._signed(found, head, is_over=is_over),
                    hidden=word,
                )
            case "knowledge":
                return await showing.knowledge(*given, is_over=is_over, at=request.at)
            case "leaks":
                return await showing.leaks(*given, is_over=is_over)
            case "frames":
                return await showing.frames(*given, is_over=is_over, hidden=word)
            case _:
                return await showing.proofs(*given, is_over=is_over, hidden=word)

    def _signed(self, found: Found, head: Head, *, is_over: bool) -> Head:
        """What comes out of the archive is never signed anew: its signature is for every viewer."""
        if not found.is_archived:
            return self._finished(head, is_over)
        kept = found.head
        return replace(head, signature=kept.signature, ruleset_digest=kept.ruleset_digest)

    async def _matches(self, standing: Standing) -> bytes:
        matches = await self._reading.matches(standing)
        players = list(dict.fromkeys(p for match in matches for p in match.players))
        body = MatchesReply(
            standing.room,
            [_info(standing, match) for match in matches],
            await self._names.get(players),
        )
        return gzip.compress(_encode(body), mtime=0)

    async def _known_names(self, match: Match) -> dict[str, str]:
        found = await self._names.get(match.players)
        return {str(player): found[player] for player in match.players if player in found}


def _nowhere(standing: Standing, request: ReplayRequest) -> Refusal:
    """Why there is no such match: there never was one, or it is kept no more."""
    if 0 < request.match <= standing.last:
        return _GONE
    return refuse("no_such_match", first=1, last=standing.last)


def _phase(standing: Standing, match: Match) -> Literal["preparing", "running", "over"]:
    if standing.is_over(match):
        return "over"
    return "preparing" if standing.phase == "lobby" else "running"


def _info(standing: Standing, match: Match) -> MatchInfo:
    return MatchInfo(
        match=match.number,
        game=match.game,
        ruleset=match.ruleset,
        phase=_phase(standing, match),
        first_seq=match.first_seq,
        last_seq=match.last_seq,
        began_ms=match.began_ms,
        last_ms=match.last_ms,
        players=list(match.players),
    )
