"""Which rooms operators are shown, and which of them as stuck."""

import asyncio

import msgspec

from shared.contracts.operating import RoomsKnown, RoomsRequest
from shared.contracts.subjects import TIMER_ROOMS
from tests.services.table import Table
from tests.services.timer.evening import SETTINGS, TURN_MS, Evening, evening_in


async def asked(evening: Evening, skip: int = 0, limit: int = 0) -> RoomsKnown:
    bus = await evening.world.bus("gateway")
    data = msgspec.json.encode(RoomsRequest(skip, limit))
    asking = asyncio.create_task(bus.request(TIMER_ROOMS, data, timeout_ms=5_000))
    await evening.pass_ms(0)
    return msgspec.json.decode(await asking, type=RoomsKnown)


async def other(evening: Evening) -> Table:
    table = Table(await evening.world.dispatch("cmd"), evening.table.log)
    return await table.open()


async def test_rooms_are_counted_by_what_happens_in_them(evening: Evening) -> None:
    await evening.add_timer()
    await evening.table.start()
    await other(evening)
    await evening.pass_ms(0)
    known = await asked(evening, limit=10)
    assert (known.lobby, known.running, known.over, known.stuck) == (1, 1, 0, 0)
    assert {line.stage for line in known.rooms} == {"lobby", "running"}
    running = next(line for line in known.rooms if line.stage == "running")
    assert (running.room, running.seq) == (evening.table.room, (await evening.last()).seq)


async def test_a_room_whose_time_out_nobody_decides_is_stuck_and_comes_first() -> None:
    decides = True
    async with evening_in(lambda: decides) as evening:
        await evening.add_timer()
        await evening.table.start()
        for _ in range(3):
            await other(evening)
        decides = False
        deadline_ms = (await evening.last()).deadline_ms
        await evening.pass_ms(TURN_MS + SETTINGS.grace_ms + SETTINGS.stuck_ms - 1_000)
        waiting = await asked(evening, limit=1)
        assert waiting.stuck == 0
        assert waiting.overdue_ms > 0
        await evening.pass_ms(2_000)
        known = await asked(evening, limit=2)
        first = known.rooms[0]
        late_ms = evening.clock.now_ms() - deadline_ms - SETTINGS.grace_ms
        assert (first.room, first.is_stuck, known.stuck) == (evening.table.room, True, 1)
        assert SETTINGS.stuck_ms < first.overdue_ms <= late_ms
        assert known.overdue_ms == first.overdue_ms
        rest = await asked(evening, skip=2, limit=10)
        every = [line.room for line in (*known.rooms, *rest.rooms)]
        assert len(every) == len(set(every)) == 4
        assert every[1:] == sorted(every[1:])
        decides = True
        await evening.pass_ms(10_000)
        assert (await asked(evening)).stuck == 0


async def test_what_is_no_question_gets_no_answer(evening: Evening) -> None:
    await evening.add_timer()
    bus = await evening.world.bus("gateway")
    asking = asyncio.create_task(bus.request(TIMER_ROOMS, b"[", timeout_ms=1_000))
    await evening.pass_ms(2_000)
    assert isinstance((await asyncio.gather(asking, return_exceptions=True))[0], Exception)
    assert (await asked(evening)).running == 0
