"""When somebody counts as away, as back, and a room as abandoned; time is given by hand."""

import pytest
from msgspec.structs import replace

from services.timer.ledger import Ledger, Record, Seat
from services.timer.metrics import TimerMetrics
from services.timer.presence import Found, Presence
from services.timer.settings import TimerSettings
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import PresenceReport, WatchReport
from shared.runtime.metrics import Metrics

ROOM = RoomId("PRESNT")
ANN, BOB, ROBOT = PlayerId("ann"), PlayerId("bob"), PlayerId("auto-1")
SETTINGS = TimerSettings()
START_MS = 1_800_000_000_000


class Watch:
    """A running match of Ann, Bob and a robot, and gateways that report every second."""

    def __init__(self) -> None:
        self.record = Record(START_MS, 9, is_running=True)
        self.record.seats = {
            ANN: Seat(False, START_MS),
            BOB: Seat(False, START_MS),
            ROBOT: Seat(True, START_MS),
        }
        self.metrics = TimerMetrics(Metrics("timer"))
        self.ledger = Ledger({ROOM: self.record})
        self.presence = Presence(self.ledger, SETTINGS, self.metrics)
        self.now_ms = START_MS
        self.here: dict[str, set[PlayerId]] = {"g1": {ANN, BOB, ROBOT}}
        """Whom each living gateway holds a socket of."""
        self.watchers = 0

    def report(self, gateway: str = "g1") -> list[Found]:
        here = self.here[gateway]
        report = PresenceReport(
            gateway,
            ROOM,
            sorted(here - {ROBOT}),
            self.watchers,
            sorted(here & {ROBOT}),
            closing=not here and not self.watchers,
        )
        return self.presence.heard(report, self.now_ms)

    def run(self, seconds: float, *, looks: bool = True) -> list[Found]:
        """Everything found meanwhile, each thing once."""
        found: dict[tuple[PlayerId | None, bool], Found] = {}
        for _ in range(int(seconds)):
            self.now_ms += 1_000
            for gateway in self.here:
                self.presence.watched(WatchReport(gateway), self.now_ms)
                if self.here[gateway] or self.watchers:
                    for each in self.report(gateway):
                        found.setdefault((each.player, each.is_away), each)
            if looks:
                for each in self.presence.look(self.now_ms):
                    found.setdefault((each.player, each.is_away), each)
        return list(found.values())

    def leaves(self, player: PlayerId, gateway: str = "g1") -> None:
        self.here[gateway].discard(player)
        self.report(gateway)


@pytest.fixture
def watch() -> Watch:
    made = Watch()
    assert made.run(20) == []
    return made


def test_who_is_there_is_never_away(watch: Watch) -> None:
    assert watch.run(1_000) == []


@pytest.mark.parametrize(("seconds", "is_away"), [(118, False), (122, True)])
def test_a_person_is_away_after_two_minutes(watch: Watch, seconds: int, is_away: bool) -> None:
    watch.leaves(BOB)
    assert watch.run(seconds) == ([Found(ROOM, 9, BOB)] if is_away else [])


def test_a_short_drop_starts_the_clock_anew(watch: Watch) -> None:
    for _ in range(5):
        watch.leaves(BOB)
        assert watch.run(100) == []
        watch.here["g1"].add(BOB)
        assert watch.run(2) == []


@pytest.mark.parametrize(("seconds", "is_away"), [(8, False), (12, True)])
def test_an_automatic_seat_is_away_after_ten_seconds(
    watch: Watch, seconds: int, is_away: bool
) -> None:
    watch.leaves(ROBOT)
    assert watch.run(seconds) == ([Found(ROOM, 9, ROBOT)] if is_away else [])


def test_a_socket_that_is_not_reported_again_is_gone(watch: Watch) -> None:
    watch.here["g1"].discard(BOB)  # no report says so before the next one
    assert watch.run(125) == [Found(ROOM, 9, BOB)]


def test_who_comes_back_is_back_with_the_first_report(watch: Watch) -> None:
    watch.leaves(BOB)
    watch.run(125)
    watch.record.seats[BOB].is_away = True
    watch.record.seq = 12
    watch.here["g1"].add(BOB)
    assert watch.report() == [Found(ROOM, 12, BOB, is_away=False)]


def test_presence_anywhere_is_presence(watch: Watch) -> None:  # S51
    watch.here["g2"] = {BOB}
    watch.leaves(BOB)
    assert watch.run(300) == []


