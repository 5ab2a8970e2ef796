"""Automatic players over HTTP and websockets: seats found, claimed, kept, left and taken again."""

import asyncio
from itertools import pairwise
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from services.bots.bang.at_random import choose
from shared.client import Client, Table
from shared.contracts.commands import AddAutomatic, Leave, Ready, RemoveAutomatic, Start
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import PlayerId, RoomId
from shared.room.verify import verify
from tests.runtime.waiting import until
from tests.services.bots.conftest import AT_ONCE, StartBots
from tests.services.gateway.house import GENEROUS, House
from tests.services.worlds import GAMES


async def room_with_bots(host: Client, count: int = 3, kind: str = "random") -> RoomId:
    room = (await host.open_room("bang")).code
    for _ in range(count):
        await host.command(room, AddAutomatic(kind))
    return room


async def starts(host: Client, room: RoomId) -> None:
    await host.command(room, Ready(ready=True))
    await host.command(room, Start())


async def plays_along(table: Table, player: PlayerId, until_seq: int = 100_000) -> None:
    """Plays the host's part to the match's end, or up to an entry."""
    chance, acted = Random(3), 0
    while table.seq < until_seq:
        await table.update()
        if table.is_behind or table.seq < acted:
            continue
        if table.view["room"]["phase"] == "over":
            break
        move = choose(table.offers, player, chance)
        if move is not None:
            acted = await table.command(move)


async def test_matches_in_several_rooms_are_played_to_their_end(
    house: House, host: Client, start_bots: StartBots
) -> None:
    bots = await start_bots()
    rooms = [await room_with_bots(host, count) for count in (3, 4, 6)]
    await until(lambda: bots.service.seats == 13, within_s=10)

    async def whole_match(room: RoomId) -> None:
        async with host.socket(room) as table:
            await starts(host, room)
            await plays_along(table, host.player)

    async with asyncio.timeout(90):
        await asyncio.gather(*map(whole_match, rooms))
    log = await house.world.log()
    for room in rooms:
        assert (await host.result(room)).places
        report = verify([each.entry for each in await log.read(room)], GAMES)
        assert (report.first_bad, report.matches) == (None, 1)
    assert bots.metrics.moved() > 100
    assert not house.world.failures


async def test_thinking_players_play_a_match_to_its_end(
    host: Client, start_bots: StartBots
) -> None:
    bots = await start_bots()
    room = await room_with_bots(host, 6, "steady")
    await until(lambda: bots.service.seats == 6, within_s=10)
    async with asyncio.timeout(90), host.socket(room) as table:
        await starts(host, room)
        await plays_along(table, host.player)
    assert (await host.result(room)).places
    assert bots.metrics.moved() > 30
    assert bots.metrics.moved("unreadable") == 0


async def test_bots_have_names_that_differ_within_a_room(
    host: Client, start_bots: StartBots
) -> None:
    bots = await start_bots()
    room = await room_with_bots(host, 6)
    await until(lambda: bots.service.seats == 6)
    names = [name for (code, _), name in bots.service._nicknames.items() if code == room]
    assert len(set(names)) == 6


async def test_seats_are_taken_up_again_after_a_restart(
    house: House, start_bots: StartBots
) -> None:
    settings = replace(GENEROUS, connect_ms=300, presence_window_ms=1_000)
    gateway = await house.gateway(settings)
    first = await start_bots(url=lambda: gateway.url)
    async with Client(gateway.url) as host:
        await host.open_session("보리")
        room = await room_with_bots(host)
        async with host.socket(room) as table:
            await starts(host, room)
            await plays_along(table, host.player, until_seq=25)
            await first.service.stop()
            second = await start_bots(url=lambda: gateway.url)
            await until(lambda: second.metrics.claimed() == 3, within_s=10)
            await plays_along(table, host.player)
            assert table.view["room"]["phase"] == "over"
        assert second.metrics.moved() > 0


async def test_two_processes_share_the_seats(host: Client, start_bots: StartBots) -> None:
    two = [await start_bots(), await start_bots()]
    room = await room_with_bots(host, 6)
    await until(lambda: sum(bots.service.seats for bots in two) == 6, within_s=10)
    await asyncio.sleep(0.2)
    claimed = [bots.metrics.claimed() for bots in two]
    assert sum(claimed) == 6, "each seat once"
    async with host.socket(room) as table:
        await starts(host, room)
        await plays_along(table, host.player)


