"""What holds for every request before anything looks at it, and for every answer that leaves."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from time import monotonic_ns
from typing import Any

import structlog

from services.gateway.identity import header
from services.gateway.languages import Languages
from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import (
    BODY_LIMIT_BYTES,
    Refused,
    problem,
    retry_after_s,
    status_of,
    stop,
)
from shared.contracts.http import Language
from shared.contracts.refusals import Refusal, refuse

_log = structlog.stdlib.get_logger(__name__)

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_SAFE = ("GET", "HEAD", "OPTIONS")
_JSON = re.compile(rb"application/json(\s*;\s*charset=utf-8)?\s*", re.IGNORECASE)

SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

_POLICY = b"content-security-policy"
_NOTHING = (_POLICY, b"default-src 'none'; frame-ancestors 'none'")
"""Of all answers that are no page."""


def address_of(scope: Mapping[str, Any]) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _secured(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    found = [*headers, *SECURITY_HEADERS]
    return found if any(name == _POLICY for name, _ in found) else [*found, _NOTHING]


class Origins:
    """Which pages may call: those of the listed origins, or else the gateway's own."""

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self._allowed = frozenset(allowed)

    def allow(self, origin: str, host: str | None) -> bool:
        """Exact match; `null` is nobody's."""
        if self._allowed:
            return origin in self._allowed
        return host is not None and origin in (f"http://{host}", f"https://{host}")


class Guard:
    """Stands before the application and before the websockets. A page of a foreign origin is
    refused with 403, before a websocket is accepted."""

    def __init__(
        self,
        app: App,
        sockets: App,
        origins: Origins,
        languages: Languages,
        metrics: GatewayMetrics,
    ) -> None:
        self._app = app
        self._sockets = sockets
        self._origins = origins
        self._languages = languages
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and self._is_foreign(scope):
            self._metrics.refused("forbidden")
            await refuse_handshake(send, refuse("forbidden"), self._languages.of(scope))
        elif scope["type"] == "websocket":
            await self._sockets(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_ns = monotonic_ns()
        status = 0
        is_head = scope["method"] == "HEAD"

        async def answer(event: Event) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
                event["headers"] = _secured(event.get("headers", ()))
            elif is_head:
                event = {**event, "body": b""}
            await send(event)

        try:
            self._check(scope)
            # What can be read can be asked about.
            await self._app({**scope, "method": "GET"} if is_head else scope, receive, answer)
        except Refused as refused:
            self._metrics.refused(refused.why.code)
            await send_problem(answer, refused.why, self._languages.of(scope))
        finally:
            if status:
                self._metrics.answers.add(status=f"{status // 100}xx")
            _log.info(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                took_ms=(monotonic_ns() - began_ns) // 1_000_000,
            )

    def _check(self, scope: Scope) -> None:
        if scope["method"] in _SAFE:
            return
        if self._is_foreign(scope):
            stop("forbidden")
        length = header(scope, b"content-length")
        has_body = length not in (None, "0") or header(scope, b"transfer-encoding") is not None
        if length is not None and (not length.isdigit() or int(length[:12]) > BODY_LIMIT_BYTES):
            stop("too_large", limit_bytes=BODY_LIMIT_BYTES)
        if has_body:
            kind = header(scope, b"content-type") or ""
            encoding = header(scope, b"content-encoding") or "identity"
            if not _JSON.fullmatch(kind.encode("latin-1")) or encoding != "identity":
                stop("unsupported_media_type")

    def _is_foreign(self, scope: Scope) -> bool:
        origin = header(scope, b"origin")
        return origin is not None and not self._origins.allow(origin, header(scope, b"host"))


async def send_problem(send: Send, why: Refusal, language: Language) -> None:
    """A whole answer. The connection is closed where the body was not read."""
    body = problem(why, language)
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    after_s = retry_after_s(why)
    if after_s is not None:
        headers.append((b"retry-after", str(after_s).encode()))
    await send({"type": "http.response.start", "status": status_of(why), "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse_handshake(send: Send, why: Refusal, language: Language) -> None:
    """An HTTP answer in place of a websocket."""
    body = problem(why, language)
    await send(
        {
            "type": "websocket.http.response.start",
            "status": status_of(why),
            "headers": _secured([(b"content-type", b"application/problem+json")]),
        }
    )
    await send({"type": "websocket.http.response.body", "body": body})
