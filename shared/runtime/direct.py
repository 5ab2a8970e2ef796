"""Messages of a stream by the broker's direct reading, with the errors of a bus.

Any replica answers, so what comes may be a moment old.
"""

from collections.abc import Mapping
from typing import Any

from shared.eventstore.reading import END_OF_BATCH, NOTHING_FOUND, Message, answers
from shared.runtime.broker_api import StreamMissing
from shared.runtime.bus import BusAway
from shared.runtime.bus_nats import NatsBus, translated

_TIMEOUT_S = 2
_NO_STREAM = "503"


async def read(bus: NatsBus, stream: str, request: Mapping[str, Any]) -> list[Message]:
    """Every message that answers `request` (the broker's own words). The stream has to allow it.

    Raises `StreamMissing` and other `BusError`s.
    """
    subject = f"$JS.API.DIRECT.GET.{stream}"
    found, status = await translated(subject, answers(bus.nc, stream, request, _TIMEOUT_S))
    if status == _NO_STREAM:
        raise StreamMissing(subject)
    if status not in (END_OF_BATCH, NOTHING_FOUND):
        raise BusAway(f"{subject}: status {status}")
    return found
