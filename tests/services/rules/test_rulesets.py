"""Members with older and newer rules side by side: rooms find who holds theirs (L10)."""

import pytest

from shared.contracts.ids import PlayerId
from shared.contracts.messages import Accepted, Retry
from shared.contracts.subjects import PROJECTION, REPLAY
from shared.room.events import LobbyReopened, RoomOpened
from shared.room.rules import Games, held
from shared.rulesets.installed import Installed
from shared.runtime.dispatch import DispatchSettings
from shared.runtime.members import MemberId, Members
from tests.conftest import Count
from tests.golden.altered import second
from tests.runtime.waiting import until
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import GAMES, IMPATIENT, Member, World

OLD: Games = {"bang": GAMES["bang"]}


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """Both versions, the planted second one released."""
    directory = tmp_path_factory.mktemp("rulesets")
    second("bang", directory)
    return Installed(OLD.values(), directory)


@pytest.fixture(scope="module")
def newest(newer: Games) -> Games:
    """The second version alone, as in a release that has given the first one up."""
    return {"bang": newer["bang/2"]}


async def knowing(
    world: World, *members: Member, settings: DispatchSettings = IMPATIENT, games: Games
) -> Table:
    """A table whose sender, and whose members, know just these members."""
    dispatch = await world.dispatch("cmd", settings)
    names = {member.name for member in members}
    watching = [dispatch._members, *(member.service._members for member in members)]
    await until(lambda: all(each.alive().keys() == names for each in watching))
    return Table(dispatch, await world.log(), games=games)


async def opened_under(table: Table) -> list[str]:
    """The rules of the room's lobbies."""
    room, found = (await table.fold()), []
    again = type(room)(table.room, table.games)
    for entry in await table.entries():
        events = again.apply(entry).events
        found += [e.ruleset for e in events if isinstance(e, RoomOpened | LobbyReopened)]
    return found


async def test_a_room_opens_under_the_newest_rules_that_all_hold(
    world: World, newer: Games
) -> None:
    both, old = await world.member(games=newer), await world.member(games=OLD)
    table = await knowing(world, both, old, games=newer)
    rooms = [await Table(table.dispatch, table.log, games=newer).open() for _ in range(8)]
    assert {name for room in rooms for name in await opened_under(room)} == {"bang/1"}
    assert min(len(both.service.rooms), len(old.service.rooms)) > 0
    await old.service.stop()
    later = await knowing(world, both, games=newer)
    assert await opened_under(await later.open()) == ["bang/2"]


async def test_a_room_takes_the_newer_rules_up_with_its_next_match(
    world: World, newer: Games
) -> None:
    both, old = await world.member(games=newer), await world.member(games=OLD)
    table = await knowing(world, both, old, games=newer)
    await table.start()
    await old.service.stop()
    later = await knowing(world, both, games=newer)
    table.dispatch = later.dispatch
    for ended in range(3):
        while (await table.fold()).state.phase == "match":
            await table.plays(500)
        if ended < 2:
            await table.does(HOST, "again")
            for player in (HOST, *GUESTS[:3]):
                await table.does(player, "ready", ready=True)
            await table.does(HOST, "start")
    assert await opened_under(table) == ["bang/1", "bang/2", "bang/2"]
    assert (await table.verified()).matches == 3


@pytest.mark.parametrize("service", [PROJECTION, REPLAY])
async def test_a_room_opens_under_rules_that_those_who_show_it_hold(
    world: World, newer: Games, service: str
) -> None:
    bus = await world.bus(service)
    shows = Members(bus, world.shore.bucket(bus), world.clock, service=service)
    await shows.watch()
    await shows.join(MemberId("shows"), held(OLD), world.fail)
    member = await world.member(games=newer)
    table = await knowing(world, member, games=newer)
    assert await opened_under(await table.open()) == ["bang/1"]
    await shows.leave()
    await until(lambda: not any(readers.alive() for readers in member.service._readers))
    other = await Table(table.dispatch, table.log, games=newer).open()
    assert await opened_under(other) == ["bang/2"]
    await shows.close()


async def test_commands_find_the_member_that_holds_the_rules_of_their_room(
    world: World, newest: Games, newer: Games, count: Count
) -> None:
    """Each sender is told once a room; from then on it asks only who can answer."""
    new = await world.member(games=newest)
    table = await knowing(world, new, games=newer)
    rooms = [await Table(table.dispatch, table.log, games=newer).open() for _ in range(12)]
    old = await world.member(games=OLD)
    sender = (await knowing(world, new, old, games=newer)).dispatch
    for room in rooms:
        room.dispatch = sender
        for guest in GUESTS[:3]:
            assert await room.does(guest, "join") > 1
    owned = [room for room in rooms if sender._members.owner(room.room, None) == old.name]
    assert 0 < old.metrics.answered("elsewhere") <= len(owned)
    assert old.metrics.answered("accepted") == 0
    assert [len(await room.entries()) for room in rooms] == [4] * len(rooms)
    assert {name for room in rooms for name in await opened_under(room)} == {"bang/2"}
    count("rooms whose rules one of two members holds", len(rooms))


async def test_a_match_under_newer_rules_is_played_on_beside_a_member_without_them(
    world: World, newest: Games, newer: Games
) -> None:
    new = await world.member(games=newest)
    table = await knowing(world, new, games=newer)
    await table.start()
    old = await world.member(games=OLD)
    table.dispatch = (await knowing(world, new, old, games=newer)).dispatch
    other = Table(table.dispatch, table.log, games=newer)
    while (await table.fold()).state.phase == "match":
        await table.plays(500)
    assert (await table.verified()).matches == 1
    await other.open()
    (ruleset,) = await opened_under(other)
    assert ruleset in ("bang/1", "bang/2"), "with nothing in common each opens its own"


async def test_where_nobody_holds_the_rules_the_sender_is_told_to_come_again(
    world: World, newest: Games, newer: Games
) -> None:
    new = await world.member(games=newest)
    table = await knowing(world, new, games=newer)
    await table.open()
    await new.service.stop()
    old = [await world.member(games=OLD) for _ in range(2)]
    quick = DispatchSettings(budget_ms=600, retry_after_ms=100)
    table.dispatch = (await knowing(world, *old, settings=quick, games=newer)).dispatch
    assert isinstance(await table.say(GUESTS[0], "join"), Retry)
    asked = sum(member.metrics.answered("elsewhere") for member in old)
    assert 2 <= asked <= 8, "it is not asked for without a pause"
    assert len(await table.entries()) == 1
    back = await world.member(games=newest)
    table.dispatch = (await knowing(world, *old, back, games=newer)).dispatch
    assert isinstance(await table.say(PlayerId("ann"), "join"), Accepted)
