"""A room's websocket: who is let in, what is read, what is sent, and how it ends."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from services.gateway.protocol import ABORT
from services.gateway.service import GatewayService
from services.gateway.wire import SocketWire
from shared.contracts.http import SESSION_COOKIE
from tests.runtime.waiting import until
from tests.services.gateway.house import GENEROUS, House, Line, Person, Street


@pytest.fixture
async def host(gateway: GatewayService, street: Street) -> Person:
    return await street.person(gateway)


async def refused(url: str, headers: dict[str, str]) -> int:
    """The status that a handshake is refused with."""
    with pytest.raises(InvalidStatus) as caught:
        await Line.open(url, headers)
    return int(caught.value.response.status_code)


async def test_a_page_is_let_in_only_from_our_own_origin(
    gateway: GatewayService, host: Person
) -> None:
    code = await host.opens(game="bang")
    url = f"{gateway.url}/api/rooms/{code}/socket"
    cookie = {"cookie": f"{SESSION_COOKIE}={host.token}"}
    own = gateway.url
    for origin in (
        "https://evil.example",
        "null",
        f"{own}.evil.example",
        f"{own}0",
        own.replace("http://", "http://x."),
        f"{own}/",
        "",
    ):
        assert await refused(url, {**cookie, "origin": origin}) == 403
        assert await refused(url, {**host.bearer, "origin": origin}) == 403
    assert await refused(url, cookie) == 403, "a cookie with no origin at all"
    line = await Line.open(url, {**cookie, "origin": own})
    await line.send({"type": "resume"})
    assert (await line.hears("hello"))["viewer"] == host.id
    await line.close()


async def test_listed_origins_match_exactly(
    memory_house: House, street: Street, caplog: pytest.LogCaptureFixture
) -> None:
    play = "https://play.example"
    service = await memory_house.gateway(msgspec.structs.replace(GENEROUS, origins=(play,)))
    person = await street.person(service)
    code = await person.opens(game="bang")
    url = f"{service.url}/api/rooms/{code}/socket"
    for origin in (service.url, "https://play.example.evil", "http://play.example", "null"):
        assert await refused(url, {**person.bearer, "origin": origin}) == 403
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    line = await Line.open(url, {**person.bearer, "origin": play})
    await line.close()


async def test_a_cookie_is_not_enough_to_change_something_from_elsewhere(
    gateway: GatewayService, host: Person
) -> None:
    cookie = {"cookie": f"{SESSION_COOKIE}={host.token}"}
    body = {"game": "bang"}
    for origin in ({}, {"origin": "null"}, {"origin": "https://evil.example"}):
        headers = {**cookie, **origin, "idempotency-key": "k"}
        answer = await host.http.post("/api/rooms", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    headers = {**cookie, "origin": gateway.url, "idempotency-key": "k"}
    assert (await host.http.post("/api/rooms", json=body, headers=headers)).status_code == 201


async def test_programs_may_bring_their_token_with_the_first_message(
    gateway: GatewayService, host: Person
) -> None:
    code = await host.opens(game="bang")
    url = f"{gateway.url}/api/rooms/{code}/socket"
    line = await Line.open(url, {})
    await line.send({"type": "resume", "token": host.token})
    assert (await line.hears("hello"))["viewer"] == host.id
    await line.close()
    for token in ("", "nonsense"):
        line = await Line.open(url, {})
        await line.send({"type": "resume", "token": token})
        assert await line.closed() == (4401, "unauthenticated")
    assert await refused(url, {"authorization": "Bearer nonsense"}) == 401


async def test_a_silent_socket_is_closed(gateway: GatewayService, host: Person) -> None:
    code = await host.opens(game="bang")
    line = await Line.open(f"{gateway.url}/api/rooms/{code}/socket", host.bearer)
    assert (await line.closed(2))[0] == 4408


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"type":"nothing"}',
        '{"type":"resume","after":"1"}',
        '{"type":"resume","after":1.5}',
        '{"type":"resume","after":' + "9" * 5_000 + "}",
        '{"type":"resume","admin":true}',
        '{"type":"command","commandId":"a","command":{"type":"start"}}',
        "[" * 60_000,
    ],
)
async def test_the_first_message_is_resume(
    gateway: GatewayService, host: Person, text: str
) -> None:
    code = await host.opens(game="bang")
    line = await Line.open(f"{gateway.url}/api/rooms/{code}/socket", host.bearer)
    await line.wire.send(text)
    assert await line.closed() == (4400, "malformed")


UNREADABLE = [
    "{",
    '{"type":"command"}',
    '{"type":"command","commandId":"a","command":{},"seat":1}',
    '{"type":"command","commandId":7,"command":{}}',
    '{"type":"ping","echo":"x"}',
    '{"type":"ping","echo":1e400}',
    '{"type":"command","commandId":"a","command":' + "[" * 30_000,
]


@pytest.mark.parametrize("text", UNREADABLE)
async def test_what_cannot_be_read_closes_and_appends_nothing(host: Person, text: str) -> None:
    code = await host.opens(game="bang")
    line = await host.socket(code)
    await line.hears("view")
    await line.wire.send(text)
    assert await line.closed() == (4400, "malformed")
    assert (await host.view(code))["seq"] == 1


async def test_binary_large_and_broken_text_have_their_own_codes(host: Person) -> None:
    code = await host.opens(game="bang")
    for sent, closed in ((b"\x00", 1003), ("x" * 70_000, 1009)):
        line = await host.socket(code)
        await line.hears("view")
        await line.wire.send(sent)
        assert (await line.closed())[0] == closed
    line = await host.socket(code)
    await line.hears("view")
    await line.wire.send(b"\xff\xfe", text=True)
    assert (await line.closed())[0] == 1007
    line = await host.socket(code)
    await line.hears("view")
    with suppress(ConnectionClosed):
        await line.wire.send("x" * 8_000 for _ in range(10_000))
    assert (await line.closed())[0] == 1009


async def test_compression_is_never_agreed_on(gateway: GatewayService, host: Person) -> None:
    code = await host.opens(game="bang")
    url = f"{gateway.url}/api/rooms/{code}/socket"
    line = await Line.open(url, host.bearer, compression="deflate")
    assert "sec-websocket-extensions" not in line.wire.response.headers  # type: ignore[union-attr]
    await line.close()


async def test_commands_that_make_no_sense_are_answered_and_the_socket_stays(
    host: Person,
) -> None:
    code = await host.opens(game="bang")
    line = await host.socket(code)

    async def said(command: Any, command_id: str = "x") -> str:
        await line.send({"type": "command", "commandId": command_id, "command": command})
        return str((await line.hears("result"))["why"]["code"])

    unlike_any: list[Any] = [7, None, "x", [], {}, {"type": "?"}, {"type": "ready"}, [[[[[]]]]]]
    for command in unlike_any:
        assert await said(command) in ("malformed", "bad_field")
    assert await said({"type": "ready", "ready": True}, "") == "malformed"
    assert await said({"type": "start"}) == "not_enough_players"
    assert await said({"type": "play", "turn": 1, "cardId": 3}) == "no_match"
    await line.send({"type": "ping", "echo": 5})
    assert (await line.hears("pong"))["echo"] == 5
    await line.close()


async def test_unknown_and_forbidden_rooms_close_alike(
    gateway: GatewayService, host: Person, street: Street
) -> None:
    other = await street.person(gateway)
    hidden = await host.opens(game="bang", visibility="invited")
    for code in (hidden, "ZZZZZZ", "zz"):
        line = await other.socket(code)
        assert await line.closed() == (4404, "no_such_room")
        assert line.heard == []
    assert await refused(f"{gateway.url}/api/rooms/socket", host.bearer) == 404


async def test_who_was_kicked_is_shut_out_whatever_key_he_has(
    gateway: GatewayService, host: Person, street: Street
) -> None:
    guest, friend = await street.person(gateway), await street.person(gateway)
    code = await host.opens(game="bang", visibility="invited")
    key = (await host.view(code))["sections"]["you"]["invitation"]
    for person in (guest, friend):
        await person.does(code, "join", invitation=key)
    line, others = await guest.socket(code, invitation=key), await friend.socket(code)
    await line.hears("view")
    await others.hears("view")
    seq = await host.does(code, "kick", player=guest.id)
    assert await line.closed() == (4404, "no_such_room")
    await others.hears("frame", seq=seq)
    assert (await guest.says(code, "join", invitation=key)).status_code == 404
    assert (await guest.get(f"/api/rooms/{code}/view?invitation={key}")).status_code == 404
    told = (await host.view(code, after=seq))["sections"]["you"]["invitation"]
    assert told not in ("", key)
    assert told not in str(others.heard)
    await guest.does(code, "join", invitation=told)
    await others.close()


async def test_half_sent_requests_are_ended(memory_house: House) -> None:
    """Silence, half a head, half a body, and bytes that drip in."""
    hasty = msgspec.structs.replace(GENEROUS, header_ms=400, body_ms=400)
    gateway = await memory_house.gateway(hasty)
    head = b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    halves = (
        b"",
        b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-",
        head + b"Content-Length: 50\r\n\r\n{",
    )
    for half in halves:
        reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
        writer.write(half)
        async with asyncio.timeout(3):
            answer = await reader.read()
        assert b"HTTP/1.1 408 " in answer
        writer.close()
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (await reader.readuntil(b"ok\n")).startswith(b"HTTP/1.1 200 ")
    writer.write(b"\r\n")
    async with asyncio.timeout(2):
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
    writer.close()
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(b"GET /livez HTTP/1.1\r\n")

    async def drip() -> None:
        with suppress(ConnectionError):
            while True:
                writer.write(b"X: y\r\n")
                await writer.drain()
                await asyncio.sleep(0.05)

    dripping = asyncio.create_task(drip())
    async with asyncio.timeout(2):
        assert (await reader.read(12)) == b"HTTP/1.1 408"
    dripping.cancel()
    writer.close()


async def test_what_is_no_http_is_refused(gateway: GatewayService) -> None:
    for sent in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"NICK saloon\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
        writer.write(sent)
        async with asyncio.timeout(3):
            assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
        writer.close()


async def test_a_head_that_never_ends_is_cut(gateway: GatewayService) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(b"GET /livez HTTP/1.1\r\n" + b"X: " + b"y" * 100_000)
    async with asyncio.timeout(3):
        answer = await reader.read()
    assert answer.startswith(b"HTTP/1.1 431 ")
    writer.close()


class Wire:
    """An ASGI server's end of a websocket whose peer reads only while `is_read` is set."""

    def __init__(self, code: str, token: str) -> None:
        self.is_read = asyncio.Event()
        self.is_read.set()
        self.is_cut = False
        self.sent: list[Any] = []
        self.scope = {
            "type": "websocket",
            "path": f"/api/rooms/{code}/socket",
            "headers": [(b"authorization", f"Bearer {token}".encode())],
            "client": ("192.0.2.1", 1),
            "state": {ABORT: self._abort},
        }
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self.say({"type": "resume"})

    def say(self, message: Any) -> None:
        text = msgspec.json.encode(message).decode()
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> Any:
        return await self._inbox.get()

    async def send(self, event: Any) -> None:
        await self.is_read.wait()
        self.sent.append(event)

    def heard(self, type_: str) -> list[Any]:
        texts = [event["text"] for event in self.sent if event["type"] == "websocket.send"]
        return [m for m in map(msgspec.json.decode, texts) if m["type"] == type_]

    def _abort(self) -> None:
        self.is_cut = True
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self.is_read.set()


