"""What an operator is shown: what all processes say of themselves, and which rooms there are."""

import asyncio
from collections.abc import Sequence

import msgspec
import structlog
from msgspec import Struct

from services.gateway.metrics import GatewayMetrics
from services.gateway.refusing import stop
from services.gateway.settings import GatewaySettings
from services.gateway.tally import Tally
from services.gateway.views import Views
from shared.contracts.http_ops import OpsReply, OpsRoom, OpsRoomsReply, OpsService
from shared.contracts.messages import WatchReport
from shared.contracts.operating import Figures, RoomLine, RoomsKnown, RoomsRequest
from shared.contracts.rights import OUTER_API
from shared.contracts.subjects import PROJECTION, REPLAY, TIMER_ROOMS, WATCH
from shared.runtime.bus import Bus, BusError, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.members import Members

_log = structlog.stdlib.get_logger(__name__)

_WAIT_MS = 1_000
_GONE_MS = 3_000
"""A gateway that is not heard for so long is gone."""

_DELIVERIES = f"{OUTER_API}.CONSUMER.INFO.OUTBOX.webhooks"


class _Queue(Struct, frozen=True):
    """Of the broker's account of a consumer."""

    num_pending: int
    """Not handed out yet."""
    num_ack_pending: int
    """Handed out, and to be handed out again where that comes to nothing."""


_queue = msgspec.json.Decoder(_Queue)
_watch = msgspec.json.Decoder(WatchReport)
_known = msgspec.json.Decoder(RoomsKnown)


class Overseeing:
    """`members`: of every other service, the rules first; watched by whoever has them."""

    def __init__(
        self,
        *,
        members: Sequence[Members],
        views: Views,
        bus: Bus,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self._members = members
        self._views = views
        self._bus = bus
        self._clock = clock
        self._settings = settings
        self._metrics = metrics
        self._tally = Tally(settings.ops_ms)
        self._gateways: dict[str, tuple[int, Figures]] = {}
        """When each was heard last, and what it said."""
        self._subscription: Subscription | None = None

    async def start(self) -> None:
        self._subscription = await self._bus.subscribe(WATCH, self._hear, limit=1)

    async def stop(self) -> None:
        if self._subscription is not None:
            await self._subscription.unsubscribe()

    async def run(self) -> None:
        """Looks again and again, also while nobody asks."""
        while True:
            await self.look()
            await self._clock.sleep_ms(self._settings.ops_ms)

    async def look(self) -> None:
        heard = {f"gateway.{name}": figures for name, figures in self._alive().items()}
        for members in self._members:
            for member, said in members.said().items():
                heard[f"{members.service}.{member}"] = said.figures
        rooms, deliveries = await asyncio.gather(self._rooms(RoomsRequest()), self._deliveries())
        behind = [each.behind_ms for each in self._services() if each.name == PROJECTION]
        now_ms, behind_ms = self._clock.now_ms(), behind[0] if behind else None
        self._tally.take(now_ms, heard, behind_ms, rooms, deliveries)

    def reply(self) -> OpsReply:
        anchored_s, rooms = max(
            (
                (said.figures.values.get("anchored_at_seconds", 0), said.figures.values)
                for members in self._members
                if members.service == REPLAY
                for said in members.said().values()
            ),
            default=(0, {}),
            key=lambda each: each[0],
        )
        return OpsReply(
            at_ms=self._tally.at_ms,
            every_ms=self._tally.every_ms,
            figures=self._tally.figures(),
            refusals=self._tally.refusals(),
            services=self._services(),
            checkpoint_ms=int(anchored_s * 1000),
            checkpoint_rooms=int(rooms.get("anchored_rooms", 0)),
            broker_away=not self._bus.is_connected,
        )

    async def rooms(self, skip: int, limit: int) -> OpsRoomsReply:
        """Refuses with `unavailable` where no timer answers."""
        known = await self._rooms(RoomsRequest(skip, limit))
        if known is None:
            stop("unavailable", retry_after_ms=_WAIT_MS)
        rooms = await asyncio.gather(*map(self._room, known.rooms))
        return OpsRoomsReply(list(rooms), known.lobby + known.running + known.over)

    async def _room(self, line: RoomLine) -> OpsRoom:
        seen = await self._views.stored(line.room, None)
        game, match = ("", 0) if seen is None else (seen.room.game, seen.room.match)
        return OpsRoom(line.room, line.stage, line.seq, line.overdue_ms, line.is_stuck, game, match)

    async def _rooms(self, request: RoomsRequest) -> RoomsKnown | None:
        data = msgspec.json.encode(request)
        try:
            return _known.decode(await self._bus.request(TIMER_ROOMS, data, timeout_ms=_WAIT_MS))
        except (BusError, msgspec.DecodeError) as error:
            _log.info("rooms_unanswered", kind=type(error).__name__)
            return None

    async def _deliveries(self) -> int | None:
        try:
            told = _queue.decode(await self._bus.request(_DELIVERIES, b"", timeout_ms=_WAIT_MS))
        except (BusError, msgspec.DecodeError):
            return None
        return told.num_pending + told.num_ack_pending

    def _services(self) -> list[OpsService]:
        """Also those of which nobody is there."""
        found = [OpsService("gateway", len(self._alive()), [])]
        for members in self._members:
            said = [*members.said().values()]
            behind = [each.behind_ms for each in said if each.behind_ms >= 0]
            releases = sorted({each.release for each in said})
            last = max(behind, default=None)
            found.append(OpsService(members.service, len(said), releases, last))
        return found

    def _alive(self) -> dict[str, Figures]:
        since_ms = self._clock.now_ms() - max(_GONE_MS, 3 * self._settings.presence_ms)
        self._gateways = {n: told for n, told in self._gateways.items() if told[0] >= since_ms}
        return {name: figures for name, (_, figures) in self._gateways.items()}

    async def _hear(self, message: Message) -> None:
        try:
            report = _watch.decode(message.data)
        except msgspec.DecodeError:
            _log.warning("report_unreadable", subject=message.subject)
            return
        if report.closing:
            self._gateways.pop(report.gateway, None)
        else:
            self._gateways[report.gateway] = (self._clock.now_ms(), report.figures)
