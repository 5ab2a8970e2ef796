"""People in a room by HTTP and websocket: the way of a command, and what everybody gets of it."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from services.gateway.service import GatewayService
from shared.contracts.bang_offers import Offer, complete
from shared.contracts.ids import PlayerId
from tests.runtime.waiting import until
from tests.services.gateway.house import (
    CREDENTIAL,
    GENEROUS,
    House,
    Line,
    Person,
    Street,
    now_ms,
)

AUTOMATON = {"authorization": f"Bearer {CREDENTIAL}"}


async def seated(street: Street, services: list[GatewayService], players: int = 4) -> list[Person]:
    """People who sit in one room, whose code is the first one's `room`."""
    people = [await street.person(services[n % len(services)], f"p{n}") for n in range(players)]
    people[0].room = await people[0].opens(game="bang")
    for person in people[1:]:
        person.room = people[0].room
        await person.does(person.room, "join")
    return people


async def dealt(people: list[Person]) -> int:
    """Starts the match; the number of its first entry."""
    for person in people:
        await person.does(person.room, "ready", ready=True)
    return await people[0].does(people[0].room, "start")


async def test_a_room_is_opened_joined_and_dealt_by_sockets(house: House, street: Street) -> None:
    people = await seated(street, [await house.gateway()])
    lines = [await person.socket(person.room) for person in people]
    for person, line in zip(people, lines, strict=True):
        assert (await line.hears("hello"))["viewer"] == person.id
        view = await line.hears("view")
        members = [member["player"] for member in view["sections"]["members"]]
        assert members == [each.id for each in people]
    for line in lines:
        ready = {"type": "ready", "ready": True}
        await line.send({"type": "command", "commandId": "r", "command": ready})
        assert (await line.hears("result"))["accepted"] is True
    seq = await people[0].does(people[0].room, "start")
    for line in lines:
        frame = await line.hears("frame", seq=seq)
        assert {"hand", "me", "legal"} <= frame["sections"].keys()
        seqs = [m["seq"] for m in line.heard if m["type"] in ("view", "frame")]
        assert seqs == list(range(seqs[0], seq + 1)), "in order, none twice, none missing"
        await line.close()


async def test_players_on_different_gateways_see_the_same_sequence(
    house: House, street: Street
) -> None:
    """S51."""
    people = await seated(street, [await house.gateway(), await house.gateway()])
    lines = [await person.socket(person.room) for person in people]
    for line in lines:
        await line.hears("view")
    seq = await dealt(people)
    hashes = []
    for line in lines:
        await line.hears("frame", seq=seq)
        hashes.append([m["hash"] for m in line.heard if m["type"] == "frame"][-5:])
        await line.close()
    assert all(found == hashes[0] for found in hashes)


@pytest.mark.parametrize("is_sent", [False, True], ids=["a guest", "a host's user"])
async def test_who_comes_back_gets_what_was_missed(
    house: House, street: Street, is_sent: bool
) -> None:
    """A projection that has just begun writes whole views once, and then there are no frames."""
    service = await house.gateway()
    if is_sent:
        host = await house.host()
        await host.known(street.client(service))
        code = (await host.opens(street.client(service), "ann"))["code"]
        person = await street.visitor(service, host, "ann", now_ms(service))
    else:
        person = await street.person(service)
        code = await person.opens(game="bang")
    first = ""
    async with asyncio.timeout(20):
        while first != "frame":
            for turn in range(3):
                seq = await person.does(code, "ready", ready=turn % 2 == 0)
            back = await person.socket(code, after=seq - 3)
            shown = await shown_up_to(back, seq)
            first = shown[0]["type"]
            await back.close()
    assert [message["seq"] for message in shown] == [seq - 2, seq - 1, seq]
    beyond = await person.socket(code, after=seq + 1_000)
    assert (await beyond.hears("view"))["seq"] == seq, "the log was set back"
    await beyond.close()


