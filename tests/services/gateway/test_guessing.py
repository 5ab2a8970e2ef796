"""Rooms are not found by trying codes, and who sits in one is not shut out by those who try."""

import asyncio
import re

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from services.gateway.operation import Operation
from services.gateway.operations import OPERATIONS
from shared.contracts.ids import PlayerId, RoomId
from tests.services.gateway.house import GENEROUS, House, Person, Street

FEW = replace(GENEROUS, lookup_burst=3, lookups_per_s=0.001)
UNKNOWN = "ZZZZZZ"
OF_A_ROOM = [each for each in OPERATIONS if "{code}" in each.path and each.caller != "automaton"]


async def tries(person: Person, operation: Operation, code: str) -> httpx.Response:
    return await person.http.request(
        operation.method,
        re.sub(r"{\w+}", "1", operation.path.replace("{code}", code)),
        content=msgspec.json.encode(operation.sends) if operation.sends else None,
        headers={**person.bearer, "content-type": "application/json"},
    )


async def spent(person: Person) -> None:
    """Returns when nothing is left of what this address may try."""
    while (await person.get(f"/api/rooms/{UNKNOWN}")).status_code != 429:
        pass


async def closing(person: Person, code: str) -> tuple[int | None, str | None]:
    line = await person.socket(code)
    return await line.closed()


@pytest.mark.parametrize("operation", OF_A_ROOM, ids=[each.id for each in OF_A_ROOM])
async def test_who_may_try_no_more_is_told_the_same_of_every_code(
    operation: Operation, memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway(FEW)
    host, thief = [await street.person(service) for _ in range(2)]
    code = await host.opens(game="bang")
    await spent(thief)
    told = [await tries(thief, operation, each) for each in (UNKNOWN, code)]
    assert [each.json()["code"] for each in told] == ["rate_limited"] * 2


async def test_on_a_socket_too_all_codes_are_alike_then(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway(FEW)
    host, thief = [await street.person(service) for _ in range(2)]
    code = await host.opens(game="bang")
    assert await closing(thief, UNKNOWN) == (4404, "no_such_room")
    await spent(thief)
    told = [await closing(thief, each) for each in (UNKNOWN, code)]
    assert told == [(4429, "rate_limited")] * 2


async def test_who_sits_in_a_room_is_let_in_from_an_address_that_may_try_no_more(
    memory_house: House, street: Street
) -> None:
    """As at a school; through gateways that do not know him, too."""
    service, other = await memory_house.gateway(FEW), await memory_house.gateway(FEW)
    host, guest = [await street.person(service) for _ in range(2)]
    code = await host.opens(game="bang")
    seq = await guest.does(code, "join")
    await host.view(code, seq)
    await spent(await street.person(service))
    for person in (host, guest):
        for gateway in (service, other):
            person.url, person.http = gateway.url, street.client(gateway)
            line = await person.socket(code)
            assert (await line.hears("hello"))["viewer"] == person.id
            await line.close()
            assert (await person.view(code))["seq"] >= seq


async def test_a_room_that_is_there_costs_nothing(memory_house: House, street: Street) -> None:
    service = await memory_house.gateway(FEW)
    host = await street.person(service)
    codes = [await host.opens(game="bang") for _ in range(FEW.lookup_burst + 1)]
    people = [await street.person(service) for _ in range(2)]
    told = [(await each.get(f"/api/rooms/{code}")).status_code for each in people for code in codes]
    assert told == [200] * len(people) * len(codes)
    seen = [
        (await each.says(code, "ready", ready=True)).json() for each in people for code in codes
    ]
    assert {each["code"] for each in seen} == {"not_seated"}
    left = [(await people[0].get(f"/api/rooms/{UNKNOWN}")).status_code for _ in range(4)]
    assert left == [404, 404, 404, 429]


async def test_the_store_tells_who_sits_where(house: House, street: Street) -> None:
    service = await house.gateway()
    host, guest = [await street.person(service) for _ in range(2)]
    code = await host.opens(game="bang")
    await host.view(code, await host.does(code, "ready", ready=True))
    views = service.gateway.views
    asked = ((code, host), (code, guest), (UNKNOWN, host))
    async with asyncio.timeout(15):  # what is told may be written a moment later
        while not await views.has_own(RoomId(code), PlayerId(host.id)):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    told = [await views.has_own(RoomId(room), PlayerId(who.id)) for room, who in asked]
    assert told == [True, False, False]
