"""What a gateway does while something beside it is away."""

import asyncio
import re
from contextlib import suppress

import msgspec
import pytest

from services.gateway.metrics import GatewayMetrics
from services.gateway.operation import Operation
from services.gateway.operations import OPERATIONS
from services.gateway.outbox import CONTROL_LIMIT, Outbox
from shared.contracts.ids import PlayerId
from shared.contracts.messages import WatchReport
from shared.contracts.subjects import WATCH
from shared.runtime.bus import Message
from shared.runtime.clock import Clock
from shared.runtime.metrics import Metrics
from tests.runtime.waiting import until
from tests.services.clocks import Broken
from tests.services.gateway.house import CREDENTIAL, GENEROUS, House, Street, house_in
from tests.services.worlds import memory_world


async def test_play_goes_on_without_the_store(memory_house: House, street: Street) -> None:
    """S25."""
    service = await memory_house.gateway()
    host = await street.person(service)
    code = await host.opens(game="bang")
    line = await host.socket(code)
    await line.hears("view")
    memory_house.memory_store.is_away = True
    for turn in range(6):
        seq = await host.does(code, "ready", ready=turn % 2 == 0)
        assert (await line.hears("frame"))["seq"] == seq
    assert (await host.view(code, seq))["seq"] == seq, "folded afresh"
    late = await host.socket(code, after=seq - 2)
    assert (await late.hears("view"))["seq"] == seq, "no frames are kept, so the whole view"
    other = await street.person(service)
    await other.does(code, "join")
    listed = await host.get("/api/rooms")
    assert (listed.status_code, listed.json()["code"]) == (503, "unavailable")
    memory_house.memory_store.is_away = False
    seq = await host.does(code, "ready", ready=True)
    assert (await host.view(code, seq))["seq"] == seq
    for each in (line, late):
        await each.hears("frame", seq=seq)
        await each.close()


async def test_a_seat_of_a_room_that_could_not_be_read_is_offered_later(street: Street) -> None:
    async with memory_world() as world, house_in(world) as house:
        await world.member()
        shows = await house.projection()
        service = await house.gateway()
        bots = street.client(service)
        bots.headers["authorization"] = f"Bearer {CREDENTIAL}"
        host = await street.person(service)
        code = await host.opens(game="bang")
        seq = await host.does(code, "addAutomatic", playerKind="random")
        player = (await host.view(code, seq))["sections"]["members"][-1]["player"]
        house.memory_store.is_away = True
        await shows.stop()
        assert (await bots.get("/api/automatic")).json() == {"seats": []}
        claim = f"/api/automatic/{code}/{player}/claim"
        unread = await bots.post(claim, json={"nickname": "Robo"})
        assert (unread.status_code, unread.json()["code"]) == (503, "unavailable")
        house.memory_store.is_away = False
        (seat,) = (await bots.get("/api/automatic")).json()["seats"]
        assert (seat["code"], seat["player"]) == (code, player)
        assert (await bots.post(claim, json={"nickname": "Robo"})).status_code == 200


