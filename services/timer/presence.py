"""Who is there, as the gateways report it, and since when somebody is not.

Absence counts only while watched: when this service starts or slept, or when no gateway was heard,
all clocks begin anew; when one gateway is lost, those of the rooms in which it held a socket.
"""

from collections.abc import Iterator

from msgspec import Struct

from services.timer.ledger import Ledger, Record, Seat
from services.timer.metrics import TimerMetrics
from services.timer.settings import TimerSettings
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceReport, WatchReport


class Found(Struct, frozen=True):
    """What has to be told to a room. `seq`: its entry that this was found at."""

    room: RoomId
    seq: int
    player: PlayerId | None
    """`None`: nobody is there any more, the room is abandoned."""
    is_away: bool = True


class _Report(Struct, frozen=True):
    at_ms: int
    present: frozenset[PlayerId]
    """Persons and automatic players with a socket here."""
    has_people: bool
    """A person who plays or watches."""


class _Here(Struct):
    """One room, as reported."""

    reports: dict[str, _Report] = {}
    """By gateway."""
    seen_ms: dict[PlayerId, int] = {}
    """When each player who is not here now was last."""
    came_ms: dict[PlayerId, int] = {}
    """When each player came who was not here before, though the room was watched."""
    people_ms: int = 0
    """When a person was last here."""

    def has(self, player: PlayerId) -> bool:
        return any(player in report.present for report in self.reports.values())


class Presence:
    """`heard` for each report, `look` at each tick. Times are the clock's, given by the caller."""

    def __init__(self, ledger: Ledger, settings: TimerSettings, metrics: TimerMetrics) -> None:
        self._ledger = ledger
        self._settings = settings
        self._metrics = metrics
        self._gateways: dict[str, int] = {}
        """When each was last heard."""
        self._rooms: dict[RoomId, _Here] = {}
        self._watched_ms: int | None = None
        """Since when absence counts; `None` while no gateway is heard."""
        self._looked_ms = 0

    def watched(self, report: WatchReport, now_ms: int) -> None:
        """A gateway lives, or stops in order."""
        if report.closing:
            self._lose(report.gateway, now_ms)
        else:
            self._note_gateway(report.gateway, now_ms)

    def heard(self, report: PresenceReport, now_ms: int) -> list[Found]:
        """Who came back by this report."""
        self._note_gateway(report.gateway, now_ms)
        here = self._rooms.setdefault(report.room, _Here())
        present = frozenset([*report.players, *report.automatic])
        if self._has_watched_for_a_while(now_ms):
            for player in present:
                if not here.has(player):
                    here.came_ms[player] = now_ms
        before = here.reports.pop(report.gateway, None)
        if before is not None:
            self._note_gone(here, before.present - present, now_ms)
        has_people = bool(report.players) or report.watchers > 0
        if has_people or (before is not None and before.has_people):
            here.people_ms = now_ms
        if not report.closing:
            here.reports[report.gateway] = _Report(now_ms, present, has_people)
        record = self._ledger.get(report.room)
        return list(self._back(report.room, record, here)) if record is not None else []

    def look(self, now_ms: int) -> list[Found]:
        """Forgets what was not reported again, and finds who has been away for too long."""
        self._forget(now_ms)
        found: list[Found] = []
        if self._watched_ms is not None:
            for room, record in self._ledger:
                here = self._rooms.get(room) or _Here()
                if self._is_abandoned(record, here, now_ms):
                    found.append(Found(room, record.seq, None))
                elif record.is_running:
                    found += self._back(room, record, here)
                    found += self._away(room, record, here, now_ms)
        return found

    def _note_gateway(self, gateway: str, now_ms: int) -> None:
        if not self._gateways:
            self._watched_ms = now_ms
            self._metrics.afresh.add()
        self._gateways[gateway] = now_ms

    def _has_watched_for_a_while(self, now_ms: int) -> bool:
        """Long enough to have heard all reports of everybody who is here."""
        watched_ms = self._watched_ms
        return watched_ms is not None and now_ms - watched_ms > 2 * self._settings.report_ttl_ms

    def _note_gone(self, here: _Here, players: frozenset[PlayerId], now_ms: int) -> None:
        for player in players:
            here.seen_ms[player] = now_ms
            here.came_ms.pop(player, None)

    def _forget(self, now_ms: int) -> None:
        ttl_ms = self._settings.report_ttl_ms
        slept_ms, self._looked_ms = now_ms - self._looked_ms, now_ms
        for gateway, heard_ms in list(self._gateways.items()):
            if now_ms - heard_ms > ttl_ms:
                self._lose(gateway, now_ms)
        if self._watched_ms is not None and slept_ms > max(
            ttl_ms, 3 * self._settings.presence_tick_ms
        ):
            self._watched_ms = now_ms
            self._metrics.afresh.add()
        for room, here in list(self._rooms.items()):
            for gateway, report in list(here.reports.items()):
                if now_ms - report.at_ms > ttl_ms:
                    del here.reports[gateway]
                    self._note_gone(here, report.present, report.at_ms)
            if not here.reports and self._ledger.get(room) is None:
                del self._rooms[room]
        self._metrics.gateways.set(len(self._gateways))

    def _lose(self, gateway: str, now_ms: int) -> None:
        """Nobody who was there can help it: their clocks begin anew."""
        self._gateways.pop(gateway, None)
        for here in self._rooms.values():
            report = here.reports.pop(gateway, None)
            if report is not None:
                self._note_gone(here, report.present, now_ms)
                if report.has_people:
                    here.people_ms = now_ms
        if not self._gateways:
            self._watched_ms = None

    def _back(self, room: RoomId, record: Record, here: _Here) -> Iterator[Found]:
        """Who plays on autopilot and is here; who has left the match, only if he came since."""
        if not record.is_running:
            return
        for player, seat in record.seats.items():
            if seat.is_away and here.has(player):
                came_ms = here.came_ms.get(player, 0)
                if not seat.has_left or came_ms > seat.since_ms:
                    yield Found(room, record.seq, player, is_away=False)

    def _away(self, room: RoomId, record: Record, here: _Here, now_ms: int) -> Iterator[Found]:
        for player, seat in record.seats.items():
            if not seat.is_away and not here.has(player):
                limit_ms = self._limit_ms(seat)
                if now_ms - self._since_ms(seat.since_ms, here.seen_ms.get(player, 0)) >= limit_ms:
                    yield Found(room, record.seq, player)

    def _limit_ms(self, seat: Seat) -> int:
        settings = self._settings
        return settings.unclaimed_ms if seat.is_automatic else settings.absence_ms

    def _is_abandoned(self, record: Record, here: _Here, now_ms: int) -> bool:
        if any(report.has_people for report in here.reports.values()):
            return False
        since_ms = self._since_ms(record.since_ms, here.people_ms)
        return now_ms - since_ms >= self._settings.abandon_ms

    def _since_ms(self, *times_ms: int) -> int:
        assert self._watched_ms is not None
        return max(*times_ms, self._watched_ms)
