"""What the projection answers when it is asked for a view, and the list of public rooms."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from shared.contracts.http import RoomListing
from shared.contracts.messages import SPECTATOR, ViewRequest
from shared.games.bang import Bang
from shared.room.frames import Views
from shared.runtime.viewstore import ViewStore
from tests.runtime.waiting import until
from tests.services.projection.stand import Stand
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import new_room


@pytest.mark.parametrize("viewer", [HOST, SPECTATOR, "nobody"])
async def test_a_view_is_folded_afresh(stand: Stand, viewer: str) -> None:
    await stand.member()
    table = await (await stand.table()).start()
    await table.plays(5)
    folded = await table.fold()
    answer = await stand.ask(ViewRequest(table.room, viewer, after=folded.seq))
    wanted = Views(folded).sections(HOST if viewer == HOST else None)
    assert (answer["type"], answer["seq"], answer["hash"]) == (
        *("view", folded.seq),
        folded.hash.hex(),
    )
    assert answer["sections"] == {name: msgspec.json.decode(s) for name, s in wanted.items()}


async def test_an_entry_that_does_not_come_in_time_is_said_to_be_missing(stand: Stand) -> None:
    await stand.member()
    table = await (await stand.table()).open()
    answer = await stand.ask(ViewRequest(table.room, SPECTATOR, after=2))
    assert answer["why"] == {"code": "behind", "params": {"seq": 1}}


async def test_unknown_rooms_and_what_is_no_request_are_refused(stand: Stand) -> None:
    await stand.member()
    assert (await stand.ask(ViewRequest(new_room(), SPECTATOR)))["why"]["code"] == "no_such_room"
    for data in (b"", b"{}", b"[" * 2_000, b'{"room":1,"viewer":"_"}', b"\xff"):
        assert (await stand.ask(data))["why"]["code"] == "malformed"


async def test_a_room_under_other_rules_is_not_shown(small: Stand) -> None:
    member = await small.member(games={"bang": Bang(ruleset="bang-99")})
    table = await (await small.table()).open()
    answer = await small.ask(ViewRequest(table.room, SPECTATOR))
    assert answer["why"]["code"] == "unavailable"
    await until(lambda: member.metrics.guarded("foreign_rules") >= 1)


async def listed(store: ViewStore, table: Table) -> RoomListing | None:
    rooms = [msgspec.json.decode(each, type=RoomListing) for each in await store.listings(100)]
    return next((room for room in rooms if room.code == table.room), None)


async def until_listed(store: ViewStore, table: Table, seats_taken: int = 1) -> RoomListing:
    """The listing, as soon as it says so many seats; it comes a step after the room's views."""
    async with asyncio.timeout(10):
        while True:
            found = await listed(store, table)
            if found is not None and found.seats_taken == seats_taken:
                return found
            await asyncio.sleep(0.005)


async def until_unlisted(store: ViewStore, table: Table) -> None:
    async with asyncio.timeout(10):
        while await listed(store, table) is not None:  # noqa: ASYNC110 - the list tells nobody
            await asyncio.sleep(0.005)


async def test_public_rooms_are_listed_as_they_are_and_no_others(stand: Stand) -> None:
    await stand.member()
    store = stand.store("gateway")
    table, hidden = await stand.table(), await stand.table()
    await table.does(HOST, "create", game="bang", visibility="public")
    await hidden.does(HOST, "create", game="bang", visibility="link")
    await table.does(HOST, "addAutomatic")
    await stand.shows(table)
    await stand.shows(hidden)
    found = await until_listed(store, table, seats_taken=2)
    assert (found.seats_free, found.people, found.least) == (5, 1, 4)
    assert (found.host, found.phase) == (HOST, "lobby")
    assert await listed(store, hidden) is None
    await table.does(HOST, "setVisibility", visibility="link")
    await until_unlisted(store, table)
    await hidden.does(HOST, "setVisibility", visibility="public")
    await until_listed(store, hidden)
    await hidden.does(HOST, "leave")
    await until_unlisted(store, hidden)  # its last member has gone


async def test_rooms_that_can_be_joined_come_first(small: Stand) -> None:
    await small.member()
    full, free = await small.table(), await small.table()
    for table in (full, free):
        await table.does(HOST, "create", game="bang", visibility="public")
    for guest in GUESTS:
        await full.does(guest, "join")
    await small.shows(full)
    await small.shows(free)
    rooms = [msgspec.json.decode(x, type=RoomListing).code for x in await small.memory.listings(9)]
    assert rooms == [free.room, full.room]


async def test_a_room_leaves_the_list_also_where_another_member_had_put_it(small: Stand) -> None:
    first = await small.member()
    table = await small.table()
    await table.does(HOST, "create", game="bang", visibility="public")
    await until_listed(small.memory, table)
    await first.stop()
    await small.member()
    await table.does(HOST, "setVisibility", visibility="invited")
    await until_unlisted(small.memory, table)


async def test_listings_are_renewed_before_they_expire(small: Stand) -> None:
    from tests.services.projection.stand import QUICK

    await small.member(replace(QUICK, listing_ms=50))
    table = await small.table()
    await table.does(HOST, "create", game="bang", visibility="public")
    await small.shows(table)
    await small.memory.remove_listing(table.room)
    await until(lambda: table.room in small.memory._listings)


async def test_readiness_says_what_it_stands_on(stand: Stand) -> None:
    member = await stand.member()
    checks = member.service.readiness()
    await until(lambda: all(check() for check in checks.values()))
    assert set(checks) == {"bus", "members", "current"}
    await member.stop()
    assert not checks["members"]()
