"""The client against a real gateway: requests and tables, over connections that break."""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from shared.client import Away, Client, Refused, Table
from shared.contracts.commands import AddAutomatic, Join, Leave, Ready, SetTalk, Start
from shared.contracts.ids import RoomId
from shared.contracts.messages import Frame, View
from tests.client.conftest import Guest
from tests.client.ferry import Ferry
from tests.services.gateway.house import GENEROUS, House


async def reaches(table: Table, seq: int) -> list[int]:
    """Takes updates up to entry `seq`; the numbers of those that were taken."""
    numbers: list[int] = []
    async with asyncio.timeout(10):
        while table.seq < seq:
            await table.update()
            numbers.append(table.seq)
    return numbers


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(10):
        while not await holds():  # noqa: ASYNC110 - HTTP has no event to wait for
            await asyncio.sleep(0.02)


async def _is_listed(client: Client) -> bool:
    return bool((await client.rooms()).rooms)


async def _has(client: Client, room: RoomId, seq: int) -> bool:
    return (await client.view(room)).seq >= seq


async def test_a_room_is_opened_found_listed_and_looked_into(host: Client, room: RoomId) -> None:
    view = await host.view(room, after=1)
    assert view.seq == 1
    info = await host.look_up(room)
    assert (info.host, info.seated, info.phase) == (host.player, True, "lobby")
    await until(lambda: _is_listed(host))
    listed = (await host.rooms()).rooms
    assert [each.room.code for each in listed] == [room]
    assert [game.id for game in (await host.games()).games] == ["bang", "buckshot"]


async def test_a_refusal_has_its_code_and_status(host: Client, guest: Guest, room: RoomId) -> None:
    stranger = await guest("나루")
    with pytest.raises(Refused) as refused:
        await stranger.command(room, Start())
    assert (refused.value.why.code, refused.value.status) == ("not_seated", 403)
    with pytest.raises(Refused) as refused:
        await host.result(room)
    assert refused.value.why.code == "no_result"


async def test_a_program_keeps_no_cookie(host: Client) -> None:
    assert not host._http.cookies


async def test_a_command_sent_again_has_one_effect(host: Client, room: RoomId) -> None:
    first = await host.command(room, AddAutomatic(), "once")
    again = await host.command(room, AddAutomatic(), "once")
    assert (again.seq, again.repeated) == (first.seq, True)
    async with host.socket(room) as table:
        assert await table.command(AddAutomatic(), "once") == first.seq
        await reaches(table, first.seq)
        assert len(table.view["members"]) == 2


async def test_what_a_program_says_once_is_no_repeat_though_its_answer_was_lost(
    host: Client, room: RoomId, ferry: Ferry
) -> None:
    for seq, command_id in ((2, ""), (3, "mine")):
        async with Client(ferry.url, host.token) as client:
            ferry.is_deaf = True
            sending = asyncio.create_task(client.command(room, AddAutomatic(), command_id))
            await until(lambda seq=seq: _has(host, room, seq))  # type: ignore[misc]
            ferry.is_deaf = False
            ferry.cut()
            done = await sending
            assert (done.seq, done.repeated) == (seq, False)
    assert (await host.command(room, AddAutomatic(), "mine")).repeated


async def test_requests_are_repeated_while_the_way_is_cut(
    host: Client, room: RoomId, ferry: Ferry
) -> None:
    ferry.is_closed = True
    async with Client(ferry.url, host.token) as client:
        asking = asyncio.create_task(client.view(room))
        await asyncio.sleep(0.3)
        assert not asking.done()
        ferry.is_closed = False
        assert (await asking).seq == 1
    async with Client(ferry.url, host.token, budget_s=0.2) as client:
        ferry.is_closed = True
        ferry.cut()
        with pytest.raises(Away):
            await client.view(room)


async def test_frames_follow_each_other_over_cut_connections(
    host: Client, guest: Guest, room: RoomId, ferry: Ferry
) -> None:
    friend = await guest("나루")
    seen: list[int] = []
    async with Table(ferry.url, room, host.token) as table:
        seen += await reaches(table, 1)
        for _ in range(4):
            await friend.command(room, Join())
            ferry.cut()
            left = await friend.command(room, Leave())
            seen += await reaches(table, left.seq)
        assert seen == list(range(1, left.seq + 1)), "none missing, none twice"
        assert table.view == _decoded(await host.view(room))
    assert ferry.crossings > 1


def _decoded(view: View) -> dict[str, object]:
    table = Table("http://none", RoomId("NONEEE"), "")
    table._fold(view)
    return table.view


async def test_a_command_whose_answer_is_lost_is_carried_out_once(
    host: Client, room: RoomId, ferry: Ferry
) -> None:
    async with Table(ferry.url, room, host.token) as table:
        await reaches(table, 1)
        ferry.is_deaf = True
        sending = asyncio.create_task(table.command(AddAutomatic()))
        await until(lambda: _has(host, room, 2))
        assert not sending.done()
        ferry.is_deaf = False
        ferry.cut()
        assert await sending == 2
    assert (await host.view(room)).seq == 2


