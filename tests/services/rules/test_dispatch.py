"""A command finds its room's owner, or whoever can stand in; who kills is set aside."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from shared.contracts.ids import RoomId
from shared.contracts.messages import Accepted, CommandReply, Refused, Retry
from shared.contracts.refusals import refuse
from shared.eventstore.log import Log
from shared.runtime.bus import Bus, Headers, NoResponders, RequestTimeout
from shared.runtime.dispatch import Dispatch, DispatchSettings
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.faults import After, Fault, FaultyLog
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import IMPATIENT, Member, World

SOON_S = 2.5
"""Well before the sender gives up (`IMPATIENT`), also on a crowded machine."""


class House:
    """Members of the rules service whose logs can be made to kill or hang them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.members: list[Member] = []
        self.logs: list[FaultyLog] = []
        self.gone: set[int] = set()
        self.crashes: list[asyncio.Task[None]] = []

    async def add(self, number: int = 1) -> None:
        def wrap(log: Log) -> Log:
            self.logs.append(FaultyLog(log))
            return self.logs[-1]

        for _ in range(number):
            self.members.append(await self.world.member(wrap=wrap))

    def crash(self, member: int) -> None:
        """As if the process were gone: nothing more is heard, answered or announced."""
        self.gone.add(member)
        self.crashes.append(asyncio.create_task(self._end(member)))

    async def stop(self, member: int) -> None:
        self.gone.add(member)
        await self.members[member].service.stop()

    async def _end(self, member: int) -> None:
        self.members[member].service._members._mine = None
        await self.members[member].bus.close(drain_ms=0)

    def owner(self, dispatch: Dispatch, room: RoomId) -> int:
        name = dispatch._members.owner(room, None)
        return [member.name for member in self.members].index(name)  # type: ignore[arg-type]

    async def are_known_to(self, dispatch: Dispatch) -> None:
        names = {m.name for n, m in enumerate(self.members) if n not in self.gone}
        await until(lambda: dispatch._members.alive().keys() == names, within_s=5)

    def guarded(self, name: str) -> int:
        return sum(member.metrics.guarded(name) for member in self.members)

    def plan(self, fault: Callable[[int], Fault], *, of: range | None = None) -> None:
        """The next append of each member goes like this."""
        for number in of or range(len(self.logs)):
            self.logs[number].faults.append(fault(number))

    def dies(self, *, stored: bool = False) -> Callable[[int], Fault]:
        """While it appends, or when it has appended; the command is answered by nobody."""

        def of(number: int) -> Fault:
            async def die() -> None:
                self.crash(number)
                await asyncio.Event().wait()

            async def die_first(room: RoomId, seq: int) -> None:
                await die()

            return After(die) if stored else die_first

        return of

    def hangs(self) -> Callable[[int], Fault]:
        def of(_: int) -> Fault:
            async def hang(room: RoomId, seq: int) -> None:
                await asyncio.Event().wait()

            return hang

        return of


@pytest.fixture
async def house(world: World) -> House:
    return House(world)


async def table_of(house: House, settings: DispatchSettings = IMPATIENT) -> Table:
    """Its sender knows all members."""
    dispatch = await house.world.dispatch("cmd", settings)
    await house.are_known_to(dispatch)
    return Table(dispatch, await house.world.log())


async def timed(sending: Awaitable[CommandReply]) -> tuple[CommandReply, float]:
    """The reply, and the seconds it took."""
    began_s = time.monotonic()
    return await sending, time.monotonic() - began_s


async def test_commands_of_a_room_go_to_one_member(house: House, world: World) -> None:
    await house.add(3)
    table = await (await table_of(house)).open()
    others = [await world.dispatch("cmd") for _ in range(3)]
    await until(lambda: all(len(other._members.alive()) == 3 for other in others))
    for number in range(12):
        request = table.request(HOST, {"type": "ready", "ready": number % 2 == 0})
        assert isinstance(await others[number % 3].send(request), Accepted)
    holders = [m for m in house.members if table.room in m.service.rooms]
    assert len(holders) == 1
    assert house.guarded("conflict") == 0


async def test_rooms_are_shared_out(house: House, world: World) -> None:
    await house.add(3)
    table = await table_of(house)
    for _ in range(60):
        await Table(table.dispatch, table.log).open()
    assert min(len(member.service.rooms) for member in house.members) >= 5


async def test_an_owner_that_is_gone_costs_little(house: House, world: World, count: Count) -> None:
    await house.add(2)
    table = await (await table_of(house)).open()
    for guest in GUESTS[:3]:
        await house.are_known_to(table.dispatch)
        owner = house.owner(table.dispatch, table.room)
        house.plan(house.dies(), of=range(owner, owner + 1))
        reply, took_s = await timed(table.say(guest, "join"))
        assert isinstance(reply, Accepted)
        assert took_s < SOON_S
        await house.add(1)
    await table.verified()
    count("owners lost", 3)


