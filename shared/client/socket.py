"""A room on a websocket: its view kept up to date across lost connections.

The server sends a whole view, then one frame an entry with the sections that changed. A client that
comes back says up to which entry it has everything, and gets the rest. What a client cannot hold it
forgets, and asks for a whole view.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from hashlib import sha256
from random import Random
from secrets import token_bytes
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import (
    ClockMessage,
    CommandMessage,
    Frame,
    HelloMessage,
    PresenceMessage,
    ResultMessage,
    ResumeMessage,
    SaidMessage,
    SayMessage,
    SayResultMessage,
    ServerMessage,
    TalkMessage,
    View,
)
from shared.contracts.refusals import Refusal
from shared.runtime.tasks import end

from .heard import Heard
from .refused import Refused

_messages: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_encode = msgspec.json.Encoder().encode

Update = View | Frame

UPDATES_LIMIT = 1_000
"""Updates that may wait for whoever reads them; more are forgotten for one whole view."""
SAY_S = 5.0
"""How long an answer to a line is waited for."""
_GONE = b"null"
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 2.0
_FINAL = range(4400, 4500)
"""Close codes after which connecting again is no use, but for those that are passing."""
_PASSING = {4408, 4429}
_TOO_EARLY = "retry_after_ms"


class Table:
    """One viewer at one room. Enter it as a context, then iterate over updates.

    `view`: the sections by name, decoded, as of entry `seq`. `server_now_ms`: the server's time as
    it was last told. `viewer`: whose view it is; `None` for a spectator's. `budget_s`: how long a
    command is repeated while the server says that it cannot be decided now.
    """

    def __init__(self, address: str, room: RoomId, token: str, *, budget_s: float = 15.0) -> None:
        self.room = room
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.viewer: PlayerId | None = None
        self.present: list[PlayerId] = []
        self.names: dict[PlayerId, str] = {}
        self.server_now_ms = 0
        self.talk = Heard()
        """What is said at the table."""
        self._url = f"ws{address.rstrip('/').removeprefix('http')}/api/rooms/{room}/socket"
        self._token = token
        self._budget_s = budget_s
        self._updates: deque[Update] = deque()
        self._came = asyncio.Event()
        self._ended: Exception | None = None
        self._results: dict[CommandId, asyncio.Future[ResultMessage]] = {}
        self._saying: dict[CommandId, asyncio.Future[SayResultMessage]] = {}
        self._unanswered: dict[CommandId, CommandMessage] = {}
        self._received = 0
        self._wire: ClientConnection | None = None
        self._living: asyncio.Task[None] | None = None
        self._chance = Random()  # noqa: S311 (spreads reconnects)
        self._entropy = b""
        """What was committed to with `ready` and not opened yet."""
        self._opening: asyncio.Task[None] | None = None

    @property
    def offers(self) -> list[dict[str, Any]]:
        """What the viewer may do now."""
        return self.view.get("legal") or []

    @property
    def is_behind(self) -> bool:
        """Updates have come that were not taken yet."""
        return bool(self._updates)

    async def __aenter__(self) -> Self:
        self._living = asyncio.create_task(self._live_on())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        assert self._living is not None
        await end(*(task for task in (self._living, self._opening) if task is not None))
        for waiting in self._results.values():
            waiting.cancel()
        for saying in self._saying.values():
            saying.cancel()

    async def __aiter__(self) -> AsyncIterator[Update]:
        """Every view and frame, in order; `view` shows the room as of the one given. Raises
        `Refused` when the server does not let the viewer in, or not any more."""
        while True:
            update = await self.update()
            assert update is not None
            yield update

    async def update(self, within_s: float | None = None) -> Update | None:
        """The next view or frame, `None` if none came in time. Raises as iterating does."""
        while not self._updates:
            if self._ended is not None:
                raise self._ended
            self._came.clear()
            try:
                async with asyncio.timeout(within_s):
                    await self._came.wait()
            except TimeoutError:
                return None
        update = self._updates.popleft()
        self._fold(update)
        return update

    async def command(self, command: Struct | dict[str, Any], command_id: str = "") -> int:
        """Carries out one command, over reconnects too; gives its entry. Raises `Refused`."""
        message = CommandMessage(CommandId(command_id or uuid4().hex), Raw(_encode(command)))
        loop = asyncio.get_running_loop()
        give_up_s = loop.time() + self._budget_s
        while True:
            result = await self._ask(message)
            if result.accepted:
                return result.seq
            why = result.why or Refusal("internal")
            pause_s = int(why.params.get(_TOO_EARLY, 0)) / 1000 * (1 + self._chance.random())
            if _TOO_EARLY not in why.params or loop.time() + pause_s > give_up_s:
                raise Refused(why)
            await asyncio.sleep(pause_s)

    async def say(self, phrase: str = "", target: str = "", *, text: str = "") -> str:
        """Says a phrase of the game's `phrases`, pointing at the player `target` where it does, or
        a text where the room's `talk` is `text`; the line's id. A line is not worth a wait: it is
        sent once. Raises `Refused`, and `TimeoutError` where no answer came."""
        if self._wire is None:
            raise Refused(Refusal("talk_away", {"retry_after_ms": 1_000}))
        say_id = CommandId(uuid4().hex)
        answer: asyncio.Future[SayResultMessage] = asyncio.get_running_loop().create_future()
        self._saying[say_id] = answer
        try:
            message = SayMessage(say_id, phrase, PlayerId(target), text)
            with suppress(ConnectionClosed):
                await self._wire.send(_encode(message), text=True)
            async with asyncio.timeout(SAY_S):
                result = await answer
        finally:
            del self._saying[say_id]
        if result.why is not None:
            raise Refused(result.why)
        return result.line

    async def ready(self) -> int:
        """Ready for the next match, with entropy of one's own in its seed, so that nobody else can
        choose the deal: commits to 32 fresh bytes now, and opens them by itself once the start is
        locked. Raises `Refused`."""
        entropy = token_bytes(32)
        commitment = sha256(entropy).hexdigest()
        command = {"type": "ready", "ready": True, "commitment": commitment}
        self._entropy = entropy
        return await self.command(command)

    async def renew(self, token: str) -> None:
        """Goes on with another token of the same player, on a new connection."""
        self._token = token
        if self._wire is not None:
            await self._wire.close()

    async def _ask(self, message: CommandMessage) -> ResultMessage:
        if self._ended is not None:
            raise self._ended
        waiting: asyncio.Future[ResultMessage] = asyncio.get_running_loop().create_future()
        self._results[message.command_id] = waiting
        self._unanswered[message.command_id] = message
        try:
            if self._wire is not None:
                with suppress(ConnectionClosed):  # it is sent again on the next connection
                    await self._wire.send(_encode(message), text=True)
            return await waiting
        finally:
            self._results.pop(message.command_id, None)
            self._unanswered.pop(message.command_id, None)

    async def _live_on(self) -> None:
        try:
            await self._live()
        except Exception as error:  # noqa: BLE001 - whoever waits is told, whatever it is
            self._ended = error
        self._came.set()
        for waiting in self._results.values():
            if not waiting.done() and self._ended is not None:
                waiting.set_exception(self._ended)

    async def _live(self) -> None:
        """Connects again and again. Raises `Refused` when that is no use."""
        pause_s = _FIRST_PAUSE_S
        while True:
            before = self._received
            try:
                async with connect(self._url, compression=None, max_size=None) as wire:
                    await self._talk(wire)
            except ConnectionClosed as closed:
                _raise_final(closed)
            except InvalidStatus as answer:
                _raise_refused(answer)
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            finally:
                self._wire = None
            has_heard = self._received != before
            pause_s = _FIRST_PAUSE_S if has_heard else min(2 * pause_s, _LONGEST_PAUSE_S)
            await asyncio.sleep(pause_s * (0.5 + self._chance.random()))

    async def _talk(self, wire: ClientConnection) -> None:
        await wire.send(_encode(ResumeMessage(self._received, self._token)), text=True)
        self._wire = wire
        for message in list(self._unanswered.values()):
            await wire.send(_encode(message), text=True)
        async for data in wire:
            if not self._take(data):
                return

    def _take(self, data: str | bytes) -> bool:
        """Whether the connection is to go on. Kinds of messages that are not known are ignored."""
        try:
            message = _messages.decode(data)
        except msgspec.ValidationError:
            return True
        except msgspec.DecodeError:
            return False
        if isinstance(message, View | Frame):
            return self._receive(message)
        if isinstance(message, ResultMessage):
            waiting = self._results.get(message.command_id)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif isinstance(message, ClockMessage):
            self.server_now_ms = message.server_now_ms
        elif isinstance(message, PresenceMessage):
            self.present, self.names = message.present, {**self.names, **message.names}
        elif isinstance(message, HelloMessage):
            self.viewer, self.server_now_ms = message.viewer, message.server_now_ms
        else:
            self._take_talk(message)
        return True

    def _take_talk(self, message: ServerMessage) -> None:
        if isinstance(message, SaidMessage):
            self.talk.take([message.line])
        elif isinstance(message, TalkMessage):
            self.talk.take(message.lines, is_away=message.away)
        elif isinstance(message, SayResultMessage):
            saying = self._saying.get(message.say_id)
            if saying is not None and not saying.done():
                saying.set_result(message)

    def _receive(self, update: Update) -> bool:
        if isinstance(update, Frame):
            if update.seq <= self._received:
                return True
            if update.seq > self._received + 1:
                return False
        if len(self._updates) >= UPDATES_LIMIT:
            self._updates.clear()
            self._received = 0
            return False
        self._received = update.seq
        self._updates.append(update)
        self._came.set()
        if self._entropy and _is_locked(update):
            entropy, self._entropy = self._entropy, b""
            self._opening = asyncio.create_task(self._open(entropy))
        return True

    async def _open(self, entropy: bytes) -> None:
        with suppress(Refused):  # too late: the match was dealt without it, as its entry says
            await self.command({"type": "reveal", "entropy": entropy.hex()})

    def _fold(self, update: Update) -> None:
        if isinstance(update, View):
            self.view = {}
        for name, value in update.sections.items():
            if bytes(value) == _GONE and isinstance(update, Frame):
                self.view.pop(name, None)
            else:
                self.view[name] = msgspec.json.decode(value)
        self.seq = update.seq


def _is_locked(update: Update) -> bool:
    room = update.sections.get("room")
    return room is not None and msgspec.json.decode(room)["phase"] == "reveal"


def _raise_final(closed: ConnectionClosed) -> None:
    """`Refused` where the server will say the same again."""
    if closed.rcvd is not None and closed.rcvd.code in _FINAL and closed.rcvd.code not in _PASSING:
        raise Refused(Refusal(closed.rcvd.reason or "forbidden")) from closed


def _raise_refused(answer: InvalidStatus) -> None:
    status = answer.response.status_code
    if 400 <= status < 500 and status not in (408, 429):
        raise Refused.of(status, bytes(answer.response.body or b"")) from answer