@pytest.mark.parametrize("missed", [20, 60])
async def test_a_full_queue_becomes_kept_frames_or_one_whole_view(
    memory_house: House, street: Street, missed: int
) -> None:
    service = await memory_house.gateway(msgspec.structs.replace(GENEROUS, queue_frames=4))
    host = await street.person(service)
    code = await host.opens(game="bang")
    wire = Wire(code, host.token)
    serving = asyncio.create_task(SocketWire(service.gateway)(wire.scope, wire.receive, wire.send))
    await until(lambda: bool(wire.heard("view")))
    wire.is_read.clear()
    for turn in range(missed):
        await host.does(code, "ready", ready=turn % 2 == 0)
    await host.view(code, missed + 1)
    wire.is_read.set()
    last = await host.does(code, "ready", ready=True)
    await until(lambda: last in [message["seq"] for message in wire.heard("frame")])
    shown = [message["seq"] for message in (*wire.heard("view"), *wire.heard("frame"))]
    assert len(set(shown)) == len(shown), "nothing comes twice"
    if missed == 20:
        assert sorted(shown) == list(range(1, last + 1))
    else:
        assert [message["seq"] for message in wire.heard("view")] == [1, missed + 1]
        assert len(shown) < 10
    assert service.gateway.metrics.all.value("slow_readers_total", how="skipped") >= missed // 5 - 1
    serving.cancel()
    await asyncio.wait({serving})
    assert service.gateway.sockets == 0


