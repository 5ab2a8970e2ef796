"""A room on a websocket: its view kept up to date across lost connections.

The server sends a whole view, then one frame an entry with the sections that changed. A client that
comes back says up to which entry it has everything, and gets the rest.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import (
    ClockMessage,
    CommandMessage,
    Frame,
    HelloMessage,
    PresenceMessage,
    ResultMessage,
    ResumeMessage,
    ServerMessage,
    View,
)
from shared.contracts.refusals import Refusal

from .refused import Refused

_messages: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_encode = msgspec.json.Encoder().encode

Update = View | Frame

_QUEUE = 1_000
"""Updates that may wait for whoever reads them; past that the connection is not read."""
_GONE = b"null"
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 2.0
_FINAL = range(4400, 4500)
"""Close codes after which connecting again is no use, but for 4408 and 4429."""
_PASSING = {4408, 4429}


class Table:
    """One viewer at one room. Enter it as a context, then iterate over updates.

    `view`: the sections by name, decoded, as of entry `seq`. `server_now_ms`: the server's time as
    it was last told.
    """

    def __init__(self, address: str, room: RoomId, token: str) -> None:
        self.room = room
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.viewer: PlayerId | None = None
        self.present: list[PlayerId] = []
        self.names: dict[PlayerId, str] = {}
        self.server_now_ms = 0
        self._url = f"ws{address.removeprefix('http')}/api/rooms/{room}/socket"
        self._token = token
        self._updates: asyncio.Queue[Update | Refused] = asyncio.Queue(_QUEUE)
        self._results: dict[CommandId, asyncio.Future[ResultMessage]] = {}
        self._unanswered: dict[CommandId, CommandMessage] = {}
        self._received = 0
        self._wire: ClientConnection | None = None
        self._living: asyncio.Task[None] | None = None
        self._chance = Random()  # noqa: S311 (spreads reconnects)

    @property
    def offers(self) -> list[dict[str, Any]]:
        """What the viewer may do now."""
        return self.view.get("legal") or []

    async def __aenter__(self) -> Self:
        self._living = asyncio.create_task(self._live())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        assert self._living is not None
        self._living.cancel()
        with suppress(asyncio.CancelledError):
            await self._living

    async def __aiter__(self) -> AsyncIterator[Update]:
        """Every view and frame, in order; `view` shows the room as of the one given. Raises
        `Refused` when the server does not let the viewer in, or not any more."""
        while True:
            update = await self._updates.get()
            if isinstance(update, Refused):
                raise update
            self._fold(update)
            yield update

    async def command(self, command: Struct | dict[str, Any], command_id: str = "") -> int:
        """Carries out one command, over reconnects too; gives its entry. Raises `Refused`."""
        sent = CommandId(command_id or uuid4().hex)
        message = CommandMessage(sent, Raw(_encode(command)))
        waiting: asyncio.Future[ResultMessage] = asyncio.get_running_loop().create_future()
        self._results[sent] = waiting
        self._unanswered[sent] = message
        try:
            await self._send(message)
            result = await waiting
        finally:
            del self._results[sent], self._unanswered[sent]
        if not result.accepted:
            raise Refused(result.why or Refusal("internal"))
        return result.seq

    async def _send(self, message: Struct) -> None:
        if self._wire is not None:
            with suppress(ConnectionClosed):  # it is sent again on the next connection
                await self._wire.send(_encode(message), text=True)

    async def _live(self) -> None:
        pause_s = _FIRST_PAUSE_S
        while True:
            before = self._received
            try:
                async with connect(self._url, compression=None, max_size=None) as wire:
                    await self._talk(wire)
            except ConnectionClosed as closed:
                if _is_final(closed):
                    await self._end(closed)
                    return
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            self._wire = None
            pause_s = (
                _FIRST_PAUSE_S if self._received != before else min(2 * pause_s, _LONGEST_PAUSE_S)
            )
            await asyncio.sleep(pause_s * (0.5 + self._chance.random()))

    async def _talk(self, wire: ClientConnection) -> None:
        await wire.send(_encode(ResumeMessage(self._received, self._token)), text=True)
        self._wire = wire
        for message in list(self._unanswered.values()):
            await wire.send(_encode(message), text=True)
        async for data in wire:
            if not await self._take(_messages.decode(data)):
                return

    async def _take(self, message: ServerMessage) -> bool:
        """Whether the connection is to go on."""
        if isinstance(message, Frame):
            if message.seq > self._received + 1:
                return False
            if message.seq == self._received + 1:
                self._received = message.seq
                await self._updates.put(message)
        elif isinstance(message, View):
            self._received = message.seq
            await self._updates.put(message)
        elif isinstance(message, ResultMessage):
            waiting = self._results.get(message.command_id)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif isinstance(message, ClockMessage):
            self.server_now_ms = message.server_now_ms
        elif isinstance(message, PresenceMessage):
            self.present, self.names = message.present, {**self.names, **message.names}
        elif isinstance(message, HelloMessage):
            self.viewer, self.server_now_ms = message.viewer, message.server_now_ms
        return True

    def _fold(self, update: Update) -> None:
        if isinstance(update, View):
            self.view = {}
        for name, value in update.sections.items():
            if bytes(value) == _GONE and isinstance(update, Frame):
                self.view.pop(name, None)
            else:
                self.view[name] = msgspec.json.decode(value)
        self.seq = update.seq

    async def _end(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.reason if closed.rcvd is not None else ""
        error = Refused(Refusal(code or "forbidden"))
        for waiting in self._results.values():
            if not waiting.done():
                waiting.set_exception(error)
        await self._updates.put(error)


def _is_final(closed: ConnectionClosed) -> bool:
    code = closed.rcvd.code if closed.rcvd is not None else 0
    return code in _FINAL and code not in _PASSING
