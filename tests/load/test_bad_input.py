"""What cannot be asked is refused in a line; what answers nonsense is taken for no server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from click.testing import CliRunner

from services.cli.load.verb import load as verb
from shared.contracts.http import GameInfo, GamesReply, Problem
from tests.load.running import Loading

GAMES = msgspec.json.encode(GamesReply([GameInfo("bang", "1", 4, 7, [])]))
FULL = msgspec.json.encode(
    Problem("urn:x", "Full", 503, "Full", "overloaded", {"retry_after_ms": 100})
)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--url", "127.0.0.1:8080"), "an address such as"),
        (("--url", "ftp://127.0.0.1"), "an address such as"),
        (("--url", "http://"), "an address such as"),
        (("--url", "http://127.0.0.1:99999"), "no such port"),
        (("--url", "http://127.0.0.1:8080/game"), "without more"),
        (("--url", "http://me@127.0.0.1"), "without more"),
        (("--url", "https://play.example"), "--anywhere"),
        (("--url", "http://192.168.0.9:8080"), "--anywhere"),
        (("--url", "http://127.0.0.1.play.example"), "--anywhere"),
        (("--rooms", "0"), "--rooms"),
        (("--seats", "8"), "--seats"),
        (("--think", "3", "1"), "the least comes first"),
        (("--rate", "-1"), "--rate"),
        (("--seconds", "0"), "--seconds"),
        (("--plot", "load.txt"), "png"),
        (("--data", "no-such-folder"), "--data"),
        (("--start", "--data", "."), "leave out --data"),
    ],
)
def test_what_cannot_be_asked_is_refused(arguments: tuple[str, ...], why: str) -> None:
    ended = CliRunner().invoke(verb, arguments)
    assert ended.exit_code == 2
    assert why in ended.output


def test_an_address_where_nobody_answers_is_told() -> None:
    ended = Loading("--url", "http://127.0.0.1:1").end()
    assert ended.code == 3
    assert "does not answer" in ended.err
    assert not ended.out


Answer = Callable[[bytes], tuple[int, bytes]]
"""Status and body by the request's first line."""


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[str]:
    """A server that is none of ours."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        status, body = answer(head.partition(b"\r\n")[0])
        writer.write(b"HTTP/1.1 %d X\r\nConnection: close\r\n" % status)
        writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (200, b"<html>Welcome</html>", "no gateway of Saloon"),
        (200, b"\xff\xfe\x00", "no gateway of Saloon"),
        (404, b"<html>Nothing</html>", "answers 404"),
        (200, msgspec.json.encode(GamesReply([])), "has no game bang for 7"),
    ],
)
async def test_what_is_no_gateway_is_told(status: int, body: bytes, why: str) -> None:
    async with serving(lambda _: (status, body)) as url:
        ended = await Loading("--url", url).ended()
    assert ended.code == 3
    assert why in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (201, b'{"player":', "nonsense 1×"),
        (500, b"<html>Oops</html>", "http-500 1×"),
        (503, FULL, "overloaded"),
    ],
)
async def test_a_server_that_opens_no_session_is_told(status: int, body: bytes, why: str) -> None:
    def answer(first: bytes) -> tuple[int, bytes]:
        return (200, GAMES) if first.startswith(b"GET") else (status, body)

    async with serving(answer) as url:
        ended = await Loading("--url", url, "--rooms", "1", "--open-within", "1").ended()
    assert ended.code == 3
    assert f"no room could be opened ({why}" in ended.out
    assert "Traceback" not in ended.err
