"""Calls to the broker's own API, over the bus: what is stored, and what an operator sets up.

Only `ensure_streams` needs an administrator's rights; services find their streams ready.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from shared.runtime.bus import Bus, BusError, Headers, NoResponders

_TIMEOUT_MS = 2_000
_STREAM_EXISTS = 10058


class ApiRefused(BusError):
    """The broker answered a call with an error. `err_code` is its own number for it."""

    def __init__(self, subject: str, code: int, err_code: int, description: str) -> None:
        super().__init__(f"{subject}: {description} ({code}, {err_code})")
        self.code = code
        self.err_code = err_code


class StreamMissing(BusError):
    """No stream takes what was to be stored."""


class Stream(Struct, frozen=True):
    """A stream as it shall be, in the broker's own words (`config` without its name)."""

    name: str
    config: Mapping[str, Any]
    consumers: Mapping[str, Mapping[str, Any]] = {}
    """Durable consumers by name."""


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


async def ensure_streams(bus: Bus, streams: Sequence[Stream]) -> None:
    """Makes the streams and their consumers, or changes those that exist to what is declared.

    Raises `ApiRefused` where the broker cannot make such a change.
    """
    for stream in streams:
        config = {"name": stream.name, **stream.config}
        try:
            await call(bus, f"$JS.API.STREAM.CREATE.{stream.name}", config)
        except ApiRefused as refused:
            if refused.err_code != _STREAM_EXISTS:
                raise
            await call(bus, f"$JS.API.STREAM.UPDATE.{stream.name}", config)
        for name, consumer in stream.consumers.items():
            await call(
                bus,
                f"$JS.API.CONSUMER.DURABLE.CREATE.{stream.name}.{name}",
                {"stream_name": stream.name, "config": {"durable_name": name, **consumer}},
            )


def _checked(subject: str, answer: bytes) -> _Answer:
    decoded = msgspec.json.decode(answer, type=_Answer)
    if decoded.error is not None:
        error = decoded.error
        raise ApiRefused(subject, error.code, error.err_code, error.description)
    return decoded
