"""Two members at one room, and appends of which nobody knows what became: the log decides."""

import asyncio
from collections import Counter
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.contracts.messages import Accepted, CommandReply, Refused, Retry
from shared.contracts.refusals import refuse
from shared.contracts.subjects import rules_subject
from shared.eventstore.log import Log
from shared.runtime.bus import Bus, RequestTimeout
from tests.conftest import Count
from tests.services.clocks import Shifted
from tests.services.faults import Fault, FaultyLog
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import Member, World

_reply = msgspec.json.Decoder(CommandReply)


class Pair:
    """Two members, and a table whose commands are sent to the one that a test names."""

    def __init__(self, table: Table, members: list[Member], logs: list[FaultyLog], bus: Bus):
        self.table = table
        self.members = members
        self.logs = logs
        self._bus = bus

    async def says(
        self,
        member: int,
        actor: str,
        type_: str,
        command_id: str = "",
        *,
        timeout_ms: int = 5_000,
        **fields: Any,
    ) -> CommandReply:
        request = self.table.request(actor, {"type": type_, **fields}, command_id)
        subject = rules_subject(self.members[member].name, "cmd")
        return _reply.decode(
            await self._bus.request(subject, msgspec.json.encode(request), timeout_ms=timeout_ms)
        )

    def guarded(self, member: int, name: str) -> int:
        return self.members[member].metrics.guarded(name)


@pytest.fixture
async def pair(world: World) -> Pair:
    logs: list[FaultyLog] = []

    def wrap(log: Log) -> Log:
        logs.append(FaultyLog(log))
        return logs[-1]

    members = [await world.member(wrap=wrap) for _ in range(2)]
    table = await Table(await world.dispatch("cmd"), await world.log()).open()
    return Pair(table, members, logs, await world.bus("gateway"))


async def test_members_that_take_turns_never_lose_a_command(pair: Pair) -> None:
    for number in range(20):
        is_ready = number % 2 == 0
        reply = await pair.says(number % 2, HOST, "ready", ready=is_ready)
        assert reply == Accepted(number + 2)
    assert pair.guarded(0, "conflict") + pair.guarded(1, "conflict") >= 15
    await pair.table.verified()


async def test_members_at_the_same_moment_store_one_order(pair: Pair, count: Count) -> None:
    replies = await asyncio.gather(
        *(pair.says(n % 2, HOST, "ready", f"r{n}", ready=bool(n % 3)) for n in range(40))
    )
    accepted = [reply.seq for reply in replies if isinstance(reply, Accepted)]
    assert len(set(accepted)) == len(accepted)
    assert all(isinstance(reply, Accepted | Retry) for reply in replies)
    report = await pair.table.verified()
    assert report.entries == 1 + len(accepted)
    count("lost races survived", pair.guarded(0, "conflict") + pair.guarded(1, "conflict"))


async def test_a_member_that_is_behind_does_not_refuse_on_what_it_knows(pair: Pair) -> None:  # L6
    assert await pair.says(0, GUESTS[0], "join") == Accepted(2)
    assert await pair.says(1, GUESTS[0], "leave") == Accepted(3)
    # Member 0 still believes that the guest is seated.
    assert await pair.says(0, GUESTS[0], "join") == Accepted(4)
    assert await pair.says(1, GUESTS[0], "leave") == Accepted(5)
    assert await pair.says(0, GUESTS[0], "setVisibility", visibility="link") == Refused(
        refuse("not_seated"), 5
    )
    assert pair.guarded(0, "stale_refusal") == 2


async def test_a_refusal_names_the_head_that_it_was_decided_on(pair: Pair) -> None:
    await pair.says(0, GUESTS[0], "join")
    await pair.says(1, GUESTS[1], "join")
    await pair.says(1, GUESTS[2], "join")
    assert await pair.says(0, GUESTS[0], "start") == Refused(refuse("not_host"), 4)


async def test_many_refusals_at_once_ask_for_the_head_a_few_times(pair: Pair) -> None:
    asked = pair.logs[0].heads_asked
    replies = await asyncio.gather(*(pair.says(0, GUESTS[0], "start") for _ in range(50)))
    assert set(map(type, replies)) == {Refused}
    assert pair.logs[0].heads_asked - asked < 25


async def test_own_entries_after_a_refusal_do_not_make_it_stale(pair: Pair) -> None:
    """The head is asked for after the lock is given back; meanwhile the same member goes on."""
    await pair.says(0, HOST, "ready", ready=True)
    for _ in range(10):
        await asyncio.gather(
            pair.says(0, GUESTS[0], "start"),
            *(pair.says(0, HOST, "ready", ready=bool(n)) for n in range(4)),
        )
    assert pair.guarded(0, "stale_refusal") == 0
    await pair.table.verified()


@pytest.mark.parametrize("fault", ["ack lost", "request lost", "late", "cancelled"])
async def test_after_a_doubtful_append_the_command_has_one_effect(
    pair: Pair, fault: Fault
) -> None:  # S17
    await pair.says(0, HOST, "ready", ready=True)
    pair.logs[0].faults.append(fault)
    if fault == "cancelled":
        with pytest.raises(RequestTimeout):
            await pair.says(0, GUESTS[0], "join", "once", timeout_ms=300)
    else:
        assert await pair.says(0, GUESTS[0], "join", "once") == Accepted(3)
        assert pair.guarded(0, "doubtful") == 1
    assert await pair.says(1, GUESTS[0], "join", "once") == Accepted(3, repeated=True)
    assert await pair.says(0, GUESTS[0], "join", "once") == Accepted(3, repeated=True)
    assert await pair.says(0, GUESTS[1], "join") == Accepted(4)
    await pair.table.verified()


