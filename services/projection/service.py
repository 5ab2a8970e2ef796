"""The projection service as one member of many: follows its shards and answers for views."""

import asyncio
from collections.abc import Callable

import msgspec
import structlog
from msgspec import Raw

from services.projection.epochs import Epochs, Found
from services.projection.following import Follower
from services.projection.listing import Listing
from services.projection.metrics import ProjectionMetrics
from services.projection.places import Places
from services.projection.rebuilding import Rebuilding
from services.projection.rooms import Rooms
from services.projection.settings import ProjectionSettings
from services.projection.showing import Shower
from shared.contracts.ids import PlayerId
from shared.contracts.messages import SPECTATOR, Refused, View, ViewRequest
from shared.contracts.refusals import refuse
from shared.contracts.subjects import PROJECTION, PROJECTION_VIEW
from shared.eventstore.log import Away, Log, Snapshots
from shared.folding.loader import FoldError, Loader
from shared.room.frames import Views
from shared.room.rules import Games, held
from shared.runtime.bus import Bus, BusError, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.keeping import Keeping
from shared.runtime.members import MemberId, Members
from shared.runtime.tasks import Fail, end, watched
from shared.runtime.tracing import OFF, Tracing
from shared.runtime.viewstore import StoreAway, ViewStore
from shared.runtime.wishes import Wishes

_log = structlog.stdlib.get_logger(__name__)

_requests = msgspec.json.Decoder(ViewRequest)
_encode = msgspec.json.Encoder().encode

_RETRY_AFTER_MS = 500
_FIRST_PAUSE_MS = 10
_LONGEST_PAUSE_MS = 160


class ProjectionService:
    """One member. `member`: its name in this life; shards are shared out among all members.

    `fail` is told what ended a part of the service, which then has to be started anew.
    """

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
        wishes: Wishes,
        clock: Clock,
        settings: ProjectionSettings,
        metrics: ProjectionMetrics,
        fail: Fail,
        tracing: Tracing = OFF,
    ) -> None:
        self._bus = bus
        self._members = members
        self._member = member
        self._fail = fail
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._rulesets = held(games)
        self._loader = Loader(log, snapshots, games, metrics.folding)
        self._rooms = Rooms(settings.rooms_limit)
        epochs = Epochs(store, clock)
        self._listing = Listing(store, clock)
        self._shower = Shower(
            loader=self._loader,
            rooms=self._rooms,
            store=store,
            epochs=epochs,
            listing=self._listing,
            bus=bus,
            clock=clock,
            metrics=metrics,
            tracing=tracing,
        )
        self._rebuilding = Rebuilding(
            wishes=wishes,
            epochs=epochs,
            shower=self._shower,
            log=log,
            clock=clock,
            metrics=metrics,
            is_chosen=lambda: members.partition_owner(0) == member,
            fail=fail,
        )
        self._follower = Follower(
            log=log,
            places=Places(keeping),
            shower=self._shower,
            clock=clock,
            settings=settings,
            metrics=metrics,
            fail=fail,
        )
        metrics.rooms.by(self._rooms.__len__)
        self._subscription: Subscription | None = None
        self._looking: asyncio.Task[None] | None = None
        self._listed_ms = 0

    async def start(self) -> None:
        self._listed_ms = self._clock.now_ms()
        await self._rebuilding.enter()
        self._subscription = await self._bus.subscribe(
            PROJECTION_VIEW, self._take, queue=PROJECTION
        )
        await self._members.watch()
        await self._members.join(
            *(self._member, self._rulesets, self._fail),
            *(lambda: self._follower.behind_ms, self._metrics.figures),
        )
        self._looking = watched(self._run(), self._fail)

    async def stop(self) -> None:
        await self._members.leave()
        if self._looking is not None:
            await end(self._looking)
        await self._rebuilding.stop()
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

    async def _run(self) -> None:
        while True:
            await self._look_around()
            await self._clock.sleep_ms(self._settings.ownership_ms)

    async def _look_around(self) -> None:
        """Which shards are this member's, and whether the store has all that it should."""
        try:
            if await self._follower.own(self._members.partitions_of(self._member)):
                self._listing.retain(self._follower.shards)
            await self._mend(await self._shower.look())
            await self._rebuilding.heed()
        except BusError as error:
            _log.warning("places_unread", kind=type(error).__name__)
        except (StoreAway, Away) as error:
            _log.info("views_behind", kind=type(error).__name__)

    async def _mend(self, found: Found) -> None:
        if found is Found.LOST:
            self._rebuilding.rebuild()
        await self._shower.catch_up()
        now_ms = self._clock.now_ms()
        if now_ms - self._listed_ms >= self._settings.listing_ms:
            self._listed_ms = now_ms
            await self._listing.renew()

    async def _take(self, message: Message) -> None:
        reply = await self._answer(message.data)
        self._metrics.requests.add()
        await message.respond(_encode(reply))

    async def _answer(self, data: bytes) -> View | Refused:
        try:
            request = _requests.decode(data)
        except (msgspec.DecodeError, RecursionError):
            return Refused(refuse("malformed"))
        give_up_ms = self._clock.now_ms() + self._settings.request_wait_ms
        pause_ms = _FIRST_PAUSE_MS
        while True:
            try:
                room = (await self._loader.load(request.room)).room
            except (FoldError, Away):
                return Refused(refuse("unavailable", retry_after_ms=_RETRY_AFTER_MS))
            if room.seq >= request.after or self._clock.now_ms() >= give_up_ms:
                break
            await self._clock.sleep_ms(pause_ms)
            pause_ms = min(2 * pause_ms, _LONGEST_PAUSE_MS)
        if room.seq == 0:
            return Refused(refuse("no_such_room"))
        if room.seq < request.after:
            return Refused(refuse("behind", seq=room.seq), room.seq)
        viewer = None if request.viewer == SPECTATOR else PlayerId(request.viewer)
        sections = {name: Raw(value) for name, value in Views(room).sections(viewer).items()}
        return View(room.seq, room.hash.hex(), sections)
