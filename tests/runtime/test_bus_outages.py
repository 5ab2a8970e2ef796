"""The bus over a real broker that is killed, hangs, comes late or does not know the user."""

import asyncio
from pathlib import Path

import pytest
import structlog
import uvloop

from shared.runtime.broker_configuration import BrokerUser
from shared.runtime.bus import BusAway, BusRefused, NoResponders, RequestTimeout
from shared.runtime.bus_nats import connect
from shared.runtime.nats_server import NatsServer, ServerSettings
from tests.runtime.broker import PASSWORD, broker_in
from tests.runtime.conftest import Dial
from tests.runtime.hearing import Heard, echo
from tests.runtime.waiting import until


async def test_a_killed_broker_is_found_again(
    dial_own: Dial, own_broker: NatsServer, at: str
) -> None:
    server, client = await dial_own("bus"), await dial_own("bus")
    await server.subscribe(at, echo)
    assert await client.request(at, b"1", timeout_ms=1_000) == b"1"
    own_broker.kill()
    with pytest.raises(RequestTimeout):
        await client.request(at, b"2", timeout_ms=200)
    assert not client.is_connected
    await own_broker.start()
    async with asyncio.timeout(5):
        while True:
            try:
                assert await client.request(at, b"3", timeout_ms=500) == b"3"
                break
            except (NoResponders, RequestTimeout):  # the server's end is not back yet
                await asyncio.sleep(0.05)


async def test_subscribed_means_that_the_broker_knows(dial: Dial, at: str) -> None:
    server, client = await dial("bus"), await dial("bus")
    for number in range(200):
        subject = f"{at}.{number}"
        await server.publish(f"{at}.noise", bytes(10_000))
        await server.subscribe(subject, echo)
        assert await client.request(subject, b"1", timeout_ms=1_000) == b"1"


async def test_subscribing_does_not_wait_for_a_broker_that_is_away(
    dial_own: Dial, own_broker: NatsServer, at: str
) -> None:
    bus = await dial_own("bus")
    own_broker.kill()
    await until(lambda: not bus.is_connected)
    async with asyncio.timeout(2):
        await bus.subscribe(at, echo)
    await own_broker.start()
    await until(lambda: bus.is_connected)
    assert await bus.request(at, b"1", timeout_ms=2_000) == b"1"


async def test_a_broker_that_hangs_holds_nobody_up_for_ever(
    dial_own: Dial, own_broker: NatsServer, at: str
) -> None:
    bus = await dial_own("bus")
    await bus.subscribe(at, echo)
    own_broker.pause()
    with pytest.raises(RequestTimeout):
        await bus.request(at, b"1", timeout_ms=300)
    async with asyncio.timeout(3):
        await bus.subscribe(f"{at}.x", echo)
    own_broker.resume()
    assert await bus.request(at, b"2", timeout_ms=3_000) == b"2"
    assert await bus.request(f"{at}.x", b"3", timeout_ms=3_000) == b"3"


def test_the_bus_runs_on_the_loop_that_services_use(shared_broker: NatsServer, at: str) -> None:
    async def ask() -> bytes:
        bus = await connect(
            shared_broker.url,
            user="bus",
            password=PASSWORD,
            name="bus",
            inbox_prefix="_INBOX_bus",
        )
        await bus.subscribe(at, echo)
        answer = await bus.request(at, b"uv", timeout_ms=1_000)
        await bus.close()
        return answer

    assert uvloop.run(ask()) == b"uv"


def test_a_bus_can_be_closed_while_the_broker_is_away(tmp_path: Path, at: str) -> None:
    """On the loop that services use, which refuses what is written to a socket that is gone."""

    async def close() -> bool:
        broker = broker_in(tmp_path)
        async with broker:
            bus = await connect(
                broker.url, user="bus", password=PASSWORD, name="bus", inbox_prefix="_INBOX_bus"
            )
            await bus.subscribe(at, echo)
            broker.kill()
            await until(lambda: not bus.is_connected)
            await bus.publish(at, b"never sent")
            await bus.close()
            return bus.nc.is_closed

    assert uvloop.run(close())


async def test_a_request_waits_for_a_broker_that_comes_in_time(
    dial_own: Dial, own_broker: NatsServer, at: str
) -> None:
    bus = await dial_own("bus")
    await bus.subscribe(at, echo)
    own_broker.kill()
    await until(lambda: not bus.is_connected)
    asking = asyncio.create_task(bus.request(at, b"patient", timeout_ms=5_000))
    await own_broker.start()
    assert await asking == b"patient"


async def test_messages_of_an_outage_are_held_back_up_to_a_limit(
    dial_own: Dial, own_broker: NatsServer, at: str
) -> None:
    bus, heard = await dial_own("bus"), Heard()
    await bus.subscribe(at, heard)
    own_broker.kill()
    await until(lambda: not bus.is_connected)
    await bus.publish(at, b"held")
    await bus.publish(at, bytes(1 << 20))
    with pytest.raises(BusAway):
        await bus.publish(at, bytes(1 << 20))
    await own_broker.start()
    assert (await heard.count(1))[0] == b"held"


async def test_a_wrong_password_is_refused_at_once(shared_broker: NatsServer) -> None:
    async with asyncio.timeout(2):
        with pytest.raises(BusRefused) as refusal:
            await connect(
                shared_broker.url,
                user="bus",
                password="wrong-" + PASSWORD,
                name="bus",
                inbox_prefix="_INBOX_bus",
            )
    assert PASSWORD not in str(refusal.value)


async def test_a_bus_whose_user_is_taken_no_more_says_that_it_is_lost(tmp_path: Path) -> None:
    def broker(password: str, port: int) -> NatsServer:
        user = BrokerUser("bus", password, ("t.>",), ("t.>", "_INBOX_bus.>"))
        return NatsServer(ServerSettings(tmp_path, (user,), port=port))

    before = broker(PASSWORD, 0)
    await before.start()
    port = int(before.url.rpartition(":")[2])
    buses = [
        await connect(
            before.url, user="bus", password=PASSWORD, name=name, inbox_prefix="_INBOX_bus"
        )
        for name in ("kept", "closed")
    ]
    await buses[1].close()
    await before.stop()
    async with broker("another", port):
        async with asyncio.timeout(30):
            await buses[0].lost.wait()
        await buses[0].close()
    assert not buses[1].lost.is_set(), "who closes it himself has lost nothing"


async def test_no_broker_is_told_after_the_time_given() -> None:
    with pytest.raises(BusAway):
        await connect(
            "nats://127.0.0.1:9",
            user="bus",
            password=PASSWORD,
            name="bus",
            inbox_prefix="_INBOX_bus",
            wait_ms=300,
        )


async def test_closing_in_order_is_not_told_as_an_outage(dial: Dial) -> None:
    bus = await dial("bus")
    with structlog.testing.capture_logs() as told:
        await bus.close()
    assert [line["event"] for line in told if line["log_level"] == "warning"] == []