async def shown_up_to(line: Line, seq: int) -> list[Any]:
    """Views and frames, to the one of entry `seq`."""
    shown: list[Any] = []
    while not shown or shown[-1]["seq"] != seq:
        message = msgspec.json.decode(await line.wire.recv())
        if message["type"] in ("view", "frame"):
            shown.append(message)
    return shown


async def test_one_reads_ones_own_writes(house: House, street: Street) -> None:
    person = await street.person(await house.gateway())
    code = await person.opens(game="bang")
    for turn in range(10):
        seq = await person.does(code, "ready", ready=turn % 2 == 0)
        view = await person.view(code, seq)
        assert view["seq"] == seq
        assert view["sections"]["members"][0]["ready"] is (turn % 2 == 0)
        assert len(view["hash"]) == 64
    late = await person.get(f"/api/rooms/{code}/view?after={seq + 1}")
    assert (late.status_code, late.json()["code"]) == (503, "behind")
    assert late.headers["retry-after"] == "1"


async def test_a_view_has_a_tag_of_its_own_for_each_viewer_and_entry(
    house: House, street: Street
) -> None:
    service = await house.gateway()
    host, watcher = await street.person(service), await street.person(service)
    code = await host.opens(game="bang")
    first = await host.get(f"/api/rooms/{code}/view")
    tag = first.headers["etag"]
    path = f"/api/rooms/{code}/view"
    same = await host.get(path, **{"if-none-match": tag})
    assert (same.status_code, same.content) == (304, b"")
    assert (await watcher.get(path, **{"if-none-match": tag})).status_code == 200
    seq = await host.does(code, "ready", ready=True)
    newer = await host.get(f"{path}?after={seq}", **{"if-none-match": tag})
    assert newer.status_code == 200
    assert newer.headers["cache-control"] == "private, no-cache"


async def test_a_watcher_who_takes_a_seat_gets_its_view_and_loses_it_with_the_seat(
    house: House, street: Street
) -> None:
    service = await house.gateway()
    host, guest = await street.person(service), await street.person(service)
    code = await host.opens(game="bang")
    line = await guest.socket(code)
    assert (await line.hears("view"))["sections"]["you"]["player"] is None
    await guest.does(code, "join")
    own = await line.hears("view")
    assert own["sections"]["you"]["player"] == guest.id
    seq = await host.does(code, "kick", player=guest.id)
    async with asyncio.timeout(5):
        while True:
            message = await line.hears("view")
            if message["sections"]["you"]["player"] is None:
                break
    assert message["seq"] >= seq
    await host.does(code, "ready", ready=True)
    await line.hears("frame", seq=seq + 1)
    await host.does(code, "setVisibility", visibility="invited")
    assert await line.closed() == (4404, "no_such_room")


async def test_presence_names_who_is_here(house: House, street: Street) -> None:
    people = await seated(street, [await house.gateway(), await house.gateway()], 2)
    host, guest = people
    first = await host.socket(host.room)
    await first.hears("presence", present=[host.id])
    second = await guest.socket(host.room)
    both = sorted([host.id, guest.id])
    heard = await second.hears("presence", present=both)
    assert heard["names"] == {host.id: "p0", guest.id: "p1"}
    watcher = await street.person(await house.gateway())
    third = await watcher.socket(host.room)
    await third.hears("presence", watchers=1)
    for line in (first, second, third):
        await line.close()


async def test_presence_is_reported_to_the_timer(memory_house: House, street: Street) -> None:
    heard: list[Any] = []

    async def take(message: Any) -> None:
        heard.append((message.subject, msgspec.json.decode(message.data)))

    bus = await memory_house.world.bus("timer")
    await bus.subscribe("presence.*", take)
    service = await memory_house.gateway()
    host = await street.person(service)
    code = await host.opens(game="bang")
    line = await host.socket(code)
    await line.hears("view")
    subject = f"presence.{code}"
    await until(lambda: sum(told[0] == subject for told in heard) >= 3)
    assert any(told[0] == "presence._" for told in heard)
    last = [told[1] for told in heard if told[0] == subject][-1]
    assert (last["players"], last["watchers"], last["closing"]) == ([host.id], 0, False)
    await line.close()
    await until(lambda: [told[1] for told in heard if told[0] == subject][-1]["closing"])
    await service.stop()
    await until(lambda: heard[-1] == ("presence._", {**heard[-1][1], "closing": True}))


