"""Alarms as scheduled messages of JetStream, in a stream of their own.

`timer.at.<room>` holds the alarm, `timer.fire.<room>` receives its payload when it goes off. The
stream is a work queue: what was acted on is gone, and nothing else has to tidy up.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial

from shared.contracts.ids import RoomId
from shared.eventstore.streams import Stream
from shared.runtime.broker_api import call, store
from shared.runtime.bus_nats import NatsBus
from shared.runtime.schedules import Fired
from shared.runtime.work_queue import DONE, RETRY_PAUSE_S, pulled

STREAM = "TIMERS"
CONSUMER = "timer"

_LATEST_MS = 253_402_300_799_000
"""The end of the year 9999, which is as far as the broker's time format goes."""


def timers_stream(*, replicas: int, storage: str = "file", ack_wait_s: int = 5) -> Stream:
    """A fired alarm that nobody acts on within `ack_wait_s` is handed out again."""
    return Stream(
        STREAM,
        {
            "subjects": ["timer.at.*", "timer.fire.*"],
            "storage": storage,
            "num_replicas": replicas,
            "retention": "workqueue",
            "discard": "old",  # the broker refuses schedules in a stream that discards new messages
            "allow_msg_schedules": True,
            "allow_rollup_hdrs": True,  # what schedules bring with them
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
        is_remade=True,
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
            async with aclosing(pulled(self._bus, STREAM, CONSUMER)) as messages:
                async for msg in messages:
                    acknowledge = partial(self._bus.publish, msg.reply, DONE)
                    yield Fired(RoomId(msg.subject.rpartition(".")[2]), msg.data, acknowledge)
            await asyncio.sleep(RETRY_PAUSE_S)


def _at(at_ms: int) -> str:
    moment = datetime.fromtimestamp(min(max(at_ms, 0), _LATEST_MS) / 1000, UTC)
    return f"@at {moment.isoformat(timespec='milliseconds').replace('+00:00', 'Z')}"
