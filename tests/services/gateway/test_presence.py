"""Who is here: never somebody who has gone, each watcher once, and by what name."""

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from shared.contracts.ids import PlayerId, RoomId
from tests.runtime.waiting import until
from tests.services.gateway.house import GENEROUS, House, Person, Street
from tests.services.gateway.test_playing import AUTOMATON, seats

BRISK = msgspec.structs.replace(GENEROUS, presence_window_ms=600)
"""Everybody here is told to the store every 200 ms."""


async def kept(house: House, code: str) -> set[str]:
    """Whom the store takes for present."""
    store = house.store("gateway")
    try:
        return {str(player) for player in await store.present(RoomId(code), 0)}
    finally:
        await store.close()


class SlowBeats:
    """Makes the memory store's beats wait, so that others may overtake them."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()
        self._beat = house.memory_store.beat
        monkeypatch.setattr(house.memory_store, "beat", self.beat)

    async def beat(self, room: RoomId, players: Sequence[PlayerId], now_ms: int) -> None:
        self.begun.set()
        await self.go_on.wait()
        await self._beat(room, players, now_ms)


async def test_a_beat_that_was_begun_before_somebody_went_does_not_bring_him_back(
    memory_house: House, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = await memory_house.gateway(BRISK)
    host = await street.person(service)
    code = await host.opens(game="bang")
    beats = SlowBeats(memory_house, monkeypatch)
    line = await host.socket(code)
    await line.hears("presence", present=[host.id])
    beats.go_on.clear()
    beats.begun.clear()
    await asyncio.wait_for(beats.begun.wait(), 5)
    await line.close()
    await until(lambda: not service.gateway.hub.rooms)
    beats.go_on.set()
    await until(lambda: not service.gateway.presence._attendance.rooms)
    assert await kept(memory_house, code) == set()


async def test_nobody_is_left_of_many_who_come_and_go(house: House, street: Street) -> None:
    hasty = msgspec.structs.replace(GENEROUS, presence_ms=20, presence_window_ms=100)
    service = await house.gateway(hasty)
    people = [await street.person(service) for _ in range(4)]
    code = await people[0].opens(game="bang")

    async def comes_and_goes(person: Person) -> None:
        for _ in range(12):
            line = await person.socket(code)
            await line.hears("hello")
            await line.close()

    async with asyncio.timeout(30):
        await asyncio.gather(*map(comes_and_goes, people))
    await until(lambda: not service.gateway.presence._attendance.rooms)
    assert await kept(house, code) == set()


async def test_who_left_while_the_store_was_away_is_taken_out_when_it_is_back(
    memory_house: House, street: Street
) -> None:
    service = await memory_house.gateway()
    host = await street.person(service)
    code = await host.opens(game="bang")
    line = await host.socket(code)
    await line.hears("presence", present=[host.id])
    memory_house.memory_store.is_away = True
    await line.close()
    await until(lambda: not service.gateway.hub.rooms)
    await asyncio.sleep(0.1)
    memory_house.memory_store.is_away = False
    await until(lambda: not service.gateway.presence._attendance.rooms)
    assert await kept(memory_house, code) == set()


async def test_an_automatic_seat_is_free_as_soon_as_its_player_has_gone(
    memory_house: House, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = await memory_house.gateway(msgspec.structs.replace(BRISK, connect_ms=100))
    host, bots = await street.person(service), street.client(service)
    code = await host.opens(game="bang")
    await host.does(code, "addAutomatic", playerKind="random")
    [offered] = await seats(bots, code)
    path = f"/api/automatic/{code}/{offered['player']}/claim"
    beats = SlowBeats(memory_house, monkeypatch)
    for _ in range(5):
        claim = await bots.post(path, json={"nickname": "Robo"}, headers=AUTOMATON)
        assert claim.status_code == 200, claim.text
        told = {"player": offered["player"], "token": claim.json()["token"]}
        line = await Person(service.url, bots, told).socket(code)
        await line.hears("presence", present=[offered["player"]])
        beats.go_on.clear()
        beats.begun.clear()
        await asyncio.wait_for(beats.begun.wait(), 5)
        await line.close()
        await until(lambda: not service.gateway.hub.rooms)
        await asyncio.sleep(0.05)
        beats.go_on.set()
        async with asyncio.timeout(0.4):
            while not await seats(bots, code):  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0.02)


async def test_watchers_are_counted_once_over_all_gateways(house: House, street: Street) -> None:
    services = [await house.gateway(BRISK), await house.gateway(BRISK)]
    host = await street.person(services[0])
    code = await host.opens(game="bang")
    playing = await host.socket(code)
    await playing.hears("presence", present=[host.id], watchers=0)
    watchers = [await street.person(each) for each in services]
    lines = [await each.socket(code) for each in watchers]
    for line in (playing, *lines):
        await line.hears("presence", present=[host.id], watchers=2)
    twice = await watchers[0].socket(code)
    await twice.hears("presence", present=[host.id], watchers=2)
    await lines[1].close()
    await playing.hears("presence", present=[host.id], watchers=1)
    for line in (playing, lines[0], twice):
        await line.close()


async def test_the_first_that_a_watcher_hears_counts_him_and_every_socket_hears_it(
    house: House, street: Street
) -> None:
    service = await house.gateway(msgspec.structs.replace(GENEROUS, presence_ms=20))
    host = await street.person(service)
    code = await host.opens(game="bang")
    watcher = await street.person(service)
    for _ in range(8):
        line = await watcher.socket(code)
        assert (await line.hears("presence"))["watchers"] == 1
        again = await watcher.socket(code)
        assert (await again.hears("presence"))["watchers"] == 1
        await line.close()
        await again.close()


async def test_an_automatic_players_name_is_known_when_he_is_here(
    house: House, street: Street
) -> None:
    services = [await house.gateway(BRISK), await house.gateway(BRISK)]
    host, friend = [await street.person(each, "p") for each in services]
    code = await host.opens(game="bang")
    lines = [await host.socket(code), await friend.socket(code)]
    await host.does(code, "addAutomatic", playerKind="random")
    bots = street.client(services[0])
    [offered] = await seats(bots, code)
    robot = offered["player"]
    await asyncio.sleep(0.1)  # a name was looked for before there was one
    path = f"/api/automatic/{code}/{robot}/claim"
    claim = await bots.post(path, json={"nickname": "Robo"}, headers=AUTOMATON)
    own = await Person(
        services[0].url, bots, {"player": robot, "token": claim.json()["token"]}
    ).socket(code)
    for line in lines:
        names = {host.id: "p", robot: "Robo"}
        await line.hears("presence", within_s=3, present=sorted([host.id, robot]), names=names)
    for line in (*lines, own):
        await line.close()
