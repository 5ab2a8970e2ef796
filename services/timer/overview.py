"""Which rooms there are, and which of them are stuck: for whoever operates them."""

from collections import Counter
from collections.abc import Callable

import msgspec
import structlog

from services.timer.ledger import Ledger, Record
from services.timer.settings import TimerSettings
from shared.contracts.ids import RoomId
from shared.contracts.operating import RoomLine, RoomsKnown, RoomsRequest, RoomStage
from shared.runtime.bus import Message
from shared.runtime.clock import Clock

_log = structlog.stdlib.get_logger(__name__)

PAGE_LIMIT = 100

_requests = msgspec.json.Decoder(RoomsRequest)


class Overview:
    """`has_begun`: whether the log was read to its end; before, nothing is answered."""

    def __init__(
        self,
        ledger: Callable[[], Ledger],
        clock: Clock,
        settings: TimerSettings,
        has_begun: Callable[[], bool],
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._settings = settings
        self._has_begun = has_begun

    async def take(self, message: Message) -> None:
        """Answers a `RoomsRequest`."""
        if not self._has_begun():
            return
        try:
            request = _requests.decode(message.data)
        except (msgspec.DecodeError, RecursionError):
            _log.warning("rooms_request_unreadable")
            return
        await message.respond(msgspec.json.encode(self.rooms(request)))

    def rooms(self, request: RoomsRequest) -> RoomsKnown:
        lines = [self._line(room, record) for room, record in self._ledger()]
        stages = Counter(line.stage for line in lines)
        if limit := max(0, min(request.limit, PAGE_LIMIT)):
            lines.sort(key=lambda line: (-line.overdue_ms * line.is_stuck, line.room))
        skip = max(0, request.skip)
        return RoomsKnown(
            lobby=stages["lobby"],
            running=stages["running"],
            over=stages["over"],
            stuck=sum(line.is_stuck for line in lines),
            overdue_ms=max((line.overdue_ms for line in lines), default=0),
            rooms=lines[skip : skip + limit],
        )

    def _line(self, room: RoomId, record: Record) -> RoomLine:
        overdue_ms = 0
        if record.deadline_ms:
            due_ms = record.deadline_ms + self._settings.grace_ms
            overdue_ms = max(0, self._clock.now_ms() - due_ms)
        is_stuck = overdue_ms > self._settings.stuck_ms
        return RoomLine(room, _stage(record), record.seq, overdue_ms, is_stuck)


def _stage(record: Record) -> RoomStage:
    if record.is_running:
        return "running"
    return "over" if record.is_over else "lobby"
