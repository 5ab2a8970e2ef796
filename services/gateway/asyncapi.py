"""The served AsyncAPI document: the messages of a room's websocket, made from their types."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from services.gateway.closed_sets import close
from services.gateway.closing import CLOSE_CODES
from services.gateway.openapi import REFERENCE, VERSION
from services.gateway.told import fill_in_events
from services.gateway.vocabulary import EXAMPLES, fill_in
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import (
    ClockMessage,
    CommandMessage,
    Frame,
    HelloMessage,
    PingMessage,
    PongMessage,
    PresenceMessage,
    ResultMessage,
    ResumeMessage,
    SaidMessage,
    SayMessage,
    SayResultMessage,
    TalkMessage,
    View,
)
from shared.contracts.refusals import refuse
from shared.contracts.talk import TalkLine

_ME = PlayerId("k3v5xq2m7aabcdef")
_ID = CommandId("8f14e45f")
_LINE = TalkLine("9f86d081884c7d65", _ME, 1_800_000_000_000, "hello")

SENT_BY_CLIENT: tuple[Struct, ...] = (
    ResumeMessage(after=6),
    CommandMessage(_ID, Raw(b'{"type":"join"}')),
    PingMessage(1),
    SayMessage(_ID, "wellShot", PlayerId("auto-0a1b2c3d4e5f")),
)
SENT_BY_SERVER: tuple[Struct, ...] = (
    HelloMessage(RoomId("KQXHWT"), _ME, 1_800_000_000_000),
    View(7, "3f9c…", {"members": Raw(b"[]")}),
    Frame(8, "77a0…", 1_800_000_000_000, [], {"members": Raw(b"[]")}),
    ResultMessage(_ID, False, why=refuse("not_your_turn")),
    ClockMessage(1_800_000_000_000),
    PongMessage(1, 1_800_000_000_000),
    PresenceMessage([_ME], 2, {_ME: "보리"}),
    SayResultMessage(_ID, _LINE.id),
    SaidMessage(_LINE),
    TalkMessage([_LINE]),
)
"""One example of each message."""

BY_GAME: tuple[Struct, ...] = (
    *(CommandMessage(_ID, Raw(msgspec.json.encode(each))) for each in EXAMPLES),
    Frame(
        9,
        "c01d…",
        1_800_000_000_400,
        [Raw(b'["shot_fired",0,1,"live"]'), Raw(b'["health_changed",1,-2,1]')],
        {
            "gun": Raw(b'{"live":2,"blank":3,"left":4,"spent":["live"],"sawn":false}'),
            "seat/1": Raw(b'{"health":1,"items":["beer"]}'),
        },
    ),
)
"""Further ones: what is said in the games."""


def socket_document() -> bytes:
    """JSON, AsyncAPI 3.0."""
    everything = (*SENT_BY_CLIENT, *SENT_BY_SERVER)
    kinds = [type(example) for example in everything]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    fill_in(schemas, REFERENCE)
    fill_in_events(schemas, REFERENCE)
    close(schemas)
    codes = "\n".join(f"- {code}: {meaning}" for code, meaning in CLOSE_CODES.items())
    document = {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Saloon, a room's websocket",
            "version": VERSION,
            "description": "The first message is `resume`. Text messages of at most 64 KiB, no"
            f" compression. Close codes:\n\n{codes}",
        },
        "defaultContentType": "application/json",
        "channels": {
            "room": {
                "address": "/api/rooms/{code}/socket",
                "parameters": {"code": {"description": "The room's six letters."}},
                "messages": {
                    _name(example): {"$ref": f"#/components/messages/{_name(example)}"}
                    for example in everything
                },
            }
        },
        "operations": {
            "fromClient": _operation("receive", SENT_BY_CLIENT),
            "fromServer": _operation("send", SENT_BY_SERVER),
        },
        "components": {
            "messages": {_name(example): _message(example) for example in everything},
            "schemas": schemas,
        },
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _operation(action: str, examples: tuple[Struct, ...]) -> dict[str, Any]:
    references = [{"$ref": f"#/channels/room/messages/{_name(each)}"} for each in examples]
    return {"action": action, "channel": {"$ref": "#/channels/room"}, "messages": references}


def _message(example: Struct) -> dict[str, Any]:
    return {
        "name": _name(example),
        "payload": {"$ref": REFERENCE.format(name=type(example).__name__)},
        "examples": [
            {"payload": msgspec.json.decode(msgspec.json.encode(each))}
            for each in (example, *BY_GAME)
            if type(each) is type(example)
        ],
    }


def _name(example: Struct) -> str:
    return str(example.__struct_config__.tag)
