"""A table against a peer that says what a real server says seldom."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from shared.client import Refused, Table
from shared.client.socket import UPDATES_LIMIT
from shared.contracts.ids import RoomId

ROOM = RoomId("BCDFGH")


def view(seq: int, **sections: Any) -> dict[str, Any]:
    return {"type": "view", "seq": seq, "hash": "", "sections": sections}


def frame(seq: int, **sections: Any) -> dict[str, Any]:
    return {"type": "frame", "seq": seq, "hash": "", "atMs": 0, "events": [], "sections": sections}


class Peer:
    """Says one script for each connection, after the client's first message."""

    def __init__(self, *scripts: list[dict[str, Any] | str | int]) -> None:
        self._scripts = list(scripts)
        self.resumed: list[int] = []
        """From where each connection went on."""
        self.second = asyncio.Event()
        """Set when the client has come again and was told everything."""

    async def __call__(self, wire: ServerConnection) -> None:
        self.resumed.append(msgspec.json.decode(await wire.recv())["after"])
        for said in self._scripts.pop(0) if self._scripts else []:
            if isinstance(said, int):
                await wire.close(said, "forbidden")
                return
            await wire.send(said if isinstance(said, str) else msgspec.json.encode(said).decode())
        if len(self.resumed) == 2:
            self.second.set()
        await wire.wait_closed()


@asynccontextmanager
async def table_at(peer: Peer) -> AsyncIterator[Table]:
    async with serve(peer, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with asyncio.timeout(10), Table(f"http://127.0.0.1:{port}", ROOM, "") as table:
            yield table


async def test_a_gap_makes_it_connect_again_and_say_what_it_has() -> None:
    peer = Peer([view(3), frame(4), frame(6)], [frame(5), frame(6)])
    async with table_at(peer) as table:
        numbers = []
        while table.seq < 6:
            await table.update()
            numbers.append(table.seq)
    assert (numbers, peer.resumed) == ([3, 4, 5, 6], [0, 4])


async def test_frames_that_come_twice_are_passed_over() -> None:
    async with table_at(Peer([view(3), frame(3), frame(4), frame(4), frame(5)])) as table:
        numbers = []
        while table.seq < 5:
            await table.update()
            numbers.append(table.seq)
    assert numbers == [3, 4, 5]


async def test_a_section_that_is_no_more_is_gone_and_a_view_replaces_all() -> None:
    async with table_at(Peer([view(1, a=1, b=2), frame(2, a=None, c=3), view(9, d=4)])) as table:
        await table.update()
        await table.update()
        assert table.view == {"b": 2, "c": 3}
        await table.update()
        assert (table.seq, table.view) == (9, {"d": 4})


async def test_a_view_of_an_earlier_entry_counts() -> None:
    """The log was restored to an earlier state."""
    async with table_at(Peer([view(9), view(4), frame(5)])) as table:
        for seq in (9, 4, 5):
            await table.update()
            assert table.seq == seq


async def test_kinds_of_messages_that_are_not_known_are_ignored() -> None:
    said: list[dict[str, Any] | str | int] = [{"type": "weather", "sun": True}, view(1)]
    async with table_at(Peer(said)) as table:
        await table.update()
        assert table.seq == 1


async def test_what_is_no_message_ends_the_connection_and_not_the_table() -> None:
    peer = Peer(["{", view(1)], [view(2)])
    async with table_at(peer) as table:
        await table.update()
        assert table.seq == 2
    assert peer.resumed == [0, 0]


async def test_what_nobody_takes_is_forgotten_for_a_whole_view() -> None:
    many = [frame(seq) for seq in range(2, UPDATES_LIMIT + 2)]
    peer = Peer([view(1), *many], [view(UPDATES_LIMIT + 5)])
    async with table_at(peer) as table:
        await peer.second.wait()
        await table.update()
        assert table.seq == UPDATES_LIMIT + 5
    assert peer.resumed == [0, 0]


async def test_a_final_close_is_the_end_and_a_passing_one_is_not() -> None:
    peer = Peer([view(1), 1013], [frame(2), 4408], [frame(3), 4403])
    async with table_at(peer) as table:
        for seq in (1, 2, 3):
            await table.update()
            assert table.seq == seq
        with pytest.raises(Refused) as refused:
            await table.update()
        assert refused.value.why.code == "forbidden"
    assert peer.resumed == [0, 1, 2]
