"""Absence, return, and rooms that everybody has left, told to the room as commands."""

from shared.contracts.subjects import WATCH, presence_subject
from tests.services.table import GUESTS, HOST
from tests.services.timer.evening import TURN_MS, Door, Evening


async def test_absence_turns_into_autopilot_and_presence_turns_it_off(
    evening: Evening,
) -> None:  # S03
    await evening.add_timer()
    table = await evening.table.start()
    door = Door(evening)
    door.here = {HOST, *GUESTS[:2]}
    await door.pass_s(118)
    seats = {member.player: member for member in (await table.fold()).state.members}
    assert not any(member.away for member in seats.values())
    await door.pass_s(7)
    seats = {member.player: member for member in (await table.fold()).state.members}
    assert [player for player, member in seats.items() if member.away] == [GUESTS[2]]
    door.here.add(GUESTS[2])
    await door.pass_s(1)
    assert not any(member.away for member in (await table.fold()).state.members)
    await table.verified()


async def test_when_everybody_leaves_the_room_is_closed_as_abandoned(
    evening: Evening,
) -> None:  # S49
    timer = await evening.add_timer()
    table = await evening.table.start()
    door = Door(evening)
    door.here = {HOST, *GUESTS[:3]}
    await door.pass_s(10)
    door.here = set()
    await door.pass_s(595)
    assert (await table.fold()).state.phase != "closed"
    await door.pass_s(12)
    room = await table.fold()
    assert room.state.phase == "closed"
    assert room.state.matches_abandoned == 1
    assert room.state.revealed_secret
    assert table.room not in timer.service._ledger.rooms
    assert timer.metrics.commanded("abandon") == 1
    await table.verified()


async def test_without_a_watching_gateway_nobody_is_away(evening: Evening) -> None:
    timer = await evening.add_timer()
    await evening.table.start()
    await evening.pass_ms(700_000)
    assert timer.metrics.commanded("absent") == 0
    assert timer.metrics.commanded("abandon") == 0


async def test_reports_that_are_none_change_nothing(evening: Evening) -> None:
    await evening.add_timer()
    await evening.table.start()
    bus = await evening.world.bus("gateway")
    for subject in (WATCH, presence_subject(evening.table.room)):
        for data in (b"", b"{", b"\xff", b"[]", b'{"gateway": 1}'):
            await bus.publish(subject, data)
    await evening.pass_ms(TURN_MS + 1_000)
    assert len(await evening.time_outs()) >= 1