async def test_leases_are_renewed_and_play_goes_on(house: House, start_bots: StartBots) -> None:
    gateway = await house.gateway(replace(GENEROUS, lease_ms=1_000, recheck_ms=50))
    bots = await start_bots(replace(AT_ONCE, renew_ms=300), url=lambda: gateway.url)
    async with Client(gateway.url) as host:
        await host.open_session("보리")
        room = await room_with_bots(host)
        await until(lambda: bots.service.seats == 3)
        await asyncio.sleep(2)
        assert bots.metrics.claimed("taken") == 3, "nobody lost a seat"
        assert bots.metrics.claimed("renewed") >= 9
        async with host.socket(room) as table:
            await starts(host, room)
            await plays_along(table, host.player)


async def test_a_seat_whose_lease_ran_out_is_claimed_anew(
    house: House, start_bots: StartBots
) -> None:
    gateway = await house.gateway(replace(GENEROUS, lease_ms=1_000, recheck_ms=50, connect_ms=100))
    bots = await start_bots(url=lambda: gateway.url)
    async with Client(gateway.url) as host:
        await host.open_session("보리")
        await room_with_bots(host, 1)
        await until(lambda: bots.metrics.claimed() >= 2, within_s=10)


async def test_bots_come_back_to_a_gateway_that_was_away(
    house: House, start_bots: StartBots
) -> None:
    first = await house.gateway()
    url = [first.url]
    bots = await start_bots(url=lambda: url[0])
    async with Client(first.url) as host:
        await host.open_session("보리")
        room = await room_with_bots(host)
        await until(lambda: bots.service.seats == 3)
        assert bots.service.readiness()["gateway"]()
        port = first.port
        await first.stop()
        await until(lambda: not bots.service.readiness()["gateway"]())
        again = await house.gateway(replace(GENEROUS, port=port))
        await until(bots.service.readiness()["gateway"], within_s=10)
        assert again.url == url[0]
        async with host.socket(room) as table:
            await starts(host, room)
            await plays_along(table, host.player)


async def test_an_answer_that_cannot_be_read_is_told_as_the_end_of_looking(
    house: House, start_bots: StartBots
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        await start_bots(url=lambda: f"http://127.0.0.1:{port}")
        await until(lambda: bool(house.world.failures), within_s=10)
    assert [type(error) for error in house.world.failures] == [msgspec.ValidationError]
    house.world.failures.clear()


async def test_whoever_is_removed_and_whose_room_is_closed_stops(
    host: Client, start_bots: StartBots
) -> None:
    bots = await start_bots()
    room = await room_with_bots(host)
    await until(lambda: bots.service.seats == 3)
    members = (await host.view(room)).sections["members"]
    player = next(p for (_, p) in bots.service._played if p.encode() in bytes(members))
    await host.command(room, RemoveAutomatic(player))
    await until(lambda: bots.service.seats == 2)
    await host.command(room, Leave())
    await until(lambda: bots.service.seats == 0)


async def test_other_kinds_and_more_seats_than_it_may_are_left_alone(
    host: Client, start_bots: StartBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.bots.service.KINDS", frozenset({"random"}))
    bots = await start_bots(replace(AT_ONCE, seats_limit=2))
    room = (await host.open_room("bang")).code
    await host.command(room, AddAutomatic("steady"))
    for _ in range(3):
        await host.command(room, AddAutomatic())
    await until(lambda: bots.service.seats == 2)
    await asyncio.sleep(0.2)
    assert bots.service.seats == 2


async def test_without_the_credential_it_gets_no_seat(host: Client, start_bots: StartBots) -> None:
    bots = await start_bots(credential="somebody else's credential")
    await room_with_bots(host)
    await asyncio.sleep(0.2)
    assert (bots.service.seats, bots.service.readiness()["gateway"]()) == (0, False)


async def test_a_move_takes_its_pace_whatever_there_is_to_choose(
    house: House, host: Client, start_bots: StartBots
) -> None:
    least_ms = 120
    await start_bots(replace(AT_ONCE, pace_least_ms=least_ms, pace_most_ms=least_ms + 20))
    room = await room_with_bots(host)
    async with host.socket(room) as table:
        await starts(host, room)
        await plays_along(table, host.player, until_seq=45)
    headers = [
        read_header(read_entry(each.entry)) for each in await (await house.world.log()).read(room)
    ]
    moves = [header for header in headers if header.actor.startswith("auto-")]
    paces = [
        after.at_ms - before.at_ms
        for player in {move.actor for move in moves}
        for before, after in pairwise(move for move in moves if move.actor == player)
    ]
    assert len(paces) >= 3
    assert min(paces) >= least_ms - 5
