"""A websocket client (RFC 6455) that does what a load needs and no more: text both ways.

A full client spends several times as long on a message as the rest of the load does, and what the
generator takes of a machine the server under test lacks. No extension is offered, so none comes.
"""

import asyncio
import ssl
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha1
from secrets import token_bytes
from typing import cast
from urllib.parse import urlsplit

_KEY_SUFFIX = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
MESSAGE_LIMIT_BYTES = 4 * 1024 * 1024
HEAD_LIMIT_BYTES = 16 * 1024
_CONTINUED, _TEXT, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x8, 0x9, 0xA
_FINAL, _RESERVED, _MASKED = 0x80, 0x70, 0x80
GONE = 1006
"""In place of a close code where the connection just ended."""
BROKEN = 1002
"""What came breaks the protocol."""

Hear = Callable[[bytes], None]
Lose = Callable[[int, str], None]
"""Is told the close code and reason, once."""


class NotOpened(Exception):
    """The server answered the handshake with something else; `status`: HTTP's, 0 for no HTTP."""

    def __init__(self, status: int, body: bytes = b"") -> None:
        super().__init__(f"the handshake was answered {status or 'without HTTP'}")
        self.status = status
        self.body = body


async def dial(url: str, hear: Hear, lose: Lose, *, within_s: float = 10.0) -> "Wire":
    """An open websocket at `url` (`http` or `https`). Raises `NotOpened`, `OSError`,
    `TimeoutError`."""
    parts = urlsplit(url)
    secure = ssl.create_default_context() if parts.scheme == "https" else None
    port = parts.port or (443 if secure else 80)
    assert parts.hostname is not None, url
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(within_s):
        _, wire = await loop.create_connection(
            lambda: Wire(hear, lose), parts.hostname, port, ssl=secure
        )
        try:
            await wire.shake_hands(parts.netloc, parts.path)
        except BaseException:
            wire.abort()
            raise
    return wire


class Wire(asyncio.Protocol):
    """One connection. `hear` gets each message; `lose` is called once it has ended by itself."""

    def __init__(self, hear: Hear, lose: Lose) -> None:
        self._hear = hear
        self._lose: Lose | None = lose
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._parts: list[bytes] = []
        """Of a message that comes in several frames."""
        self._answer: asyncio.Future[bytes] | None = asyncio.get_running_loop().create_future()
        """The head of the handshake's answer; `None` once it was taken."""

    async def shake_hands(self, host: str, path: str) -> None:
        key = b64encode(token_bytes(16))
        assert self._transport is not None
        assert self._answer is not None
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key.decode()}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await self._answer
        status, accept = _read_head(head)
        wanted = b64encode(sha1(key + _KEY_SUFFIX, usedforsecurity=False).digest())
        if status != 101 or accept != wanted:
            raise NotOpened(status if status != 101 else 0, self._buffer)
        self._answer = None
        self._take()

    def send(self, text: bytes) -> None:
        """One text message; nothing where the connection has ended."""
        if self._transport is not None:
            self._transport.write(_framed(_TEXT, text))

    def close(self) -> None:
        """Ends it in order; `lose` is not called."""
        self._lose = None
        if self._transport is not None:
            self._transport.write(_framed(_CLOSE, (1000).to_bytes(2)))
            self._transport.close()

    def abort(self) -> None:
        """Ends it at once; `lose` is not called."""
        self._lose = None
        if self._transport is not None:
            self._transport.abort()

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if self._answer is None:
            self._take()
        elif not self._answer.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if end:
                self._buffer = rest
                self._answer.set_result(head)
            elif len(self._buffer) > HEAD_LIMIT_BYTES:
                self._answer.set_exception(NotOpened(0))

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(NotOpened(0))
        self._ended(GONE)

    def _ended(self, code: int, reason: str = "") -> None:
        lose, self._lose = self._lose, None
        if self._transport is not None:
            self._transport.close()
        if lose is not None and self._answer is None:
            lose(code, reason)

    def _take(self) -> None:
        """Every whole frame of the buffer (5.2)."""
        data, at, size = self._buffer, 0, len(self._buffer)
        while size - at >= 2:
            length, start = data[at + 1] & 0x7F, at + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                if size < start:
                    break
                length = int.from_bytes(data[at + 2 : start])
            if data[at] & _RESERVED or data[at + 1] & _MASKED or length > MESSAGE_LIMIT_BYTES:
                self._ended(BROKEN)
                return
            if size - start < length:
                break
            first, at = data[at], start + length
            self._receive(first, data[start:at])
        self._buffer = data[at:]

    def _receive(self, first: int, payload: bytes) -> None:
        kind = first & 0x0F
        if kind in (_TEXT, _CONTINUED):
            if first & _FINAL and not self._parts:
                self._heard(payload)
                return
            self._parts.append(payload)
            if first & _FINAL:
                whole, self._parts = b"".join(self._parts), []
                self._heard(whole)
        elif kind == _PING and self._transport is not None:
            self._transport.write(_framed(_PONG, payload))
        elif kind == _CLOSE:
            code = int.from_bytes(payload[:2]) if len(payload) >= 2 else 1005
            self._ended(code, payload[2:].decode(errors="replace"))

    def _heard(self, message: bytes) -> None:
        if self._lose is not None:
            self._hear(message)


def _framed(kind: int, payload: bytes) -> bytes:
    """One frame as a client sends it: masked (5.3)."""
    size = len(payload)
    assert size < 1 << 16, size
    key = token_bytes(4)
    head = bytes((_FINAL | kind, _MASKED | (size if size < 126 else 126)))
    if size >= 126:
        head += size.to_bytes(2)
    mask = int.from_bytes((key * (size // 4 + 1))[:size])
    return head + key + (int.from_bytes(payload) ^ mask).to_bytes(size)


def _read_head(head: bytes) -> tuple[int, bytes]:
    """Status and `Sec-WebSocket-Accept` of an answer; 0 where it is no HTTP."""
    first, *lines = head.split(b"\r\n")
    words = first.split(b" ", 2)
    if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
        return 0, b""
    accept = b""
    for line in lines:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"sec-websocket-accept":
            accept = value.strip()
    return int(words[1]), accept
