"""The served OpenAPI document, made from the operations and the types they name."""

from typing import Any

import msgspec

from services.gateway.closed_sets import close
from services.gateway.host_operations import EVERY_OPERATION
from services.gateway.operation import Operation, Parameter
from services.gateway.operations import OFTEN_REFUSED
from services.gateway.refusing import status_of
from services.gateway.vocabulary import fill_in
from shared.contracts.http import SESSION_COOKIE, Problem
from shared.contracts.refusals import CODES, Refusal

VERSION = "1.0.0"
REFERENCE = "#/components/schemas/{name}"

_SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "anybody": [],
    "session": [{"bearer": []}, {"cookie": []}],
    "automaton": [{"automaton": []}],
    "reader": [{"bearer": []}, {"cookie": []}, {"auditor": []}],
    "host": [{"host": []}],
    "auditor": [{"auditor": []}],
}


def http_document() -> bytes:
    """JSON, OpenAPI 3.1."""
    types = [Problem, *(t for op in EVERY_OPERATION for t in (op.takes, op.gives) if t is not None)]
    _, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    fill_in(components, REFERENCE)
    close(components)
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Saloon",
            "version": VERSION,
            "description": "Rooms in which people play hidden-information table games. What happens"
            " in a room comes over its websocket, which /api/asyncapi.json describes.",
        },
        "servers": [{"url": "/"}],
        "paths": _paths(),
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE},
                "automaton": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The credential that automatic players share.",
                },
                "host": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The key of a host: a site that embeds the games.",
                },
                "auditor": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The credential of those who may see everything. What they see"
                    " of a match that is not over its players are told.",
                },
            },
        },
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _paths() -> dict[str, dict[str, Any]]:
    paths: dict[str, dict[str, Any]] = {}
    for operation in EVERY_OPERATION:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return paths


def _operation(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.about,
        "parameters": [_parameter(parameter) for parameter in operation.parameters],
        "security": _SECURITY[operation.caller],
        "responses": {str(operation.status): _success(operation), **_problems(operation)},
    }
    if operation.takes is not None:
        described["requestBody"] = {"required": True, "content": _content(operation.sends)}
    return described


def _parameter(parameter: Parameter) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": parameter.name,
        "in": parameter.where,
        "description": parameter.about,
        "required": parameter.is_required,
        "schema": parameter.schema,
    }
    return described | ({"example": parameter.example} if parameter.example else {})


def _success(operation: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {"description": "As asked."}
    if operation.gives is not None:
        described["content"] = _content(operation.answers)
    elif operation.media_type != "application/json":
        schema = {"type": "string", "contentMediaType": operation.media_type}
        described["content"] = {operation.media_type: {"schema": schema, "example": "…"}}
    return described


def _content(example: Any, media_type: str = "application/json") -> dict[str, Any]:
    schema = {"$ref": REFERENCE.format(name=type(example).__name__)}
    plain = msgspec.json.decode(msgspec.json.encode(example))
    return {media_type: {"schema": schema, "example": plain}}


def _problems(operation: Operation) -> dict[str, Any]:
    """The codes that it may refuse with, by status."""
    codes = [*OFTEN_REFUSED, *operation.refuses]
    if operation.caller != "anybody":
        codes += ["unauthenticated", "forbidden"]
    by_status: dict[str, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(str(status_of(Refusal(code))), []).append(code)
    return {status: _problem(codes) for status, codes in sorted(by_status.items())}


def _problem(codes: list[str]) -> dict[str, Any]:
    example = Problem(
        type=f"urn:saloon:problem:{codes[0]}",
        title="What is wrong.",
        status=status_of(Refusal(codes[0])),
        detail="What is wrong. What to do instead.",
        code=codes[0],
        params=dict.fromkeys(CODES[codes[0]], 1),
    )
    return {
        "description": f"Refused: {', '.join(codes)}.",
        "content": _content(example, "application/problem+json"),
    }
