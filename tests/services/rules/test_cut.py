"""Members of the rules service whose rooms were cut by somebody else."""

from shared.contracts.messages import Accepted, CommandRequest, MemberReply
from shared.eventstore.cutting import JetStreamCutting
from shared.eventstore.memory import MemoryLog
from shared.runtime.bus_nats import NatsBus
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import Member, World


async def cut(world: World, table: Table, before: int) -> None:
    bus = await world.bus("replay")
    if isinstance(bus, NatsBus):
        await JetStreamCutting(bus.nc).cut(table.room, before)
        return
    log = world.shore.log(bus)[0]
    assert isinstance(log, MemoryLog)
    await log.cut(table.room, before)


async def reopened(world: World) -> tuple[Table, int]:
    """A table whose first match is over and whose next is prepared, and with which entry."""
    table = await Table(await world.dispatch("cmd"), await world.log(), seed=3).start()
    await table.plays(400)
    return table, await table.does(HOST, "again")


async def test_a_room_that_was_cut_goes_on_with_members_old_and_new(world: World) -> None:
    old = await world.member()
    table, first = await reopened(world)
    assert isinstance(await table.say(GUESTS[0], "ready", "ready-once", ready=True), Accepted)
    await cut(world, table, first)
    await table.does(GUESTS[1], "ready", ready=True)
    await old.service.stop()
    await world.member()
    again = await table.say(GUESTS[0], "ready", "ready-once", ready=True)
    assert again == Accepted(first + 1, repeated=True)
    seq = await table.does(GUESTS[2], "ready", ready=True)
    assert [stored.seq for stored in await table.log.read(table.room)] == [*range(first, seq + 1)]


async def test_a_member_with_an_older_room_in_memory_reads_it_anew(world: World) -> None:
    """What it would have to catch up with was cut away."""
    one = await world.member(name="one")
    two = await world.member(name="two")
    table = await Table(await world.dispatch("cmd"), await world.log(), seed=3).start()
    for member in (one, two):  # both have the room in memory
        asked = table.request(HOST, b'{"type":"start"}')
        await member.service._deciding.decide(asked)
    table.dispatch = _Straight(one)  # type: ignore[assignment]
    await table.plays(400)
    first = await table.does(HOST, "again")
    await cut(world, table, first)
    table.dispatch = _Straight(two)  # type: ignore[assignment]
    assert await table.does(HOST, "ready", ready=True) == first + 1
    assert await table.refused(GUESTS[0], "start") == "not_host"
    assert two.metrics.guarded("damaged") == 0


class _Straight:
    """To one member, past whoever owns the room."""

    def __init__(self, member: Member) -> None:
        self._member = member

    async def send(self, request: CommandRequest) -> MemberReply:
        return await self._member.service._deciding.decide(request)
