"""Bad input over HTTP: a typed refusal each, nothing appended, and nobody else notices."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from services.gateway.service import GatewayService
from tests.conftest import Count
from tests.services.gateway.house import CREDENTIAL, House, Street

JSON = {"content-type": "application/json"}


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, whose form is checked."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["type"] == f"urn:saloon:problem:{body['code']}"
    assert body["title"]
    assert body["detail"].startswith(body["title"])
    return answer.status_code, body["code"]


UNREADABLE = {
    "nothing": b"",
    "half": b'{"nickname": "a"',
    "two values": b'{"nickname":"a"} {}',
    "an unknown field": b'{"nickname":"a","admin":true}',
    "a wrong type": b'{"nickname":7}',
    "an array": b'["a"]',
    "a huge number": b'{"nickname":' + b"9" * 5_000 + b"}",
    "a number out of range": b'{"nickname":1e9999}',
    "not a number": b'{"nickname":NaN}',
    "200 levels": b'{"nickname":' + b"[" * 200 + b"]" * 200 + b"}",
    "60,000 levels": b"[" * 60_000,
    "invalid UTF-8": b'{"nickname":"\xff\xfe"}',
    "a lone surrogate": b'{"nickname":"\\ud800"}',
    "an unknown language": b'{"nickname":"a","language":"xx"}',
}

PLACED = {
    *("a wrong type", "a huge number", "a number out of range", "200 levels"),
    "an unknown language",
}
"""Of which it is said what has another form."""


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE.keys())
async def test_what_cannot_be_read_is_malformed(
    gateway: GatewayService, street: Street, body: bytes
) -> None:
    answer = await street.client(gateway).post("/api/sessions", content=body, headers=JSON)
    is_placed = body in (UNREADABLE[name] for name in PLACED)
    assert problem(answer) == (400, "bad_field" if is_placed else "malformed")
    named = "language" if b"language" in body else "nickname"
    assert answer.json().get("params") == ({"field": named} if is_placed else None)


@pytest.mark.parametrize(
    "nickname",
    [
        *("", "   ", "a" * 21, "a\x07b", "a\nb", "a\u202eb", "a\u200bb", "\ue000", "가" * 21),
        *("\u3164", "\u2800 \u2800", "보\ufe0f리", "z" + "\u0301" * 9),
    ],
)
async def test_a_nickname_has_1_to_20_visible_characters(
    gateway: GatewayService, street: Street, nickname: str
) -> None:
    answer = await street.client(gateway).post("/api/sessions", json={"nickname": nickname})
    assert problem(answer) == (422, "nickname")
    assert answer.json()["params"] == {"minimum": 1, "maximum": 20}


async def test_a_nickname_is_kept_composed(gateway: GatewayService, street: Street) -> None:
    decomposed = "\u1107\u1169\u1105\u1175 e\u0301"
    answer = await street.client(gateway).post("/api/sessions", json={"nickname": decomposed})
    assert answer.json()["nickname"] == "보리 é"


async def test_a_body_that_is_too_large_is_refused_however_it_comes(
    gateway: GatewayService, street: Street
) -> None:
    client = street.client(gateway)
    announced = await client.post("/api/sessions", content=b" " * 70_000, headers=JSON)
    assert problem(announced) == (413, "too_large")

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(70):
            yield b" " * 1_024
            await asyncio.sleep(0)

    try:
        answer = await client.post("/api/sessions", content=pieces(), headers=JSON)
    except httpx.TransportError:
        return  # the connection was closed while the client still wrote
    assert problem(answer) == (413, "too_large")


@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "application/json; charset=utf-16"},
        {"content-type": "application/json", "content-encoding": "gzip"},
        {},
    ],
)
async def test_only_plain_json_is_taken(
    gateway: GatewayService, street: Street, headers: dict[str, str]
) -> None:
    answer = await street.client(gateway).post(
        "/api/sessions", content=b'{"nickname":"a"}', headers=headers
    )
    assert problem(answer) == (415, "unsupported_media_type")


async def test_unknown_paths_and_methods(gateway: GatewayService, street: Street) -> None:
    client = street.client(gateway)
    assert problem(await client.get("/api/nothing")) == (404, "not_found")
    assert problem(await client.get("/api/../etc/passwd")) == (404, "not_found")
    assert problem(await client.get("/api/rooms/KQXHWT/socket")) == (404, "not_found")
    assert problem(await client.put("/api/session")) == (405, "method_not_allowed")
    assert problem(await client.get("/api/texts/fr")) == (404, "not_found")


async def test_without_a_session_everything_of_a_player_is_refused(
    gateway: GatewayService, street: Street
) -> None:
    client = street.client(gateway)
    for method, path in (
        ("GET", "/api/session"),
        ("DELETE", "/api/session"),
        ("GET", "/api/rooms"),
        ("POST", "/api/rooms"),
        ("GET", "/api/rooms/KQXHWT"),
        ("POST", "/api/rooms/KQXHWT/commands"),
        ("GET", "/api/rooms/KQXHWT/view"),
        ("GET", "/api/rooms/KQXHWT/result"),
        ("GET", "/api/automatic"),
        ("POST", "/api/automatic/KQXHWT/somebody/claim"),
    ):
        body: dict[str, Any] = {"json": {}} if method == "POST" else {}
        for token in ("", "nonsense", "a.b", "x" * 3_000):
            headers = {"authorization": f"Bearer {token}"} if token else {}
            answer = await client.request(method, path, headers=headers, **body)
            assert answer.status_code in (400, 401), (method, path, answer.text)
            assert problem(answer)[1] in ("unauthenticated", "malformed")


async def test_a_token_of_another_key_or_with_a_changed_byte_is_nobodys(
    gateway: GatewayService, street: Street
) -> None:
    person = await street.person(gateway)
    for position in range(0, len(person.token) - 1, 7):  # the last has idle bits
        letter = "A" if person.token[position] != "A" else "B"
        person_token = person.token[:position] + letter + person.token[position + 1 :]
        answer = await person.http.get(
            "/api/session", headers={"authorization": f"Bearer {person_token}"}
        )
        assert problem(answer) == (401, "unauthenticated")


async def test_the_seat_is_the_tokens_never_the_bodys(
    memory_house: House, gateway: GatewayService, street: Street
) -> None:
    host, other = await street.person(gateway), await street.person(gateway)
    code = await host.opens(game="bang")
    for extra in ({"actor": host.id}, {"seat": 0}, {"player": host.id}):
        body = {"commandId": "c", "command": {"type": "start"}, **extra}
        assert problem(await other.post(f"/api/rooms/{code}/commands", body)) == (400, "malformed")
        inside = {"commandId": "c", "command": {"type": "start", **extra}}
        answer = await other.post(f"/api/rooms/{code}/commands", inside)
        assert problem(answer) == (400, "malformed")
    answer = await other.says(code, "start")
    assert problem(answer) == (403, "not_seated")
    for system in ({"type": "abandon"}, {"type": "timeout", "due": "x"}):
        body = {"commandId": "s", "command": system}
        assert problem(await host.post(f"/api/rooms/{code}/commands", body)) == (400, "malformed")
    assert (await host.view(code))["seq"] == 1, "nothing was appended"


async def test_unknown_and_forbidden_rooms_are_refused_alike(
    gateway: GatewayService, street: Street
) -> None:
    host, other = await street.person(gateway), await street.person(gateway)
    hidden = await host.opens(game="bang", visibility="invited")
    wrong = {"invitation": "f" * 32}
    for path in ("", "/view", "/result", "/view?invitation=guess", "/view?after=1"):
        there = await other.get(f"/api/rooms/{hidden}{path}")
        nowhere = await other.get(f"/api/rooms/ZZZZZZ{path}")
        assert problem(there) == problem(nowhere) == (404, "no_such_room")
        assert there.content == nowhere.content
    commands: list[dict[str, str]] = [
        {"type": "join"},
        {"type": "join", **wrong},
        {"type": "start"},
    ]
    for command in commands:
        body = {"commandId": "c", "command": command}
        there = await other.post(f"/api/rooms/{hidden}/commands", body)
        nowhere = await other.post("/api/rooms/ZZZZZZ/commands", body)
        assert problem(there) == problem(nowhere) == (404, "no_such_room")
        assert there.content == nowhere.content
    for code in ("short", "toolongcode", "ABCDE1", "ABC.EF", "*", "%3E", "ABCDE%2F"):
        answer = await other.get(f"/api/rooms/{code}/view")
        assert answer.status_code == 404, answer.text


async def test_no_command_opens_a_room_under_a_code_of_ones_choice(
    gateway: GatewayService, street: Street
) -> None:
    host, other = await street.person(gateway), await street.person(gateway)
    hidden = await host.opens(game="bang", visibility="invited")
    for code in (hidden, "ZZZZZZ"):
        answer = await other.says(code, "create", game="bang")
        assert problem(answer) == (403, "forbidden")
    line = await host.socket(hidden)
    hello = {"type": "command", "commandId": "c", "command": {"type": "create", "game": "bang"}}
    await line.send(hello)
    assert (await line.hears("result"))["why"]["code"] == "forbidden"
    assert (await other.get("/api/rooms/ZZZZZZ")).status_code == 404
    await line.close()


async def test_invited_people_come_in_by_the_key(gateway: GatewayService, street: Street) -> None:
    host, guest, watcher = [await street.person(gateway) for _ in range(3)]
    code = await host.opens(game="bang", visibility="invited")
    key = (await host.view(code))["sections"]["you"]["invitation"]
    assert key
    seen = await watcher.get(f"/api/rooms/{code}/view?invitation={key}")
    assert seen.status_code == 200
    assert key not in seen.text
    await guest.does(code, "join", invitation=key)
    assert (await guest.view(code))["sections"]["you"]["player"] == guest.id


async def test_numbers_in_the_query_are_numbers(gateway: GatewayService, street: Street) -> None:
    person = await street.person(gateway)
    code = await person.opens(game="bang")
    for after in ("-1", "x", "1.5", "9" * 40, "٣", ""):
        answer = await person.get(f"/api/rooms/{code}/view?after={after}")
        assert problem(answer) == (400, "malformed"), after
    for limit in ("0", "101", "many"):
        assert problem(await person.get(f"/api/rooms?limit={limit}")) == (400, "malformed")


async def test_a_command_is_a_bounded_object_and_gets_an_id_where_it_brings_none(
    gateway: GatewayService, street: Street
) -> None:
    person = await street.person(gateway)
    code = await person.opens(game="bang")
    path = f"/api/rooms/{code}/commands"
    ready = {"type": "ready", "ready": True}
    done = await person.post(path, {"command": ready})
    assert (done.status_code, len(done.json()["commandId"])) == (200, 32)
    long = {"commandId": "x" * 129, "command": ready}
    assert problem(await person.post(path, long)) == (400, "bad_field")
    odd = {"commandId": "a\x00b", "command": ready}
    assert problem(await person.post(path, odd)) == (400, "malformed")
    unlike = await person.post(path, {"commandId": "a", "command": ready}, idempotency_key="b")
    assert problem(unlike) == (400, "malformed")
    large = {"commandId": "x", "command": {"type": "ready", "commitment": "0" * 20_000}}
    assert problem(await person.post(path, large)) == (413, "too_large")
    headers = {**person.bearer, **JSON}
    for levels in (200, 5_000, 30_000):
        deep = b'{"commandId":"d","command":' + b"[" * levels + b"]" * levels + b"}"
        answer = await person.http.post(path, content=deep, headers=headers)
        assert problem(answer) in {(400, "malformed"), (400, "bad_field"), (413, "too_large")}
    unlike_any: list[Any] = [7, "ready", None, [], {}, {"type": "nothing"}, {"type": "ready"}]
    for command in unlike_any:
        answer = await person.post(path, {"commandId": "x", "command": command})
        assert problem(answer) in {(400, "malformed"), (400, "bad_field")}, command
    accepted = await person.post(path, {"command": ready}, idempotency_key="h")
    assert accepted.json()["commandId"] == "h"


async def test_an_id_with_other_content_is_a_conflict(
    gateway: GatewayService, street: Street
) -> None:
    person = await street.person(gateway)
    code = await person.opens(game="bang")
    first = await person.says(code, "ready", "once", ready=True)
    again = await person.says(code, "ready", "once", ready=True)
    other = await person.says(code, "ready", "once", ready=False)
    assert (first.json()["seq"], first.json()["repeated"]) == (2, False)
    assert (again.json()["seq"], again.json()["repeated"]) == (2, True)
    assert problem(other) == (409, "command_id_conflict")


async def test_a_full_room_says_so(gateway: GatewayService, street: Street) -> None:
    host = await street.person(gateway)
    code = await host.opens(game="bang")
    for _ in range(6):
        await (await street.person(gateway)).does(code, "join")
    answer = await (await street.person(gateway)).says(code, "join")
    assert problem(answer) == (409, "room_full")
    assert answer.json()["params"] == {"limit": 7}


async def test_rooms_are_made_of_known_games_and_options(
    gateway: GatewayService, street: Street
) -> None:
    person = await street.person(gateway)

    async def asked(**body: Any) -> tuple[int, str]:
        return problem(await person.post("/api/rooms", body, idempotency_key="k"))

    assert await asked(game="chess") == (422, "unknown_game")
    assert await asked(game="bang", options={"x": 1}) == (422, "unknown_option")
    assert await asked(game="bang", options={"turnSeconds": 61}) == (422, "option_value")
    assert await asked(game="bang", options={"turnSeconds": True}) == (422, "option_value")
    assert await asked(game="bang", options={"turnSeconds": None}) == (400, "bad_field")
    assert await asked(game="bang", visibility="secret") == (400, "bad_field")
    assert await asked(game="bang", testSeed="0" * 64) == (403, "forbidden")
    assert problem(
        await person.post("/api/rooms", {"game": "bang"}, idempotency_key="x" * 101)
    ) == (400, "malformed")
    codes = {(await person.post("/api/rooms", {"game": "bang"})).json()["code"] for _ in range(2)}
    assert len(codes) == 2, "without a key each request opens a room"


async def test_refusals_are_told_in_the_sessions_language(
    gateway: GatewayService, street: Street
) -> None:
    for language, word in (("ko", "번호"), ("en", "command id")):
        person = await street.person(gateway, language=language)
        code = await person.opens(game="bang")
        await person.does(code, "ready", ready=True, command_id="a")
        answer = await person.says(code, "ready", "a", ready=False)
        assert word in answer.json()["detail"]
    client = street.client(gateway)
    answer = await client.get("/api/session", headers={"accept-language": "ko-KR,ko;q=0.9"})
    assert "로그인" in answer.json()["detail"] or "들어" in answer.json()["detail"]


async def every_refusal(http: httpx.AsyncClient, headers: dict[str, str]) -> AsyncIterator[Any]:
    """One answer of each place that refuses: before a route, in it, and where there is none."""
    big = b"[" + b"1," * 40_000 + b"1]"

    async def dripping() -> AsyncIterator[bytes]:
        yield big

    path, json_ = "/api/sessions", {**headers, **JSON}
    yield 413, await http.post(path, content=big, headers=json_)
    yield 413, await http.post(path, content=dripping(), headers=json_)
    yield 415, await http.post(path, content=b"x", headers={**headers, "content-type": "text/x"})
    yield 403, await http.post(path, headers={**headers, "origin": "https://elsewhere.example"})
    yield 404, await http.get("/api/nothing", headers=headers)
    yield 404, await http.get("/api/texts/xx", headers=headers)
    yield 405, await http.put("/api/games", headers=headers)
    yield 400, await http.post(path, content=b"{", headers=json_)
    yield 401, await http.get("/api/automatic", headers=headers)
    yield 404, await http.get("/api/rooms/ABCDEF/result", headers=headers)
    handshake = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    key = {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
    yield 404, await http.get("/api/nothing/socket", headers={**headers, **handshake, **key})


@pytest.mark.parametrize("language", ["ko", "en"])
async def test_whatever_refuses_speaks_the_callers_language(
    gateway: GatewayService, street: Street, language: str, count: Count
) -> None:
    other = {"ko": "en", "en": "ko"}[language]
    person = await street.person(gateway, language=language)
    asked = 0
    for headers in (
        {**person.bearer, "accept-language": other},
        {"cookie": f"saloon_session={person.token}", "accept-language": other},
        {"accept-language": f"fr, {other};q=0.5, {language}-XX;q=0.8"},
    ):
        async for status, answer in every_refusal(street.client(gateway), headers):
            assert answer.status_code in (status, 401), answer.text
            detail = answer.json()["detail"]
            assert bool(re.search("[가-힣]", detail)) == (language == "ko"), (status, detail)
            asked += 1
    count("refusals in the caller's language", asked)


async def test_a_session_that_has_ended_is_refused_in_its_language(
    gateway: GatewayService, street: Street
) -> None:
    person = await street.person(gateway, language="ko")
    await person.http.delete("/api/session", headers=person.bearer)
    answer = await person.get("/api/session")
    assert (answer.status_code, answer.json()["title"]) == (401, "누구인지 확인할 수 없습니다.")


async def test_a_session_is_opened_and_refused_in_the_language_that_was_asked_for(
    gateway: GatewayService, street: Street
) -> None:
    client = street.client(gateway)
    for said, header, language in (
        ("ko", "en", "ko"),
        ("en", "ko", "en"),
        (None, "en", "en"),
        (None, "de, ko;q=0.1", "ko"),
        (None, "ko;q=0, en;q=0.1", "en"),
        (None, "ko;q=x, de", "ko"),
        (None, "", "ko"),
    ):
        body = {"language": said} if said else {}
        headers = {"accept-language": header}
        opened = await client.post("/api/sessions", json={"nickname": "a", **body}, headers=headers)
        assert opened.json()["language"] == language
        answer = await client.post("/api/sessions", json={"nickname": "", **body}, headers=headers)
        assert ("별명" in answer.json()["detail"]) == (language == "ko")


async def test_the_automatic_players_credential_is_no_session_and_the_reverse(
    gateway: GatewayService, street: Street
) -> None:
    person = await street.person(gateway)
    assert problem(await person.get("/api/automatic")) == (401, "unauthenticated")
    headers = {"authorization": f"Bearer {CREDENTIAL}"}
    answer = await person.http.get("/api/session", headers=headers)
    assert problem(answer) == (401, "unauthenticated")


async def test_every_answer_carries_the_security_headers(
    gateway: GatewayService, street: Street
) -> None:
    client = street.client(gateway)
    for path in ("/api/games", "/api/nothing", "/api/session", "/livez", "/metrics"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert "server" not in headers
