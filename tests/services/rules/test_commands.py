"""What a command becomes: accepted once it is stored, refused with the head it was decided on."""

import asyncio

import msgspec
import pytest

from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.contracts.messages import Accepted, Refused, Retry
from shared.contracts.refusals import refuse
from shared.eventstore.log import Log
from shared.runtime.broker_clock import BrokerClock
from shared.runtime.dispatch import DispatchSettings
from shared.runtime.health import failing
from shared.runtime.nats_server import NatsServer
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.clocks import Shifted
from tests.services.faults import FaultyLog, Gate
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import QUICK, Member, World, nats_world


@pytest.fixture
async def member(world: World) -> Member:
    return await world.member()


@pytest.fixture
async def table(world: World, member: Member) -> Table:
    return Table(await world.dispatch("cmd"), await world.log())


async def test_accepted_means_stored(table: Table) -> None:  # L7
    await table.open()
    for seq, guest in enumerate(GUESTS[:3], 2):
        assert await table.does(guest, "join") == seq
        assert await table.log.head(table.room) == seq


async def test_a_whole_match_is_played_and_verifies(table: Table, count: Count) -> None:
    await table.start()
    moves = await table.plays(2_000)
    room = await table.fold()
    assert room.state.phase == "over"
    report = await table.verified()
    assert (report.matches, report.test_seeds) == (1, 0)
    assert report.entries == room.seq
    count("moves through the rules service", moves)


async def test_a_refusal_stores_nothing_and_names_the_head(table: Table) -> None:  # L4
    await table.open()
    reply = await table.say(GUESTS[0], "start")
    assert reply == Refused(refuse("not_seated"), 1)
    assert await table.log.head(table.room) == 1


async def test_an_unknown_room_is_refused_and_takes_no_memory(table: Table, member: Member) -> None:
    assert await table.refused(HOST, "join") == "no_such_room"
    assert len(member.service.rooms) == 0


async def test_a_code_belongs_to_who_creates_it_first(table: Table) -> None:
    await table.open()
    assert await table.refused(GUESTS[0], "create", game="bang") == "forbidden"
    assert await table.log.head(table.room) == 1


async def test_of_many_creations_of_one_room_exactly_one_wins(table: Table) -> None:
    players = (HOST, *GUESTS)
    replies = await asyncio.gather(*(table.say(p, "create", game="bang") for p in players))
    assert sorted(type(reply).__name__ for reply in replies) == ["Accepted"] + ["Refused"] * 6
    assert await table.log.head(table.room) == 1


async def test_the_same_id_has_one_effect(table: Table) -> None:  # L5, S05
    await table.open()
    replies = await asyncio.gather(*(table.say(GUESTS[0], "join", "once") for _ in range(20)))
    assert {reply.seq for reply in replies if isinstance(reply, Accepted)} == {2}
    assert len(replies) == 20
    await table.does(GUESTS[1], "join")
    assert await table.say(GUESTS[0], "join", "once") == Accepted(2, repeated=True)
    assert await table.log.head(table.room) == 3


async def test_the_same_id_with_other_content_is_a_conflict(table: Table) -> None:  # S07
    await table.open()
    await table.say(HOST, "setVisibility", "x", visibility="public")
    reply = await table.say(HOST, "setVisibility", "x", visibility="link")
    assert reply == Refused(refuse("command_id_conflict"), 2)


async def test_answers_at_the_same_moment_are_all_taken_in_one_order(
    world: World, table: Table
) -> None:  # S09
    others = [await world.dispatch("cmd") for _ in range(3)]
    await table.open()
    replies = await asyncio.gather(
        *(
            other.send(table.request(guest, {"type": "join"}))
            for other, guest in zip(others, GUESTS, strict=False)
        )
    )
    assert sorted(reply.seq for reply in replies if isinstance(reply, Accepted)) == [2, 3, 4]
    await table.verified()


async def test_the_last_seat_is_taken_once(table: Table) -> None:  # S43
    await table.open()
    replies = await asyncio.gather(*(table.say(f"p{n}", "join") for n in range(10)))
    assert sum(isinstance(reply, Accepted) for reply in replies) == 6
    assert {r.why.code for r in replies if isinstance(r, Refused)} == {"room_full"}


@pytest.mark.parametrize(
    "sent",
    [
        *(b"{}", b"[]", b'"x"', b"17", b'{"type": "fly"}', b'{"type": "join", "more": 1}'),
        *(b'{"type": "ready", "ready": 1}', b'{"type": "timeout", "due": "1.1"}'),
        *(b'{"type": "absent", "player": "ann", "away": true}', b'{"type": "abandon"}'),
        b'{"type": "kick", "player": ' + b"9" * 5_000 + b"}",
        b'{"type": "setOptions", "options": ' + b"[" * 200 + b"]" * 200 + b"}",
        b'{"type": "setOptions", "options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"type": "join", "invitation": "' + b"x" * 65 + b'"}',
    ],
)
async def test_what_is_no_command_is_refused_without_a_trace(
    table: Table, member: Member, sent: bytes
) -> None:
    await table.open()
    reply = await table.dispatch.send(table.request(HOST, sent))
    assert isinstance(reply, Refused)
    assert reply.why.code in ("malformed", "bad_field")
    assert await table.log.head(table.room) == 1
    assert member.metrics.guarded("internal") == 0


