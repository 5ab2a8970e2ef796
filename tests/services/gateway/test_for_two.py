"""Buckshot Roulette over the gateway: the dealer's seat, a match of two people, its result."""

from typing import Any

from tests.services.gateway.house import CREDENTIAL, House, Person, Street
from tests.services.gateway.test_playing import seats


async def test_the_dealers_seat_is_offered_as_soon_as_the_options_want_it(
    house: House, street: Street
) -> None:
    service = await house.gateway()
    host, bots = await street.person(service), street.client(service)
    code = await host.opens(game="buckshot", options={"dealer": "novice"})
    assert [seat["playerKind"] for seat in await seats(bots, code)] == ["novice"]
    await host.does(code, "setOptions", options={"opponent": "person"})
    assert await seats(bots, code) == []
    await host.does(code, "setOptions", options={"opponent": "dealer", "dealer": "sharp"})
    assert [seat["playerKind"] for seat in await seats(bots, code)] == ["sharp"]


async def test_what_cannot_be_is_refused_with_what_can(house: House, street: Street) -> None:
    service = await house.gateway()
    host = await street.person(service)

    async def opening(**options: Any) -> Any:
        answer = await host.post(
            "/api/rooms", {"game": "buckshot", "options": options}, idempotency_key="k"
        )
        return answer.status_code, answer.json()

    status, problem = await opening(dealer="cruel")
    assert (status, problem["code"]) == (422, "option_value")
    assert problem["params"]["choices"] == "novice house sharp"
    status, problem = await opening(opponent="person", turnSeconds="off")
    assert (status, problem["code"]) == (422, "clock_needed")
    code = await host.opens(game="buckshot", options={"opponent": "person"})
    answer = await host.says(code, "addAutomatic", playerKind="steady")
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_kind")
    assert answer.json()["params"] == {"kinds": "novice house sharp"}


async def moves(people: list[Person], code: str) -> bool:
    """Whoever is on turn shoots the opponent; false when the match is over."""
    view = (await people[0].view(code))["sections"]
    if view["room"]["phase"] != "match":
        return False
    turn = view["turn"]
    who = next(p for p in people if p.id == view["seats"][turn["seat"]]["id"])
    legal = (await who.view(code))["sections"]["legal"]
    assert legal[0] == {"type": "shoot", "turn": turn["number"], "targets": ["self", "opponent"]}
    seq = await who.does(code, "shoot", turn=turn["number"], target="opponent")
    await people[0].view(code, after=seq)
    return True


async def test_a_whole_match_of_two_people_and_its_result(house: House, street: Street) -> None:
    service = await house.gateway()
    people = [await street.person(service, name) for name in ("보리", "다온")]
    host, guest = people
    code = await host.opens(game="buckshot", options={"opponent": "person", "maxHealth": 2})
    await guest.does(code, "join")
    for person in people:
        await person.does(code, "ready", ready=True)
    seq = await host.does(code, "start")
    await host.view(code, after=seq)
    early = await host.says(code, "use", turn=1, item="adrenaline")
    assert (early.status_code, early.json()["code"]) == (409, "unknown_item")
    while await moves(people, code):
        pass
    told = (await host.get(f"/api/rooms/{code}/result")).json()
    assert told["game"] == "buckshot"
    winner = told["names"][told["result"]["winners"][0]]
    assert told["summary"].startswith(winner)
    assert told["result"]["detail"]["course"][0] == [2, 2]
    assert len(told["places"]) == 2
    assert winner in told["points"]


async def test_a_dealer_without_a_nickname_is_called_the_dealer(
    house: House, street: Street
) -> None:
    service = await house.gateway()
    host, bots = await street.person(service, "Ann"), street.client(service)
    code = await host.opens(game="buckshot", options={"maxHealth": 2})
    (seat,) = await seats(bots, code)
    path = f"/api/automatic/{code}/{seat['player']}/claim"
    automaton = {"authorization": f"Bearer {CREDENTIAL}"}
    claim = (await bots.post(path, json={}, headers=automaton)).json()
    dealer = Person(service.url, bots, {"player": seat["player"], "token": claim["token"]})
    await host.does(code, "ready", ready=True)
    seq = await host.does(code, "start")
    await host.view(code, after=seq)
    while await moves([host, dealer], code):
        pass
    told = (await host.get(f"/api/rooms/{code}/result")).json()
    assert told["names"] == {host.id: "Ann", dealer.id: "Dealer"}
    assert any("Dealer" in place for place in told["places"])
    assert "Dealer" in told["points"]
