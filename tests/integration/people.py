"""People who come in by HTTP and websocket, with the client that everybody else has."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import msgspec

from shared.client import Client, Refused, Table
from shared.contracts.bang_offers import Offer, complete
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import Frame, View
from shared.contracts.refusals import Refusal

GAME = "bang"


class Person:
    """Somebody with a session, and with a socket at one room while `sit` holds."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.room = RoomId("")
        self.heard: list[View | Frame] = []
        self.table: Table | None = None
        self._moved = asyncio.Condition()
        self._reading: asyncio.Task[None] | None = None

    @property
    def id(self) -> PlayerId:
        return self.client.player

    @property
    def is_here(self) -> bool:
        return self.table is not None

    @property
    def view(self) -> dict[str, Any]:
        assert self.table is not None, "no socket"
        return self.table.view

    @property
    def seq(self) -> int:
        assert self.table is not None, "no socket"
        return self.table.seq

    @property
    def offers(self) -> list[dict[str, Any]]:
        assert self.table is not None, "no socket"
        return self.table.offers

    @property
    def hand(self) -> list[int]:
        return list(self.view.get("hand") or [])

    async def sit(self, room: RoomId = RoomId("")) -> None:  # noqa: B008 - an immutable string
        """Opens a socket; returns with the first whole view."""
        self.room = room or self.room
        self.table = Table(self.client.address, self.room, self.client.token, budget_s=30)
        await self.table.__aenter__()
        self._reading = asyncio.create_task(self._read(self.table))
        await self.until(lambda view: "room" in view)

    async def drop(self) -> None:
        """Closes the socket."""
        if self._reading is not None and self.table is not None:
            self._reading.cancel()
            await asyncio.wait({self._reading})
            await self.table.__aexit__(None, None, None)
            self.table = self._reading = None

    async def until(
        self, holds: Callable[[dict[str, Any]], bool], within_s: float = 15
    ) -> dict[str, Any]:
        """The view, once it is so."""
        async with asyncio.timeout(within_s):
            while not (self.view and holds(self.view)):
                async with self._moved:
                    await self._moved.wait()
        return self.view

    async def until_seq(self, seq: int, within_s: float = 15) -> dict[str, Any]:
        return await self.until(lambda _: self.seq >= seq, within_s)

    async def does(self, type_: str, command_id: str = "", **fields: Any) -> int:
        """Says it on the socket and is accepted; the entry's number."""
        assert self.table is not None, "no socket"
        return await self.table.command({"type": type_, **fields}, command_id)

    async def asks(self, type_: str, command_id: str = "", **fields: Any) -> int:
        """The same by HTTP."""
        done = await self.client.command(self.room, {"type": type_, **fields}, command_id)
        return done.seq

    async def refused(self, type_: str, command_id: str = "", **fields: Any) -> Refusal:
        """Says it and is refused."""
        try:
            seq = await self.does(type_, command_id, **fields)
        except Refused as refused:
            return refused.why
        raise AssertionError((type_, seq))

    def offer(self, type_: str, **fields: Any) -> dict[str, Any]:
        """The first thing of that kind, and with those fields, that he may do now."""
        for offer in self.offers:
            if offer["type"] == type_ and fields.items() <= offer.items():
                return offer
        raise AssertionError((type_, fields, self.offers))

    async def move(self, chance: Random) -> int:
        """Any of the offers; the entry's number."""
        offer = msgspec.convert(chance.choice(self.offers), Offer)
        command = msgspec.to_builtins(complete(offer, chance.randrange))
        return await self.does(command.pop("type"), **command)

    async def _read(self, table: Table) -> None:
        async for update in table:
            self.heard.append(update)
            async with self._moved:
                self._moved.notify_all()


class Party:
    """People of one room, the host first."""

    def __init__(self, people: list[Person], room: RoomId) -> None:
        self.people = people
        self.room = room

    @property
    def host(self) -> Person:
        return self.people[0]

    @property
    def witness(self) -> Person:
        """Whoever has a socket, as the host may have lost his."""
        return next(person for person in self.people if person.is_here)

    def seated(self) -> list[Person]:
        """By their seats in the match."""
        by_id = {person.id: person for person in self.people}
        return [by_id[each["id"]] for each in self.witness.view["seats"]]

    async def start(self) -> int:
        """Everybody is ready and the host starts; returns when all see the match."""
        for person in self.people:
            await person.does("ready", ready=True)
        seq = await self.host.does("start")
        for person in self.people:
            await person.until_seq(seq)
        return seq

    async def plays(self, moves: int, chance: Random) -> int:
        """So many moves, or to the match's end, each by somebody who may; how many were made."""
        made = 0
        while made < moves:
            await self.settled()
            if self.host.view["room"]["phase"] != "match":
                break
            able = [person for person in self.people if person.offers]
            if not able:
                await asyncio.sleep(0.005)
                continue
            seq = await chance.choice(able).move(chance)
            made += 1
            await self.host.until_seq(seq)
        return made

    async def settled(self) -> None:
        """Everybody has seen what the furthest has."""
        furthest = max(person.seq for person in self.people)
        for person in self.people:
            await person.until_seq(furthest)


@asynccontextmanager
async def visiting(
    urls: Sequence[str], number: int, nickname: str = "P"
) -> AsyncIterator[list[Person]]:
    """People with sessions, spread over these gateways."""
    async with AsyncExitStack() as opened:
        people = []
        for index in range(number):
            client = await opened.enter_async_context(Client(urls[index % len(urls)], budget_s=30))
            await client.open_session(f"{nickname}{index}")
            person = Person(client)
            opened.push_async_callback(person.drop)
            people.append(person)
        yield people


@asynccontextmanager
async def gathered(
    urls: Sequence[str] | str,
    number: int = 4,
    options: dict[str, Any] | None = None,
    seed: str = "",
    nickname: str = "P",
    **further: Any,
) -> AsyncIterator[Party]:
    """People who sit in one room, all with sockets, in the order in which they came."""
    gateways = [urls] if isinstance(urls, str) else urls
    async with visiting(gateways, number, nickname) as people:
        opening = await people[0].client.open_room(GAME, options, test_seed=seed, **further)
        for person in people:
            person.room = opening.code
            if person is not people[0]:
                key = people[0].view["you"]["invitation"]
                await person.asks("join", invitation=key)
            await person.sit()
        party = Party(people, opening.code)
        await party.settled()
        yield party


async def eventually(holds: Callable[[], bool], within_s: float = 15) -> float:
    """Seconds until it was so."""
    began_s = time.monotonic()
    while not holds():
        assert time.monotonic() - began_s < within_s
        await asyncio.sleep(0.01)
    return time.monotonic() - began_s