async def test_a_socket_that_takes_nothing_is_cut(memory_house: House, street: Street) -> None:
    service = await memory_house.gateway(msgspec.structs.replace(GENEROUS, stalled_ms=300))
    host = await street.person(service)
    code = await host.opens(game="bang")
    wire = Wire(code, host.token)
    serving = asyncio.create_task(SocketWire(service.gateway)(wire.scope, wire.receive, wire.send))
    await until(lambda: bool(wire.heard("view")))
    line = await host.socket(code)
    await line.hears("view")
    wire.is_read.clear()
    await host.does(code, "ready", ready=True)
    await line.hears("frame", within_s=0.5)
    await until(lambda: wire.is_cut)
    async with asyncio.timeout(2):
        await serving
    assert service.gateway.sockets == 1
    assert service.gateway.metrics.all.value("slow_readers_total", how="dropped") == 1
    await line.close()


async def test_who_sends_and_does_not_read_is_closed(memory_house: House, street: Street) -> None:
    service = await memory_house.gateway()
    host = await street.person(service)
    code = await host.opens(game="bang")
    wire = Wire(code, host.token)
    serving = asyncio.create_task(SocketWire(service.gateway)(wire.scope, wire.receive, wire.send))
    await until(lambda: bool(wire.heard("view")))
    wire.is_read.clear()
    for echo in range(1_000):
        wire.say({"type": "ping", "echo": echo})
    await asyncio.sleep(0.1)
    wire.is_read.set()
    async with asyncio.timeout(2):
        await serving
    assert wire.sent[-1] == {"type": "websocket.close", "code": 1013, "reason": "overloaded"}
    assert len(wire.heard("pong")) < 600
    assert service.gateway.metrics.all.value("slow_readers_total", how="dropped") == 1


async def test_a_flood_of_commands_is_told_to_slow_down_then_closed(
    memory_house: House, street: Street
) -> None:
    calm = msgspec.structs.replace(GENEROUS, command_burst=5, commands_per_s=1.0)
    service = await memory_house.gateway(calm)
    host = await street.person(service)
    code = await host.opens(game="bang")
    line = await host.socket(code)
    await line.hears("view")
    command = {"type": "ready", "ready": True}
    with suppress(ConnectionClosed):
        for number in range(150):
            await line.send({"type": "command", "commandId": f"x{number}", "command": command})
    assert await line.closed() == (4429, "rate_limited")
    codes = [m["why"] and m["why"]["code"] for m in line.heard if m["type"] == "result"]
    assert codes[:5] == [None] * 5
    assert set(codes[5:]) == {"rate_limited"}
    over_http = await host.says(code, "ready", ready=False)
    assert over_http.status_code == 429
    assert int(over_http.headers["retry-after"]) >= 1
