"""The projection service as one member of many: follows its shards and answers for views."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog
from msgspec import Raw

from services.projection.folding import Folder, FoldError, Rooms
from services.projection.following import Follower
from services.projection.metrics import ProjectionMetrics
from services.projection.places import Places
from services.projection.settings import ProjectionSettings
from services.projection.showing import FORMAT, Shower
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import SPECTATOR, Refused, View, ViewRequest
from shared.contracts.refusals import refuse
from shared.contracts.subjects import PROJECTION, PROJECTION_VIEW
from shared.eventstore.log import Away, Log, Snapshots
from shared.room.frames import Views
from shared.room.rules import Games
from shared.runtime.bus import Bus, BusError, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.keeping import Keeping
from shared.runtime.members import MemberId, Members
from shared.runtime.viewstore import Head, StoreAway, ViewChange, ViewStore

_log = structlog.stdlib.get_logger(__name__)

_requests = msgspec.json.Decoder(ViewRequest)
_encode = msgspec.json.Encoder().encode

_META = RoomId("_meta")
"""Stands where a room's id does: its view says which epoch the store is in."""
_RETRY_AFTER_MS = 500
_PAUSE_MS = 20


class ProjectionService:
    """One member. `member`: its name in this life; shards are shared out among all members."""

    def __init__(
        self,
        *,
        bus: Bus,
        members: Members,
        member: MemberId,
        log: Log,
        snapshots: Snapshots,
        games: Games,
        store: ViewStore,
        keeping: Keeping,
        clock: Clock,
        settings: ProjectionSettings,
        metrics: ProjectionMetrics,
    ) -> None:
        self._bus = bus
        self._members = members
        self._member = member
        self._log = log
        self._store = store
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._rulesets = sorted({game.ruleset for game in games.values()})
        self._folder = Folder(log, snapshots, games)
        self._rooms = Rooms(settings.rooms_limit)
        self._shower = Shower(
            folder=self._folder,
            rooms=self._rooms,
            store=store,
            bus=bus,
            clock=clock,
            metrics=metrics,
        )
        self._follower = Follower(
            log=log,
            places=Places(keeping),
            shower=self._shower,
            clock=clock,
            settings=settings,
            metrics=metrics,
        )
        self._subscription: Subscription | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        is_new = await self._enter_epoch()
        self._subscription = await self._bus.subscribe(
            PROJECTION_VIEW, self._take, queue=PROJECTION
        )
        await self._members.watch()
        await self._members.join(self._member, self._rulesets)
        self._tasks = [asyncio.create_task(self._own_for_ever())]
        if is_new:
            self._tasks.append(asyncio.create_task(self._rebuild_for_sure()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._subscription is not None:
            await self._subscription.unsubscribe()
        await self._follower.stop()
        await self._members.close()

    def readiness(self) -> dict[str, Callable[[], bool]]:
        """Each has to hold before viewers are to rely on this member."""
        return {
            "bus": lambda: self._bus.is_connected,
            "members": lambda: self._member in self._members.alive(),
            "current": lambda: self._follower.is_current,
        }

    async def rebuild(self) -> int:
        """Makes all views anew under a new epoch, from snapshots and log. Gives the rooms' number.

        Raises `StoreAway` and the log's `Away`.
        """
        await self._new_epoch()
        return await self._write_all()

    async def _rebuild_for_sure(self) -> None:
        while True:
            try:
                await self._write_all()
            except (Away, StoreAway) as error:
                _log.warning("rebuild_delayed", kind=type(error).__name__)
                await self._clock.sleep_ms(_RETRY_AFTER_MS)
            else:
                return

    async def _write_all(self) -> int:
        rooms = await self._log.rooms()
        for room in rooms:
            try:
                await self._shower.show_whole(room)
            except FoldError as error:
                self._metrics.guard("damaged")
                _log.error("room_not_shown", room=room, why=str(error))
        return len(rooms)

    async def _enter_epoch(self) -> bool:
        """Goes on in the store's epoch, or begins one in a store that knows none; says which."""
        try:
            known = await self._store.read_view(_META, PROJECTION)
            if known is not None and known.head.format == FORMAT:
                self._shower.epoch = known.head.epoch
                return False
            await self._new_epoch()
        except StoreAway:
            self._shower.epoch = self._clock.now_ms()
        return True

    async def _new_epoch(self) -> None:
        epoch = self._clock.now_ms()
        mark = ViewChange(PROJECTION, {}, is_whole=True)
        await self._store.write_views(_META, Head(epoch, FORMAT, 1), [mark])
        known = await self._store.read_view(_META, PROJECTION)
        self._shower.epoch = epoch if known is None else known.head.epoch

    async def _own_for_ever(self) -> None:
        while True:
            try:
                await self._follower.own(self._members.partitions_of(self._member))
            except BusError as error:
                _log.warning("places_unread", kind=type(error).__name__)
            self._metrics.rooms.set(len(self._rooms))
            await self._clock.sleep_ms(self._settings.ownership_ms)

    async def _take(self, message: Message) -> None:
        reply = await self._answer(message.data)
        self._metrics.requests.add()
        try:
            await message.respond(_encode(reply))
        except BusError as error:  # the sender asks again
            _log.info("reply_lost", kind=type(error).__name__)

    async def _answer(self, data: bytes) -> View | Refused:
        try:
            request = _requests.decode(data)
        except (msgspec.DecodeError, RecursionError):
            return Refused(refuse("malformed"))
        give_up_ms = self._clock.now_ms() + self._settings.request_wait_ms
        while True:
            try:
                room = await self._folder.fold(request.room)
            except (FoldError, Away):
                return Refused(refuse("unavailable", retry_after_ms=_RETRY_AFTER_MS))
            if room.seq >= max(request.after, 1) or self._clock.now_ms() >= give_up_ms:
                break
            await self._clock.sleep_ms(_PAUSE_MS)
        if room.seq == 0:
            return Refused(refuse("no_such_room"))
        if room.seq < request.after:
            return Refused(refuse("behind", seq=room.seq), room.seq)
        viewer = None if request.viewer == SPECTATOR else PlayerId(request.viewer)
        sections = {name: Raw(value) for name, value in Views(room).sections(viewer).items()}
        return View(room.seq, room.hash.hex(), sections)
