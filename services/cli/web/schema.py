"""One OpenAPI document of everything that the client reads and sends, to make its types of.

OpenAPI has no place for a websocket, so the schemas of the served document are joined by those of
the served AsyncAPI document. Events come as arrays; here each is described as the object that the
client makes of it, by the names of its places.
"""

from typing import Any

import msgspec

from services.gateway.asyncapi import SENT_BY_CLIENT, SENT_BY_SERVER, socket_document
from services.gateway.openapi import REFERENCE, http_document

Schema = dict[str, Any]


def document() -> bytes:
    """JSON, OpenAPI 3.1."""
    http = msgspec.json.decode(http_document())
    socket = msgspec.json.decode(socket_document())
    schemas: dict[str, Schema] = http["components"]["schemas"]
    schemas |= socket["components"]["schemas"]
    schemas["ServerMessage"] = _one_of(type(each).__name__ for each in SENT_BY_SERVER)
    schemas["ClientMessage"] = _one_of(type(each).__name__ for each in SENT_BY_CLIENT)
    for form in _events(schemas):
        game, tag = form["title"].split(": ")
        schemas[f"event.{game}.{tag}"] = _object(tag, form["prefixItems"])
    for game in _games(schemas):
        tags = sorted(name for name in schemas if name.startswith(f"event.{game}."))
        schemas[f"{game.capitalize()}Event"] = _one_of(tags)
    joined = {"openapi": http["openapi"], "info": http["info"], "paths": {}}
    return msgspec.json.encode({**joined, "components": {"schemas": schemas}})


def places() -> bytes:
    """A TypeScript module: of each event, how its places are called."""
    schemas = msgspec.json.decode(socket_document())["components"]["schemas"]
    found: dict[str, dict[str, list[str]]] = {game: {} for game in _games(schemas)}
    for form in _events(schemas):
        game, tag = form["title"].split(": ")
        found[game][tag] = [place["title"] for place in form["prefixItems"][1:]]
    lines = [
        "/** Made of the served documents by `./saloon web types`: the places of each event. */"
    ]
    lines += ["export const PLACES: Record<string, Record<string, string[]>> = {"]
    for game, events in found.items():
        rows = [f"    {tag}: {msgspec.json.encode(each).decode()}," for tag, each in events.items()]
        lines += [f"  {game}: {{", *rows, "  },"]
    return "\n".join([*lines, "};", ""]).encode()


def _events(schemas: dict[str, Schema]) -> list[Schema]:
    return [schemas[form["$ref"].rpartition("/")[2]] for form in schemas["Event"]["anyOf"]]


def _games(schemas: dict[str, Schema]) -> list[str]:
    return sorted({form["title"].partition(": ")[0] for form in _events(schemas)})


def _one_of(names: Any) -> Schema:
    return {"oneOf": [{"$ref": REFERENCE.format(name=name)} for name in names]}


def _object(tag: str, of: list[Schema]) -> Schema:
    fields = {place["title"]: place for place in of[1:]}
    properties = {"tag": {"const": tag, "type": "string"}, **fields}
    return {"type": "object", "properties": properties, "required": list(properties)}
