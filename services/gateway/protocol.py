"""HTTP and websockets on the wire, with deadlines and limits that uvicorn has not.

A request's head and body each have to be there in time, however slowly their bytes drip in; a head
is bounded in size; and whoever serves a websocket can cut its wire when the peer takes nothing.
"""

import asyncio
import logging
from asyncio import TimerHandle, Transport
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_LIMIT_BYTES = 32 * 1024

ABORT = "saloon_abort"
"""In the scope's state of a websocket: a call that drops the connection without a farewell."""

_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n"
    b"x-content-type-options: nosniff\r\n\r\n"
)
_MALFORMED = (
    b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n"
    b"x-content-type-options: nosniff\r\n\r\n"
)
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-length: 0\r\nx-content-type-options: nosniff\r\n\r\n"
)


class HttpProtocol(HttpToolsProtocol):
    """Use `http_protocol` for one with deadlines."""

    head_s: ClassVar[float] = 10.0
    body_s: ClassVar[float] = 10.0

    _alarm: TimerHandle | None = None
    _is_upgraded = False
    _is_in_head = True
    _head_bytes = 0
    """Of a head that is not complete yet, what follows it in the same piece included."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arm(self.head_s)

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._is_upgraded = True
        self._disarm()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data) if self._is_in_head else 0
        super().data_received(data)
        if self._is_upgraded:
            return
        if self._is_in_head and self._head_bytes > HEAD_LIMIT_BYTES:
            self._refuse(_TOO_LARGE)
        elif self._alarm is None and self._is_idle():
            # Empty lines begin no request, yet uvicorn stops its own clock for them.
            self._arm(self.head_s)

    def send_400_response(self, msg: str) -> None:
        self._refuse(_MALFORMED)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._arm(self.head_s)

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self._arm(self.body_s)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_head = True
        self._head_bytes = 0
        self._disarm()
        super().on_message_complete()

    def _is_idle(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _arm(self, after_s: float) -> None:
        self._disarm()
        self._alarm = self.loop.call_later(after_s, self._refuse, _TOO_LATE)

    def _disarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _refuse(self, answer: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_idle() or not self.cycle.response_started:
            self.transport.write(answer)
        self.transport.close()


def http_protocol(head_ms: int, body_ms: int) -> type[asyncio.Protocol]:
    """A protocol with these deadlines."""
    members = {"head_s": head_ms / 1000, "body_s": body_ms / 1000}
    return cast("type[asyncio.Protocol]", type("TimedHttpProtocol", (HttpProtocol,), members))


class _Answered(logging.Filter):
    """uvicorn takes a handshake that was answered with a refusal for an error of ours; anybody
    could fill the log with these."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "without completing handshake" not in record.getMessage()


logging.getLogger("uvicorn.error").addFilter(_Answered())


class SocketProtocol(WebSocketsSansIOProtocol):
    """Puts `ABORT` into the scope's state."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        state: dict[str, Any] = {**self.app_state, ABORT: self.transport.abort}
        self.app_state = state
