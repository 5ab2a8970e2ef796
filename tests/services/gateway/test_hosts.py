"""Hosts: what a key opens and what it does not, whose users come in where, and that quotas hold."""

import asyncio
import io
import logging
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from services.cli.admin.hosts import keys
from services.gateway.service import GatewayService
from shared.contracts.hosting import Quotas
from shared.contracts.tenancy import tenant_of
from shared.runtime import logs
from tests.conftest import Count
from tests.services.gateway.house import GENEROUS, Host, House, Person, Street, now_ms
from tests.services.gateway.test_bad_input import problem


async def refused(person: Person, code: str) -> tuple[int, str]:
    return problem(await person.says(code, "join"))


async def listed(person: Person) -> list[str]:
    return [each["room"]["code"] for each in (await person.get("/api/rooms")).json()["rooms"]]


async def test_a_key_opens_a_room_in_which_its_user_sits_and_its_other_users_join(
    house: House, street: Street
) -> None:
    gateway = await house.gateway()
    http = street.client(gateway)
    host = await house.host()
    await host.known(http)
    opened = await host.opens(http, "ann@site", game="bang")
    code = opened["code"]
    assert tenant_of(opened["player"]) == host.name
    ann = await street.visitor(gateway, host, "ann@site", now_ms(gateway))
    ben = await street.visitor(gateway, host, "ben@site", now_ms(gateway))
    assert ann.id == opened["player"] != ben.id
    view = await ann.view(code)
    assert view["sections"]["you"]["host"]
    assert view["sections"]["room"]["tenant"] == host.name
    await ben.does(code, "join")
    seen = await ben.view(code)
    assert [member["player"] for member in seen["sections"]["members"]] == [ann.id, ben.id]
    assert "@site" not in msgspec.json.encode(seen).decode()
    async with asyncio.timeout(10):
        while True:
            listed = (await host.ask(http, "GET", "/rooms")).json()["rooms"]
            if listed and listed[0]["seatsTaken"] == 2:
                break
            await asyncio.sleep(0.05)
    assert [room["code"] for room in listed] == [code]
    assert (await host.ask(http, "GET", "")).json()["roomsOpen"] == 1
    answer = await host.ask(http, "DELETE", f"/rooms/{code}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert (await ann.view(code, after=3))["sections"]["room"]["phase"] == "closed"
    assert (await host.ask(http, "DELETE", f"/rooms/{code}")).status_code == 204, "once is enough"
    async with asyncio.timeout(10):
        while (await host.ask(http, "GET", "")).json()["roomsOpen"]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_a_user_is_the_same_player_always_and_nobody_elses(
    memory_house: House, gateway: GatewayService, street: Street, host: Host
) -> None:
    http = street.client(gateway)
    other = await memory_house.host()
    await other.known(http)
    asked = await host.ask(http, "GET", "/player?user=ann")
    ids = {asked.json()["player"]}
    for _ in range(2):
        ids.add((await street.visitor(gateway, host, "ann", now_ms(gateway))).id)
    rotated, given = keys.rotated(keys.Host(host.tenant), "player-key")
    await host.keep(rotated.tenant)
    old, host.player_key = host.player_key, given.player_key
    async with asyncio.timeout(10):
        while len(ids) == 1:
            body = {"token": host.token("ann", now_ms(gateway))}
            answer = await http.post("/api/sessions/host", json=body)
            if answer.status_code == 201:
                ids.add(answer.json()["player"])
                break
            await asyncio.sleep(0.05)
    assert len(ids) == 1
    host.player_key = old
    assert (await street.visitor(gateway, host, "ann", now_ms(gateway))).id in ids, "both are good"
    theirs = (await street.visitor(gateway, other, "ann", now_ms(gateway))).id
    assert theirs.partition("~")[2] != ids.pop().partition("~")[2]


async def test_rooms_of_others_do_not_exist_for_a_hosts_user_nor_his_for_others(
    memory_house: House, gateway: GatewayService, street: Street, host: Host
) -> None:
    http = street.client(gateway)
    other = await memory_house.host()
    await other.known(http)
    code = (await host.opens(http, "ann"))["code"]
    public = (await host.opens(http, "ann", visibility="public"))["code"]
    ann = await street.visitor(gateway, host, "ann", now_ms(gateway))
    theirs = await street.visitor(gateway, other, "eve", now_ms(gateway))
    guest = await street.person(gateway)
    own = await guest.opens(game="bang", visibility="public")
    for person, where in (
        *((theirs, code), (theirs, public), (theirs, own), (guest, code), (ann, own)),
    ):
        unknown = await person.says("ZZZZZZ", "join")
        shut = await person.says(where, "join")
        assert problem(shut) == (404, "no_such_room")
        assert shut.content == unknown.content
        for path in (f"/api/rooms/{where}", f"/api/rooms/{where}/view"):
            assert problem(await person.get(path)) == (404, "no_such_room")
        assert problem(await person.get(f"/api/rooms/{where}/matches")) == (404, "no_such_room")
        line = await person.socket(where)
        assert (await line.closed())[1] == "no_such_room"
    await guest.does(public, "join")
    assert set(await listed(guest)) == {public, own}
    assert await listed(ann) == [public]
    assert problem(await ann.post("/api/rooms", {"game": "bang"})) == (403, "forbidden")


async def test_a_watcher_is_sent_away_when_a_hosts_room_is_public_no_more(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    http = street.client(gateway)
    code = (await host.opens(http, "ann", visibility="public"))["code"]
    ann = await street.visitor(gateway, host, "ann", now_ms(gateway))
    guest = await street.person(gateway)
    line = await guest.socket(code)
    await line.hears("view")
    await ann.does(code, "setVisibility", visibility="link")
    assert (await line.closed())[1] == "no_such_room"


async def test_a_token_for_one_room_is_good_for_that_one(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    http = street.client(gateway)
    code, other = [(await host.opens(http, "ann", visibility="public"))["code"] for _ in range(2)]
    ann = await street.visitor(gateway, host, "ann", now_ms(gateway))
    async with asyncio.timeout(10):
        while len(await listed(ann)) < 2:  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.05)
    ben = await street.visitor(gateway, host, "ben", now_ms(gateway), room=code)
    await ben.does(code, "join")
    assert await refused(ben, other) == (404, "no_such_room")
    for path in ("", "/view", "/talk", "/result", "/matches"):
        assert problem(await ben.get(f"/api/rooms/{other}{path}")) == (404, "no_such_room")
    assert await listed(ben) == [code]
    line = await ben.socket(code)
    assert (await line.hears("view"))["sections"]["you"]["player"] == ben.id


async def test_a_host_ends_its_own_rooms_only_and_learns_of_no_other(
    memory_house: House, gateway: GatewayService, street: Street, host: Host, count: Count
) -> None:
    http = street.client(gateway)
    other = await memory_house.host()
    await other.known(http)
    guest = await street.person(gateway)
    rooms = [
        (await other.opens(http, "ann"))["code"],
        (await other.opens(http, "ann", visibility="public"))["code"],
        await guest.opens(game="bang", visibility="public"),
    ]
    closed = (await other.opens(http, "ann"))["code"]
    assert (await other.ask(http, "DELETE", f"/rooms/{closed}")).status_code == 204
    unknown = await host.ask(http, "DELETE", "/rooms/ZZZZZZ")
    for code in (*rooms, closed, "nothing"):
        answer = await host.ask(http, "DELETE", f"/rooms/{code}")
        assert problem(answer) == (404, "no_such_room")
        assert answer.content == unknown.content
        count("requests of hosts that opened nothing", 1)
    assert (await host.ask(http, "GET", "/rooms")).json() == {"rooms": []}
    assert (await guest.view(rooms[2]))["sections"]["room"]["phase"] == "lobby"


BAD_KEYS: dict[str, Callable[[Host], str]] = {
    "a word": lambda _: "x",
    "no host's": lambda host: "nobody." + host.key.partition(".")[2],
    "another one's": lambda host: f"{host.name}.{'x' * 43}",
    "half": lambda host: host.key[:-1],
    "more": lambda host: host.key + "x",
    "its hash": lambda host: f"{host.name}.{host.tenant.api_keys[0]}",
    "the name": lambda host: f"{host.name}.",
    "long": lambda host: host.key + "x" * 5_000,
}


async def test_whoever_shows_no_hosts_key_is_nobody(
    gateway: GatewayService, street: Street, host: Host, count: Count
) -> None:
    http = street.client(gateway)
    wrong = {name: bad(host) for name, bad in BAD_KEYS.items()}
    bodies = set()
    for name, key in wrong.items():
        host.key = key
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/rooms", None),
            ("GET", "/player?user=x", None),
            ("GET", "/deliveries", None),
            ("POST", "/rooms", {"user": "x", "nickname": "x"}),
            ("DELETE", "/rooms/ABCDEF", None),
            ("POST", "/deliveries/ABCDEF-1-match/redeliver", None),
        ):
            answer = await host.ask(http, method, path, body)
            assert problem(answer) == (401, "unauthenticated"), (name, path)
            bodies.add(answer.content)
            count("requests of hosts that opened nothing", 1)
    assert len(bodies) == 1


async def test_two_keys_are_live_until_the_older_is_dropped(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    http = street.client(gateway)
    first = host.key
    both, given = keys.rotated(keys.Host(host.tenant), "api-key")
    await host.keep(both.tenant)
    host.key = given.api_key
    await host.known(http)
    host.key = first
    assert (await host.ask(http, "GET", "")).status_code == 200
    await host.keep(keys.finished(both, "api-key").tenant)
    async with asyncio.timeout(10):
        while (await host.ask(http, "GET", "")).status_code == 200:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    host.key = given.api_key
    assert (await host.ask(http, "GET", "")).status_code == 200


async def test_a_host_that_is_removed_takes_its_users_with_it(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    http = street.client(gateway)
    code = (await host.opens(http, "ann"))["code"]
    ann = await street.visitor(gateway, host, "ann", now_ms(gateway))
    line = await ann.socket(code)
    await line.hears("view")
    await host.remove()
    assert (await line.closed(10))[1] == "unauthenticated"
    assert problem(await host.ask(http, "GET", "")) == (401, "unauthenticated")
    assert problem(await ann.get("/api/session")) == (401, "unauthenticated")
    body = {"token": host.token("ann", now_ms(gateway))}
    answer = await http.post("/api/sessions/host", json=body)
    assert problem(answer) == (401, "bad_host_token")
    assert answer.json()["params"] == {"reason": "signature"}


async def exceeded(answer: httpx.Response) -> tuple[str, int]:
    assert problem(answer) == (429, "quota_exceeded")
    assert int(answer.headers["retry-after"]) >= 1
    params = answer.json()["params"]
    return params["quota"], params["limit"]


async def test_rooms_are_counted_over_all_gateways_and_come_free_when_they_end(
    house: House, street: Street, count: Count
) -> None:
    host = await house.host(Quotas(rooms_open=3))
    ways = [street.client(await house.gateway()) for _ in range(2)]
    for http in ways:
        await host.known(http)

    async def opens(number: int) -> httpx.Response:
        body = {"user": f"u{number}", "nickname": "x"}
        return await host.ask(ways[number % 2], "POST", "/rooms", body)

    answers = await asyncio.gather(*map(opens, range(12)))
    opened = [answer.json()["code"] for answer in answers if answer.status_code == 201]
    assert len(opened) == 3
    for answer in answers:
        if answer.status_code != 201:
            assert await exceeded(answer) == ("rooms_open", 3)
            count("quotas that held", 1)
    await host.ask(ways[0], "DELETE", f"/rooms/{opened[0]}")
    async with asyncio.timeout(10):
        while (await opens(1)).status_code != 201:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert await exceeded(await opens(2)) == ("rooms_open", 3)


async def test_a_room_that_was_not_opened_takes_no_place(
    gateway: GatewayService, memory_house: House, street: Street
) -> None:
    http = street.client(gateway)
    host = await memory_house.host(Quotas(rooms_open=1))
    await host.known(http)
    body = {"user": "ann", "nickname": "x", "game": "chess"}
    for _ in range(3):
        answer = await host.ask(http, "POST", "/rooms", body)
        assert problem(answer) == (422, "unknown_game")
    request = {"user": "ann", "nickname": "x"}
    first = await host.ask(http, "POST", "/rooms", request, idempotency_key="same")
    again = await host.ask(http, "POST", "/rooms", request, idempotency_key="same")
    assert again.json() == {**first.json(), "repeated": True}


async def test_rooms_an_hour_and_sessions_a_minute_are_counted_over_all_gateways(
    house: House, street: Street
) -> None:
    host = await house.host(Quotas(rooms_per_hour=3, sessions_per_minute=4))
    ways = [street.client(await house.gateway()) for _ in range(2)]
    for http in ways:
        await host.known(http)
    body = {"user": "ann", "nickname": "x"}
    rooms = [await host.ask(ways[n % 2], "POST", "/rooms", body) for n in range(4)]
    assert [answer.status_code for answer in rooms] == [201] * 3 + [429]
    assert await exceeded(rooms[3]) == ("rooms_per_hour", 3)
    token = {"token": host.token("ann", house.world.clock.now_ms())}
    sessions = [await ways[n % 2].post("/api/sessions/host", json=token) for n in range(5)]
    assert [answer.status_code for answer in sessions] == [201] * 4 + [429]
    assert await exceeded(sessions[4]) == ("sessions_per_minute", 4)
    other = await house.host()
    await other.known(ways[0])
    await other.opens(ways[0], "ann")


async def test_while_the_store_is_away_a_gateway_counts_alone_and_opens_no_room(
    memory_house: House, gateway: GatewayService, street: Street
) -> None:
    http = street.client(gateway)
    host = await memory_house.host(Quotas(sessions_per_minute=2))
    await host.known(http)
    memory_house.memory_store.is_away = True
    token = {"token": host.token("ann", now_ms(gateway))}
    sessions = [await http.post("/api/sessions/host", json=token) for _ in range(3)]
    assert [answer.status_code for answer in sessions] == [201, 201, 429]
    answer = await host.ask(http, "POST", "/rooms", {"user": "ann", "nickname": "x"})
    assert problem(answer) == (503, "unavailable")
    assert problem(await host.ask(http, "GET", "/rooms")) == (503, "unavailable")


async def test_who_asks_too_often_is_told_to_wait(memory_house: House, street: Street) -> None:
    settings = msgspec.structs.replace(GENEROUS, host_burst=3, host_calls_per_s=0.001)
    http = street.client(await memory_house.gateway(settings))
    host, other = await memory_house.host(), await memory_house.host()
    await other.known(http)
    answers = [await host.ask(http, "GET", "") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert problem(answers[3]) == (429, "rate_limited")


BAD_REQUESTS: tuple[Any, ...] = (
    {},
    {"user": "", "nickname": "x"},
    {"user": "x" * 201, "nickname": "x"},
    {"user": 7, "nickname": "x"},
    {"user": "x", "nickname": "x", "tenant": "other"},
    {"user": "x", "nickname": "x", "visibility": "secret"},
    {"user": "x", "nickname": "x", "options": []},
)


async def test_a_request_that_is_none_is_malformed(
    gateway: GatewayService, street: Street, host: Host
) -> None:
    http = street.client(gateway)
    for body in BAD_REQUESTS:
        status, code = problem(await host.ask(http, "POST", "/rooms", body))
        assert (status, code in ("malformed", "bad_field")) == (400, True), body
    large = {"user": "x", "nickname": "x" * 70_000}
    assert problem(await host.ask(http, "POST", "/rooms", large)) == (413, "too_large")
    for id_ in ("x", "ABCDEF-1-match-2", "ABCDEF-0x1-match", "ABCDEF-1-%2e"):
        answer = await host.ask(http, "POST", f"/deliveries/{id_}/redeliver")
        assert problem(answer) == (404, "no_such_delivery")


async def test_nothing_that_a_host_shows_reaches_a_log_line_a_metric_or_an_answer(
    memory_house: House, street: Street, count: Count
) -> None:
    told = io.StringIO()
    logs.configure(level="debug", stream=told, is_readable=False)
    logging.getLogger("uvicorn").setLevel(logging.DEBUG)
    gateway = await memory_house.gateway()
    http = street.client(gateway)
    host = await memory_house.host()
    await host.known(http)
    await host.opens(http, "ann@site")
    token = host.token("ben@site", now_ms(gateway))
    bad = host.token("eve@site", now_ms(gateway), aud="bank")
    answers = [
        await http.post("/api/sessions/host", json={"token": bad}),
        await http.post("/api/sessions/host", json={"token": token, "more": 1}),
        await http.get(f"/api/host?key={host.key}"),
        await host.ask(http, "GET", "/deliveries"),
        await http.post("/api/sessions/host", json={"token": token}),
    ]
    session = answers.pop().json()["token"]
    metrics = (await http.get("/metrics")).text
    everything = told.getvalue() + metrics + "".join(answer.text for answer in answers)
    tenant = host.tenant
    for secret in (
        *(host.key, host.key.partition(".")[2], host.player_key, token, bad, session),
        *(*tenant.api_keys, *tenant.player_keys, tenant.id_key),
        *("ann@site", "ben@site", "eve@site"),
    ):
        assert secret not in everything
        count("secrets of hosts looked for", 1)
    called = f'saloon_gateway_host_calls_total{{host="{host.name}",outcome='
    assert f'{called}"accepted"}}' in metrics
    assert f'saloon_gateway_host_sessions_total{{host="{host.name}",outcome="refused"}}' in metrics
