"""The HTTP application: routes made from the operations, and what every request goes through."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import structlog
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler

from services.gateway.asyncapi import socket_document
from services.gateway.catalogue import Documents
from services.gateway.core import Gateway
from services.gateway.guard import App, Guard, Origins, address_of
from services.gateway.handlers import Handlers
from services.gateway.host_operations import EVERY_OPERATION
from services.gateway.identity import bearer_of, credentials_of, header
from services.gateway.languages import asked
from services.gateway.openapi import VERSION, http_document
from services.gateway.operation import Call, Handler, Operation, Reply
from services.gateway.pages import ADDRESSES, ASSETS, File, Pages
from services.gateway.refusing import (
    BODY_LIMIT_BYTES,
    Refused,
    problem,
    retry_after_s,
    status_of,
    stop,
)
from services.gateway.replays import takes_gzip
from services.gateway.sessions import Session
from services.gateway.spoken import room_of
from services.gateway.wire import SocketWire
from shared.contracts.hosting import Tenant
from shared.contracts.http import Language, SessionRequest
from shared.contracts.http_hosts import HostSessionRequest
from shared.contracts.misread import misread
from shared.contracts.refusals import Refusal, refuse
from shared.engine.game import Game
from shared.runtime.health import Check, failing
from shared.runtime.metrics import CONTENT_TYPE

_log = structlog.stdlib.get_logger(__name__)

_REFUSALS_BY_STATUS = {
    404: refuse("not_found"),
    405: refuse("method_not_allowed"),
    413: refuse("too_large", limit_bytes=BODY_LIMIT_BYTES),
    415: refuse("unsupported_media_type"),
    500: refuse("internal"),
}

AnyRequest = Request[Any, Any, Any]
AnyResponse = Response[Any]


def application(
    gateway: Gateway, games: Mapping[str, Game], checks: Mapping[str, Check], pages: Pages
) -> App:
    """`checks`: what has to hold before callers are sent here."""
    handlers = Handlers(
        gateway, Documents(games, gateway.settings.title, gateway.settings.public_keys)
    ).all()
    assert set(handlers) == {operation.id for operation in EVERY_OPERATION}
    routes = [_route(gateway, each, handlers[each.id]) for each in EVERY_OPERATION]
    litestar = Litestar(
        route_handlers=[
            *routes,
            *_documents(),
            *_client(pages),
            *_inspection(gateway, checks),
        ],
        openapi_config=None,
        request_max_body_size=BODY_LIMIT_BYTES,
        exception_handlers=_on_errors(gateway, pages),
        logging_config=None,
    )
    origins = Origins(gateway.settings.origins)
    wire = SocketWire(gateway)
    return Guard(litestar, wire, origins, gateway.languages, gateway.metrics)  # type: ignore[arg-type]


def _route(gateway: Gateway, operation: Operation, handler: Handler) -> HTTPRouteHandler:
    decoder = None if operation.takes is None else msgspec.json.Decoder(operation.takes)

    async def handle(request: AnyRequest) -> AnyResponse:
        language = gateway.languages.of(request.scope)
        tenant, code = None, ""
        try:
            tenant = await _host(gateway, operation, request)
            if tenant is not None:
                gateway.limits.host(tenant)
            session = await _session(gateway, operation, request)
            body = None if decoder is None else _decoded(decoder, await request.body())
            if isinstance(body, SessionRequest | HostSessionRequest):
                language = body.language or asked(request.scope) or "ko"
                body = msgspec.structs.replace(body, language=language)
            call = _call(request, session, tenant, body)
            reply = await _handled(gateway, operation, handler, call)
        except Refused as refused:
            code = refused.why.code
            answer = problem_response(gateway, refused.why, language)
        else:
            answer = _response(reply)
        if tenant is not None:
            gateway.metrics.host_called(tenant.name, code)
        return answer

    handle.__name__ = operation.id
    return HTTPRouteHandler(
        operation.path.replace("}", ":str}"),
        http_method=[operation.method],
        status_code=200,  # each answer says its own
    )(handle)


async def _handled(gateway: Gateway, operation: Operation, handler: Handler, call: Call) -> Reply:
    """Whoever tries codes runs into the limit on whichever way he tries them; but for those who
    come with a credential, as hosts, who find no room but their own."""
    if call.session is not None and "{code}" in operation.path:
        async with gateway.guessing.look(room_of(call), call.session, call.address):
            return await handler(call)
    return await handler(call)


async def _host(gateway: Gateway, operation: Operation, request: AnyRequest) -> Tenant | None:
    """Whose key was shown, where one is asked for. Refuses with `unauthenticated`, and whoever
    tries many with `rate_limited`."""
    if operation.caller != "host":
        return None
    try:
        tenant = gateway.hosts.by_key(bearer_of(request.scope))
    except Refused as refused:
        if refused.why.code == "unauthenticated":
            await gateway.limits.lookup(address_of(request.scope))
        raise
    return tenant


async def _session(gateway: Gateway, operation: Operation, request: AnyRequest) -> Session | None:
    """Refuses with `unauthenticated`, and with `forbidden` a cookie from an unknown page; whoever
    tries many credentials of auditors with `rate_limited`."""
    if operation.caller == "auditor" and not gateway.replays.knows(bearer_of(request.scope)):
        await gateway.limits.lookup(address_of(request.scope))
        stop("unauthenticated")
    if operation.caller not in ("session", "reader"):
        return None
    if operation.caller == "reader" and gateway.replays.knows(bearer_of(request.scope)):
        return None
    credentials = credentials_of(request.scope)
    if credentials is None:
        stop("unauthenticated")
    is_unsafe = operation.method != "GET"
    if credentials.is_cookie and is_unsafe and header(request.scope, b"origin") is None:
        stop("forbidden")
    session = gateway.sessions.read(credentials.token)
    await gateway.sessions.check(session)
    return session


def _decoded(decoder: "msgspec.json.Decoder[Any]", body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused(misread(error)) from None


def _call(request: AnyRequest, session: Session | None, tenant: Tenant | None, body: Any) -> Call:
    scope = request.scope
    return Call(
        path={name: str(value) for name, value in request.path_params.items()},
        query={name: str(value) for name, value in request.query_params.items()},
        headers=lambda name: header(scope, name),
        address=address_of(scope),
        bearer=bearer_of(scope),
        session=session,
        body=body,
        tenant=tenant,
    )


def _response(reply: Reply) -> AnyResponse:
    return Response(
        reply.body or None,
        status_code=reply.status,
        headers=reply.headers,
        media_type=reply.media_type,
    )


def problem_response(gateway: Gateway, why: Refusal, language: Language) -> AnyResponse:
    gateway.metrics.refused(why.code)
    headers = {"cache-control": "no-store"}
    after_s = retry_after_s(why)
    if after_s is not None:
        headers["retry-after"] = str(after_s)
    if why.code == "too_large":
        headers["connection"] = "close"
    return Response(
        problem(why, language),
        status_code=status_of(why),
        headers=headers,
        media_type="application/problem+json",
    )


def _on_errors(
    gateway: Gateway, pages: Pages
) -> dict[int | type[Exception], Callable[..., AnyResponse]]:
    """What is answered to what no handler has foreseen."""

    def on_http_error(request: AnyRequest, error: HTTPException) -> AnyResponse:
        if error.status_code == 404 and _is_looked_at(request):
            return _file(request, pages.dead_end)
        why = _REFUSALS_BY_STATUS.get(error.status_code, refuse("malformed"))
        return problem_response(gateway, why, gateway.languages.of(request.scope))

    def on_error(request: AnyRequest, error: Exception) -> AnyResponse:
        """Nothing of the error leaves, neither to the caller nor, beyond its place, to the log."""
        _log.error("request_failed", path=request.scope["path"], exc_info=error)
        return problem_response(gateway, refuse("internal"), gateway.languages.of(request.scope))

    return {HTTPException: on_http_error, Exception: on_error}


def _documents() -> list[HTTPRouteHandler]:
    served = {"/api/openapi.json": http_document(), "/api/asyncapi.json": socket_document()}
    places = {"saloon": VERSION, "openapi": "/api/openapi.json", "asyncapi": "/api/asyncapi.json"}
    served["/api"] = msgspec.json.format(msgspec.json.encode(places))
    return [_text(path, body, "application/json") for path, body in served.items()]


def _text(path: str, body: bytes, media_type: str) -> HTTPRouteHandler:
    async def serve() -> AnyResponse:
        return Response(body, media_type=media_type, headers={"cache-control": "no-cache"})

    return HTTPRouteHandler(path, http_method=["GET"])(serve)


def _client(pages: Pages) -> list[HTTPRouteHandler]:
    async def page(request: AnyRequest) -> AnyResponse:
        return _file(request, pages.page)

    async def asset(request: AnyRequest) -> AnyResponse:
        found = pages.asset(str(request.path_params["name"]))
        if found is None:
            raise NotFoundException
        return _file(request, found)

    served = {**dict.fromkeys(ADDRESSES, page), f"/{ASSETS}/{{name:str}}": asset}
    return [HTTPRouteHandler(path, http_method=["GET"])(each) for path, each in served.items()]


def _is_looked_at(request: AnyRequest) -> bool:
    """By a person, in a browser."""
    is_program = request.scope["path"].startswith(("/api", f"/{ASSETS}"))
    return not is_program and "text/html" in (header(request.scope, b"accept") or "")


def _file(request: AnyRequest, file: File) -> AnyResponse:
    headers = dict(file.headers)
    if header(request.scope, b"if-none-match") == headers.get("etag", ""):
        return Response(None, status_code=304, headers=headers)
    body = file.body
    if file.packed and takes_gzip(header(request.scope, b"accept-encoding")):
        headers["content-encoding"] = "gzip"
        body = file.packed
    return Response(body, status_code=file.status, headers=headers, media_type=file.media_type)


def _inspection(gateway: Gateway, checks: Mapping[str, Check]) -> list[HTTPRouteHandler]:
    async def live() -> AnyResponse:
        return Response(b"ok\n", media_type="text/plain")

    async def ready() -> AnyResponse:
        missing = await failing(checks)
        body = msgspec.json.encode({"ready": not missing, "failing": missing})
        return Response(body, status_code=503 if missing else 200, media_type="application/json")

    async def metrics() -> AnyResponse:
        return Response(gateway.metrics.all.render(), media_type=CONTENT_TYPE)

    served = {"/livez": live, "/readyz": ready, "/metrics": metrics}
    return [HTTPRouteHandler(path, http_method=["GET"])(each) for path, each in served.items()]