def test_who_acts_without_a_socket_is_not_away(watch: Watch) -> None:
    watch.leaves(BOB)
    for _ in range(5):
        assert watch.run(100) == []
        watch.record.seats[BOB] = replace(watch.record.seats[BOB], since_ms=watch.now_ms)


def test_who_has_left_is_not_back_because_his_socket_is_still_open(watch: Watch) -> None:
    watch.record.seats[BOB] = Seat(False, watch.now_ms, is_away=True, has_left=True)
    assert watch.run(30) == []
    watch.leaves(BOB)
    assert watch.run(30) == []
    watch.here["g1"].add(BOB)
    assert watch.report() == [Found(ROOM, 9, BOB, is_away=False)]


def test_who_has_left_is_not_back_because_the_timer_was_started_anew(watch: Watch) -> None:
    watch.record.seats[BOB] = Seat(False, watch.now_ms, is_away=True, has_left=True)
    watch.presence = Presence(watch.ledger, SETTINGS, watch.metrics)
    assert watch.run(30) == []


def test_between_matches_nobody_is_away(watch: Watch) -> None:
    watch.record.is_running = False
    watch.leaves(BOB)
    assert watch.run(500) == []


def test_after_a_start_the_clocks_begin_anew(watch: Watch) -> None:
    watch.leaves(BOB)
    watch.run(100)
    watch.presence = Presence(watch.ledger, SETTINGS, watch.metrics)
    assert watch.run(118) == []
    assert watch.run(5) == [Found(ROOM, 9, BOB)]


def test_while_no_gateway_is_heard_nobody_is_away(watch: Watch) -> None:
    watch.here.clear()
    assert watch.run(2_000) == []
    watch.here["g2"] = {ANN, ROBOT}
    assert watch.run(118) == []
    assert watch.run(5) == [Found(ROOM, 9, BOB)]


def test_a_gateway_that_is_lost_takes_nobody_for_absent(watch: Watch) -> None:
    watch.here["g2"] = {ANN, ROBOT}
    watch.here["g1"] = {BOB}
    watch.run(10)
    del watch.here["g1"]  # without a word
    assert watch.run(120) == []
    assert watch.run(5) == [Found(ROOM, 9, BOB)]


def test_a_gateway_that_stops_in_order_takes_nobody_for_absent(watch: Watch) -> None:
    watch.here["g2"] = {ANN, ROBOT}
    watch.here["g1"] = {BOB}
    watch.run(10)
    del watch.here["g1"]
    watch.presence.watched(WatchReport("g1", closing=True), watch.now_ms)
    assert watch.run(118) == []
    assert watch.run(5) == [Found(ROOM, 9, BOB)]


def test_a_lost_gateway_does_not_help_who_was_away_before(watch: Watch) -> None:
    watch.here["g2"] = {ANN, ROBOT}
    watch.here["g1"] = set()
    watch.leaves(BOB)
    watch.run(100)
    del watch.here["g1"]
    assert watch.run(25) == [Found(ROOM, 9, BOB)]


def test_a_process_that_slept_has_not_watched(watch: Watch) -> None:
    watch.leaves(BOB)
    watch.run(100)
    watch.now_ms += 60_000
    assert watch.run(118) == []
    assert watch.run(5) == [Found(ROOM, 9, BOB)]


@pytest.mark.parametrize(("seconds", "is_over"), [(598, False), (603, True)])
def test_a_room_without_a_person_is_abandoned_after_ten_minutes(
    watch: Watch, seconds: int, is_over: bool
) -> None:  # S49
    watch.record.is_running = False
    watch.here["g1"] = {ROBOT}
    watch.report()
    found = watch.run(seconds)
    assert found == ([Found(ROOM, 9, None)] if is_over else [])


def test_a_watcher_keeps_a_room(watch: Watch) -> None:
    watch.record.is_running = False
    watch.here["g1"] = set()
    watch.watchers = 1
    assert watch.run(2_000) == []


def test_a_room_that_nobody_ever_entered_is_abandoned(watch: Watch) -> None:
    room = RoomId("NOBODY")
    watch.ledger.rooms[room] = Record(watch.now_ms, 1)
    assert watch.run(595) == []
    assert watch.run(8) == [Found(room, 1, None)]


def test_rooms_that_are_gone_are_forgotten(watch: Watch) -> None:
    del watch.ledger.rooms[ROOM]
    watch.here["g1"] = set()
    watch.run(10)
    assert watch.presence._rooms == {}
