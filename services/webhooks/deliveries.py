"""What became of each delivery: kept for a week, one record each, the last change last."""

import msgspec

from shared.contracts.hosting import Attempt, Deliveries, Delivery, Ending, State
from shared.contracts.ids import Millis
from shared.runtime.broker_api import store
from shared.runtime.bus_nats import NatsBus
from shared.runtime.kv import NatsBucket
from shared.runtime.outbox import DELIVERIES, DELIVERIES_STREAM

LATEST = 10
"""So many tries are remembered of each."""


class Log:
    """Errors are `BusError`s."""

    def __init__(self, bus: NatsBus) -> None:
        self._bus = bus
        self._bucket = NatsBucket(bus, DELIVERIES_STREAM)

    async def get(self, ending: Ending) -> Delivery:
        """A new one where there is none."""
        subject = _subject(ending.tenant, ending.id)
        found = await self._bucket.last([subject])
        if found:
            return msgspec.json.decode(found[subject].data, type=Delivery)
        return Delivery(ending.id, ending.what, ending.room, ending.match, ending.at_ms, "waiting")

    async def keep(self, tenant: str, delivery: Delivery) -> None:
        await store(self._bus, _subject(tenant, delivery.id), msgspec.json.encode(delivery))

    async def changed(self, tenant: str, after: int, limit: int) -> Deliveries:
        found = await self._bucket.since(_subject(tenant, "*"), after, limit)
        listed = [msgspec.json.decode(each.data, type=Delivery) for each in found]
        return Deliveries(listed, found[-1].seq if found else after)


def with_attempt(delivery: Delivery, attempt: Attempt, state: State, next_ms: int = 0) -> Delivery:
    """The record after one try more."""
    return msgspec.structs.replace(
        delivery,
        state=state,
        attempts=delivery.attempts + 1,
        latest=(*delivery.latest, attempt)[-LATEST:],
        next_ms=Millis(next_ms),
    )


def _subject(tenant: str, id_: str) -> str:
    return f"{DELIVERIES}{tenant}.{id_}"
