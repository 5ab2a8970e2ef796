"""Whose question an answer about a head may serve."""

import asyncio

import pytest

from services.rules.heads import Heads
from shared.contracts.ids import RoomId, Seq
from shared.eventstore.log import Away
from shared.eventstore.memory import MemoryLog

ROOM, OTHER = RoomId("HEADED"), RoomId("HEADER")


class SlowLog(MemoryLog):
    """Answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.gate = asyncio.Event()
        self.is_away = False

    async def head(self, room: RoomId) -> Seq:
        self.asked += 1
        found = await super().head(room)
        await self.gate.wait()
        if self.is_away:
            raise Away("planned")
        return found


async def asked_for(heads: Heads, room: RoomId, number: int) -> "list[asyncio.Task[int]]":
    tasks = [asyncio.create_task(heads.head(room)) for _ in range(number)]
    await asyncio.sleep(0)
    return tasks


async def test_all_who_wait_share_one_question() -> None:
    log = SlowLog()
    heads = Heads(log)
    first = await asked_for(heads, ROOM, 1)
    await asyncio.sleep(0)
    later = await asked_for(heads, ROOM, 50)
    log.gate.set()
    assert {await task for task in (*first, *later)} == {0}
    assert log.asked == 2


async def test_a_question_put_before_does_not_serve() -> None:
    log = SlowLog()
    heads = Heads(log)
    [early] = await asked_for(heads, ROOM, 1)
    await asyncio.sleep(0)
    assert log.asked == 1
    await log.append(ROOM, 1, b"x", message_id="1")
    [late] = await asked_for(heads, ROOM, 1)
    log.gate.set()
    assert await early == 0
    assert await late == 1


async def test_rooms_do_not_wait_for_each_other() -> None:
    log = SlowLog()
    heads = Heads(log)
    await asked_for(heads, ROOM, 3)
    await asked_for(heads, OTHER, 3)
    await asyncio.sleep(0)
    assert log.asked == 2
    log.gate.set()


async def test_who_gives_up_takes_nobody_along() -> None:
    log = SlowLog()
    heads = Heads(log)
    one, two = await asked_for(heads, ROOM, 2)
    one.cancel()
    await asyncio.sleep(0)
    log.gate.set()
    assert await two == 0


async def test_an_error_reaches_all_who_wait_and_nobody_after() -> None:
    log = SlowLog()
    log.is_away = True
    heads = Heads(log)
    tasks = await asked_for(heads, ROOM, 3)
    log.gate.set()
    for task in tasks:
        with pytest.raises(Away):
            await task
    log.is_away = False
    assert await heads.head(ROOM) == 0
    assert (heads._asking, heads._next) == ({}, {})
