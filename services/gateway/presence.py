"""Who is here: told to the timer and to the store, and to everybody who looks at the room.

Presence is outside of a room's numbered entries, and may be lost: it is told again every second.
"""

import msgspec
import structlog

from services.gateway.attendance import Attendance
from services.gateway.hub import Hub, RoomHub
from services.gateway.metrics import GatewayMetrics
from services.gateway.sessions import Sessions
from services.gateway.settings import GatewaySettings
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceMessage, PresenceReport, WatchReport
from shared.contracts.subjects import WATCH, presence_subject
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock
from shared.runtime.seldom import Seldom
from shared.runtime.viewstore import ViewStore

_log = structlog.stdlib.get_logger(__name__)

NAMES_MS = 15_000
"""How soon a nickname that was erased is not shown any more."""

_COUNT_MS = 1_000
"""So old may be what is told as counted, however often there is a report."""

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
        self._figures = Seldom(metrics.figures, clock, min(_COUNT_MS, settings.ops_ms))
        self._hub = hub
        self._bus = bus
        self._sessions = sessions
        self._clock = clock
        self._settings = settings
        self._is_going = False
        self._attendance = Attendance(
            here=self.here, store=store, clock=clock, settings=settings, metrics=metrics
        )

    async def run(self) -> None:
        """Tells the timer that this gateway lives, and who is here, again and again."""
        while not self._is_going:
            await self._publish(WATCH, WatchReport(self._gateway, figures=self._figures()))
            for place in tuple(self._hub.rooms.values()):
                await self.tell(place)
            for room in sorted(self._attendance.rooms - self._hub.rooms.keys()):
                await self._attendance.keep(room)
            await self._clock.sleep_ms(self._settings.presence_ms)

    async def stop(self) -> None:
        """Says that this gateway goes, so that nobody counts as absent for it.

        That says it of every room: when thousands of sockets close then, no room is told apart.
        """
        self._is_going = True
        await self._publish(WATCH, WatchReport(self._gateway, closing=True))

    async def tell(self, place: RoomHub) -> None:
        """Reports a room, and tells those of its sockets that do not know who is here now."""
        if self._is_going:
            return
        players, automatic, watchers = _here(place)
        await self._publish(
            presence_subject(place.id),
            PresenceReport(
                self._gateway,
                place.id,
                sorted(players),
                len(watchers),
                sorted(automatic),
                closing=not place.listeners,
            ),
        )
        await self._attendance.keep(place.id)
        await self._learn_names(place)
        # Others may have come and gone meanwhile. Nothing is waited for from here on.
        message = self._message(place)
        for listener in tuple(place.listeners):
            if listener.is_welcome and listener.told_present != message:
                listener.told_present = message
                listener.post(message)

    def here(self, room: RoomId) -> set[PlayerId]:
        """Who is connected here, watchers too."""
        place = self._hub.rooms.get(room)
        return set() if place is None else set().union(*_here(place))

    async def present(self, room: RoomId) -> set[PlayerId]:
        """Who is connected anywhere, as far as is known here; watchers too."""
        return await self._attendance.present(room)

    def _message(self, place: RoomHub) -> bytes:
        """Who of the members is connected anywhere, and how many others watch."""
        players, automatic, watchers = _here(place)
        others = watchers | self._attendance.elsewhere(place.id)
        seated = {player for player in others if place.seat_of(player) is not None}
        present = players | automatic | seated
        return _encode(PresenceMessage(sorted(present), len(others - present), place.names))

    async def _learn_names(self, place: RoomHub) -> None:
        """Looks up nicknames when members or those connected have changed, and now and then.

        An automatic player has a name from the claim of his seat, just before he connects.
        """
        now_ms = self._clock.now_ms()
        members = [member.player for member in place.members]
        connected = self.here(place.id) | self._attendance.elsewhere(place.id)
        named = (frozenset(members), frozenset(connected.intersection(members)))
        if named != place.named or now_ms >= place.named_at_ms + NAMES_MS:
            place.names = await self._sessions.names(members)
            place.named, place.named_at_ms = named, now_ms

    async def _publish(self, subject: str, report: PresenceReport | WatchReport) -> None:
        try:
            await self._bus.publish(subject, _encode(report))
        except BusError as error:
            _log.info("presence_unsaid", kind=type(error).__name__)


def _here(place: RoomHub) -> tuple[set[PlayerId], set[PlayerId], set[PlayerId]]:
    """People with a seat, automatic players, and those who only watch."""
    players: set[PlayerId] = set()
    automatic: set[PlayerId] = set()
    watchers: set[PlayerId] = set()
    for listener in place.listeners:
        if not listener.is_welcome:
            continue
        if listener.is_automatic:
            automatic.add(listener.player)
        elif listener.is_seated:
            players.add(listener.player)
        else:
            watchers.add(listener.player)
    return players, automatic, watchers
