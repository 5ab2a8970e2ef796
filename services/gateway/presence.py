"""Who is here: told to the timer and to the store, and to everybody who looks at the room.

Presence is outside of a room's numbered entries, and may be lost: it is told again every second.
"""

import msgspec
import structlog

from services.gateway.hub import Hub, RoomHub
from services.gateway.metrics import GatewayMetrics
from services.gateway.sessions import Sessions
from services.gateway.settings import GatewaySettings
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceMessage, PresenceReport, WatchReport
from shared.contracts.subjects import WATCH, presence_subject
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock
from shared.runtime.viewstore import StoreAway, ViewStore

_log = structlog.stdlib.get_logger(__name__)

BEATS = 3
"""Within the time that the store takes somebody for present, he is kept so often."""
NAMES_MS = 15_000
"""How soon a nickname that was erased is not shown any more."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Presence:
    """`gateway`: the name of this one in this life."""

    def __init__(
        self,
        *,
        gateway: str,
        hub: Hub,
        bus: Bus,
        store: ViewStore,
        sessions: Sessions,
        clock: Clock,
        settings: GatewaySettings,
        metrics: GatewayMetrics,
    ) -> None:
        self._gateway = gateway
        self._hub = hub
        self._bus = bus
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._settings = settings
        self._metrics = metrics

    async def run(self) -> None:
        """Tells the timer that this gateway lives, and who is here, again and again."""
        while True:
            await self._publish(WATCH, WatchReport(self._gateway))
            for place in tuple(self._hub.rooms.values()):
                await self.tell(place)
            await self._clock.sleep_ms(self._settings.presence_ms)

    async def stop(self) -> None:
        """Says that this gateway goes, so that nobody counts as absent for it."""
        await self._publish(WATCH, WatchReport(self._gateway, closing=True))

    async def tell(self, place: RoomHub) -> None:
        """Reports a room, and tells its sockets if somebody has come or gone."""
        players, automatic, watchers = _here(place)
        await self._publish(
            presence_subject(place.id),
            PresenceReport(
                self._gateway,
                place.id,
                sorted(players),
                watchers,
                sorted(automatic),
                closing=not place.listeners,
            ),
        )
        present = await self._kept(place, players | automatic)
        await self._learn_names(place)
        message = _encode(PresenceMessage(sorted(present), watchers, place.names))
        if message != place.last_present:
            place.last_present = message
            for listener in tuple(place.listeners):
                if listener.is_welcome:
                    listener.post(message)

    async def gone(self, room: RoomId, player: PlayerId) -> None:
        """The player has no socket here any more."""
        try:
            await self._store.depart(room, player)
        except StoreAway:
            self._metrics.store_away.add()

    def here(self, room: RoomId) -> set[PlayerId]:
        """Who is connected here."""
        place = self._hub.rooms.get(room)
        if place is None:
            return set()
        players, automatic, _ = _here(place)
        return players | automatic

    async def present(self, room: RoomId) -> set[PlayerId]:
        """Who is connected anywhere, as far as is known here."""
        here = self.here(room)
        try:
            since_ms = self._clock.now_ms() - self._settings.presence_window_ms
            return here | set(await self._store.present(room, since_ms))
        except StoreAway:
            self._metrics.store_away.add()
            return here

    async def _kept(self, place: RoomHub, here: set[PlayerId]) -> set[PlayerId]:
        """Keeps who is here in the store, now and then; gives who is connected anywhere."""
        now_ms, window_ms = self._clock.now_ms(), self._settings.presence_window_ms
        if here == place.kept and now_ms < place.kept_at_ms + window_ms // BEATS:
            return here | place.elsewhere
        try:
            for player in sorted(here):
                await self._store.beat(place.id, player, now_ms)
            found = set(await self._store.present(place.id, now_ms - window_ms))
        except StoreAway:
            self._metrics.store_away.add()
            found = set()
        place.kept, place.kept_at_ms, place.elsewhere = here, now_ms, found - here
        return here | found

    async def _learn_names(self, place: RoomHub) -> None:
        """Looks up nicknames when members have changed, and now and then."""
        now_ms = self._clock.now_ms()
        members = [member.player for member in place.members]
        is_new = any(member not in place.named for member in members)
        if is_new or now_ms >= place.named_at_ms + NAMES_MS:
            place.names = await self._sessions.names(members)
            place.named = frozenset(members)
            place.named_at_ms = now_ms

    async def _publish(self, subject: str, report: PresenceReport | WatchReport) -> None:
        try:
            await self._bus.publish(subject, _encode(report))
        except BusError as error:
            _log.info("presence_unsaid", kind=type(error).__name__)


def _here(place: RoomHub) -> tuple[set[PlayerId], set[PlayerId], int]:
    """People with a seat, automatic players, and how many sockets only watch."""
    players: set[PlayerId] = set()
    automatic: set[PlayerId] = set()
    watchers = 0
    for listener in place.listeners:
        if not listener.is_welcome:
            continue
        if listener.is_automatic:
            automatic.add(listener.player)
        elif listener.is_seated:
            players.add(listener.player)
        else:
            watchers += 1
    return players, automatic, watchers
