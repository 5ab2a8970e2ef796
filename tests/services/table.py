"""People at a room, as the gateway speaks for them: the lobby, and legal moves of a match."""

import itertools
from random import Random
from typing import Any

import msgspec
from msgspec import Raw

from shared.contracts.entries import read_entry
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import Accepted, CommandReply, CommandRequest, Refused
from shared.eventstore.log import Log
from shared.room.aggregate import Room
from shared.room.rules import Games
from shared.room.verify import Report, verify
from shared.runtime.dispatch import Dispatch
from tests.services.worlds import GAMES, new_room

HOST = PlayerId("host")
GUESTS = tuple(PlayerId(name) for name in ("ann", "bob", "cho", "dan", "eve", "fay"))


class Table:
    """One room, seen through its log; moves are drawn from `seed`."""

    def __init__(
        self, dispatch: Dispatch, log: Log, *, seed: int = 0, games: Games = GAMES
    ) -> None:
        self.dispatch = dispatch
        self.log = log
        self.room: RoomId = new_room()
        self.games = games
        self._numbers = itertools.count(1)
        self._chance = Random(seed)

    def request(
        self,
        actor: PlayerId | str,
        command: dict[str, Any] | bytes,
        command_id: str = "",
        **further: Any,
    ) -> CommandRequest:
        data = command if isinstance(command, bytes) else msgspec.json.encode(command)
        return CommandRequest(
            self.room,
            PlayerId(actor),
            CommandId(command_id or f"c{next(self._numbers)}"),
            Raw(data),
            **further,
        )

    async def say(
        self,
        actor: PlayerId | str,
        type_: str,
        command_id: str = "",
        **fields: Any,
    ) -> CommandReply:
        return await self.dispatch.send(self.request(actor, {"type": type_, **fields}, command_id))

    async def does(self, actor: PlayerId | str, type_: str, **fields: Any) -> int:
        """Says it and is accepted; the entry's number."""
        reply = await self.say(actor, type_, **fields)
        assert isinstance(reply, Accepted), (type_, reply)
        return reply.seq

    async def refused(self, actor: PlayerId | str, type_: str, **fields: Any) -> str:
        """Says it and is refused; the code."""
        reply = await self.say(actor, type_, **fields)
        assert isinstance(reply, Refused), (type_, reply)
        return reply.why.code

    async def open(self, **options: Any) -> "Table":
        await self.does(HOST, "create", game="bang", options=options)
        return self

    async def start(self, players: int = 4, **options: Any) -> "Table":
        """A match that has been dealt."""
        await self.open(**options)
        for guest in GUESTS[: players - 1]:
            await self.does(guest, "join")
        for player in (HOST, *GUESTS[: players - 1]):
            await self.does(player, "ready", ready=True)
        await self.does(HOST, "start")
        return self

    async def entries(self) -> list[bytes]:
        return [stored.entry for stored in await self.log.read(self.room)]

    async def fold(self) -> Room:
        """As far as the log has it."""
        kept = await self.log.read(self.room)
        room = Room(self.room, self.games)
        if kept and kept[0].seq > 1:
            before = bytes.fromhex(read_entry(kept[0].entry).prev)
            room = Room(self.room, self.games, kept[0].seq - 1, before)
        for stored in kept:
            room.apply(stored.entry)
        return room

    async def verified(self) -> Report:
        """The whole log decided again, without a fault."""
        report = verify(await self.entries(), self.games)
        assert report.first_bad is None, report
        return report

    def move(self, room: Room) -> CommandRequest:
        """A legal command of somebody who is waited for."""
        game = room.game
        assert game is not None
        player = self._chance.choice(room.waited_for())
        seat = game.seating(room.state.play).index(player)
        offer = self._chance.choice(game.legal(room.state.play, seat))
        command = game.complete(offer, self._chance.randrange)
        return self.request(player, msgspec.json.encode(command))

    async def plays(self, moves: int) -> int:
        """So many moves, or to the match's end; how many were made."""
        room = await self.fold()
        for made in range(moves):
            if room.state.phase != "match":
                return made
            reply = await self.dispatch.send(self.move(room))
            assert isinstance(reply, Accepted), reply
            for stored in await self.log.read(self.room, room.seq):
                room.apply(stored.entry)
        return moves
