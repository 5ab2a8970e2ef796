"""The health endpoint: alive, ready or not and why, metrics; and strict about everything else."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

import httpx
import pytest

from shared.runtime.health import HealthServer, failing
from shared.runtime.metrics import Metrics
from tests.runtime.waiting import until


async def holds() -> bool:
    return True


async def fails() -> bool:
    raise LookupError("canary")


async def hangs() -> bool:
    await asyncio.Event().wait()
    return True


async def closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


class Endpoint:
    def __init__(self) -> None:
        self.is_broker_there = True
        self.metrics = Metrics("rules")
        self.server = HealthServer(
            {"broker": lambda: self.is_broker_there, "store": holds},
            self.metrics,
            host="127.0.0.1",
            port=0,
        )

    async def get(self, path: str) -> httpx.Response:
        async with httpx.AsyncClient() as client:
            return await client.get(f"http://127.0.0.1:{self.server.port}{path}")

    async def raw(self, *parts: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        try:
            for part in parts:
                writer.write(part)
                await writer.drain()
            return await asyncio.wait_for(reader.read(), 8)
        finally:
            await closed(writer)


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    endpoint = Endpoint()
    await endpoint.server.start()
    yield endpoint
    await endpoint.server.close()


async def test_a_process_that_runs_is_alive(endpoint: Endpoint) -> None:
    reply = await endpoint.get("/livez")
    assert (reply.status_code, reply.text) == (200, "ok\n")


async def test_readiness_names_what_is_missing(endpoint: Endpoint) -> None:
    reply = await endpoint.get("/readyz?verbose=1")
    assert (reply.status_code, reply.json()) == (200, {"ready": True, "failing": []})
    endpoint.is_broker_there = False
    reply = await endpoint.get("/readyz")
    assert (reply.status_code, reply.json()) == (503, {"ready": False, "failing": ["broker"]})
    assert (await endpoint.get("/livez")).status_code == 200


async def test_metrics_are_served(endpoint: Endpoint) -> None:
    endpoint.metrics.counter("commands", "Commands.").add(3)
    reply = await endpoint.get("/metrics")
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "saloon_rules_commands_total 3.0" in reply.text


async def test_a_check_that_raises_or_hangs_does_not_hold() -> None:
    assert await failing({"a": holds, "b": fails, "c": hangs, "d": lambda: False}) == [
        "b",
        "c",
        "d",
    ]


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /nothing HTTP/1.1", 404),
        (b"POST /livez HTTP/1.1", 405),
        (b"HEAD /livez HTTP/1.1", 405),
        (b"GET livez HTTP/1.1", 400),
        (b"GET http://elsewhere/livez HTTP/1.1", 400),
        (b"GET /livez HTTP/2", 400),
        (b"GET /livez", 400),
        (b"GET /\xff HTTP/1.1", 400),
        (b"", 400),
    ],
)
async def test_everything_else_is_refused(
    endpoint: Endpoint, request_line: bytes, status: int
) -> None:
    reply = await endpoint.raw(request_line + b"\r\n\r\n")
    assert reply.startswith(b"HTTP/1.1 %d " % status)


async def test_too_long_a_head_is_refused(endpoint: Endpoint) -> None:
    reply = await endpoint.raw(b"GET /livez HTTP/1.1\r\nX: " + bytes(20_000) + b"\r\n\r\n")
    assert reply.startswith(b"HTTP/1.1 431 ")


async def test_half_a_request_is_dropped_in_time(endpoint: Endpoint) -> None:
    began = asyncio.get_running_loop().time()
    assert await endpoint.raw(b"GET /livez HTT") == b""
    assert 4.5 < asyncio.get_running_loop().time() - began < 6


async def test_idle_connections_cannot_use_it_up_for_long(endpoint: Endpoint) -> None:
    idle = [await asyncio.open_connection("127.0.0.1", endpoint.server.port) for _ in range(40)]
    await until(lambda: len(endpoint.server._open) == 32)
    with pytest.raises(httpx.TransportError):
        await endpoint.get("/livez")
    for _, writer in idle:
        await closed(writer)
    await until(lambda: not endpoint.server._open)
    assert (await endpoint.get("/livez")).status_code == 200


async def test_closing_drops_who_is_still_connected() -> None:
    endpoint = Endpoint()
    await endpoint.server.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", endpoint.server.port)
    await until(lambda: bool(endpoint.server._open))
    await asyncio.wait_for(endpoint.server.close(), 1)
    assert await reader.read() == b""
    await closed(writer)
    with pytest.raises(OSError, match="onnect"):
        await asyncio.open_connection("127.0.0.1", endpoint.server.port)


async def test_a_refusal_tells_nothing_of_the_request(endpoint: Endpoint) -> None:
    reply = await endpoint.raw(b"GET /canary HTTP/1.1\r\nCookie: canary\r\n\r\n")
    assert b"canary" not in reply
    ready = await endpoint.get("/readyz")
    assert json.loads(ready.content) == {"ready": True, "failing": []}


async def test_closing_ends_a_check_that_lets_cancellations_slip() -> None:
    slips, is_asked = 4, asyncio.Event()

    async def deaf() -> bool:
        nonlocal slips
        is_asked.set()
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                slips -= 1
                if not slips:
                    raise

    server = HealthServer({"deaf": deaf}, Metrics("rules"), host="127.0.0.1", port=0)
    await server.start()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /readyz HTTP/1.1\r\n\r\n")
    await is_asked.wait()
    async with asyncio.timeout(20):
        await server.close()
        await reader.read()
    assert slips == 0
    await closed(writer)