async def test_a_table_follows_a_gateway_that_is_started_again(
    house: House, host: Client, guest: Guest, room: RoomId
) -> None:
    first = await house.gateway()
    ferry = Ferry(first.port)
    await ferry.open()
    friend = await guest("나루")
    async with Table(ferry.url, room, host.token) as table:
        await reaches(table, 1)
        await first.stop()
        joined = await friend.command(room, Join())
        ferry._port = (await house.gateway()).port
        assert await reaches(table, joined.seq) == [2]
    await ferry.close()


async def test_who_may_not_enter_is_told_so_and_not_tried_again(
    house: House, host: Client, room: RoomId
) -> None:
    async with host.socket(RoomId("ZZZZZZ")) as table:
        with pytest.raises(Refused) as refused:
            await table.update()
        assert refused.value.why.code == "no_such_room"
        with pytest.raises(Refused):
            await table.command(Ready(ready=True))
    async with Table(host.address, room, "no token") as table:
        with pytest.raises(Refused) as refused:
            await table.update()
        assert refused.value.why.code == "unauthenticated"


async def test_a_command_that_waits_learns_that_the_table_has_ended(
    host: Client, room: RoomId, ferry: Ferry
) -> None:
    async with Table(ferry.url, room, host.token) as table:
        await reaches(table, 1)
        ferry.is_deaf = ferry.is_closed = True
        sending = asyncio.create_task(table.command(AddAutomatic()))
        await asyncio.sleep(0.1)
        table._token = "no token"
        ferry.is_deaf = ferry.is_closed = False
        ferry.cut()
        with pytest.raises(Refused):
            await sending


async def test_commands_that_come_too_fast_are_sent_later(house: House, guest: Guest) -> None:
    strict = replace(GENEROUS, command_burst=2, commands_per_s=20.0)
    gateway = await house.gateway(strict)
    async with Client(gateway.url) as host:
        await host.open_session("보리")
        room = (await host.open_room("bang")).code
        async with host.socket(room) as table:
            await table.update()
            for number in range(8):
                await table.command(Ready(ready=number % 2 == 0))
            for number in range(6):
                await host.command(room, Ready(ready=number % 2 == 0))
            assert (await host.view(room)).seq == 15


async def test_updates_are_views_and_frames_by_turns_of_iteration(
    host: Client, room: RoomId
) -> None:
    kinds: list[type[object]] = []
    async with host.socket(room) as table:
        async for update in table:
            kinds.append(type(update))
            if table.seq == 3:
                break
            await table.command(AddAutomatic())
        assert await table.update(within_s=0.05) is None
        assert table.viewer == host.player
        assert table.offers == []
    assert kinds == [View, Frame, Frame]


async def test_whoever_is_ready_has_entropy_of_his_own_in_the_deal(
    host: Client, guest: Guest, room: RoomId
) -> None:
    other = await guest("나루")
    await other.command(room, Join())
    async with host.socket(room) as mine, other.socket(room) as theirs:
        for _ in range(2):
            await mine.command(AddAutomatic())
        await theirs.ready()
        await mine.ready()
        await mine.command(Start())
        heard: list[list[Any]] = []
        async with asyncio.timeout(10):
            async for update in mine:
                if isinstance(update, Frame):
                    heard += [msgspec.json.decode(event) for event in update.events]
                if mine.view["room"]["phase"] == "match":
                    break
    opened = {event[1]: event[2] for event in heard if event[0] == "entropy_revealed"}
    committed = {event[1]: event[3] for event in heard if event[0] == "readiness_changed"}
    assert opened.keys() == committed.keys() == {host.player, other.player}
    for player, entropy in opened.items():
        assert sha256(bytes.fromhex(entropy)).hexdigest() == committed[player]
    (dealt,) = (event for event in heard if event[0] == "match_dealt")
    assert sorted(dealt[6]) == sorted(opened.values())


async def test_talk_is_heard_once_and_not_from_whom_one_has_muted(
    host: Client, guest: Guest, room: RoomId, ferry: Ferry
) -> None:
    friend, other = await guest("나루"), await guest("다온")
    for each in (friend, other):
        await each.command(room, Join())
    await host.command(room, SetTalk("text"))
    async with (
        Table(ferry.url, room, host.token) as table,
        friend.socket(room) as his,
    ):
        await reaches(table, 4)
        await reaches(his, 4)
        table.talk.muted.add(other.player)
        said = [await his.say("thanks", host.player), await his.say(text="안녕")]
        await other.say(room, "hello")
        said.append((await friend.say(room, "hello")).id)
        assert [await _next(table) for _ in range(3)] == said
        ferry.cut()
        said.append(await his.say("ouch"))
        assert await _next(table) == said[3], "though it was told all of them again"
        assert [line.id for line in table.talk.lines] == said
        assert await table.talk.next(within_s=0) is None
        table.talk.muted.clear()
        assert len(table.talk.lines) == 5
        assert [
            line.id for line in (await host.talk(room)).lines if line.player != other.player
        ] == said
        await host.report(room, said[1])
        with pytest.raises(Refused) as refused:
            await his.say("trust")
        assert refused.value.why.code == "invalid_target"
        with pytest.raises(Refused) as refused:
            await friend.report(room, "0" * 16)
        assert refused.value.why.code == "no_such_line"


async def _next(table: Table) -> str:
    line = await table.talk.next(within_s=10)
    assert line is not None
    return line.id
