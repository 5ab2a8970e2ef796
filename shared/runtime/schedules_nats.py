"""Alarms as scheduled messages of JetStream, in a stream of their own.

`timer.at.<room>` holds the alarm, `timer.fire.<room>` receives its payload when it goes off. The
stream is a work queue: what was acted on is gone, and nothing else has to tidy up.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from datetime import UTC, datetime
from functools import partial

import msgspec
import structlog
from nats.aio.msg import Msg

from shared.contracts.ids import RoomId
from shared.runtime.broker_api import Stream, call, store
from shared.runtime.bus import BusError
from shared.runtime.bus_nats import NatsBus, translated
from shared.runtime.schedules import Fired

_log = structlog.stdlib.get_logger(__name__)

STREAM = "TIMERS"
CONSUMER = "timer"

_NEXT = f"$JS.API.CONSUMER.MSG.NEXT.{STREAM}.{CONSUMER}"
_BATCH = 64
_EXPIRES_S = 5
_HEARTBEAT_MS = 500
_SILENCE_S = 1.2
"""After two missed heartbeats the question counts as lost."""
_RETRY_PAUSE_S = 0.2
_HEARTBEAT, _EXPIRED = "100", "408"
_QUESTION = msgspec.json.encode(
    {
        "batch": _BATCH,
        "expires": _EXPIRES_S * 1_000_000_000,
        "idle_heartbeat": _HEARTBEAT_MS * 1_000_000,
    }
)
_LATEST_MS = 253_402_300_799_000
"""The end of the year 9999, which is as far as the broker's time format goes."""


def timers_stream(*, replicas: int, ack_wait_s: int = 5) -> Stream:
    """A fired alarm that nobody acts on within `ack_wait_s` is handed out again."""
    return Stream(
        STREAM,
        {
            "subjects": ["timer.at.*", "timer.fire.*"],
            "storage": "file",
            "num_replicas": replicas,
            "retention": "workqueue",
            "discard": "old",  # the broker refuses schedules in a stream that discards new messages
            "allow_msg_schedules": True,
            "allow_msg_ttl": True,
        },
        {
            CONSUMER: {
                "filter_subject": "timer.fire.*",
                "ack_policy": "explicit",
                "ack_wait": ack_wait_s * 1_000_000_000,
                "max_ack_pending": 4_096,
            }
        },
    )


class NatsSchedules:
    """Needs the stream and the consumer of `timers_stream`."""

    def __init__(self, bus: NatsBus) -> None:
        self._bus = bus

    async def arm(self, room: RoomId, at_ms: int, payload: bytes) -> None:
        # Publishing again on the subject is what replaces the earlier alarm.
        await store(
            self._bus,
            f"timer.at.{room}",
            payload,
            {"Nats-Schedule": _at(at_ms), "Nats-Schedule-Target": f"timer.fire.{room}"},
        )

    async def disarm(self, room: RoomId) -> None:
        await call(self._bus, f"$JS.API.STREAM.PURGE.{STREAM}", {"filter": f"timer.at.{room}"})

    async def fired(self) -> AsyncGenerator[Fired, None]:
        while True:
            async with aclosing(_pulled(self._bus)) as messages:
                async for msg in messages:
                    acknowledge = partial(self._bus.publish, msg.reply, b"+ACK")
                    yield Fired(RoomId(msg.subject.rpartition(".")[2]), msg.data, acknowledge)
            await asyncio.sleep(_RETRY_PAUSE_S)


async def _pulled(bus: NatsBus) -> AsyncGenerator[Msg, None]:
    """The consumer's messages, each as soon as it is there, until something is wrong with it.

    The client's own `fetch` would hold what came until the batch is full or its time is over. A
    new inbox each time makes the broker forget the questions of before.
    """
    if not bus.is_connected:
        return
    came: asyncio.Queue[Msg] = asyncio.Queue()
    inbox = bus.nc.new_inbox()
    try:
        answers = await translated(_NEXT, bus.nc.subscribe(inbox, cb=came.put))
        try:
            while True:
                await translated(_NEXT, bus.nc.publish(_NEXT, _QUESTION, reply=inbox))
                wanted = _BATCH
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
                        _log.warning("alarms_unheard", status=status)
                        return
        finally:
            with suppress(BusError):  # it must not take the place of a cancellation
                await translated(_NEXT, answers.unsubscribe())
    except (BusError, TimeoutError) as error:
        _log.warning("alarms_unheard", kind=type(error).__name__)


def _at(at_ms: int) -> str:
    moment = datetime.fromtimestamp(min(max(at_ms, 0), _LATEST_MS) / 1000, UTC)
    return f"@at {moment.isoformat(timespec='milliseconds').replace('+00:00', 'Z')}"
