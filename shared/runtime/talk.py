"""Where table talk lies: a stream of its own that forgets soon, and one of reported lines.

The broker tells of a line when it has stored it (`said.<room>`), so what was heard can be read by
whoever comes, and all gateways hear the same.
"""

from collections import deque
from collections.abc import AsyncIterator
from typing import Any, Protocol

import msgspec

from shared.contracts.ids import RoomId
from shared.contracts.talk import (
    KEPT_LINES,
    Report,
    TalkLine,
    report_subject,
    said_subject,
    talk_subject,
)
from shared.eventstore.streams import Stream
from shared.runtime.broker_api import StreamMissing, store
from shared.runtime.bus import Bus
from shared.runtime.bus_nats import NatsBus
from shared.runtime.direct import read

STREAM = "TALK"
REPORTS = "REPORTS"
TALK_MINUTES = 60
REPORT_DAYS = 30

_TALK_BYTES = 64 << 20
_REPORT_BYTES = 256 << 20
_PAGE = 256
_MINUTE_NS = 60 * 1_000_000_000
_DAY_NS = 86_400 * 1_000_000_000
_MESSAGE_ID = "Nats-Msg-Id"

_encode = msgspec.json.Encoder().encode
_lines = msgspec.json.Decoder(TalkLine)
_reports = msgspec.json.Decoder(Report)


class Talk(Protocol):
    """Errors are `BusError`s; `StreamMissing` where nobody has made the stream."""

    @property
    def losses(self) -> int:
        """How often the broker was found again; what was said meanwhile was not heard."""
        ...

    async def put(self, room: RoomId, line: TalkLine) -> None:
        """Returns when it is stored; everybody who listens to `said.<room>` is told. The same id
        again, within two minutes, changes nothing."""
        ...

    async def recent(self, room: RoomId) -> list[TalkLine]:
        """The lines that are kept, the oldest first."""
        ...

    async def report(self, report: Report) -> None:
        """Returns when it is stored. The same line by the same reporter counts once."""
        ...


def talk_stream(*, replicas: int, retention_minutes: int, storage: str = "file") -> Stream:
    """On disk, so that it outlives the broker's restart; each room pushes out its own lines."""
    return Stream(
        STREAM,
        {
            "subjects": [talk_subject(_ANY)],
            "storage": storage,
            "num_replicas": replicas,
            "max_age": retention_minutes * _MINUTE_NS,
            # Limits per subject are kept by forgetting only where the whole stream forgets, too.
            "max_msgs_per_subject": KEPT_LINES,
            "max_bytes": _TALK_BYTES,
            "discard": "old",
            "allow_direct": True,
            "republish": {"src": talk_subject(_ANY), "dest": said_subject(_FIRST)},
        },
        chosen=("max_age",),
    )


def reports_stream(*, replicas: int, retention_days: int, storage: str = "file") -> Stream:
    return Stream(
        REPORTS,
        {
            "subjects": [report_subject(_ANY)],
            "storage": storage,
            "num_replicas": replicas,
            "max_age": retention_days * _DAY_NS,
            "max_bytes": _REPORT_BYTES,
            "discard": "old",
            "allow_direct": True,
        },
        chosen=("max_age",),
    )


_ANY = RoomId("*")
_FIRST = RoomId("{{wildcard(1)}}")


class NatsTalk:
    """Needs the streams of `talk_stream` and `reports_stream`."""

    def __init__(self, bus: NatsBus) -> None:
        self._bus = bus

    @property
    def losses(self) -> int:
        return self._bus.reconnects

    async def put(self, room: RoomId, line: TalkLine) -> None:
        await store(self._bus, talk_subject(room), _encode(line), {_MESSAGE_ID: line.id})

    async def recent(self, room: RoomId) -> list[TalkLine]:
        request = {"seq": 1, "batch": KEPT_LINES, "next_by_subj": talk_subject(room)}
        return [_lines.decode(each.data) for each in await read(self._bus, STREAM, request)]

    async def report(self, report: Report) -> None:
        headers = {_MESSAGE_ID: f"{report.line.id}-{report.reporter}"}
        await store(self._bus, report_subject(report.room), _encode(report), headers)


async def reports(bus: NatsBus) -> AsyncIterator[Report]:
    """All that are kept, the oldest first. Raises as `Talk` does."""
    after = 0
    while True:
        request: dict[str, Any] = {"seq": after + 1, "batch": _PAGE}
        found = await read(bus, REPORTS, {**request, "next_by_subj": report_subject(_ANY)})
        for each in found:
            yield _reports.decode(each.data)
        if len(found) < _PAGE:
            return
        after = found[-1].number


class MemoryTalk:
    """Within one process, for as many ends of a memory bus as there are."""

    def __init__(self, bus: Bus) -> None:
        """`bus`: the broker's own end, from which it tells of lines."""
        self.is_missing = False
        """As if nobody had made the streams."""
        self.reported: list[Report] = []
        self._bus = bus
        self._kept: dict[RoomId, deque[TalkLine]] = {}

    @property
    def losses(self) -> int:
        return 0

    async def put(self, room: RoomId, line: TalkLine) -> None:
        kept = self._lines(room)
        if all(line.id != each.id for each in kept):
            kept.append(line)
            await self._bus.publish(said_subject(room), _encode(line))

    async def recent(self, room: RoomId) -> list[TalkLine]:
        return list(self._lines(room))

    async def report(self, report: Report) -> None:
        self._lines(report.room)
        known = {(each.line.id, each.reporter) for each in self.reported}
        if (report.line.id, report.reporter) not in known:
            self.reported.append(report)

    def _lines(self, room: RoomId) -> deque[TalkLine]:
        if self.is_missing:
            raise StreamMissing(talk_subject(room))
        return self._kept.setdefault(room, deque(maxlen=KEPT_LINES))
