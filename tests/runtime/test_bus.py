"""One contract for the bus, over the one in memory and over a real broker."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from shared.runtime.bus import (
    Bus,
    BusAway,
    Message,
    NoResponders,
    RequestTimeout,
    TooLarge,
)
from shared.runtime.bus_memory import MemoryBroker, matches
from shared.runtime.clock import ManualClock, SystemClock
from tests.runtime.conftest import Dial
from tests.runtime.hearing import Heard, echo
from tests.runtime.waiting import until
from tests.simulation.bus import SeaBroker
from tests.simulation.sea import NOBODY, still

Ends = Callable[[], Awaitable[Bus]]
"""Another end of the same bus."""


@pytest.fixture(params=["memory", "simulated", "nats"])
async def ends(request: pytest.FixtureRequest, dial: Dial) -> AsyncIterator[Ends]:
    broker = MemoryBroker(SystemClock())
    sea = SeaBroker(still(), SystemClock())
    opened: list[Bus] = []

    async def another() -> Bus:
        bus: Bus
        if request.param == "nats":
            bus = await dial("bus")
        else:
            bus = broker.connect("end") if request.param == "memory" else sea.attach(NOBODY)
        opened.append(bus)
        return bus

    yield another
    for bus in opened:
        await bus.close(drain_ms=100)


async def test_all_who_listen_hear_a_message(ends: Ends, at: str) -> None:
    one, two, sender = Heard(), Heard(), await ends()
    await (await ends()).subscribe(at, one)
    await (await ends()).subscribe(at, two)
    await sender.publish(at, b"hello")
    assert await one.count(1) == await two.count(1) == [b"hello"]


async def test_the_sender_hears_itself(ends: Ends, at: str) -> None:
    bus, heard = await ends(), Heard()
    await bus.subscribe(at, heard)
    await bus.publish(at, b"me")
    assert await heard.count(1) == [b"me"]


async def test_bytes_and_headers_arrive_as_they_were_sent(ends: Ends, at: str) -> None:
    bus, heard = await ends(), Heard()
    await bus.subscribe(at, heard)
    await bus.publish(at, bytes(range(256)), {"Saloon-Seq": "7"})
    await bus.publish(at, b"")
    assert await heard.count(2) == [bytes(range(256)), b""]
    assert heard.messages[0].headers["Saloon-Seq"] == "7"
    assert heard.messages[0].reply is None


async def test_one_senders_messages_keep_their_order(ends: Ends, at: str) -> None:
    bus, heard = await ends(), Heard()
    await (await ends()).subscribe(at, heard)
    sent = [str(number).encode() for number in range(500)]
    for data in sent:
        await bus.publish(at, data)
    assert await heard.count(500) == sent


async def test_wildcards_stand_for_one_token_or_the_rest(ends: Ends, at: str) -> None:
    bus, one, rest = await ends(), Heard(), Heard()
    await bus.subscribe(f"{at}.*.view", one)
    await bus.subscribe(f"{at}.>", rest)
    for tail in ("a.view", "b.view", "a.b.view", "view"):
        await bus.publish(f"{at}.{tail}", tail.encode())
    assert await rest.count(4) == [b"a.view", b"b.view", b"a.b.view", b"view"]
    assert one.data == [b"a.view", b"b.view"]


@pytest.mark.parametrize(
    ("pattern", "subject", "is_match"),
    [
        ("a.b", "a.b", True),
        ("a.b", "a.c", False),
        ("a", "a.b", False),
        ("a.*", "a.b", True),
        ("a.*", "a.b.c", False),
        ("*.b", "a.b", True),
        ("a.>", "a.b.c", True),
        ("a.>", "a", False),
        (">", "a", True),
        ("*", "a.b", False),
    ],
)
def test_what_a_pattern_matches(pattern: str, subject: str, *, is_match: bool) -> None:
    assert matches(pattern, subject) is is_match


@pytest.mark.parametrize("bad", ["", "a..b", "a b", "a.*", "a.>", "a\r\n"])
async def test_a_message_goes_to_one_subject_only(ends: Ends, bad: str) -> None:
    with pytest.raises(AssertionError):
        await (await ends()).publish(bad, b"")


@pytest.mark.parametrize("bad", ["", "a..b", "a.>.b", "a.b*", "a b"])
async def test_a_pattern_is_made_of_whole_tokens(ends: Ends, bad: str) -> None:
    with pytest.raises(AssertionError):
        await (await ends()).subscribe(bad, Heard())


async def test_a_queue_group_shares_the_work(ends: Ends, at: str) -> None:
    one, two, alone, sender = Heard(), Heard(), Heard(), await ends()
    await (await ends()).subscribe(at, one, queue="q")
    await (await ends()).subscribe(at, two, queue="q")
    await (await ends()).subscribe(at, alone)
    for number in range(100):
        await sender.publish(at, str(number).encode())
    await alone.count(100)
    await until(lambda: len(one.data) + len(two.data) >= 100)
    assert one.data
    assert two.data
    assert sorted(one.data + two.data) == sorted(alone.data)


async def test_a_request_gets_the_answer(ends: Ends, at: str) -> None:
    await (await ends()).subscribe(at, echo)
    assert await (await ends()).request(at, b"\x00\xff", timeout_ms=1_000) == b"\x00\xff"


async def test_a_thousand_requests_at_once_get_each_its_own_answer(ends: Ends, at: str) -> None:
    await (await ends()).subscribe(at, echo)
    bus = await ends()
    wanted = [str(number).encode() for number in range(1_000)]
    answers = await asyncio.gather(*(bus.request(at, data, timeout_ms=5_000) for data in wanted))
    assert list(answers) == wanted


async def test_a_request_that_nobody_hears_fails_at_once(ends: Ends, at: str) -> None:
    bus = await ends()
    async with asyncio.timeout(1):
        with pytest.raises(NoResponders):
            await bus.request(at, b"", timeout_ms=60_000)


async def test_a_request_that_nobody_answers_times_out(ends: Ends, at: str) -> None:
    await (await ends()).subscribe(at, Heard())
    bus = await ends()
    with pytest.raises(RequestTimeout):
        await bus.request(at, b"", timeout_ms=50)


async def test_a_late_answer_is_nobodys(ends: Ends, at: str) -> None:
    bus = await ends()

    async def slow(message: Message) -> None:
        await asyncio.sleep(0.1 if message.data == b"late" else 0)
        await message.respond(message.data)

    await (await ends()).subscribe(at, slow)
    with pytest.raises(RequestTimeout):
        await bus.request(at, b"late", timeout_ms=20)
    assert await bus.request(at, b"now", timeout_ms=1_000) == b"now"
    await asyncio.sleep(0.12)
    assert await bus.request(at, b"again", timeout_ms=1_000) == b"again"


async def test_a_slow_request_holds_up_no_other(ends: Ends, at: str) -> None:
    release = asyncio.Event()

    async def answer(message: Message) -> None:
        if message.data == b"slow":
            await release.wait()
        await message.respond(message.data)

    await (await ends()).subscribe(at, answer)
    bus = await ends()
    slow = asyncio.create_task(bus.request(at, b"slow", timeout_ms=5_000))
    await asyncio.sleep(0.02)
    assert await bus.request(at, b"fast", timeout_ms=1_000) == b"fast"
    assert not slow.done()
    release.set()
    assert await slow == b"slow"


async def test_handlers_run_side_by_side_up_to_the_limit(ends: Ends, at: str) -> None:
    running, most, release = 0, 0, asyncio.Event()
    heard = Heard()

    async def work(message: Message) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await release.wait()
        running -= 1
        await heard(message)

    bus = await ends()
    await (await ends()).subscribe(at, work, limit=3)
    for number in range(10):
        await bus.publish(at, str(number).encode())
    await until(lambda: running == 3)
    await asyncio.sleep(0.05)
    assert most == 3
    release.set()
    await heard.count(10)
    assert most == 3


async def test_a_handler_that_fails_ends_nothing_else(ends: Ends, at: str) -> None:
    heard = Heard()

    async def fail_first(message: Message) -> None:
        if not heard.messages:
            await heard(message)
            raise LookupError("planned")
        await heard(message)

    bus = await ends()
    await bus.subscribe(at, fail_first)
    await bus.publish(at, b"1")
    await heard.count(1)
    await bus.publish(at, b"2")
    assert await heard.count(2) == [b"1", b"2"]


async def test_unsubscribed_means_silence(ends: Ends, at: str) -> None:
    bus, heard, other = await ends(), Heard(), Heard()
    subscription = await bus.subscribe(at, heard)
    await bus.subscribe(at, other)
    await subscription.unsubscribe()
    await subscription.unsubscribe()
    await bus.publish(at, b"1")
    await other.count(1)
    assert heard.data == []


async def test_too_large_a_message_is_refused_here(ends: Ends, at: str) -> None:
    bus, heard = await ends(), Heard()
    await bus.subscribe(at, heard)
    with pytest.raises(TooLarge):
        await bus.publish(at, bytes((1 << 20) + 1))
    with pytest.raises(TooLarge):
        await bus.request(at, bytes((1 << 20) + 1), timeout_ms=100)
    await bus.publish(at, bytes(1 << 20))
    assert [len(data) for data in await heard.count(1)] == [1 << 20]


async def test_closing_lets_running_handlers_answer(ends: Ends, at: str) -> None:
    started = asyncio.Event()

    async def slow(message: Message) -> None:
        started.set()
        await asyncio.sleep(0.1)
        await message.respond(b"done")

    server, client = await ends(), await ends()
    await server.subscribe(at, slow)
    asking = asyncio.create_task(client.request(at, b"", timeout_ms=2_000))
    await started.wait()
    await server.close(drain_ms=1_000)
    assert await asking == b"done"
    with pytest.raises(NoResponders):
        await client.request(at, b"", timeout_ms=1_000)


async def test_closing_waits_no_longer_than_told(ends: Ends, at: str) -> None:
    cancelled, started = asyncio.Event(), asyncio.Event()

    async def stuck(_: Message) -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    bus = await ends()
    await bus.subscribe(at, stuck)
    await bus.publish(at, b"")
    await started.wait()
    async with asyncio.timeout(1):
        await bus.close(drain_ms=50)
    assert cancelled.is_set()


async def test_a_closed_end_says_so(ends: Ends, at: str) -> None:
    bus = await ends()
    was_connected = bus.is_connected
    await bus.close()
    assert (was_connected, bus.is_connected) == (True, False)
    with pytest.raises(BusAway):
        await bus.publish(at, b"")
    with pytest.raises(BusAway):
        await bus.request(at, b"", timeout_ms=100)
    with pytest.raises(BusAway):
        await bus.subscribe(at, Heard())


async def test_in_memory_the_broker_s_clock_decides_what_is_late(at: str) -> None:
    clock = ManualClock()
    broker = MemoryBroker(clock)
    await broker.connect("server").subscribe(at, Heard())
    asking = asyncio.create_task(broker.connect("client").request(at, b"", timeout_ms=60_000))
    await clock.advance(59_999)
    assert not asking.done()
    await clock.advance(1)
    with pytest.raises(RequestTimeout):
        await asking


async def test_in_memory_a_queue_group_takes_turns(at: str) -> None:
    broker = MemoryBroker(ManualClock())
    bus, heard = broker.connect("end"), [Heard(), Heard(), Heard()]
    for each in heard:
        await bus.subscribe(at, each, queue="q")
    for number in range(6):
        await bus.publish(at, str(number).encode())
    assert [await each.count(2) for each in heard] == [
        [b"0", b"3"],
        [b"1", b"4"],
        [b"2", b"5"],
    ]