async def test_an_entry_found_stored_after_a_lost_answer_counts_as_its_own(pair: Pair) -> None:
    pair.logs[0].faults.append("ack lost")
    assert await pair.says(0, GUESTS[0], "join") == Accepted(2)
    assert pair.guarded(0, "read_back") == 1


async def test_a_doubtful_append_may_arrive_when_its_command_is_decided_again(pair: Pair) -> None:
    pair.logs[0].faults.extend(["request lost", "late", "late"])
    assert await pair.says(0, GUESTS[0], "join") == Accepted(2)
    await pair.table.verified()


async def test_when_the_log_is_away_nothing_is_said_to_be_decided(pair: Pair) -> None:
    pair.logs[0].faults.append("away")
    assert isinstance(await pair.says(0, GUESTS[0], "join", "j"), Retry)
    pair.logs[0].is_away = True
    assert isinstance(await pair.says(0, GUESTS[0], "join", "j"), Retry)
    assert isinstance(await pair.says(0, GUESTS[1], "start"), Retry)
    pair.logs[0].is_away = False
    assert await pair.says(0, GUESTS[0], "join", "j") == Accepted(2)


async def test_a_refusal_waits_for_the_head_too(pair: Pair) -> None:
    await pair.says(0, HOST, "ready", ready=True)
    await pair.says(0, GUESTS[0], "start")
    pair.logs[0].is_away = True
    assert isinstance(await pair.says(0, GUESTS[0], "start"), Retry)


async def test_a_race_lost_at_every_try_ends_with_a_retry(pair: Pair) -> None:
    async def be_faster(room: RoomId, seq: int) -> None:
        reply = await pair.says(1, HOST, "ready", ready=bool(seq % 2))
        assert isinstance(reply, Accepted)

    pair.logs[0].faults.extend([be_faster] * 6)
    assert isinstance(await pair.says(0, GUESTS[0], "join", "j"), Retry)
    assert pair.guarded(0, "conflict") == 6
    assert await pair.says(0, GUESTS[0], "join", "j") == Accepted(8)


async def test_losing_the_race_may_turn_a_command_illegal(pair: Pair) -> None:
    """An entry that is illegal after its predecessor never exists."""

    async def kick(room: RoomId, seq: int) -> None:
        assert await pair.says(1, HOST, "kick", player=GUESTS[0]) == Accepted(3)

    await pair.says(0, GUESTS[0], "join")
    pair.logs[0].faults.append(kick)
    reply = await pair.says(0, GUESTS[0], "ready", ready=True)
    assert reply == Refused(refuse("not_seated"), 3)
    await pair.table.verified()


async def test_an_answer_and_its_time_out_at_the_same_moment_are_never_both_in_the_log(
    world: World, count: Count
) -> None:  # S11
    """The last secret is revealed just when the wait for it runs out, at two members."""
    clock = Shifted(0)
    members = [await world.member(clock=clock) for _ in range(2)]
    players, system = await world.bus("gateway"), await world.bus("timer")
    dispatch, log = await world.dispatch("cmd"), await world.log()
    winners = Counter[str]()
    for number in range(40):
        table = await Table(dispatch, log).open()
        for guest in GUESTS[:3]:
            await table.does(guest, "join")
        entropy = bytes([number]) * 32
        commitment = sha256(entropy).hexdigest()
        for player in (HOST, *GUESTS[:3]):
            committed = commitment if player == HOST else ""
            await table.does(player, "ready", ready=True, commitment=committed)
        await table.does(HOST, "start")
        clock.by_ms += 3_000
        answer = table.request(HOST, {"type": "reveal", "entropy": entropy.hex()})
        timeout = table.request("", {"type": "timeout", "due": "reveal.1"}, "timeout:reveal.1")
        sent = [
            (players, rules_subject(members[number % 2].name, "cmd"), answer),
            (system, rules_subject(members[1 - number % 2].name, "sys"), timeout),
        ]
        if number % 3 == 0:
            sent.reverse()
        replies = await asyncio.gather(
            *(
                bus.request(to, msgspec.json.encode(what), timeout_ms=5_000)
                for bus, to, what in sent
            )
        )
        kinds = [type(_reply.decode(reply)) for reply in replies]
        assert sorted(kind.__name__ for kind in kinds) == ["Accepted", "Refused"]
        last = read_header(read_entry((await table.entries())[-1]))
        winners["time-out" if last.actor == "" else "answer"] += 1
        await table.verified()
    assert len(winners) == 2, winners
    count("answers that met their time-out", winners.total())


async def test_two_members_play_one_match(world: World, pair: Pair, count: Count) -> None:
    table = await Table(pair.table.dispatch, pair.table.log, seed=4).start(5)
    pair.table.room = table.room
    room = await table.fold()
    moves = 0
    while room.state.phase == "match":
        request = table.move(room)
        data = msgspec.json.encode(request)
        subject = rules_subject(pair.members[moves % 2].name, "cmd")
        bus = pair._bus
        answer, twin = await asyncio.gather(
            bus.request(subject, data, timeout_ms=5_000),
            bus.request(rules_subject(pair.members[0].name, "cmd"), data, timeout_ms=5_000),
        )
        replies = [_reply.decode(answer), _reply.decode(twin)]
        assert {reply.seq for reply in replies if isinstance(reply, Accepted)} == {room.seq + 1}
        for stored in await table.log.read(table.room, room.seq):
            room.apply(stored.entry)
        moves += 1
    await table.verified()
    count("moves sent to two members at once", moves)