@pytest.mark.parametrize("command_id", ["", "a\n", "x" * 129, "\x00"])
async def test_a_command_id_that_cannot_be_kept_is_refused(table: Table, command_id: str) -> None:
    await table.open()
    request = msgspec.structs.replace(table.request(HOST, {"type": "leave"}), command_id=command_id)
    reply = await table.dispatch.send(request)
    assert reply == Refused(refuse("malformed"), 1)


@pytest.mark.parametrize("room", ["", "a.b", "*", ">", "a b", "x" * 65, "é"])
async def test_what_is_no_room_is_an_unknown_one(table: Table, room: str) -> None:
    table.room = RoomId(room)
    assert await table.refused(HOST, "join") == "no_such_room"


async def test_players_do_not_speak_for_the_system_nor_the_system_for_players(
    world: World, table: Table, member: Member
) -> None:
    await table.open()
    assert await table.refused("", "abandon") == "malformed"
    system = Table(await world.dispatch("sys"), table.log)
    system.room = table.room
    assert await system.refused(HOST, "leave") == "malformed"
    audit = Table(await world.dispatch("audit"), table.log)
    audit.room = table.room
    assert await audit.refused("", "abandon") == "malformed"
    assert await system.refused("", "look", auditor="eve") == "malformed"
    assert await table.refused("", "look", auditor="eve") == "malformed"
    assert await audit.refused(HOST, "look", auditor="eve") == "malformed"
    assert member.metrics.guarded("wrong_path") == 6
    assert await system.does("", "abandon") == 2


async def test_only_whom_the_room_belongs_to_and_operators_end_it(
    world: World, table: Table, member: Member
) -> None:
    players = Table(await world.dispatch("cmd"), table.log)
    await players.does("acme~ann", "create", game="bang")
    of = {
        way: Table(await world.dispatch(way), table.log)
        for way in ("cmd", "sys", "audit", "tenant")
    }
    for each in of.values():
        each.room = players.room
    for way in ("cmd", "sys", "audit"):
        for by in ({}, {"tenant": "acme"}):
            assert await of[way].refused("", "end", **by) == "malformed"
    for command in ("abandon", "end"):
        assert await of["tenant"].refused("", command) == "malformed"
    assert await of["tenant"].refused("", "end", tenant=["acme"]) == "malformed"
    assert member.metrics.guarded("wrong_path") == 9
    assert await of["tenant"].refused("", "end", tenant="beta") == "no_such_room"
    assert await of["tenant"].does("", "end", tenant="acme") == 2


async def test_a_request_that_is_none_is_refused(world: World, member: Member) -> None:
    bus = await world.shore.bus("gateway")
    for data in (b"", b"{", b"\xff", b'{"room": 5}', b"[" * 100_000):
        answer = await bus.request(f"rules.{member.name}.cmd", data, timeout_ms=1_000)
        assert msgspec.json.decode(answer, type=Refused).why == refuse("malformed")
    await bus.close()


async def test_a_fixed_seed_is_taken_only_where_it_is_allowed(world: World, table: Table) -> None:
    seed = "00" * 31 + "01"
    create = {"type": "create", "game": "bang"}
    reply = await table.dispatch.send(table.request(HOST, create, test_seed=seed))
    assert reply == Refused(refuse("forbidden"))
    assert await table.log.head(table.room) == 0


async def test_a_match_from_a_fixed_seed_says_so(world: World) -> None:
    await world.member(settings=msgspec.structs.replace(QUICK, allow_test_seeds=True))
    entries = []
    for _ in range(2):
        table = Table(await world.dispatch("cmd"), await world.log())
        create = {"type": "create", "game": "bang"}
        for bad in ("1", "xy" * 32, "00" * 33, "AB" * 32):
            reply = await table.dispatch.send(table.request(HOST, create, test_seed=bad))
            assert reply == Refused(refuse("malformed")), bad
        seed = "00" * 31 + "01"
        await table.dispatch.send(table.request(HOST, create, test_seed=seed))
        for guest in GUESTS[:3]:
            await table.does(guest, "join")
        for player in (HOST, *GUESTS[:3]):
            await table.does(player, "ready", ready=True)
        await table.does(HOST, "start")
        room = await table.fold()
        entries.append(msgspec.json.encode(room.state.play.players))
        assert (await table.verified()).test_seeds == 1
    assert entries[0] == entries[1]


async def test_every_room_gets_a_secret_of_its_own(table: Table) -> None:  # S57
    secrets = set()
    for _ in range(20):
        another = Table(table.dispatch, table.log)
        await another.open()
        secrets.add((await another.fold()).state.secret)
    assert len(secrets) == 20


