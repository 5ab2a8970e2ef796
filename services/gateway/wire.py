"""A socket on its wire: an ASGI application that joins a websocket to a `Socket` of the core."""

import asyncio
import re
from contextlib import suppress

import structlog
from uvicorn.protocols.utils import ClientDisconnected

from services.gateway.closing import (
    BINARY,
    MALFORMED,
    TIMEOUT,
    UNAUTHENTICATED,
    Closing,
    closing_for,
)
from services.gateway.core import Gateway
from services.gateway.guard import (
    Receive,
    Scope,
    Send,
    address_of,
    refuse_handshake,
)
from services.gateway.identity import credentials_of, header
from services.gateway.protocol import ABORT
from services.gateway.refusing import BODY_LIMIT_BYTES, Refused, stop
from services.gateway.rooms import read_code
from services.gateway.sessions import Session
from services.gateway.sockets import Socket, read_message
from shared.contracts.messages import ResumeMessage
from shared.contracts.refusals import refuse
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

_PATH = re.compile(r"/api/rooms/([^/]{1,40})/socket")


class SocketWire:
    """Serves `/api/rooms/{code}/socket`."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(ClientDisconnected):
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        try:
            code = _PATH.fullmatch(scope["path"])
            if code is None:
                stop("not_found")
            session = self._session(scope)
            self._gateway.check_room()
        except Refused as refused:
            self._gateway.metrics.refused(refused.why.code)
            await refuse_handshake(send, refused.why, self._gateway.languages.of(scope))
            return
        await send({"type": "websocket.accept"})
        opened = await self._open(scope, receive, session, code[1])
        if opened is None:
            return
        if isinstance(opened, Closing):
            self._gateway.metrics.closed.add(code=str(opened.code))
            await _close(send, opened)
            return
        opened.on_stalled = scope["state"].get(ABORT, _nothing)
        try:
            await self._run(opened, receive, send)
        finally:
            await self._gateway.disconnect(opened)

    def _session(self, scope: Scope) -> Session | None:
        """Of the handshake's headers. Refuses a cookie that no page of ours has sent."""
        credentials = credentials_of(scope)
        if credentials is None:
            return None
        if credentials.is_cookie and header(scope, b"origin") is None:
            raise Refused(refuse("forbidden"))
        return self._gateway.sessions.read(credentials.token)

    async def _open(
        self, scope: Scope, receive: Receive, session: Session | None, code: str
    ) -> Socket | Closing | None:
        """After the first message; `None`: the client has gone."""
        limit_ms = self._gateway.settings.first_message_ms
        waiting = asyncio.ensure_future(receive())
        alarm = asyncio.ensure_future(self._gateway.clock.sleep_ms(limit_ms))
        try:
            await asyncio.wait({waiting, alarm}, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                return Closing(TIMEOUT)
            event = waiting.result()
        finally:
            waiting.cancel()
            alarm.cancel()
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        if text is None:
            return Closing(BINARY)
        resume = read_message(text)
        if not isinstance(resume, ResumeMessage):
            return Closing(MALFORMED, "malformed")
        return await self._admit(scope, session, code, resume)

    async def _admit(
        self, scope: Scope, session: Session | None, code: str, resume: ResumeMessage
    ) -> Socket | Closing:
        gateway = self._gateway
        try:
            if resume.token:
                session = gateway.sessions.read(resume.token)
            if session is None:
                return Closing(UNAUTHENTICATED, "unauthenticated")
            await gateway.sessions.check(session)
            room = read_code(code)
            async with gateway.guessing.look(room, session, address_of(scope)):
                return await gateway.connect(room, session, resume)
        except Refused as refused:
            gateway.metrics.refused(refused.why.code)
            return closing_for(refused.why)

    async def _run(self, socket: Socket, receive: Receive, send: Send) -> None:
        reading = asyncio.create_task(self._read(socket, receive))
        writing = asyncio.create_task(self._write(socket, send))
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end(reading, writing)
        for task in (reading, writing):
            error = None if task.cancelled() else task.exception()
            if error is not None and not isinstance(error, ClientDisconnected):
                _log.error("socket_failed", room=socket.place.id, kind=type(error).__name__)

    async def _read(self, socket: Socket, receive: Receive) -> None:
        while socket.out.closing is None:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            if text is None:
                socket.out.close(Closing(BINARY))
            elif len(text) > BODY_LIMIT_BYTES:
                socket.out.close(Closing(MALFORMED, "too_large"))
            else:
                await socket.receive(text)
        await asyncio.Event().wait()  # the writer says farewell

    async def _write(self, socket: Socket, send: Send) -> None:
        clock = self._gateway.clock
        while True:
            messages = await socket.next()
            socket.sending_since_ms = clock.now_ms()
            if isinstance(messages, Closing):
                await _close(send, messages)
                return
            for message in messages:
                await send({"type": "websocket.send", "text": message.decode()})
            socket.sending_since_ms = 0


async def _close(send: Send, closing: Closing) -> None:
    await send({"type": "websocket.close", "code": closing.code, "reason": closing.reason})


def _nothing() -> None:
    """For wires that cannot be cut."""
