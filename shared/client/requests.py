"""Requests to a gateway. Whatever may be sent again safely is sent again until it is answered."""

import asyncio
from itertools import count
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar
from uuid import uuid4

import httpx
import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from shared.contracts.commands import TalkLevel, Visibility
from shared.contracts.http import (
    AutomaticSeats,
    ClaimReply,
    ClaimRequest,
    CommandBody,
    CommandDone,
    GamesReply,
    Language,
    OptionValues,
    ResultReply,
    RoomInfo,
    RoomReply,
    RoomRequest,
    RoomsReply,
    SayBody,
    SessionReply,
    SessionRequest,
    TalkReply,
)
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import View
from shared.contracts.talk import TalkLine

from .refused import Refused
from .socket import Table

Away = httpx.TransportError
"""The server could not be reached, or did not answer in time."""

_Reply = TypeVar("_Reply")
_encode = msgspec.json.Encoder().encode

_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 2.0
_WORTH_ANOTHER_TRY = {429, 502, 503, 504}


class Client:
    """One player's client. `address`: `http://host:port`; `token`: of a session or a seat.

    `budget_s`: how long a request is repeated while the server is away or busy; then the last error
    is raised, `Away` or `Refused`.
    """

    def __init__(self, address: str, token: str = "", *, budget_s: float = 15.0) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.player = PlayerId("")
        self._budget_s = budget_s
        self._chance = Random()  # noqa: S311 (spreads retries)
        self._http = httpx.AsyncClient(base_url=self.address, timeout=10.0)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def open_session(self, nickname: str, language: Language = "en") -> SessionReply:
        """A guest's session; its token is used from here on."""
        reply = await self._ask(
            "POST", "/api/sessions", SessionReply, SessionRequest(nickname, language)
        )
        self._http.cookies.clear()  # a program has its token, and no page that a cookie is good for
        self.token, self.player = reply.token, reply.player
        return reply

    async def games(self) -> GamesReply:
        return await self._ask("GET", "/api/games", GamesReply)

    async def rooms(self) -> RoomsReply:
        return await self._ask("GET", "/api/rooms", RoomsReply)

    async def look_up(self, room: RoomId) -> RoomInfo:
        return await self._ask("GET", f"/api/rooms/{room}", RoomInfo)

    async def open_room(
        self,
        game: str,
        options: OptionValues | None = None,
        visibility: Visibility = "link",
        test_seed: str = "",
        talk: TalkLevel = "phrases",
    ) -> RoomReply:
        """A new room with the caller as host."""
        request = RoomRequest(game, options or {}, visibility, test_seed, talk)
        opened = await self._ask("POST", "/api/rooms", RoomReply, request, key=uuid4().hex)
        return replace(opened, repeated=False)  # by an earlier try of this call, if at all

    async def command(
        self, room: RoomId, command: Struct | dict[str, Any], command_id: str = ""
    ) -> CommandDone:
        """Carries out one command; returns when it is stored. `repeated`: it was by an earlier call
        with this `command_id`; not said where a try of this call went unanswered. Raises `Refused`.
        """
        sent = CommandId(command_id or uuid4().hex)
        body = CommandBody(Raw(_encode(command)), sent)
        path = f"/api/rooms/{room}/commands"
        done, tries = await self._ask_often("POST", path, CommandDone, body)
        return done if command_id and tries == 1 else replace(done, repeated=False)

    async def view(self, room: RoomId, after: int = 0) -> View:
        """The caller's view, not older than entry `after`."""
        return await self._ask("GET", f"/api/rooms/{room}/view?after={after}", View)

    async def result(self, room: RoomId) -> ResultReply:
        return await self._ask("GET", f"/api/rooms/{room}/result", ResultReply)

    async def talk(self, room: RoomId) -> TalkReply:
        """What was said at the table lately."""
        return await self._ask("GET", f"/api/rooms/{room}/talk", TalkReply)

    async def say(
        self, room: RoomId, phrase: str = "", target: str = "", *, text: str = ""
    ) -> TalkLine:
        """Says a phrase or a text from the caller's seat. Raises `Refused`."""
        body = SayBody(phrase, PlayerId(target), text, CommandId(uuid4().hex))
        return await self._ask("POST", f"/api/rooms/{room}/talk", TalkLine, body)

    async def report(self, room: RoomId, line_id: str) -> None:
        """Shows a line to whoever runs the server. Raises `Refused`."""
        await self._ask("POST", f"/api/rooms/{room}/talk/{line_id}/report", type(None))

    async def automatic_seats(self) -> AutomaticSeats:
        """Seats that wait for an automatic player; needs the automaton's credential."""
        return await self._ask("GET", "/api/automatic", AutomaticSeats)

    async def claim(self, room: RoomId, player: PlayerId, request: ClaimRequest) -> ClaimReply:
        """Takes up such a seat, or renews its lease."""
        path = f"/api/automatic/{room}/{player}/claim"
        return await self._ask("POST", path, ClaimReply, request)

    def socket(self, room: RoomId) -> Table:
        """The caller's live view of a room; enter it as a context."""
        return Table(self.address, room, self.token)

    async def _ask(
        self, method: str, path: str, gives: type[_Reply], body: Struct | None = None, key: str = ""
    ) -> _Reply:
        return (await self._ask_often(method, path, gives, body, key))[0]

    async def _ask_often(
        self, method: str, path: str, gives: type[_Reply], body: Struct | None = None, key: str = ""
    ) -> tuple[_Reply, int]:
        """The answer, and how many tries it took."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["content-type"] = "application/json"
        if key:
            headers["idempotency-key"] = key
        content = None if body is None else _encode(body)
        give_up_s = asyncio.get_running_loop().time() + self._budget_s
        pause_s = _FIRST_PAUSE_S
        for tries in count(1):
            answer = await self._try(method, path, content, headers)
            if isinstance(answer, bytes):
                return msgspec.json.decode(answer or b"null", type=gives), tries
            is_worth_it = not isinstance(answer, Refused) or answer.status in _WORTH_ANOTHER_TRY
            wait_s = max(pause_s, _told_s(answer)) * (1 + self._chance.random())
            if not is_worth_it or asyncio.get_running_loop().time() + wait_s > give_up_s:
                raise answer
            await asyncio.sleep(wait_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        raise AssertionError("it counts for ever")

    async def _try(
        self, method: str, path: str, content: bytes | None, headers: dict[str, str]
    ) -> bytes | Refused | Away:
        try:
            reply = await self._http.request(method, path, content=content, headers=headers)
        except Away as error:
            return error
        if reply.is_success:
            return reply.content
        return Refused.of(reply.status_code, reply.content)


def _told_s(error: Exception) -> float:
    """When the server says that it is worth another try."""
    told_ms = error.why.params.get("retry_after_ms", 0) if isinstance(error, Refused) else 0
    return int(told_ms) / 1000
