"""The timer service. Each instance follows the whole log; two of them do no harm."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

import msgspec
import structlog

from services.timer.alarms import Alarms
from services.timer.commanding import Commanding
from services.timer.draining import Draining
from services.timer.kept import Kept
from services.timer.ledger import Ledger
from services.timer.metrics import TimerMetrics
from services.timer.overview import Overview
from services.timer.presence import Found, Presence
from services.timer.settings import TimerSettings
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceReport, Retry, WatchReport
from shared.contracts.subjects import PRESENCE, TIMER, TIMER_ROOMS, WATCH
from shared.eventstore.layout import SHARD_COUNT
from shared.eventstore.log import Batch, Checkpoint, CheckpointUnusable, Gap, Log
from shared.runtime.bus import Bus, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.dispatch import Dispatch
from shared.runtime.keeping import Keeping
from shared.runtime.members import MemberId, Members
from shared.runtime.schedules import Schedules
from shared.runtime.tasks import Fail, end, watched
from shared.runtime.tracing import OFF, Tracing
from shared.runtime.wishes import Wishes

_log = structlog.stdlib.get_logger(__name__)

REPORTS = 64
"""Presence reports under way at the same time."""

GAP_PAUSE_MS = 1_000
"""Before the log is followed again where it had a hole."""

_Asked = tuple[RoomId, PlayerId | None, bool]

_presence = msgspec.json.Decoder(PresenceReport)
_watch = msgspec.json.Decoder(WatchReport)


class TimerService:
    """`members`: those of the rules service. `own`: those of this one, and `member` its name."""

    def __init__(
        self,
        *,
        bus: Bus,
        members: Members,
        log: Log,
        schedules: Schedules,
        keeping: Keeping,
        wishes: Wishes,
        own: Members,
        member: MemberId,
        clock: Clock,
        is_clock_trusted: Callable[[], bool],
        settings: TimerSettings,
        metrics: TimerMetrics,
        fail: Fail,
        tracing: Tracing = OFF,
    ) -> None:
        """`fail` is told what ended a part of the service, which then has to be started anew."""
        self._bus = bus
        self._members = members
        self._log = log
        self._schedules = schedules
        self._clock = clock
        self._is_clock_trusted = is_clock_trusted
        self._settings = settings
        self._metrics = metrics
        self._fail = fail
        self._commanding = Commanding(
            Dispatch(bus, members, clock, "sys", tracing=tracing),
            Dispatch(bus, members, clock, "operator", tracing=tracing),
            metrics,
        )
        self._own = own
        self._member = member
        self._wishes = wishes
        self._kept = Kept(keeping, metrics)
        self._ledger = Ledger()
        self._overview = Overview(lambda: self._ledger, clock, settings, lambda: self._has_begun)
        self._checkpoint: Checkpoint | None = None
        self._alarms: Alarms
        self._presence: Presence
        self._draining: Draining
        self._has_begun = False
        self._is_current = False
        self._current_ms = clock.now_ms()
        """When it had read all that the log then had."""
        metrics.behind_ms.by(lambda: self._clock.now_ms() - self._current_ms)
        self._asked: dict[_Asked, int] = {}
        """Until when a finding is not to be told again."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._subscriptions: list[Subscription] = []

    async def start(self) -> None:
        """Returns when it follows; overdue deadlines are dealt with as soon as it is current."""
        self._ledger, self._checkpoint = await self._kept.load()
        ledger, settings, metrics = self._ledger, self._settings, self._metrics
        self._alarms = Alarms(
            ledger, self._schedules, self._commanding, self._clock, settings, metrics
        )
        self._presence = Presence(ledger, settings, metrics)
        await self._members.watch()
        self._subscriptions = [
            await self._bus.subscribe(PRESENCE, self._hear, limit=REPORTS),
            await self._bus.subscribe(TIMER_ROOMS, self._overview.take, queue=TIMER),
        ]
        self._draining = Draining(self._wishes, ledger, self._commanding)
        loops = (
            *(self._follow, self._alarms.run, self._tick),
            *(self._look_around, self._drain, self._keep),
        )
        await self._own.watch()
        await self._own.join(
            self._member, (), self._fail, lambda: self._clock.now_ms() - self._current_ms
        )
        self._loops = [watched(loop(), self._fail) for loop in loops]

    async def stop(self) -> None:
        """Alarms stay set; another instance, or the next start, hears them."""
        for subscription in self._subscriptions:
            await subscription.unsubscribe()
        await end(*self._loops, *self._tasks)
        if self._loops:
            await self._save()
        await self._members.close()
        await self._own.close()

    def readiness(self) -> dict[str, Callable[[], bool]]:
        return {
            "bus": lambda: self._bus.is_connected,
            "clock": self._is_clock_trusted,
            "log": lambda: self._is_current,
            "rules": lambda: bool(self._members.alive()),
            "alarms": lambda: all(not loop.done() for loop in self._loops),
        }

    async def _follow(self) -> None:
        """For ever. A hole in the log stops all that lies behind it: it is never passed over."""
        while True:
            try:
                await self._follow_on()
            except CheckpointUnusable:
                _log.warning("followed_from_the_first_entry")
                self._ledger.rooms.clear()
                self._checkpoint = None
                self._has_begun = False
            except Gap as gap:
                _log.error("log_gap", room=gap.room, seq=gap.seq)
                self._metrics.gaps.add()
                await self._clock.sleep_ms(GAP_PAUSE_MS)
            self._is_current = False

    async def _follow_on(self) -> None:
        async with aclosing(self._log.follow(range(SHARD_COUNT), self._checkpoint)) as batches:
            async for batch in batches:
                self._take(batch)

    def _take(self, batch: Batch) -> None:
        for stored in batch.entries:
            self._ledger.fold(stored)
            if self._has_begun:
                self._alarms.note(stored.room)
        self._checkpoint = batch.checkpoint
        self._is_current = batch.is_current
        if batch.is_current:
            self._current_ms = self._clock.now_ms()
        self._metrics.rooms.set(len(self._ledger.rooms))
        if batch.is_current and not self._has_begun:
            self._has_begun = True
            self._alarms.begin()

    async def _tick(self) -> None:
        while True:
            await self._clock.sleep_ms(self._settings.tick_ms)
            if self._has_begun:
                self._alarms.look()

    async def _look_around(self) -> None:
        while True:
            await self._clock.sleep_ms(self._settings.presence_tick_ms)
            found = self._presence.look(self._clock.now_ms())
            if self._has_begun:
                self._tell_all(found)

    async def _drain(self) -> None:
        while True:
            await self._clock.sleep_ms(self._settings.presence_tick_ms)
            if self._is_current:
                await self._draining.look()

    async def _keep(self) -> None:
        while True:
            await self._clock.sleep_ms(self._settings.keep_ms)
            await self._save()

    async def _save(self) -> None:
        if self._checkpoint is not None and self._has_begun and self._ledger.has_changed:
            await self._kept.save(self._ledger, self._checkpoint)

    async def _hear(self, message: Message) -> None:
        now_ms = self._clock.now_ms()
        try:
            if message.subject == WATCH:
                self._presence.watched(_watch.decode(message.data), now_ms)
            else:
                self._tell_all(self._presence.heard(_presence.decode(message.data), now_ms))
        except msgspec.DecodeError:
            _log.warning("report_unreadable", subject=message.subject)

    def _tell_all(self, found: list[Found]) -> None:
        now_ms = self._clock.now_ms()
        for each in found:
            key: _Asked = (each.room, each.player, each.is_away)
            if self._asked.get(key, 0) <= now_ms:
                self._asked[key] = now_ms + self._settings.ask_again_ms
                task = asyncio.create_task(self._tell(each, key))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        for key in [key for key, until_ms in self._asked.items() if until_ms <= now_ms]:
            del self._asked[key]

    async def _tell(self, found: Found, key: _Asked) -> None:
        room, seq = found.room, found.seq
        if found.player is None:
            reply = await self._commanding.abandon(room, seq)
        else:
            reply = await self._commanding.absent(
                room, found.player, is_away=found.is_away, seq=seq
            )
        wait_ms = reply.retry_after_ms if isinstance(reply, Retry) else self._settings.ask_again_ms
        self._asked[key] = self._clock.now_ms() + wait_ms
