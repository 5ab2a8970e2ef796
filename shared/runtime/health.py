"""A tiny HTTP endpoint for services that serve no other: `/livez`, `/readyz`, `/metrics`.

It answers GET without a body, one request per connection, with a bound on everything. (A web
framework would add 180 ms to the start and 19 MB to a process.)
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

import msgspec
import structlog

from shared.runtime.metrics import CONTENT_TYPE, Metrics
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

Check = Callable[[], bool | Awaitable[bool]]
"""Whether a thing that the service stands on is there. Raising means no."""

_CHECK_S = 1.0
_REQUEST_S = 5.0
_REQUEST_BYTES = 8_192
_CONNECTIONS = 32
_JSON, _TEXT = "application/json", "text/plain; charset=utf-8"


class _Reply(NamedTuple):
    status: HTTPStatus
    kind: str = _TEXT
    body: bytes = b""


class _Bad(Exception):
    """The request is not one that is answered; `args[0]` is the status."""


async def failing(checks: Mapping[str, Check]) -> list[str]:
    """Names of the checks that do not hold, or give no answer within a second, in order."""
    held = await asyncio.gather(*(_holds(name, check) for name, check in checks.items()))
    return [name for name, holds in zip(checks, held, strict=True) if not holds]


class HealthServer:
    """Listens from `start` to `close`. `port` 0: any free one, then `port` says which."""

    def __init__(
        self, checks: Mapping[str, Check], metrics: Metrics, *, host: str, port: int
    ) -> None:
        self.port = port
        self._checks = checks
        self._metrics = metrics
        self._host = host
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(
            self._take, self._host, self.port, limit=_REQUEST_BYTES
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await end(*self._open)
            await self._server.wait_closed()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._open) >= _CONNECTIONS:
            writer.transport.abort()
            return
        self._open.add(task)
        try:
            async with asyncio.timeout(_REQUEST_S):
                reply = await self._reply(reader)
                writer.write(_rendered(reply))
                await writer.drain()
        except (OSError, TimeoutError, EOFError, asyncio.CancelledError):
            pass  # whoever asked is gone, too slow, or asks a service that stops
        finally:
            self._open.discard(task)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _reply(self, reader: asyncio.StreamReader) -> _Reply:
        try:
            path = _path(await reader.readuntil(b"\r\n\r\n"))
        except asyncio.LimitOverrunError:
            return _Reply(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        except _Bad as bad:
            return _Reply(bad.args[0])
        match path:
            case "/livez":
                return _Reply(HTTPStatus.OK, body=b"ok\n")
            case "/readyz":
                return await self._readiness()
            case "/metrics":
                return _Reply(HTTPStatus.OK, CONTENT_TYPE, self._metrics.render())
            case _:
                return _Reply(HTTPStatus.NOT_FOUND)

    async def _readiness(self) -> _Reply:
        missing = await failing(self._checks)
        body = msgspec.json.encode({"ready": not missing, "failing": missing})
        status = HTTPStatus.SERVICE_UNAVAILABLE if missing else HTTPStatus.OK
        return _Reply(status, _JSON, body + b"\n")


async def _holds(name: str, check: Check) -> bool:
    try:
        async with asyncio.timeout(_CHECK_S):
            answer = check()
            return answer if isinstance(answer, bool) else await answer
    except Exception as error:  # noqa: BLE001 - whatever it is, the thing is not there
        _log.info("check_failed", check=name, kind=type(error).__name__)
        return False


def _path(head: bytes) -> str:
    """The path that a request's head asks for. Raises `_Bad`."""
    try:
        method, target, version = head.split(b"\r\n", 1)[0].decode("ascii").split(" ")
    except ValueError:
        raise _Bad(HTTPStatus.BAD_REQUEST) from None
    if version not in ("HTTP/1.1", "HTTP/1.0") or not target.startswith("/"):
        raise _Bad(HTTPStatus.BAD_REQUEST)
    if method != "GET":
        raise _Bad(HTTPStatus.METHOD_NOT_ALLOWED)
    return target.partition("?")[0]


def _rendered(reply: _Reply) -> bytes:
    head = (
        f"HTTP/1.1 {reply.status.value} {reply.status.phrase}\r\n"
        f"Content-Type: {reply.kind}\r\n"
        f"Content-Length: {len(reply.body)}\r\n"
        "Cache-Control: no-store\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode("ascii") + reply.body
