"""Rooms full of players on websockets, who play at random: the load of `bench path`.

It reads only what it needs of a frame, so that what is measured is the server and not the crowd.
"""

import asyncio
from collections import defaultdict
from random import Random
from secrets import token_hex
from time import perf_counter
from typing import Any

import httpx
import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect

from shared.contracts.bang_offers import Offer, complete
from shared.contracts.ids import CommandId
from shared.contracts.messages import CommandMessage, ResumeMessage

_encode = msgspec.json.Encoder().encode
SEATS = 7


class _Room(Struct, frozen=True):
    phase: str = ""


class _Sections(Struct, frozen=True):
    legal: list[Offer] | None = None
    room: _Room | None = None


class _Message(Struct, frozen=True, rename="camel"):
    type: str
    seq: int = 0
    command_id: str = ""
    accepted: bool = False
    sections: _Sections = _Sections()


_messages = msgspec.json.Decoder(_Message)


class Tally:
    """What was measured since the last `clear`."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.moves = 0
        self.refused = 0
        self.bytes = 0
        self.offer_bytes = 0
        self.accept_ms: list[float] = []
        self.frame_ms: list[float] = []


class Player:
    """One socket."""

    def __init__(self, room: "Room", wire: ClientConnection) -> None:
        self.offers: list[Offer] = []
        self._room = room
        self._wire = wire
        self._sent: dict[str, tuple[float, asyncio.Future[bool]]] = {}
        self._count = 0
        self._reading = asyncio.create_task(self._read())

    async def send(self, command: Struct | dict[str, Any]) -> bool:
        """Whether the command was accepted."""
        self._count += 1
        name = f"{id(self)}-{self._count}"
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._sent[name] = (perf_counter(), answered)
        message = CommandMessage(CommandId(name), Raw(_encode(command)))
        await self._wire.send(_encode(message), text=True)
        return await answered

    async def close(self) -> None:
        self._reading.cancel()
        await self._wire.close()

    async def _read(self) -> None:
        async for data in self._wire:
            now = perf_counter()
            message = _messages.decode(data)
            if message.type == "result":
                sent, answered = self._sent.pop(message.command_id)
                self._room.answered(message, sent, now)
                answered.set_result(message.accepted)
            elif message.type in ("frame", "view"):
                self._heard(message, len(data), now)

    def _heard(self, message: _Message, size: int, now: float) -> None:
        sections = message.sections
        if sections.legal is not None:
            self.offers = sections.legal
        if sections.room is not None:
            self._room.phase = sections.room.phase
        if message.type == "frame":
            self._room.tally.bytes += size
            if sections.legal:
                self._room.tally.offer_bytes += len(_encode(sections.legal))
            self._room.arrived(message.seq, now)


class Room:
    """One room with its players."""

    def __init__(self, tally: Tally, chance: Random) -> None:
        self.tally = tally
        self.phase = ""
        self.seq = 0
        """The newest entry that any of its players has heard of."""
        self.accepted_seq = 0
        """The newest entry that one of its commands became."""
        self.players: list[Player] = []
        self.lock = asyncio.Lock()
        self._chance = chance
        self._sent: dict[int, float] = {}
        self._early: defaultdict[int, list[float]] = defaultdict(list)

    async def move(self) -> bool:
        """One legal move of somebody who may move; between matches it begins the next one."""
        async with self.lock:
            if self.phase in ("over", "lobby"):
                await self.begin()
                return False
            able = [player for player in self.players if player.offers]
            if not able:
                return False
            player = self._chance.choice(able)
            offer = self._chance.choice(player.offers)
            player.offers = []
            return await player.send(complete(offer, self._chance.randrange))

    async def begin(self) -> None:
        host = self.players[0]
        if self.phase == "over":
            await host.send({"type": "again"})
        for player in self.players:
            await player.send({"type": "ready", "ready": True})
        await host.send({"type": "start"})
        while self.phase != "match":  # noqa: ASYNC110 - frames tell it
            await asyncio.sleep(0.001)

    def answered(self, message: _Message, sent: float, now: float) -> None:
        if not message.accepted:
            self.tally.refused += 1
            return
        self.tally.moves += 1
        self.accepted_seq = max(self.accepted_seq, message.seq)
        self.tally.accept_ms.append((now - sent) * 1000)
        self._sent[message.seq] = sent
        for arrived in self._early.pop(message.seq, ()):
            self.tally.frame_ms.append((arrived - sent) * 1000)

    async def is_heard(self) -> None:
        """Returns when the frames of all that was accepted have come."""
        while self.seq < self.accepted_seq:  # noqa: ASYNC110 - frames tell it
            await asyncio.sleep(0.005)

    def arrived(self, seq: int, now: float) -> None:
        self.seq = max(self.seq, seq)
        sent = self._sent.get(seq)
        if sent is None:
            self._early[seq].append(now)
        else:
            self.tally.frame_ms.append((now - sent) * 1000)


async def seat(url: str, rooms: int, tally: Tally, seats: int = SEATS) -> list[Room]:
    """`rooms` rooms, each with `seats` players on sockets, in the lobby."""
    chance = Random(1)  # noqa: S311 (a bench's choice of moves)
    limit = asyncio.Semaphore(8)
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:

        async def one() -> Room:
            async with limit:
                return await _room(http, url, tally, chance, seats)

        return list(await asyncio.gather(*(one() for _ in range(rooms))))


async def _room(
    http: httpx.AsyncClient, url: str, tally: Tally, chance: Random, seats: int
) -> Room:
    room = Room(tally, chance)
    code = ""
    for number in range(seats):
        reply = await http.post("/api/sessions", json={"nickname": f"Load {number}"})
        token = reply.raise_for_status().json()["token"]
        headers = {"authorization": f"Bearer {token}", "idempotency-key": token_hex(8)}
        if not code:
            opened = await http.post("/api/rooms", json={"game": "bang"}, headers=headers)
            code = opened.raise_for_status().json()["code"]
        else:
            body = {"command": {"type": "join"}}
            joined = await http.post(f"/api/rooms/{code}/commands", json=body, headers=headers)
            joined.raise_for_status()
        address = f"ws{url.removeprefix('http')}/api/rooms/{code}/socket"
        wire = await connect(address, compression=None, max_size=None)
        await wire.send(_encode(ResumeMessage(0, token)), text=True)
        room.players.append(Player(room, wire))
    while room.phase != "lobby":  # noqa: ASYNC110 - frames tell it
        await asyncio.sleep(0.005)
    return room
