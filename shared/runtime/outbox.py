"""What hosts are to be told: put by once each, handed out until somebody says it is done with, and
kept for as long as it may be asked for again.

A subject of the stream OUTBOX holds one message and takes no other while it is there. So whoever
puts by what he finds in the log may do so again and again, and nothing is told twice for it.
"""

from typing import Protocol

import msgspec

from shared.contracts.hosting import Ending
from shared.contracts.subjects import outbox_subject
from shared.eventstore.streams import Stream
from shared.runtime.broker_api import ApiRefused, store
from shared.runtime.bus import Bus
from shared.runtime.bus_nats import NatsBus
from shared.runtime.kv import NatsBucket

STREAM = "OUTBOX"
CONSUMER = "webhooks"
DELIVERIES_STREAM = "KV_DELIVERIES"
DELIVERIES = "$KV.DELIVERIES."
KEPT_DAYS = 7
KEPT_MS = KEPT_DAYS * 86_400_000
ACK_WAIT_S = 60

_MAXIMUM_PER_SUBJECT = 10077
_NANOSECONDS = 1_000_000_000


def outbox_streams(
    *, replicas: int, storage: str = "file", ack_wait_s: int = ACK_WAIT_S
) -> list[Stream]:
    """`ack_wait_s`: what was handed out and of which nothing was heard for so long is handed out
    again."""
    kept = {
        "storage": storage,
        "num_replicas": replicas,
        "max_msgs_per_subject": 1,
        "max_age": KEPT_MS * 1_000_000,
        "allow_direct": True,
    }
    outbox = Stream(
        STREAM,
        {
            **kept,
            "subjects": [outbox_subject("*", "*")],
            "discard": "new",
            "discard_new_per_subject": True,
        },
        {
            CONSUMER: {
                "ack_policy": "explicit",
                "ack_wait": ack_wait_s * _NANOSECONDS,
                "max_ack_pending": 100_000,
            }
        },
    )
    deliveries = {**kept, "subjects": [f"{DELIVERIES}*.*"], "discard": "old"}
    return [outbox, Stream(DELIVERIES_STREAM, deliveries)]


class Outbox(Protocol):
    async def put(self, ending: Ending) -> bool:
        """Whether it was not there before. Errors are `BusError`s."""
        ...


class NatsOutbox:
    """Needs the stream of `outbox_streams`."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def put(self, ending: Ending) -> bool:
        subject = outbox_subject(ending.tenant, ending.id)
        try:
            await store(self._bus, subject, msgspec.json.encode(ending))
        except ApiRefused as refused:
            if refused.err_code != _MAXIMUM_PER_SUBJECT:
                raise
            return False
        return True


async def kept_ending(bus: NatsBus, tenant: str, id_: str) -> Ending | None:
    """One that was put by. Raises `BusError`."""
    subject = outbox_subject(tenant, id_)
    found = await NatsBucket(bus, STREAM).last([subject])
    return msgspec.json.decode(found[subject].data, type=Ending) if found else None
