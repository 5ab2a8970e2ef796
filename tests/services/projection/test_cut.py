"""Rooms whose log was cut, shown by whoever was there before and by whoever comes after."""

from typing import Any

from shared.contracts.messages import Accepted
from shared.eventstore.cutting import JetStreamCutting
from shared.eventstore.log import Cutting
from shared.eventstore.memory import MemoryLog
from shared.runtime.bus_nats import NatsBus
from tests.services.projection.stand import HeldBack, Stand
from tests.services.table import GUESTS, HOST, Table


async def cutting(stand: Stand) -> Cutting:
    bus = await stand.world.bus("replay")
    if isinstance(bus, NatsBus):
        return JetStreamCutting(bus.nc)
    log: Any = stand.world.shore.log(bus)[0]
    assert isinstance(log, MemoryLog)
    return log


async def second_match(stand: Stand) -> tuple[Table, int]:
    """A table that has just gone on to its next match, and with which entry."""
    table = await (await stand.table()).start()
    await table.plays(400)
    first = await table.does(HOST, "again")
    for player in (HOST, *GUESTS[:3]):
        await table.does(player, "ready", ready=True)
    await table.does(HOST, "start")
    return table, first


async def test_a_room_that_was_cut_is_shown_on(stand: Stand) -> None:
    await stand.member()
    table, first = await second_match(stand)
    await stand.shows(table)
    await (await cutting(stand)).cut(table.room, first)
    seq = await table.does(GUESTS[0], "leave")
    await stand.told(table.room, seq)
    await shows_from(stand, table, first)


async def test_a_member_that_comes_after_the_cut_shows_the_room(small: Stand) -> None:
    stand = small
    table, first = await second_match(stand)
    await (await cutting(stand)).cut(table.room, first)
    member = await stand.member()
    await shows_from(stand, table, first)
    seq = await table.does(GUESTS[0], "leave")
    await stand.told(table.room, seq)
    assert member.metrics.guarded("damaged") == 0


async def test_a_member_that_was_behind_the_cut_begins_anew_behind_it(small: Stand) -> None:
    """It had the room in memory, and what came next was cut away before it came there."""
    stand, held = small, HeldBack()
    member = await stand.member(wrap=held.before)
    table = await (await stand.table()).start()
    await stand.shows(table)
    head = await table.log.head(table.room)
    held.held = {(table.room, seq) for seq in range(head + 1, 2_000)}
    await table.plays(400)
    first = await table.does(HOST, "again")
    await table.does(HOST, "ready", ready=True)
    last = await table.does(GUESTS[0], "ready", ready=True)
    held.held = {(table.room, seq) for seq in range(head + 1, last)}
    await (await cutting(stand)).cut(table.room, first)
    seq = await table.does(GUESTS[1], "ready", ready=True)
    await stand.told(table.room, seq)
    await shows_from(stand, table, first)
    assert member.metrics.guarded("damaged") == 0


async def test_a_cleared_room_is_shown_closed_and_empty(stand: Stand) -> None:
    await stand.member()
    table = await (await stand.table()).start()
    system = Table(await stand.world.dispatch("sys"), table.log)
    system.room = table.room
    await system.does("", "abandon")
    audit = Table(await stand.world.dispatch("audit"), table.log)
    audit.room = table.room
    restated = await audit.say("", "restate", "restate:1")
    assert isinstance(restated, Accepted)
    seq = restated.seq
    await stand.told(table.room, seq)
    await (await cutting(stand)).cut(table.room, seq)
    await shows_from(stand, table, seq)
    kept = await stand.view(table.room)
    assert kept is not None
    assert set(kept.sections) == {"room", "members", "standings", "you", "hash"}
    await stand.member()
    await shows_from(stand, table, seq)


async def shows_from(stand: Stand, table: Table, first: int) -> None:
    """The views are those of a fold that begins with entry `first`, as the log does."""
    entries = await table.log.read(table.room)
    assert entries[0].seq == first
    await stand.shows(table)
