"""How rooms come to be: sessions, a room, its other players, a socket each. By plain HTTP."""

import asyncio
from math import inf, isfinite
from typing import TypeVar

import httpx
import msgspec
from msgspec import Raw, Struct

from services.cli.load.room import Room, Turns
from services.cli.load.seat import JOINED, Seat
from services.cli.load.tally import Tally
from services.cli.load.wire import NotOpened
from shared.contracts.commands import Join
from shared.contracts.http import (
    IDEMPOTENCY_HEADER,
    CommandBody,
    CommandDone,
    Problem,
    RoomReply,
    RoomRequest,
    SessionReply,
    SessionRequest,
)
from shared.contracts.messages import View

_Reply = TypeVar("_Reply")
_encode = msgspec.json.Encoder().encode

AWAY = "away"
_LATER = {429, 502, 503, 504}
_LONGEST_PAUSE_S = 5.0
_TIMEOUT_S = 10.0
_AWAY_S = 3.0
"""A server that cannot be reached for so long is not waited for to the end."""


class NotDone(Exception):
    """A request came to nothing. `code`: the refusal's, or one of `away`, `nonsense`, `http-…`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Asker:
    """Requests of all clients of one process; each is sent again while the server is busy."""

    def __init__(self, addresses: tuple[str, ...], tally: Tally) -> None:
        self.addresses = addresses
        self._tally = tally
        self._http = httpx.AsyncClient(timeout=_TIMEOUT_S)
        self._turn = 0

    async def close(self) -> None:
        await self._http.aclose()

    def was_slowed(self, code: str) -> None:
        slowed = self._tally.slowed
        slowed[code] = slowed.get(code, 0) + 1

    async def ask(
        self,
        method: str,
        path: str,
        gives: type[_Reply],
        body: Struct | None = None,
        *,
        token: str = "",
        key: str = "",
        give_up_s: float,
    ) -> _Reply:
        """`give_up_s`: when no further try begins, by the loop's clock; infinite: never, however
        long the server is away. Raises `NotDone`."""
        headers = {"content-type": "application/json"} if body is not None else {}
        if token:
            headers["authorization"] = f"Bearer {token}"
        if key:
            headers[IDEMPOTENCY_HEADER] = key
        content = None if body is None else _encode(body)
        loop, pause_s = asyncio.get_running_loop(), 0.1
        away_s = loop.time() + _AWAY_S if isfinite(give_up_s) else inf
        while True:
            answer = await self._try(method, path, gives, content, headers)
            if not isinstance(answer, _Later):
                return answer
            self.was_slowed(answer.code)
            wait_s = max(pause_s, answer.after_s)
            until_s = min(give_up_s, away_s) if answer.code == AWAY else give_up_s
            if loop.time() + wait_s > until_s:
                raise NotDone(answer.code)
            await asyncio.sleep(wait_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    async def _try(
        self,
        method: str,
        path: str,
        gives: type[_Reply],
        content: bytes | None,
        headers: dict[str, str],
    ) -> "_Reply | _Later":
        turn = self._turn
        url = self.addresses[turn % len(self.addresses)] + path
        try:
            reply = await self._http.request(method, url, content=content, headers=headers)
        except httpx.TransportError:
            self._turn = turn + 1
            return _Later(AWAY, 0)
        finally:
            self._http.cookies.clear()
        if reply.is_success:
            try:
                return msgspec.json.decode(reply.content, type=gives)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise NotDone("nonsense") from None
        try:
            problem = msgspec.json.decode(reply.content, type=Problem)
        except (msgspec.DecodeError, UnicodeDecodeError):
            problem = None
        code = problem.code if problem is not None else f"http-{reply.status_code}"
        if reply.status_code not in _LATER:
            raise NotDone(code)
        params = {} if problem is None else problem.params
        return _Later(code, int(params.get("retry_after_ms", 0)) / 1000)


class _Later(Struct, frozen=True):
    """Worth another try."""

    code: str
    after_s: float


class Opener:
    """Opens the rooms of one process."""

    def __init__(self, asker: Asker, tally: Tally, turns: Turns, seats: int, seed: int) -> None:
        self._asker = asker
        self._tally = tally
        self._turns = turns
        self._seats = seats
        self._seed = seed

    async def open(self, number: int, give_up_s: float) -> Room:
        """A room with everybody in it. Raises `NotDone`."""
        host = await self._session(0, give_up_s)
        room = await self._room(host, number, give_up_s)
        for seat in range(1, self._seats):
            await self._join(room, await self._session(seat, give_up_s), give_up_s)
        try:
            for each in room.seats:
                await self._connect(each, give_up_s)
        except BaseException:
            for each in room.seats:
                each.leave()
            raise
        self._tally.opened += 1
        return room

    async def _connect(self, seat: Seat, give_up_s: float) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                await seat.connect()
            except NotOpened as answer:
                if answer.status not in _LATER or loop.time() > give_up_s:
                    raise NotDone(
                        f"http-{answer.status}" if answer.status else "nonsense"
                    ) from None
                self._asker.was_slowed(f"http-{answer.status}")
            except (OSError, TimeoutError):
                raise NotDone(AWAY) from None
            else:
                return
            await asyncio.sleep(_LONGEST_PAUSE_S)

    async def _session(self, seat: int, give_up_s: float) -> SessionReply:
        body = SessionRequest(f"Load {seat + 1}", "en")
        reply = await self._asker.ask(
            "POST", "/api/sessions", SessionReply, body, give_up_s=give_up_s
        )
        self._tally.sessions += 1
        return reply

    async def _room(self, host: SessionReply, number: int, give_up_s: float) -> Room:
        opened = await self._asker.ask(
            "POST",
            "/api/rooms",
            RoomReply,
            RoomRequest("bang"),
            token=host.token,
            key="load",
            give_up_s=give_up_s,
        )
        room = Room(
            opened.code,
            self._asker.addresses,
            self._tally,
            self._turns,
            seed=self._seed,
            number=number,
        )
        room.seats.append(Seat(room, 0, host.player, host.token))
        room.note_made(opened.seq, room.seats[0], JOINED)
        return room

    async def _join(self, room: Room, session: SessionReply, give_up_s: float) -> None:
        seat = Seat(room, len(room.seats), session.player, session.token)
        room.seats.append(seat)
        body = CommandBody(Raw(_encode(Join())), seat.command_id(JOINED))
        path = f"/api/rooms/{room.code}/commands"
        done = await self._asker.ask(
            "POST", path, CommandDone, body, token=session.token, give_up_s=give_up_s
        )
        room.note_made(done.seq, seat, JOINED)

    async def view(self, room: Room, after: int, give_up_s: float) -> View:
        """The host's, by HTTP. Raises `NotDone`."""
        path = f"/api/rooms/{room.code}/view?after={after}"
        token = room.seats[0].token
        return await self._asker.ask("GET", path, View, token=token, give_up_s=give_up_s)
