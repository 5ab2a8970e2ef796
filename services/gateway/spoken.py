"""What a request says in its path, its query and its headers, and answers in JSON."""

from uuid import uuid4

import msgspec

from services.gateway.operation import Call, Reply
from services.gateway.refusing import stop
from services.gateway.rooms import read_code
from services.gateway.sessions import Session
from shared.contracts.http import IDEMPOTENCY_HEADER, SessionReply
from shared.contracts.ids import RoomId

KEY_LIMIT = 100
_encode = msgspec.json.Encoder().encode


def told(session: Session, token: str = "") -> SessionReply:
    return SessionReply(
        session.player, session.nickname, session.language, session.expires_ms, token
    )


def as_json(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Reply:
    return Reply(_encode(body), status, {"cache-control": "no-store", **(headers or {})})


def room_of(call: Call) -> RoomId:
    return read_code(call.path["code"])


def idempotency_key(call: Call) -> str:
    """The caller's, or one of its own for each request that comes without."""
    key = call.headers(IDEMPOTENCY_HEADER.encode())
    if key is None:
        return uuid4().hex
    if not key or len(key) > KEY_LIMIT or not key.isprintable():
        stop("malformed")
    return key


def number(call: Call, name: str, least: int, most: int, otherwise: int) -> int:
    text = call.query.get(name)
    return otherwise if text is None else as_number(text, least, most)


def as_number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and least <= int(text) <= most):
        stop("malformed")
    return int(text)
