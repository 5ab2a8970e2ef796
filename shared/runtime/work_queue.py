"""Messages that a durable consumer hands out, and what is said of each when it was looked at."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

import msgspec
import structlog
from nats.aio.msg import Msg

from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus, translated

_log = structlog.stdlib.get_logger(__name__)

BATCH = 64
DONE = b"+ACK"
RETRY_PAUSE_S = 0.2
"""Before it is asked again after something was wrong."""

_EXPIRES_S = 5
_HEARTBEAT_MS = 500
_SILENCE_S = 1.2
"""After two missed heartbeats the question counts as lost."""
_HEARTBEAT, _EXPIRED = "100", "408"
_QUESTION = msgspec.json.encode(
    {
        "batch": BATCH,
        "expires": _EXPIRES_S * 1_000_000_000,
        "idle_heartbeat": _HEARTBEAT_MS * 1_000_000,
    }
)


def again_in(delay_ms: int) -> bytes:
    """Says of a message that it is to be handed out once more."""
    return b'-NAK {"delay": %d}' % (delay_ms * 1_000_000)


async def pulled(bus: NatsBus, stream: str, consumer: str) -> AsyncGenerator[Msg, None]:
    """The consumer's messages, each as soon as it is there, until something is wrong with it.

    The client's own `fetch` would hold what came until the batch is full or its time is over. A
    new inbox each time makes the broker forget the questions of before.
    """
    if not bus.is_connected:
        return
    subject = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}"
    came: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = bus.nc.new_inbox()
    try:
        answers = await translated(subject, bus.nc.subscribe(inbox, cb=came.put))
        try:
            while True:
                await translated(subject, bus.nc.publish(subject, _QUESTION, reply=inbox))
                wanted = BATCH
                while wanted > 0:
                    async with asyncio.timeout(_SILENCE_S):
                        msg = await came.get()
                    status = (msg.headers or {}).get("Status")
                    if status is None:
                        wanted -= 1
                        yield msg
                    elif status == _EXPIRED:
                        break
                    elif status != _HEARTBEAT:  # the consumer or its leader is not there
                        _log.warning("queue_unheard", stream=stream, status=status)
                        return
        finally:
            with suppress(BusError):  # it must not take the place of a cancellation
                await translated(subject, answers.unsubscribe())
    except (BusError, TimeoutError) as error:
        _log.warning("queue_unheard", stream=stream, kind=type(error).__name__)
