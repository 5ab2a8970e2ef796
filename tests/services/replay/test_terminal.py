"""A look from the command line is an entry, or nothing is shown."""

from services.cli.match.looking import AUDITOR, is_recorded
from shared.contracts.ids import RoomId
from shared.matchfile.opened import read
from shared.room.events import LookedInto
from shared.runtime.bus_nats import NatsBus
from shared.runtime.dispatch import DispatchSettings
from shared.runtime.nats_server import NatsServer
from tests.services.table import HOST, Table
from tests.services.worlds import GAMES, nats_world

BRIEFLY = DispatchSettings(attempt_ms=100, budget_ms=400)


async def test_a_look_is_recorded_where_something_is_hidden(shared_broker: NatsServer) -> None:
    async with nats_world(shared_broker) as world:
        member = await world.member()
        table = await Table(await world.dispatch("cmd"), await world.log()).open()
        bus = await world.bus("auditor")
        assert isinstance(bus, NatsBus)
        for number in (2, 3):
            assert await is_recorded(bus, table.room)
            entries = list(read(await table.entries(), GAMES))
            assert (len(entries), entries[-1].told()) == (number, [LookedInto(AUDITOR)])
        await table.does(HOST, "leave")
        for room in (table.room, RoomId("NOSUCH")):
            assert await is_recorded(bus, room), "nothing is hidden in a closed room, or in none"
        assert len(await table.entries()) == 4
        other = await Table(table.dispatch, table.log).open()
        await member.service.stop()
        assert not await is_recorded(bus, other.room, BRIEFLY)
        assert len(await other.entries()) == 1
