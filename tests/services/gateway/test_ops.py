"""What operators are shown over HTTP: held against what really happened, and to nobody else."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
from msgspec.structs import replace

from services.gateway.service import GatewayService
from services.timer.settings import TimerSettings
from shared.runtime.nats_server import NatsServer
from shared.runtime.redis_server import RedisServer
from tests.services.gateway.house import (
    AUDITOR,
    CREDENTIAL,
    GENEROUS,
    House,
    Person,
    Street,
    house_in,
)
from tests.services.worlds import nats_world

QUICK = replace(GENEROUS, ops_ms=50)
BEARER = {"authorization": f"Bearer {AUDITOR}"}
SERVICES = {"gateway", "rules", "projection", "timer", "replay"}


def problem(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


class Operator:
    def __init__(self, street: Street, service: GatewayService) -> None:
        self._http = street.client(service)

    async def sees(self, path: str = "") -> Any:
        answer = await self._http.get(f"/api/ops{path}", headers=BEARER)
        assert answer.status_code == 200, answer.text
        assert answer.headers["cache-control"] == "no-store"
        return answer.json()

    async def until(self, holds: Callable[[Any], bool]) -> Any:
        async with asyncio.timeout(30):
            while not holds(told := await self.sees()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        return told

    async def rooms(self) -> dict[str, Any]:
        """All of them, by code; in a shared broker also those of other tests."""
        found: dict[str, Any] = {}
        while True:
            page = await self.sees(f"/rooms?skip={len(found)}&limit=50")
            found |= {room["code"]: room for room in page["rooms"]}
            if not page["rooms"]:
                assert len(found) == page["total"]
                return found

    async def settled(self, gateways: int = 1) -> "Operator":
        """Once everybody was heard, twice."""

        def are_all_there(told: Any) -> bool:
            there = {each["name"]: each["members"] for each in told["services"]}
            is_there = there.keys() == SERVICES and all(there.values())
            return is_there and there["gateway"] == gateways

        points = len((await self.until(are_all_there))["figures"][0]["points"])
        await self.until(lambda told: len(told["figures"][0]["points"]) > points + 1)
        return self


def now(told: Any) -> dict[str, float | None]:
    return {each["name"]: each["points"][-1] for each in told["figures"]}


async def says(line: Any, number: int, **command: Any) -> Any:
    command_id = f"line-{number}"
    await line.send({"type": "command", "commandId": command_id, "command": command})
    return await line.hears("result", commandId=command_id)


async def test_what_is_shown_is_what_happened(house: House, street: Street) -> None:
    await house.world.timer(TimerSettings())
    service = await house.gateway(QUICK)
    operator = await Operator(street, service).settled()
    before = now(await operator.sees())
    person = await street.person(service)
    code = await person.opens(game="bang", visibility="invited")
    line = await person.socket(code)
    await line.hears("view")
    for number in range(6):
        assert (await says(line, number, type="setTalk", talk=("off", "text")[number % 2]))["seq"]
    for number in range(6, 9):
        assert (await says(line, number, type="start"))["why"]["code"] == "not_enough_players"
    told = await operator.until(
        lambda told: (
            sum(each["count"] for each in told["refusals"]) == 3
            and now(told)["view-p99"] is not None
            and now(told)["lag-p95"] is not None
        )
    )
    assert told["refusals"] == [{"code": "not_enough_players", "count": 3}]
    figures = now(told)
    for name, more in (("lobby", 1), ("running", 0), ("over", 0)):
        assert figures[f"rooms-{name}"] == (before[f"rooms-{name}"] or 0) + more, name
    assert figures["people-sockets"] == 1
    assert figures["people-actions"]
    assert figures["people-refusals"]
    for name in ("view", "append"):
        low, middle, high = (figures[f"{name}-p{share}"] for share in (50, 95, 99))
        assert 0 <= (low or 0) <= (middle or 0) <= (high or 0), figures
    assert service.gateway.metrics.all.value("view_ms_count") == 6
    assert figures["quarantine-commands"] == 0
    rooms = await operator.rooms()
    room = rooms[code]
    assert (room["stage"], room["game"], room["match"]) == ("lobby", "bang", 1)
    assert room["seq"] == (await person.view(code))["seq"]
    assert not room["isStuck"]
    key = (await person.view(code))["sections"]["you"]["invitation"]
    for hidden in (person.id, person.token, "보리", AUDITOR, CREDENTIAL, key):
        assert hidden not in str(told) + str(rooms)
    await line.close()
    await operator.until(lambda told: now(told)["people-sockets"] == 0)


async def test_every_gateway_tells_of_all_of_them(house: House, street: Street) -> None:
    await house.world.timer(TimerSettings())
    services = [await house.gateway(QUICK), await house.gateway(QUICK)]
    operators = [await Operator(street, each).settled(gateways=2) for each in services]
    before = now(await operators[0].sees())["rooms-lobby"] or 0
    people = [await street.person(each) for each in services]
    code = await people[0].opens(game="bang", visibility="public")
    for person in people:
        await (await person.socket(code)).hears("view")
    for operator in operators:
        await operator.until(lambda told: now(told)["people-sockets"] == 2)
        await operator.until(lambda told: now(told)["rooms-lobby"] == before + 1)
    await services[1].stop()
    await operators[0].until(lambda told: now(told)["people-sockets"] == 1)


async def test_without_a_timer_it_says_that_rooms_are_not_known(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway(QUICK)
    operator = Operator(street, service)
    told = await operator.until(lambda told: bool(told["figures"][0]["points"]))
    assert now(told)["rooms-running"] is None
    there = {each["name"]: each["members"] for each in told["services"]}
    assert (there["timer"], there["rules"]) == (0, 1)
    assert told["checkpointMs"] == 0
    http = street.client(service)
    assert problem(await http.get("/api/ops/rooms", headers=BEARER)) == (503, "unavailable")


async def test_nobody_else_is_shown_it(gateway: GatewayService, street: Street) -> None:
    person = await street.person(gateway)
    http = street.client(gateway)
    near = (AUDITOR[:-1], f"{AUDITOR}x", AUDITOR.upper())
    for path in ("/api/ops", "/api/ops/rooms"):
        for token in ("x", CREDENTIAL, person.token, *near):
            headers = {"authorization": f"Bearer {token}"}
            assert problem(await http.get(path, headers=headers)) == (401, "unauthenticated")
        for other in ({}, {"cookie": f"saloon_session={AUDITOR}"}, {"authorization": AUDITOR}):
            assert problem(await http.get(path, headers=other)) == (401, "unauthenticated")
        assert (await person.get(path)).status_code == 401


async def test_where_nobody_is_an_auditor_nobody_is_shown_it(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway(auditor="")
    http = street.client(service)
    for bearer in ("Bearer", f"Bearer {AUDITOR}"):
        answer = await http.get("/api/ops", headers={"authorization": bearer})
        assert problem(answer) == (401, "unauthenticated")


async def test_whoever_tries_tokens_is_limited(memory_house: House, street: Street) -> None:
    few = replace(QUICK, lookup_burst=2, lookups_per_s=0.001)
    service = await memory_house.gateway(few)
    http = street.client(service)
    wrong = {"authorization": "Bearer wrong"}
    statuses = [(await http.get("/api/ops", headers=wrong)).status_code for _ in range(4)]
    assert statuses == [401, 401, 429, 429]
    assert (await http.get("/api/ops", headers=BEARER)).status_code == 200


async def test_a_page_of_rooms_is_as_long_as_was_asked_for(
    memory_house: House, street: Street
) -> None:
    await memory_house.world.timer(TimerSettings())
    service = await memory_house.gateway(QUICK)
    operator = await Operator(street, service).settled()
    host: Person = await street.person(service)
    codes = {await host.opens(game="buckshot") for _ in range(3)}
    await operator.until(lambda told: now(told)["rooms-lobby"] == 3)
    pages = [await operator.sees(f"/rooms?skip={skip}&limit=2") for skip in (0, 2, 4)]
    assert [len(page["rooms"]) for page in pages] == [2, 1, 0]
    assert {room["code"] for page in pages for room in page["rooms"]} == codes
    http = street.client(service)
    for query in ("limit=0", "limit=51", "skip=-1", "skip=x"):
        answer = await http.get(f"/api/ops/rooms?{query}", headers=BEARER)
        assert problem(answer) == (400, "malformed")


async def test_it_is_said_that_the_broker_is_away(
    own_broker: NatsServer, shared_store: RedisServer, street: Street
) -> None:
    async with nats_world(own_broker) as world, house_in(world, shared_store) as house:
        operator = Operator(street, await house.gateway(QUICK))
        await operator.until(lambda told: told["brokerAway"] is False)
        await own_broker.stop()
        await operator.until(lambda told: told["brokerAway"] is True)
        await own_broker.start()
        await operator.until(lambda told: told["brokerAway"] is False)
