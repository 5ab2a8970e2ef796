"""What the timer knows of a room, wherever in the room's log it began to read."""

from msgspec.structs import replace

from services.timer.ledger import Ledger, Record
from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Stored
from tests.conformance.lives import ROOM, Life, Plan
from tests.conformance.subjects import SUBJECTS
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