async def test_who_signs_out_is_gone_everywhere(house: House, street: Street) -> None:
    patient = msgspec.structs.replace(GENEROUS, recheck_ms=60_000)
    here, there = await house.gateway(patient), await house.gateway()
    person = await street.person(here, "gone soon")
    other = Person(there.url, street.client(there), {"player": person.id, "token": person.token})
    code = await person.opens(game="bang")
    lines = [await person.socket(code), await other.socket(code)]
    for line in lines:
        await line.hears("presence")
    ended = await person.http.delete("/api/session", headers=person.bearer)
    assert ended.status_code == 204
    assert "Max-Age=0" in ended.headers["set-cookie"]
    for line in lines:
        assert await line.closed() == (4401, "unauthenticated")
    for caller in (person, other):
        assert (await caller.get("/api/session")).status_code == 401
    watcher = await street.person(there)
    seen = await watcher.socket(code)
    assert (await seen.hears("presence"))["names"] == {}, "the name is erased"
    await seen.close()


async def test_a_vanished_session_is_made_whole_from_its_token(
    memory_house: House, street: Street
) -> None:
    """S53."""
    service = await memory_house.gateway()
    person = await street.person(service, "lasting")
    code = await person.opens(game="bang")
    await memory_house.names.erase(PlayerId(person.id))
    await asyncio.sleep(0.25)
    line = await person.socket(code)
    heard = await line.hears("presence")
    assert heard["names"] == {person.id: "lasting"}
    await line.close()


async def test_public_rooms_are_listed(house: House, street: Street) -> None:
    person = await street.person(await house.gateway(), "lister")
    code = await person.opens(game="bang", visibility="public", options={"turnSeconds": 90})
    hidden = await person.opens(game="bang")
    await person.view(code, 1)
    found: list[Any] = []
    async with asyncio.timeout(5):
        while code not in [each["room"]["code"] for each in found]:
            page = (await person.get("/api/rooms?limit=2")).json()
            found = list(page["rooms"])
            while page["next"]:
                page = (await person.get(f"/api/rooms?limit=2&after={page['next']}")).json()
                found += page["rooms"]
    codes = [each["room"]["code"] for each in found]
    assert len(codes) == len(set(codes))
    assert hidden not in codes
    listed = found[codes.index(code)]
    assert listed["hostName"] == "lister"
    assert (listed["room"]["seatsTaken"], listed["room"]["seatsFree"]) == (1, 6)
    assert listed["room"]["options"]["turnSeconds"] == 90


async def test_a_room_is_looked_up_by_its_code(house: House, street: Street) -> None:
    service = await house.gateway()
    host, other = await street.person(service, "host"), await street.person(service)
    code = await host.opens(game="bang")
    info = (await other.get(f"/api/rooms/{code.lower()}")).json()
    assert (info["code"], info["hostName"], info["seated"]) == (code, "host", False)
    assert (await host.get(f"/api/rooms/{code}")).json()["seated"] is True