async def test_a_last_frame_that_was_lost_is_found_in_the_store(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway(msgspec.structs.replace(GENEROUS, quiet_ms=50))
    host = await street.person(service)
    code = await host.opens(game="bang")
    line = await host.socket(code)
    await line.hears("view")
    [place] = service.gateway.hub.rooms.values()
    for feed in place._feeds.values():
        assert feed.subscription is not None
        await feed.subscription.unsubscribe()
    seq = await host.does(code, "ready", ready=True)
    await line.hears("frame", seq=seq)
    assert service.gateway.metrics.all.value("frames_lost_total") == 1
    await line.close()


async def test_views_that_were_lost_are_made_again(memory_house: House, street: Street) -> None:
    service = await memory_house.gateway()
    host = await street.person(service)
    code = await host.opens(game="bang")
    seq = await host.does(code, "ready", ready=True)
    await host.view(code, seq)
    memory_house.memory_store._views.clear()
    assert (await host.view(code, seq))["sections"]["you"]["host"] is True


async def test_without_rules_a_command_is_told_to_come_again(street: Street) -> None:
    async with memory_world() as world:
        house = House(world, None)
        service = await house.gateway(msgspec.structs.replace(GENEROUS, command_budget_ms=300))
        host = await street.person(service)
        assert (await street.client(service).get("/readyz")).json()["failing"] == ["rules"]
        answer = await host.post("/api/rooms", {"game": "bang"}, idempotency_key="k")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        await world.member()
        await until(lambda: bool(service.gateway.readiness()["rules"]()))
        again = await host.post("/api/rooms", {"game": "bang"}, idempotency_key="k")
        assert (again.status_code, again.json()["seq"]) == (201, 1)
        await house.end()


async def test_sockets_are_sent_elsewhere_when_a_gateway_stops(
    memory_house: House, street: Street
) -> None:
    """R7: whoever is on it comes back through another one, and misses nothing."""
    first, second = await memory_house.gateway(), await memory_house.gateway()
    host = await street.person(first)
    code = await host.opens(game="bang")
    line = await host.socket(code)
    seq = (await line.hears("view"))["seq"]
    async with asyncio.timeout(3):
        closing = asyncio.create_task(line.closed())
        await first.stop()
        assert (await closing)[0] == 1012
    host.url = second.url
    host.http = street.client(second)
    await host.does(code, "ready", ready=True)
    back = await host.socket(code, after=seq)
    assert (await back.hears("frame"))["seq"] == seq + 1
    await back.close()


async def test_a_gateway_that_stops_looks_up_nobody_for_those_it_sends_away(
    memory_house: House, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of them would keep it beyond its time."""
    service = await memory_house.gateway()
    people = [await street.person(service) for _ in range(3)]
    lines = [await person.socket(await person.opens(game="bang")) for person in people]
    for line, person in zip(lines, people, strict=True):
        await line.hears("presence", present=[person.id])
    asked: list[object] = []

    async def names(players: object) -> dict[PlayerId, str]:
        asked.append(players)
        return {}

    closing = asyncio.gather(*(line.closed() for line in lines))
    monkeypatch.setattr(service.gateway.sessions, "names", names)
    await service.stop()
    assert [code for code, _ in await closing] == [1012] * 3
    assert asked == []


class Held:
    """A clock on which nobody gets to a time before he is let on."""

    def __init__(self, clock: Clock) -> None:
        self.let_on = asyncio.Semaphore(0)
        self.now_ms, self.sleep_ms = clock.now_ms, clock.sleep_ms

    async def sleep_until_ms(self, at_ms: int) -> None:
        await self.let_on.acquire()


async def test_sockets_are_sent_elsewhere_one_after_the_other(
    memory_house: House, street: Street
) -> None:
    """All at once they would keep whoever takes them in from serving anybody."""
    service = await memory_house.gateway()
    host = await street.person(service)
    code = await host.opens(game="bang")
    lines = [await host.socket(code) for _ in range(3)]
    for line in lines:
        await line.hears("view")
    service.gateway.clock = held = Held(service.gateway.clock)
    stopping = asyncio.create_task(service.stop())
    for number, line in enumerate(lines):
        for waiting in lines[number:]:
            await waiting.send({"type": "ping", "echo": number})
            await waiting.hears("pong", echo=number)
        held.let_on.release()
        assert (await line.closed())[0] == 1012
    await stopping


async def test_who_is_going_does_not_say_that_he_lives(memory_house: House, street: Street) -> None:
    """Nobody who is still here may count as absent because his room is not reported any more."""
    bus, said = await memory_house.world.bus("timer"), list[WatchReport]()

    async def hear(message: Message) -> None:
        said.append(msgspec.json.decode(message.data, type=WatchReport))

    await bus.subscribe(WATCH, hear, limit=1)
    service = await memory_house.gateway()
    host = await street.person(service)
    line = await host.socket(await host.opens(game="bang"))
    await line.hears("view")
    service.gateway.clock = held = Held(service.gateway.clock)
    stopping = asyncio.create_task(service.stop())
    try:
        await until(lambda: any(report.closing for report in said), within_s=15)
        await asyncio.sleep(4 * GENEROUS.presence_ms / 1000)
    finally:
        held.let_on.release()
        await stopping
    assert [report.closing for report in said[-2:]] == [False, True]


async def test_no_connection_outlives_a_gateway_that_stops(memory_house: House) -> None:
    """Also of those that come in that very moment."""
    service = await memory_house.gateway()
    port = service.port
    is_stopped = asyncio.Event()

    async def knocks(after_s: float) -> None:
        await asyncio.sleep(after_s)
        with suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await is_stopped.wait()
            writer.write(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(1):
                assert b" 200 " not in await reader.read()
            writer.close()

    knocking = asyncio.gather(*(knocks(n * 0.002) for n in range(150)))
    await asyncio.sleep(0.1)
    await service.stop()
    is_stopped.set()
    await knocking


async def test_past_the_stated_load_new_rooms_are_refused_and_others_go_on(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway(
        msgspec.structs.replace(GENEROUS, commands_in_flight_limit=1)
    )
    host = await street.person(service)
    code = await host.opens(game="bang")
    opening = [
        host.post("/api/rooms", {"game": "bang"}, idempotency_key=f"k{n}") for n in range(20)
    ]
    playing = [host.says(code, "ready", f"r{n}", ready=n % 2 == 0) for n in range(20)]
    answers = await asyncio.gather(*playing, *opening)
    assert [answer.status_code for answer in answers[:20]] == [200] * 20
    refused = [answer for answer in answers[20:] if answer.status_code != 201]
    assert refused
    assert {answer.json()["code"] for answer in refused} == {"overloaded"}


LOOPS = 7
"""Presence, sockets, rooms, talk, the operator's wish, figures, hosts."""


async def test_no_loop_of_a_gateway_ends_unheard(memory_house: House) -> None:
    failures = memory_house.world.failures
    await memory_house.gateway(clock=Broken())
    await until(lambda: len(failures) >= LOOPS, within_s=10)
    assert [type(error) for error in failures] == [LookupError] * LOOPS
    failures.clear()


OF_A_ROOM = [each for each in OPERATIONS if "{code}" in each.path and each.caller != "automaton"]
"""For players; automatic ones are told in other words, and hosts find no room but their own."""


@pytest.mark.parametrize("operation", OF_A_ROOM, ids=[each.id for each in OF_A_ROOM])
async def test_codes_cannot_be_tried_without_end(
    operation: Operation, memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway(
        msgspec.structs.replace(GENEROUS, lookup_burst=5, lookups_per_s=0.001)
    )
    person = await street.person(service)
    statuses = []
    for letter in "ABCDEFGH":
        path = operation.path.replace("{code}", f"ZZZZZ{letter}")
        answer = await person.http.request(
            operation.method,
            re.sub(r"{\w+}", "1", path),
            content=msgspec.json.encode(operation.sends) if operation.sends else None,
            headers={**person.bearer, "content-type": "application/json"},
        )
        statuses.append(answer.status_code)
    assert statuses == [404] * 5 + [429] * 3


def test_an_outbox_is_bounded() -> None:
    slow: list[str] = []
    out = Outbox(frames_limit=4, on_slow=slow.append)
    out.is_behind = False
    for seq in range(1, 4):
        out.add(seq, b"%d" % seq)
    assert out.take_frames() == [b"1", b"2", b"3"]
    out.add(3, b"twice")
    out.add(5, b"a gap")
    assert (out.take_frames(), out.is_behind, out.needed_seq) == ([], True, 5)
    out.is_behind = False
    for seq in range(6, 12):
        out.add(seq, b"")
    assert (out.is_behind, out.needed_seq) == (True, 9), "what was dropped has to be caught up with"
    for _ in range(CONTROL_LIMIT + 1):
        out.post(b"answer")
    assert out.closing is not None
    assert slow == ["skipped", "dropped"]
    assert len(out.take_control()) == CONTROL_LIMIT


def test_a_code_of_a_newer_member_does_not_break_the_count() -> None:
    metrics = Metrics("gateway")
    GatewayMetrics(metrics).command("something_newer")
    assert metrics.value("commands_total", outcome="internal") == 1
