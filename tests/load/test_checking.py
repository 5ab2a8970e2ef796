"""Whatever a server could get wrong with what it had accepted is found, each in its own count."""

import msgspec
import pytest

from services.cli.load.checking import compare_with_log
from services.cli.load.request import Pace
from services.cli.load.room import Room
from services.cli.load.seat import JOINED, Message, Seat
from services.cli.load.tally import Checked, Tally
from shared.contracts.commands import Ready
from shared.contracts.entries import read_entry
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.games.bang import Bang
from shared.room.aggregate import Accepted, Envelope, Supplied
from shared.room.aggregate import Room as Decided

PLAYERS = ("ann", "ben", "cho", "dag")


class Still:
    """Nobody moves."""

    pace: Pace | None = None
    preparing = Pace()
    is_playing = False

    def may_move(self) -> bool:
        return False


def entries() -> list[bytes]:
    """A lobby of four, each of whom is ready."""
    room = Decided(RoomId("LOADED"), {"bang": Bang()})
    found: list[bytes] = []

    def say(player: str, number: int, command: dict[str, object]) -> None:
        fresh = f"{len(found) + 1:064x}"
        envelope = Envelope(
            PlayerId(player),
            CommandId(f"load-{number}"),
            msgspec.json.encode(command),
            Supplied(fresh=fresh),
        )
        decided = room.decide(envelope, 1_800_000_000_000)
        assert isinstance(decided, Accepted), decided
        found.append(decided.stored)

    say("ann", JOINED, {"type": "create", "game": "bang"})
    for player in PLAYERS[1:]:
        say(player, JOINED, {"type": "join"})
    for player in PLAYERS:
        say(player, JOINED + 1, {"type": "ready", "ready": True})
    return found


@pytest.fixture
def room() -> Room:
    """As the load knows it that made these entries."""
    made = Room(RoomId("LOADED"), ("http://x",), Tally(), Still(), seed=1, number=0)
    made.seats = [Seat(made, number, PlayerId(name), "") for number, name in enumerate(PLAYERS)]
    for seq, stored in enumerate(entries(), 1):
        seat = made.seats[(seq - 1) % len(PLAYERS)]
        made.note_made(seq, seat, JOINED + (seq > len(PLAYERS)))
        made.note_hash(seq, read_entry(stored).hash)
    return made


def compared(room: Room, stored: list[bytes]) -> Checked:
    found = Checked()
    compare_with_log(room, stored, found)
    return found


def test_a_log_that_holds_everything_once_is_in_order(room: Room) -> None:
    assert compared(room, entries()) == Checked(entries=8, commands=8)


def test_what_was_cut_away_is_not_called_lost(room: Room) -> None:
    assert compared(room, entries()[5:]) == Checked(entries=3, commands=3)


def test_an_accepted_command_that_is_not_there_is_lost(room: Room) -> None:
    assert compared(room, entries()[:-1]).lost == 1


def test_a_command_in_anothers_place_is_lost(room: Room) -> None:
    stored = entries()
    room.made[6], room.made[7] = room.made[7], room.made[6]
    assert compared(room, stored).lost == 2


def test_a_command_that_is_there_twice_is_doubled(room: Room) -> None:
    stored = entries()
    found = compared(room, [*stored, stored[-1]])
    assert (found.doubled, found.lost) == (1, 0)


def test_an_entry_with_another_hash_than_was_told_differs(room: Room) -> None:
    room.hashes[3] ^= 1
    assert compared(room, entries()).differing == 1


def test_a_command_without_an_answer_is_looked_for(room: Room) -> None:
    stored = entries()
    room.made.pop()  # its acceptance was not heard
    room.seats[3].say(Ready(ready=True), is_move=False)
    found = compared(room, stored)
    assert (found.unanswered_stored, found.lost, found.doubled) == (1, 0, 0)


def frame(seq: int, hash_: str = "ab" * 32) -> bytes:
    return msgspec.json.encode(
        {"type": "frame", "seq": seq, "hash": hash_, "atMs": 0, "events": [], "sections": {}}
    )


def result(number: int, seq: int) -> bytes:
    return msgspec.json.encode(
        {"type": "result", "commandId": f"load-{number}", "accepted": True, "seq": seq}
    )


def test_a_frame_that_is_told_twice_is_counted(room: Room) -> None:
    seat = room.seats[1]
    seat.seq = 8
    for _ in range(2):
        seat.hear(frame(9))
    assert (seat.seq, room.tally.told_twice) == (9, 1)


def test_two_seats_that_are_told_differently_are_counted(room: Room) -> None:
    for seat, hash_ in zip(room.seats[1:3], ("ab" * 32, "cd" * 32), strict=True):
        seat.seq = 8
        seat.hear(frame(9, hash_))
    assert room.tally.disagreements == 1


def test_a_view_that_is_older_than_what_was_told_is_counted(room: Room) -> None:
    room.seats[1].seq = 8
    view = {"type": "view", "seq": 7, "hash": "", "sections": {}}
    room.seats[1].hear(msgspec.json.encode(view))
    assert room.tally.went_back == 1


def test_an_answer_to_no_question_is_counted(room: Room) -> None:
    room.seats[1].hear(result(JOINED + 1, 9))
    assert room.tally.stray == 1


def test_two_commands_in_one_entry_are_counted(room: Room) -> None:
    room.note_made(8, room.seats[0], JOINED + 5)
    assert room.tally.shared == 1


def test_what_a_message_of_another_kind_says_is_no_matter() -> None:
    assert msgspec.json.decode(b'{"type":"clock","serverNowMs":5}', type=Message).seq == 0
