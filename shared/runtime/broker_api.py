"""Calls to the broker's own API, over the bus: what is stored, and what is asked of it."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from shared.runtime.bus import Bus, BusError, Headers, NoResponders

_TIMEOUT_MS = 2_000


class ApiRefused(BusError):
    """The broker answered a call with an error. `err_code` is its own number for it."""

    def __init__(self, subject: str, code: int, err_code: int, description: str) -> None:
        super().__init__(f"{subject}: {description} ({code}, {err_code})")
        self.code = code
        self.err_code = err_code
        self.description = description


class StreamMissing(BusError):
    """No stream takes what was to be stored."""


class _Error(Struct):
    code: int
    description: str = ""
    err_code: int = 0


class _Answer(Struct):
    error: _Error | None = None
    seq: int = 0


async def call(bus: Bus, subject: str, request: Mapping[str, Any] | None = None) -> None:
    """Makes an API call. Raises `ApiRefused` and what a request raises."""
    data = b"" if request is None else msgspec.json.encode(request)
    _checked(subject, await bus.request(subject, data, timeout_ms=_TIMEOUT_MS))


async def store(bus: Bus, subject: str, data: bytes, headers: Headers | None = None) -> int:
    """Returns when the message is on disk: its number in the stream.

    Raises `StreamMissing`, `ApiRefused`, and what a request raises; after `RequestTimeout` the
    message may be stored all the same.
    """
    try:
        answer = await bus.request(subject, data, timeout_ms=_TIMEOUT_MS, headers=headers)
    except NoResponders:
        raise StreamMissing(subject) from None
    return _checked(subject, answer).seq


def _checked(subject: str, answer: bytes) -> _Answer:
    decoded = msgspec.json.decode(answer, type=_Answer)
    if decoded.error is not None:
        error = decoded.error
        raise ApiRefused(subject, error.code, error.err_code, error.description)
    return decoded