async def test_a_member_that_dies_after_storing_is_answered_for_by_the_next(
    house: House, world: World
) -> None:  # S15
    await house.add(2)
    table = await (await table_of(house)).open()
    owner = house.owner(table.dispatch, table.room)
    house.plan(house.dies(stored=True), of=range(owner, owner + 1))
    reply, took_s = await timed(table.say(GUESTS[0], "join", "once"))
    assert reply == Accepted(2), "it was said once"
    assert took_s < SOON_S
    assert len(await table.entries()) == 2
    assert await table.say(GUESTS[0], "join", "once") == Accepted(2, repeated=True)


class LateAnswers:
    """A bus on which the next `late` answers come after whoever asked has lost patience."""

    is_connected = True

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.late = 0

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        answer = await self._bus.request(subject, data, timeout_ms=timeout_ms, headers=headers)
        if self.late:
            self.late -= 1
            raise RequestTimeout(subject)
        return answer


async def test_what_is_said_once_is_no_repeat_however_late_its_answers(
    house: House, world: World
) -> None:
    await house.add(2)
    table = await (await table_of(house)).open()
    bus = LateAnswers(table.dispatch._bus)
    table.dispatch._bus = bus  # type: ignore[assignment]
    for seq, late in enumerate((1, 2, 3), 2):  # the third answer is another member's
        bus.late = late
        assert await table.say(GUESTS[seq], "join", f"say {seq}") == Accepted(seq)
        assert bus.late == 0
        bus.late = 1
        again = await table.say(GUESTS[seq], "join", f"say {seq}")
        assert again == Accepted(seq, repeated=True), "it was said twice"
    assert len(await table.entries()) == 4


async def test_a_member_that_hangs_is_left(house: House, world: World) -> None:
    await house.add(2)
    table = await (await table_of(house)).open()
    owner = house.owner(table.dispatch, table.room)
    house.plan(house.hangs(), of=range(owner, owner + 1))
    reply, took_s = await timed(table.say(GUESTS[0], "join"))
    assert reply == Accepted(2)
    assert took_s < SOON_S
    house.logs[owner].faults.clear()


async def test_a_command_that_two_members_did_not_survive_is_set_aside(
    house: House, world: World, capsys: pytest.CaptureFixture[str]
) -> None:  # S31
    await house.add(3)
    table = await (await table_of(house)).open()
    other = await Table(table.dispatch, table.log).open()
    house.plan(house.dies())
    reply, took_s = await timed(table.say(GUESTS[0], "join", "deadly"))
    assert reply == Refused(refuse("unprocessable"), 1)
    assert took_s < SOON_S + table.dispatch._members.ttl_ms / 1000, "they were waited for"
    assert house.guarded("set_aside") == 1
    assert "command_set_aside" in capsys.readouterr().out
    for log in house.logs:
        log.faults.clear()
    assert await other.does(GUESTS[0], "join") == 2
    assert await table.does(GUESTS[1], "join") == 2
    assert await table.refused(GUESTS[0], "join", command_id="deadly") == "unprocessable"


async def test_a_member_that_is_heard_again_has_survived(house: House, world: World) -> None:
    """Nothing was heard of either for a while, as when a machine has far too much to do."""
    await house.add(3)
    table = await (await table_of(house, DispatchSettings(budget_ms=5_000))).open()
    house.plan(house.hangs())
    saying = asyncio.create_task(table.say(GUESTS[0], "join", "slow"))
    await until(lambda: sum(not log.faults for log in house.logs) == 2, within_s=SOON_S)
    await asyncio.sleep(4 * IMPATIENT.attempt_ms / 1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table.dispatch._members, "alive", dict)
        await asyncio.sleep(1.2)
    await asyncio.wait({saying})
    for log in house.logs:
        log.faults.clear()
    assert house.guarded("set_aside") == 0
    assert isinstance(saying.result(), Retry), "two hang, and no third is asked"


class Restarted:
    """A bus after whose broker's end the members come back later than the sender."""

    is_connected = True

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.asked: Counter[str] = Counter()

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        self.asked[subject] += 1
        if self.asked[subject] == 1:
            raise RequestTimeout(subject)
        if self.asked[subject] == 2:
            raise NoResponders(subject)
        return await self._bus.request(subject, data, timeout_ms=timeout_ms, headers=headers)


async def test_members_that_come_back_to_the_broker_have_survived(
    house: House, world: World
) -> None:
    await house.add(3)
    table = await (await table_of(house)).open()
    bus = Restarted(table.dispatch._bus)
    table.dispatch._bus = bus  # type: ignore[assignment]
    assert await table.say(GUESTS[0], "join") == Accepted(2)
    assert sorted(bus.asked.values()) == [2, 3], "no third was asked"
    assert house.guarded("set_aside") == 0


