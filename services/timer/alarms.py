"""Deadlines: one alarm per room, and a time-out command when it goes off.

An alarm is set only for an earlier deadline than the one it stands for; when it goes off early, it
is set again. Every seat gets the same grace, so that the clock tells nothing about who plays it.

The alarms are the broker's and may be late or lost, the deadlines are the log's: what is overdue is
also found by looking, at the start and whenever an alarm did not go off.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import aclosing
from typing import Any

import structlog

from services.timer.commanding import Commanding
from services.timer.ledger import Ledger, Record
from services.timer.metrics import TimerMetrics
from services.timer.settings import TimerSettings
from shared.contracts.ids import RoomId
from shared.contracts.messages import Accepted, Refused, Retry
from shared.runtime.bus import BusError
from shared.runtime.clock import Clock
from shared.runtime.schedules import Fired, Schedules
from shared.runtime.tasks import end

_log = structlog.stdlib.get_logger(__name__)

ARMING_LIMIT = 64
"""Alarms being set at the same time."""

SENDING_LIMIT = 256
"""Time-outs under way at the same time."""

TOO_EARLY_LIMIT = 3
"""So often a time-out is sent again when its time has come by the rules' clock, too."""

RETRY_MS = 200
"""After an alarm could not be set."""


class Alarms:
    """`note` after each entry, `look` at each tick; `run` beside them."""

    def __init__(
        self,
        ledger: Ledger,
        schedules: Schedules,
        commanding: Commanding,
        clock: Clock,
        settings: TimerSettings,
        metrics: TimerMetrics,
    ) -> None:
        self._ledger = ledger
        self._schedules = schedules
        self._commanding = commanding
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._armed: dict[RoomId, int] = {}
        """For when each room's alarm is set, as far as known; other instances set alarms too."""
        self._wrong: dict[RoomId, None] = {}
        """Rooms whose alarm has to be set or taken back."""
        self._news = asyncio.Event()
        self._sending: set[tuple[RoomId, str]] = set()
        self._quiet: dict[RoomId, tuple[str, int]] = {}
        """Rooms whose time-out with this id is not to be sent again before that time."""
        self._places = asyncio.Semaphore(SENDING_LIMIT)
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_begun = False
        metrics.overdue_ms.by(self.overdue_ms)

    def overdue_ms(self) -> int:
        """By how much the most overdue deadline and its grace are past."""
        if not self._has_begun:
            return 0
        due_ms = (self._due_ms(record) for _, record in self._ledger if record.deadline_ms)
        return max(0, self._clock.now_ms() - min(due_ms, default=self._clock.now_ms()))

    def note(self, room: RoomId) -> None:
        """A room has a new entry."""
        at_ms, armed_ms = self._wanted_ms(room), self._armed.get(room)
        if at_ms is None:
            self._quiet.pop(room, None)
            is_wrong = armed_ms is not None
        else:
            # An alarm of the past has gone off, here or elsewhere.
            is_wrong = armed_ms is None or at_ms < armed_ms or armed_ms <= self._clock.now_ms()
        if is_wrong:
            self._wrong[room] = None
            self._news.set()

    def begin(self) -> None:
        """All rooms are known as of now: sets every alarm, and sends every time-out overdue."""
        self._has_begun = True
        for room, _ in self._ledger:
            self.note(room)
        self.look(late_ms=0)

    def look(self, late_ms: int | None = None) -> None:
        """Sends time-outs that are overdue by `late_ms` (by default: so that the alarm is lost)."""
        now_ms = self._clock.now_ms()
        overdue_ms = self._settings.missed_ms if late_ms is None else late_ms
        for room, record in self._ledger:
            if not record.deadline_ms or now_ms < self._due_ms(record) + overdue_ms:
                continue
            if (room, record.due) not in self._sending and not self._is_quiet(room, record, now_ms):
                if late_ms is None:
                    self._metrics.alarms.add(what="missed")
                self._spawn(self._time_out(room, record.due))

    async def run(self) -> None:
        """Sets alarms and hears them until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._keep_right())
                group.create_task(self._hear())
        finally:
            await end(*self._tasks)

    def _due_ms(self, record: Record) -> int:
        return record.deadline_ms + self._settings.grace_ms

    def _wanted_ms(self, room: RoomId) -> int | None:
        record = self._ledger.get(room)
        return self._due_ms(record) if record is not None and record.deadline_ms else None

    def _is_quiet(self, room: RoomId, record: Record, now_ms: int) -> bool:
        due, until_ms = self._quiet.get(room, ("", 0))
        return due == record.due and now_ms < until_ms

    async def _keep_right(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._wrong:
                rooms = list(self._wrong)[:ARMING_LIMIT]
                for room in rooms:
                    del self._wrong[room]
                results = await asyncio.gather(*map(self._set, rooms))
                if not all(results):
                    await self._clock.sleep_ms(RETRY_MS)

    async def _set(self, room: RoomId) -> bool:
        """Whether the room's alarm is right now; if not, it is wrong again."""
        at_ms = self._wanted_ms(room)
        record = self._ledger.get(room)
        try:
            if at_ms is None or record is None:
                await self._schedules.disarm(room)
                self._armed.pop(room, None)
                self._metrics.alarms.add(what="taken_back")
            else:
                await self._schedules.arm(room, at_ms, record.due.encode())
                self._armed[room] = at_ms
                self._metrics.alarms.add(what="set")
        except BusError as error:
            self._metrics.alarms.add(what="failed")
            _log.warning("alarm_failed", room=room, kind=type(error).__name__)
            self._wrong[room] = None
            return False
        return True

    async def _hear(self) -> None:
        async with aclosing(self._schedules.fired()) as alarms:
            async for fired in alarms:
                await self._places.acquire()
                gone_off = self._spawn(self._gone_off(fired))
                gone_off.add_done_callback(lambda _: self._places.release())

    async def _gone_off(self, fired: Fired) -> None:
        room, now_ms = fired.room, self._clock.now_ms()
        self._metrics.alarms.add(what="gone_off")
        # Whoever set it, no alarm of this room is set any more.
        self._armed.pop(room, None)
        record = self._ledger.get(room)
        if record is None:
            # Closed, or not come to yet after a start: then its alarm knows more than the ledger.
            await self._time_out(room, fired.payload.decode())
        elif record.deadline_ms and now_ms < self._due_ms(record):
            self._metrics.alarms.add(what="early")
            self.note(room)
        elif record.deadline_ms and not self._is_quiet(room, record, now_ms):
            await self._time_out(room, record.due)
        try:
            await fired.done()
        except BusError as error:  # it comes again, and then finds nothing due
            _log.info("alarm_not_done", room=room, kind=type(error).__name__)

    async def _time_out(self, room: RoomId, due: str) -> None:
        """Until the entry that comes of it is heard, the same time-out is not sent again."""
        if (room, due) in self._sending:
            return
        self._sending.add((room, due))
        record = self._ledger.get(room)
        due_ms = self._due_ms(record) if record is not None and record.due == due else None
        try:
            for _ in range(TOO_EARLY_LIMIT):
                reply = await self._commanding.time_out(room, due)
                if not (isinstance(reply, Refused) and reply.why.code == "too_early"):
                    break
                await self._clock.sleep_ms(int(reply.why.params["missing_ms"]))
        finally:
            self._sending.discard((room, due))
        if isinstance(reply, Accepted) and due_ms is not None:
            self._metrics.lateness_ms.observe(max(0, self._clock.now_ms() - due_ms))
        wait_ms = reply.retry_after_ms if isinstance(reply, Retry) else self._settings.ask_again_ms
        self._quiet[room] = (due, self._clock.now_ms() + wait_ms)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
