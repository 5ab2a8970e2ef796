"""What the timer knows of a room, wherever in the room's log it began to read."""

from msgspec.structs import replace

from services.timer.ledger import Ledger, Record
from services.timer.overview import Overview
from services.timer.settings import TimerSettings
from shared.contracts.ids import RoomId, Seq
from shared.contracts.operating import RoomsRequest
from shared.eventstore.log import Stored
from shared.room.aggregate import Room
from shared.runtime.clock import ManualClock
from tests.conformance.lives import ROOM, Life, Plan
from tests.conformance.subjects import SUBJECTS, Subject
from tests.conformance.test_restated import lives, restating


def folded(ledger: Ledger, log: list[bytes], after: int) -> list[Record | None]:
    """Its records after each entry, without times that it cannot know."""
    found: list[Record | None] = []
    for number, entry in enumerate(log[after:], after + 1):
        record = ledger.fold(Stored(RoomId(ROOM), Seq(number), entry))
        seats = {} if record is None else record.seats
        timeless = {player: replace(seat, since_ms=0) for player, seat in seats.items()}
        found.append(record and replace(record, since_ms=0, seats=timeless))
    return found


def test_a_ledger_may_begin_with_any_entry_that_restates_its_room() -> None:
    begun = 0
    for name in SUBJECTS:
        for seed in range(6):
            log = lives(SUBJECTS[name], seed).log
            whole = folded(Ledger(), log, 0)
            for place in restating(log):
                # Compared first: the difference of two such lists takes minutes to tell.
                is_same = folded(Ledger(), log, place) == whole[place:]
                assert is_same, (name, seed, place)
                begun += 1
    assert begun >= 12, begun


def test_a_room_that_was_closed_and_cleared_is_not_taken_up_again() -> None:
    subject = SUBJECTS["buckshot"]
    plan = Plan(1, 1, {}, abandoned_at=4, restated=True)
    log = Life(subject, 1, plan=plan).live().log
    assert b'["restated",' in log[-1]
    assert folded(Ledger(), log, 0)[-2:] == [None, None]
    assert folded(Ledger(), log, len(log) - 1) == [None]


def phases(subject: Subject) -> set[str]:
    """Those that a room of that game goes through, counted right."""
    room, ledger = Room(RoomId(ROOM), subject.games), Ledger()
    overview = Overview(lambda: ledger, ManualClock(), TimerSettings(), lambda: True)
    seen: set[str] = set()
    for number, entry in enumerate(lives(subject, 0).log, 1):
        room.apply(entry)
        ledger.fold(Stored(RoomId(ROOM), Seq(number), entry))
        known, phase = overview.rooms(RoomsRequest()), room.state.phase
        counted = (known.lobby, known.running, known.over)
        wanted = (phase in ("lobby", "reveal"), phase == "match", phase == "over")
        assert counted == wanted, (number, phase)
        seen.add(phase)
    return seen


def test_a_room_is_counted_by_the_phase_that_it_is_in() -> None:
    for subject in SUBJECTS.values():
        assert phases(subject) >= {"lobby", "reveal", "match", "over"}


def test_an_entry_with_an_event_that_cannot_be_read_changes_nothing() -> None:
    entry = lives(SUBJECTS["bang"], 0).log[0]
    head, seat, rest = entry.partition(b'["seat_taken",')
    assert seat, "whoever opens a room sits down in it"
    ledger = Ledger()
    assert ledger.fold(Stored(RoomId(ROOM), Seq(1), head + b'["room_closed",7,' + rest)) is None
    assert (ledger.rooms, ledger.has_changed) == ({}, False)
    record = ledger.fold(Stored(RoomId(ROOM), Seq(1), entry))
    assert record is not None and len(record.seats) == 1