async def test_automatic_seats_are_claimed_once_and_again_when_left(
    house: House, street: Street
) -> None:
    settings = msgspec.structs.replace(GENEROUS, connect_ms=1_500)
    services = [await house.gateway(settings), await house.gateway(settings)]
    host = await street.person(services[0])
    bots = street.client(services[0])
    elsewhere = street.client(services[1])
    code = await host.opens(game="bang")
    await host.does(code, "addAutomatic", playerKind="random")
    offered = await seats(bots, code)
    assert [seat["playerKind"] for seat in offered] == ["random"]
    player = offered[0]["player"]
    path = f"/api/automatic/{code}/{player}/claim"
    claims = await asyncio.gather(
        *(
            each.post(path, json={"nickname": "Robo"}, headers=AUTOMATON)
            for each in (bots, elsewhere) * 3
        )
    )
    won = [claim for claim in claims if claim.status_code == 200]
    assert len(won) == 1
    assert {c.json()["code"] for c in claims if c not in won} == {"already_seated"}
    winner = (bots, elsewhere)[claims.index(won[0]) % 2]
    assert await seats(winner, code) == []
    token = won[0].json()["token"]
    robot = Person(services[0].url, bots, {"player": player, "token": token})
    line = await robot.socket(code)
    assert (await line.hears("view"))["sections"]["you"]["player"] == player
    await asyncio.sleep(1.6)
    assert await seats(bots, code) == []
    assert (await elsewhere.post(path, json={}, headers=AUTOMATON)).status_code == 409
    renewed = await bots.post(path, json={"token": token}, headers=AUTOMATON)
    assert renewed.status_code == 200
    other_room = await host.opens(game="bang")
    assert (await robot.get(f"/api/rooms/{other_room}/view")).status_code == 404
    assert (await robot.says(other_room, "join")).status_code == 404
    assert (
        await robot.post("/api/rooms", {"game": "bang"}, idempotency_key="k")
    ).status_code == 403
    await line.close()
    async with asyncio.timeout(10):
        while not await seats(bots, code):  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.05)
    unknown = f"/api/automatic/{code}/{host.id}/claim"
    answer = await bots.post(unknown, json={}, headers=AUTOMATON)
    assert answer.json()["code"] == "no_such_player"


async def seats(bots: Any, code: str) -> list[Any]:
    answer = await bots.get("/api/automatic", headers=AUTOMATON)
    assert answer.status_code == 200, answer.text
    return [seat for seat in answer.json()["seats"] if seat["code"] == code]


async def test_a_whole_match_and_its_result_in_both_languages(house: House, street: Street) -> None:
    """Everybody plays by his own socket, and knows no more than it says."""
    service = await house.gateway()
    people = await seated(street, [service])
    code = people[0].room
    early = await people[0].get(f"/api/rooms/{code}/result")
    assert (early.status_code, early.json()["code"]) == (409, "no_result")
    await dealt(people)
    players = [asyncio.create_task(plays(person)) for person in people]
    async with asyncio.timeout(100):
        await asyncio.gather(*players)
    result = (await people[0].get(f"/api/rooms/{code}/result")).json()
    assert sorted(result["result"]["ranking"]) == sorted(person.id for person in people)
    assert len(result["places"]) == 4
    assert "p0" in "".join(result["places"])
    korean = await street.person(service, language="ko")
    told = (await korean.get(f"/api/rooms/{code}/result")).json()
    assert told["summary"] != result["summary"]
    assert told["result"] == result["result"]
    over = await people[0].says(code, "endPlay", turn=1)
    assert over.json()["code"] == "game_over"


async def plays(person: Person) -> None:
    """Does something that is offered, drawn at random, until the match is over."""
    line = await person.socket(person.room)
    chance = Random(person.id)
    view: dict[str, Any] = {}
    while not view.get("match", {}).get("over"):
        async with asyncio.timeout(20):
            message = msgspec.json.decode(await line.wire.recv())
        if message["type"] not in ("view", "frame"):
            continue
        view = message["sections"] if message["type"] == "view" else view | message["sections"]
        offers = view.get("legal")
        if offers:
            offer = msgspec.convert(chance.choice(offers), Offer)
            command = complete(offer, chance.randrange)
            said = {"commandId": f"m{message['seq']}", "command": command}
            await line.send({"type": "command", **said})
    await line.close()