class Mute:
    """A bus that nobody answers on."""

    is_connected = True

    def __init__(self) -> None:
        self.asked = 0

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        self.asked += 1
        await asyncio.sleep(timeout_ms / 1000)
        raise RequestTimeout(subject)


async def test_who_is_silent_is_asked_less_and_less_often(house: House, world: World) -> None:
    """Else everybody would ask a member the more, the more it has to do."""
    await house.add(1)
    settings = DispatchSettings(attempt_ms=20, budget_ms=1_000)
    table = await table_of(house, settings)
    mute = Mute()
    table.dispatch._bus = mute  # type: ignore[assignment]
    assert isinstance(await table.say(HOST, "create", game="bang"), Retry)
    assert 6 <= mute.asked <= 2 + 2 + 2 + 5  # of 20, 40, 80, then of 160 ms


async def test_who_was_killed_for_something_that_was_stored_is_told_so(
    house: House, world: World
) -> None:
    await house.add(1)
    table = await (await table_of(house)).open()
    await table.does(GUESTS[0], "join")
    request = table.request(GUESTS[1], {"type": "join"}, "x", deliveries=3)
    assert await table.dispatch.send(request) == Refused(refuse("unprocessable"), 2)
    assert await table.say(GUESTS[1], "join", "x") == Accepted(3)
    request = table.request(GUESTS[1], {"type": "join"}, "x", deliveries=3)
    assert await table.dispatch.send(request) == Accepted(3, repeated=True)


async def test_the_dead_are_counted_over_several_sendings(house: House, world: World) -> None:
    """With one process that is started anew each time, nobody is left to set it aside meanwhile."""
    soon = DispatchSettings(budget_ms=400, attempt_ms=100)
    await house.add(1)
    table = await (await table_of(house, soon)).open()
    for number in range(2):
        house.plan(house.dies(), of=range(number, number + 1))
        assert isinstance(await table.say(GUESTS[0], "join", "deadly"), Retry)
        await house.add(1)
        await house.are_known_to(table.dispatch)
    assert await table.refused(GUESTS[0], "join", command_id="deadly") == "unprocessable"
    assert await table.does(GUESTS[1], "join") == 2


async def test_a_command_that_may_have_hung_two_goes_to_no_third(
    house: House, world: World
) -> None:
    await house.add(4)
    table = await (await table_of(house, DispatchSettings(budget_ms=1_500))).open()
    house.plan(house.hangs())
    assert isinstance(await table.say(GUESTS[0], "join"), Retry)
    assert sum(not log.faults for log in house.logs) == 2


async def test_a_member_that_declines_is_not_asked_again_at_once(
    house: House, world: World
) -> None:
    await house.add(2)
    table = await (await table_of(house)).open()
    owner = house.owner(table.dispatch, table.room)
    house.logs[owner].is_away = True
    reply, took_s = await timed(table.say(GUESTS[0], "join"))
    assert reply == Accepted(2)
    assert took_s < SOON_S


async def test_who_knows_no_member_asks_the_group(house: House, world: World) -> None:
    await house.add(2)
    table = await table_of(house)
    table.dispatch._members._heard.clear()
    assert isinstance(await table.say(HOST, "create", game="bang"), Accepted)


async def test_a_member_that_stops_in_order_fails_no_command(
    house: House, world: World, count: Count
) -> None:
    await house.add(2)
    first = await table_of(house, DispatchSettings(budget_ms=15_000))
    tables = [await Table(first.dispatch, first.log).open() for _ in range(8)]
    sent = 0
    is_over = asyncio.Event()

    async def talk(table: Table) -> None:
        nonlocal sent
        while not is_over.is_set():
            reply = await table.say(HOST, "ready", ready=sent % 2 == 0)
            assert isinstance(reply, Accepted), reply
            sent += 1

    async with asyncio.TaskGroup() as talking:
        for table in tables:
            talking.create_task(talk(table))
        try:
            async with asyncio.timeout(60):  # the senders would go on beside a stop that hangs
                await asyncio.sleep(0.3)
                for number in range(3):
                    await house.add(1)
                    await house.are_known_to(first.dispatch)
                    await house.stop(number)
        finally:
            is_over.set()
    entries = [await table.verified() for table in tables]
    assert sum(report.entries for report in entries) == sent + len(tables)
    count("commands while members came and went", sent)


async def test_a_cancelled_sending_leaves_nothing_behind(house: House, world: World) -> None:
    await house.add(1)
    table = await (await table_of(house)).open()
    house.plan(house.hangs())
    sending = asyncio.create_task(table.say(GUESTS[0], "join", "j"))
    await asyncio.sleep(0.1)
    sending.cancel()
    await asyncio.wait({sending})
    assert table.dispatch._lost == {}
