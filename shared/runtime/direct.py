"""Messages of a stream by the broker's direct reading: many answers to one question.

Any replica answers, so what comes may be a moment old.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from nats.aio.msg import Msg

from shared.runtime.broker_api import StreamMissing
from shared.runtime.bus import BusAway, BusError, RequestTimeout
from shared.runtime.bus_nats import NatsBus, translated

_TIMEOUT_S = 2


class Stored(Struct, frozen=True):
    subject: str
    data: bytes
    seq: int
    """Its number in the stream."""
    headers: Mapping[str, str]


async def read(bus: NatsBus, stream: str, request: Mapping[str, Any]) -> list[Stored]:
    """Every message that answers `request` (the broker's own words). The stream has to allow it.

    Raises `StreamMissing` and other `BusError`s.
    """
    subject = f"$JS.API.DIRECT.GET.{stream}"
    found: list[Stored] = []
    done: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def take(msg: Msg) -> None:
        headers = msg.headers or {}
        status = headers.get("Status")
        if status is None:
            seq = int(headers["Nats-Sequence"])
            found.append(Stored(headers["Nats-Subject"], msg.data, seq, headers))
        elif not done.done():
            done.set_result(status)

    inbox = bus.nc.new_inbox()
    answers = await translated(subject, bus.nc.subscribe(inbox, cb=take))
    try:
        question = msgspec.json.encode(request)
        await translated(subject, bus.nc.publish(subject, question, reply=inbox))
        async with asyncio.timeout(_TIMEOUT_S):
            status = await done
    except TimeoutError:
        raise RequestTimeout(subject) from None
    finally:
        with suppress(BusError):
            await translated(subject, answers.unsubscribe())
    if status == "503":
        raise StreamMissing(subject)
    if status not in ("204", "404"):  # all that there is; nothing
        raise BusAway(f"{subject}: status {status}")
    return found