async def test_while_the_clock_is_not_trusted_nothing_is_decided(world: World) -> None:  # S47
    is_trusted = False
    await world.member(is_clock_trusted=lambda: is_trusted)
    table = Table(await world.dispatch("cmd"), await world.log())
    sent = asyncio.create_task(table.say(HOST, "create", game="bang"))
    await asyncio.sleep(0.5)
    assert not sent.done()
    assert await table.log.head(table.room) == 0
    is_trusted = True
    assert isinstance(await sent, Accepted)


@pytest.mark.parametrize("ahead_ms", [30_000, -600_000])
async def test_a_member_on_a_machine_with_a_wrong_clock_keeps_the_brokers_time(
    shared_broker: NatsServer, ahead_ms: int
) -> None:  # S47
    async with nats_world(shared_broker) as world:
        clock = BrokerClock(Shifted(ahead_ms), await world.bus("rules"))
        await clock.measure()
        await world.member(clock=clock, is_clock_trusted=lambda: clock.is_trusted)
        table = await Table(await world.dispatch("cmd"), await world.log()).open()
        [entry] = await table.entries()
        error_ms = read_header(read_entry(entry)).at_ms - world.clock.now_ms()
        assert abs(error_ms) < 250


async def test_what_a_member_stands_on_shows_in_its_readiness(world: World) -> None:
    logs: list[FaultyLog] = []

    def wrap(log: Log) -> Log:
        logs.append(FaultyLog(log))
        return logs[-1]

    is_trusted = True
    member = await world.member(wrap=wrap, is_clock_trusted=lambda: is_trusted)
    checks = member.service.readiness()
    await until(lambda: bool(member.service._members.alive()))
    assert await failing(checks) == []
    logs[0].is_away = True
    is_trusted = False
    assert await failing(checks) == ["clock", "log"]


async def test_entries_never_go_back_in_time(world: World) -> None:
    clock = Shifted(0)
    await world.member(clock=clock)
    table = await Table(await world.dispatch("cmd"), await world.log()).open()
    clock.by_ms = -60_000
    await table.does(GUESTS[0], "join")
    clock.by_ms = 1_000
    await table.does(GUESTS[1], "join")
    first, second, third = [read_header(read_entry(entry)) for entry in await table.entries()]
    assert first.at_ms == second.at_ms
    assert 1_000 <= third.at_ms - second.at_ms < 10_000


async def test_who_asks_again_while_a_command_is_decided_waits_with_the_first(
    world: World,
) -> None:
    gate = Gate()
    member = await world.member(wrap=gate.wrap)
    table = await Table(await world.dispatch("cmd"), await world.log()).open()
    gate.hold()
    asking = [asyncio.create_task(table.say(GUESTS[0], "join", "j")) for _ in range(5)]
    other = asyncio.create_task(table.say(GUESTS[0], "leave", "j"))
    await asyncio.sleep(0.7)
    gate.open()
    assert await asyncio.gather(*asking) == [Accepted(2)] * 5
    assert await other == Refused(refuse("command_id_conflict"), 2)
    assert member.metrics.guarded("joined") >= 5
    assert member.service._deciding._under_way == {}


async def test_a_crowd_at_one_room_is_told_to_come_again(world: World) -> None:
    gate = Gate()
    member = await world.member(
        settings=msgspec.structs.replace(QUICK, queue_limit=4), wrap=gate.wrap
    )
    table = Table(await world.dispatch("cmd"), await world.log())
    await table.open()
    gate.hold()
    crowd = [asyncio.create_task(table.say(f"p{n}", "join")) for n in range(6)]
    await asyncio.sleep(0.1)
    assert member.metrics.guarded("queue_full") >= 2
    gate.open()
    replies = await asyncio.gather(*crowd)
    assert all(isinstance(reply, Accepted) for reply in replies)


async def test_a_bug_in_the_rules_ends_nothing_else(
    world: World,
    table: Table,
    member: Member,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await table.open()
    other = await Table(table.dispatch, table.log).open()

    def fail(*_: object) -> None:
        raise AssertionError("the ace of spades in ann's hand")

    with monkeypatch.context() as patched:
        patched.setattr("shared.room.aggregate._decision", fail)
        reply = await table.say(GUESTS[0], "join", "unlucky")
    assert reply == Refused(refuse("internal"), 1)
    assert member.metrics.guarded("internal") == 1
    said = capsys.readouterr()
    assert "ace of spades" not in said.out + said.err
    assert await other.does(GUESTS[0], "join") == 2
    assert await table.say(GUESTS[0], "join", "unlucky") == Accepted(2)


async def test_without_any_member_the_sender_is_told_to_come_again(world: World) -> None:
    soon = DispatchSettings(budget_ms=300, retry_after_ms=77)
    table = Table(await world.dispatch("cmd", soon), await world.log())
    assert await table.say(HOST, "create", game="bang") == Retry(77)
