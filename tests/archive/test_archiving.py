"""What leaves the log and when, and what keeps a match in it."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from services.replay.following import Ledger
from services.replay.settings import ArchiveSettings
from shared.archive.matches import Matches
from shared.archive.memory import MemoryObjects
from shared.archive.objects import Address, Away, Full, Objects, Refused, match_address
from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Stored
from shared.matchfile.container import pack
from shared.matchfile.head import AUDITOR
from shared.matchfile.opened import Stretch, stretches
from tests.archive.hall import AFTER_MS, DAY_MS, Hall, Lived, folded, lived, signed

ROOM = RoomId("ALONE1")
SEED = 5
OVER = lived(ROOM, "buckshot", SEED, matches=3, ending="over")
CLOSED = lived("CLOSED", "buckshot", 2, matches=2, ending="closed")
OTHER = lived("OTHER1", "buckshot", 3, matches=2, ending="over")


async def hall(*lives: Lived, **further: Any) -> Hall:
    return await Hall(lives, **further).open()


def file_of(stretch: Stretch) -> bytes:
    return pack(signed(stretch.head(AUDITOR, {}), True), stretch.entries)


def at(stretch: Stretch) -> Address:
    return match_address("main", stretch.room, stretch.match)


async def first_seq(made: Hall, room: RoomId = ROOM) -> int:
    return (await made.log.read(room))[0].seq


async def test_matches_leave_once_the_next_has_gone_on_for_long_enough() -> None:
    made = await hall(OVER)
    first, second, third = OVER.matches
    began_ms = (await began(made))[third.first_seq]
    for wait_ms, begins in ((-1, second.first_seq), (0, third.first_seq)):
        made.now_ms = began_ms + AFTER_MS + wait_ms
        await made.archives()
        assert await first_seq(made) == begins
        await made.holds()
    assert await made.places() == ({(ROOM, 3)}, {(ROOM, 1), (ROOM, 2)})
    assert made.metrics.count("archived") == 2
    assert first.first_seq == 1


async def began(made: Hall) -> dict[int, int]:
    """When the entries were written that begin matches."""
    ledger = Ledger()
    for stored in await made.log.read(ROOM):
        ledger.take(stored)
    return {each.seq: each.at_ms for each in ledger.rooms[ROOM].beginnings}


async def test_with_the_setting_at_0_nothing_leaves() -> None:
    made = await hall(OVER)
    archiving = await made.archives(after_ms=DAY_MS * 400)
    assert made.metrics.count("archived") == 0
    archiving._after_ms = 0
    running = asyncio.create_task(archiving.run())
    await asyncio.sleep(0)
    running.cancel()
    assert await first_seq(made) == 1


@pytest.mark.parametrize(("after_s", "ms"), [(0, 0), (1, 600_000), (600, 600_000), (601, 601_000)])
def test_a_match_stays_ten_minutes_at_least(after_s: int, ms: int) -> None:
    assert ArchiveSettings(after_s=after_s).after_ms == ms


async def test_a_closed_room_keeps_its_code_and_nothing_else() -> None:
    made = await hall(CLOSED)
    await made.rest()
    [left] = await made.log.read(CLOSED.room)
    assert left.seq == len(CLOSED.written) + 1
    room = await folded(made.log, CLOSED.room)
    assert (room.state.phase, room.state.play, room.due) == ("closed", None, None)
    assert await made.places() == (set(), {(CLOSED.room, 1), (CLOSED.room, 2)})
    assert made.metrics.value("archive_cleared_total") == 1
    before = await made.log.read(CLOSED.room)
    await made.rest()
    assert await made.log.read(CLOSED.room) == before


async def test_a_room_that_was_closed_just_now_is_left_alone() -> None:
    made = await hall(CLOSED)
    made.now_ms -= DAY_MS - AFTER_MS + 1
    await made.archives()
    assert await made.log.head(CLOSED.room) == len(CLOSED.written)


async def test_what_begins_without_a_mark_stays_until_a_marked_one_comes() -> None:
    """Rooms that were played before entries were marked."""
    second, third = (stretch.first_seq for stretch in OVER.matches[1:])
    old = lived(ROOM, "buckshot", SEED, matches=3, ending="over", unmarked=(second,))
    made = await hall(old)
    await made.archives()
    assert await first_seq(made) == third
    assert await made.places() == ({(ROOM, 3)}, {(ROOM, 1), (ROOM, 2)})
    made = await hall(lived(ROOM, "buckshot", SEED, matches=3, ending="over", unmarked=(third,)))
    await made.archives()
    assert await first_seq(made) == second


async def test_two_archivers_do_what_one_does() -> None:
    made = await hall(OVER, CLOSED, OTHER)
    for _ in range(3):
        await asyncio.gather(made.archives(), made.archives())
    logged, archived = await made.places()
    assert (len(logged), len(archived)) == (2, 5)
    await made.holds()


async def test_a_member_looks_after_its_own_rooms_only() -> None:
    made = await hall(OVER, OTHER)
    await made.archives(owns=lambda room: room == OTHER.room)
    assert {room for room, _ in (await made.places())[1]} == {OTHER.room}


class Forgetful(MemoryObjects):
    """Keeps less than it was given."""

    async def put(self, address: Address, data: bytes) -> None:
        await super().put(address, data[:-1])


class Silent(MemoryObjects):
    """Keeps nothing."""

    async def put(self, address: Address, data: bytes) -> None:
        return


@pytest.mark.parametrize("kind", [Forgetful, Silent])
async def test_what_is_not_read_back_as_it_was_written_stays_in_the_log(
    kind: type[MemoryObjects],
) -> None:
    made = await hall(OVER, objects=kind(lambda: 0))
    with capture_logs() as logged:
        await made.archives()
    assert await first_seq(made) == 1
    assert made.metrics.count("damaged") == 1
    assert made.metrics.value("archive_cuts_total") == 0
    assert [line["event"] for line in logged] == ["match_not_archived"]


async def test_a_longer_file_is_never_written_over_by_a_shorter_one() -> None:
    """The log was restored from an older copy, and went on otherwise."""
    whole, after = OVER.matches[0], OVER.matches[1].entries
    longer = Stretch(*whole[:5], [*whole.entries, *after])
    made = await hall(OVER)
    kept = file_of(longer)
    await made.objects.put(at(whole), kept)
    with capture_logs() as logged:
        await made.archives()
    assert await made.objects.get(at(whole)) == kept
    assert await first_seq(made) == 1
    assert made.metrics.count("conflict") == 1
    assert "another file that holds" in logged[0]["why"]
    assert made.metrics.value("archive_waiting") == 1


@pytest.mark.parametrize("spoilt", [b"", b"no file", "cut", "byte"])
async def test_a_file_that_does_not_hold_is_written_over(spoilt: bytes | str) -> None:
    made = await hall(OVER)
    right = file_of(OVER.matches[0])
    if spoilt == "cut":
        spoilt = right[: len(right) // 2]
    elif spoilt == "byte":
        entries = [*OVER.matches[0].entries]
        entries[-1] = entries[-1].replace(b'"prev":"', b'"prev":"0', 1)
        spoilt = pack(OVER.matches[0].head(AUDITOR, {}), entries)
    assert isinstance(spoilt, bytes)
    await made.objects.put(at(OVER.matches[0]), spoilt)
    await made.archives()
    assert await made.objects.get(at(OVER.matches[0])) == right
    await made.holds()


async def test_a_match_that_is_there_is_not_written_again() -> None:
    made = await hall(OVER)
    there = OVER.matches[0]
    named = signed(there.head(AUDITOR, {OVER.room: "as another release wrote it"}), True)
    await made.objects.put(at(there), pack(named, there.entries))
    await made.archives()
    assert await made.objects.get(at(there)) == pack(named, there.entries)
    assert (made.metrics.count("known"), made.metrics.count("archived")) == (1, 1)
    await made.holds()


async def test_a_match_that_is_there_without_our_signature_is_signed_before_it_leaves() -> None:
    """It would not be shown, and the log has nothing of it any more."""
    made = await hall(OVER)
    there = OVER.matches[0]
    right = pack(signed(there.head(AUDITOR, {}), True), there.entries)
    await made.objects.put(at(there), pack(there.head(AUDITOR, {}), there.entries))
    await made.archives()
    assert await made.objects.get(at(there)) == right
    assert made.metrics.count("archived") == 2
    await made.holds()


async def test_a_match_that_does_not_hold_stays_and_others_go() -> None:
    forged = [*OVER.written]
    forged[5] = forged[5]._replace(entry=forged[6].entry)
    made = await hall(OVER._replace(written=forged), OTHER)
    with capture_logs() as logged:
        await made.archives()
    assert await first_seq(made) == 1
    assert await first_seq(made, OTHER.room) > 1
    assert made.metrics.count("unproved") == 1
    told = [line["room"] for line in logged if line["event"] == "match_not_archived"]
    assert told == [ROOM]
    assert (await made.places())[1] == {(OTHER.room, 1)}


class Troubled(MemoryObjects):
    def __init__(self, trouble: Exception) -> None:
        super().__init__(lambda: 0)
        self.trouble: Exception | None = trouble

    async def put(self, address: Address, data: bytes) -> None:
        if self.trouble is not None:
            raise self.trouble
        await super().put(address, data)


@pytest.mark.parametrize(
    ("trouble", "outcome"),
    [(Full("no space"), "full"), (Refused("no"), "refused"), (Away("gone"), "away")],
)
async def test_a_store_in_trouble_is_waited_for_and_told_of_once(
    trouble: Exception, outcome: str
) -> None:
    objects = Troubled(trouble)
    made = await hall(OVER, CLOSED, OTHER, objects=objects)
    with capture_logs() as logged:
        archiving = await made.archives()
        for _ in range(3):
            await archiving.look()
        assert made.metrics.count(outcome) == 4
        assert made.metrics.value("archive_waiting") == 3
        assert await first_seq(made) == 1
        objects.trouble = None
        await archiving.look()
    told = [line["event"] for line in logged if line["event"].startswith("archive_")]
    assert told == ["archive_waits", "archive_goes_on"]
    assert made.metrics.value("archive_waiting") == 0
    assert await first_seq(made) > 1
    await made.holds()


async def swept(made: Hall, objects: Objects, days: int) -> list[str]:
    archiving = await made.archives(keep_days=days)
    await archiving.sweep()
    return [listed.address for listed in await objects.listed()]


async def test_what_was_kept_long_enough_is_deleted() -> None:
    made = await hall(OVER)
    await made.archives()
    made.now_ms += 29 * DAY_MS
    assert len(await swept(made, made.objects, 30)) == 2
    made.now_ms += DAY_MS + 1
    assert len(await swept(made, made.objects, 0)) == 2
    foreign = Address("other/SALOON/1.jsonl.gz")
    await made.objects.put(foreign, b"of another tenant")
    made.now_ms += 31 * DAY_MS
    assert await swept(made, made.objects, 30) == [foreign]
    assert made.metrics.value("archive_deleted_total") == 2


def numbered(entries: Sequence[bytes], first: int = 1, begins: int = 0) -> list[Stored]:
    return [
        Stored(ROOM, Seq(seq), entry, seq == begins) for seq, entry in enumerate(entries, first)
    ]


def test_a_ledger_forgets_what_was_cut_before_it_came_so_far() -> None:
    entries = [each.entry for each in OVER.written]
    third = OVER.matches[2].first_seq
    ledger = Ledger()
    for stored in numbered(entries[:10]):
        ledger.take(stored)
        ledger.take(stored)
    for stored in numbered(entries[third - 1 :], third, third):
        ledger.take(stored)
    [only] = ledger.rooms[ROOM].beginnings
    assert (only.seq, only.match, only.is_marked) == (third, 3, True)
    assert ledger.rooms[ROOM].last_seq == len(entries)
    assert list(ledger.due(1 << 60)) == []


def test_a_ledger_that_begins_anew_while_a_match_leaves_the_log_bears_it() -> None:
    ledger = Ledger()
    ledger.cut(ROOM, 7)
    assert ledger.rooms == {}


async def test_what_a_cleared_room_has_is_no_match() -> None:
    made = await hall(CLOSED)
    await made.rest()
    assert stretches([stored.entry for stored in await made.log.read(CLOSED.room)]) == []


async def test_what_is_archived_names_nobody_and_is_signed() -> None:
    """Nicknames are erased in one place, and so are in no file that lies anywhere for years."""
    made = await hall(OVER)
    await made.archives()
    found = await Matches(made.log, made.objects).archived(ROOM, 1)
    assert found is not None
    assert found.head.names == {}
    assert found.head.signature is not None
