"""People at their tables: scripted clients that play, sleep, lose their connection and insist."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import msgspec
from msgspec import Raw

from services.bots.bang.at_random import choose
from services.gateway.core import Gateway
from services.gateway.refusing import Refused
from services.gateway.sessions import Session
from shared.contracts.buckshot import Offer, complete
from shared.contracts.http import RoomRequest
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import (
    Accepted,
    CommandMessage,
    Frame,
    HelloMessage,
    ResultMessage,
    ResumeMessage,
    ServerMessage,
    View,
)
from shared.contracts.refusals import Refusal, refuse
from shared.room.fair import commitment_to
from tests.simulation.chance import between, on_behalf
from tests.simulation.house import House, Running
from tests.simulation.sea import hop_s
from tests.simulation.wire import Seen, Wire

AGAIN = frozenset({"unavailable", "overloaded", "behind", "rate_limited"})
"""Refusals that say only that it did not work now."""
PATIENCE_S = 6.0
"""So long somebody looks at a table where nothing happens before he asks anew."""
ANSWER_S = 12.0

_encode = msgspec.json.encode


class Cut(Exception):
    """The connection was lost; whether the request had its effect is open."""


class Done(Exception):
    """Nothing more is to be done at this table."""


class Party:
    """The people of one room, who play BANG!."""

    game = "bang"

    def __init__(self, house: House, number: int) -> None:
        chance = house.sea.chance.stream(f"party {number}")
        self.house = house
        self.room: RoomId | None = None
        self.is_open = asyncio.Event()
        self.matches = chance.choice((1, 1, 1, 2))
        persons = chance.choice((4, 4, 4, 5, 6, 7))
        self.automatic = int(persons < 7 and chance.random() < 0.15)
        self.size = persons + self.automatic
        self.deserts_at = chance.randrange(30, 90) if chance.random() < 0.08 else 0
        """From this entry on nobody is interested any more."""
        self.options: dict[str, Any] = {
            "turnSeconds": 30,
            "reactionSeconds": chance.choice((8, 15)),
            "characterDraft": chance.choice(("random", "random", "choose2")),
            "autoDefend": chance.random() < 0.5,
        }
        self.people = [Person(self, f"{number}{letter}") for letter in "abcdefg"[:persons]]

    async def play(self) -> None:
        await asyncio.gather(*(person.live() for person in self.people))

    def choose(self, legal: Any, player: PlayerId, chance: Random) -> Any:
        """A command out of the section `legal`; `None` where nothing is offered."""
        return choose(legal, player, chance)


class Pair(Party):
    """Two people over a gun, or one against a dealer whom nobody plays: his seat goes on by
    autopilot."""

    game = "buckshot"

    def __init__(self, house: House, number: int) -> None:
        super().__init__(house, number)
        chance = house.sea.chance.stream(f"pair {number}")
        opponent = chance.choice(("person", "person", "dealer"))
        self.automatic = 0
        self.size = 2
        self.options = {
            "turnSeconds": chance.choice((15, 30)),
            "maxHealth": chance.choice((2, 4)),
            "opponent": opponent,
        }
        self.people = self.people[: 1 if opponent == "dealer" else 2]

    def choose(self, legal: Any, player: PlayerId, chance: Random) -> Any:
        offers = msgspec.convert(legal, list[Offer])
        return complete(chance.choice(offers), chance.randrange)


class Person:
    def __init__(self, party: Party, name: str) -> None:
        self.party = party
        self.name = name
        self.seen = Seen()
        self.accepted: list[tuple[PlayerId, str, int]] = []
        """Own id, command id, entry."""
        self._house = party.house
        self._chance = party.house.sea.chance.stream(f"person {name}")
        self._sleepy = self._chance.choice((0.0, 0.02, 0.1, 0.3))
        self._numbers = itertools.count(1)
        self._entropy = self._chance.randbytes(32).hex()
        self._commits = self._chance.random() < 0.4
        self._session: Session | None = None
        self._wire: Wire | None = None
        self._is_away = False
        self._news = asyncio.Event()
        self._lost = asyncio.Event()
        self._results: dict[str, asyncio.Future[ResultMessage]] = {}
        self._told: list[tuple[str, bytes]] = []
        """Ids and contents of earlier commands."""

    @property
    def session(self) -> Session:
        assert self._session is not None
        return self._session

    async def live(self) -> None:
        on_behalf.set(self.name)
        while self._session is None:
            try:
                _, self._session = await self._ask(lambda g: g.sessions.open("Somebody", "en"))
            except (Cut, Refused):
                await asyncio.sleep(0.3)
        connecting = asyncio.create_task(self._stay_connected())
        try:
            await self._enter()
            while True:
                await self._step()
        except Done:
            pass
        finally:
            connecting.cancel()
            await asyncio.wait({connecting})
            if self._wire is not None:
                self._wire.cut()

    # Connections.

    async def _ask(self, work: Callable[[Gateway], Coroutine[Any, Any, Any]]) -> Any:
        """A request over HTTP. Raises `Cut` and `Refused`."""
        running = await self._gateway()
        await self._hop()
        if not running.process.is_alive:
            raise Cut
        task = running.process.spawn(work(running.gateway))
        await asyncio.wait({task}, timeout=ANSWER_S)
        if not task.done() or task.cancelled():
            task.cancel()
            raise Cut
        await self._hop()
        error = task.exception()
        if error is not None and not isinstance(error, Refused):
            self._house.broken.append(f"a gateway failed: {error!r}")
            raise Cut
        return task.result()

    async def _gateway(self) -> Running:
        return self._chance.choice(await self._house.gateways())

    async def _hop(self) -> None:
        await asyncio.sleep(2 * hop_s(self._chance.random()))

    async def _stay_connected(self) -> None:
        while True:
            room = self.party.room
            if room is None or self._is_away:
                await asyncio.sleep(0.1)
                continue
            if self._wire is not None and self._wire.is_open:
                self._lost.clear()
                await self._lost.wait()
                await asyncio.sleep(between(0.001, 0.2, self._chance.random()))
                continue
            running = await self._gateway()
            wire = Wire(self._house.sea, running, self._heard, self._lost.set, self.name)
            self._wire = wire
            self.seen.has_asked_anew = False
            wire.connect(room, self.session, self.seen.seq)
            await asyncio.sleep(between(0.05, 0.6, self._chance.random()))

    def _heard(self, message: ServerMessage, data: bytes) -> None:
        if isinstance(message, HelloMessage):
            if self.seen.seq and message.viewer != self.seen.viewer:
                self._resume(0)
        elif isinstance(message, View):
            self.seen.take_view(message)
            self._news.set()
        elif isinstance(message, Frame):
            self.seen.take_frame(message, data)
            self._news.set()
        elif isinstance(message, ResultMessage):
            waiting = self._results.get(message.command_id)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)

    def _send(self, data: bytes) -> None:
        if self._wire is not None and self._wire.is_open:
            self._wire.send(data)

    def _resume(self, after: int) -> None:
        self.seen.has_asked_anew = True
        self._send(_encode(ResumeMessage(after)))

    async def _await_news(self) -> None:
        self._news.clear()
        try:
            async with asyncio.timeout(PATIENCE_S * (1 + self._chance.random())):
                await self._news.wait()
        except TimeoutError:
            self._resume(self.seen.seq)

    async def _sleep(self) -> None:
        """Until somebody else, or the clock, has moved the game on."""
        seq = self.seen.seq
        while self.seen.seq == seq:
            await self._await_news()

    async def _go_away(self) -> None:
        """Loses the connection, for a moment or for so long that others play on without him."""
        self._house.sea.faults["client away"] += 1
        self._is_away = True
        if self._wire is not None:
            self._wire.cut()
        await asyncio.sleep(between(0.1, 12, self._chance.random()))
        self._is_away = False

    # What he wants.

    async def _enter(self) -> None:
        party = self.party
        if party.people[0] is not self:
            await party.is_open.wait()
            await asyncio.sleep(self._chance.random())
            return
        request = RoomRequest(party.game, party.options, "link")
        while party.room is None:
            try:
                reply = await self._ask(lambda g: g.rooms.open(self.session, request, self.name))
                party.room = reply.code
                party.is_open.set()
            except (Cut, Refused):
                await asyncio.sleep(0.3)
        for _ in range(party.automatic):
            await self._command({"type": "addAutomatic"})

    async def _step(self) -> None:
        seen, party = self.seen, self.party
        if party.deserts_at and seen.seq >= party.deserts_at:
            raise Done
        command = self._wish()
        if command is None:
            await self._await_news()
            return
        await asyncio.sleep(between(0.02, 0.4, self._chance.random()))
        if self._chance.random() < self._sleepy and seen.read("room")["phase"] == "match":
            await self._sleep()
            return
        if not self._house.sea.is_calm and self._chance.random() < 0.01:
            await self._go_away()
            return
        if seen.seq and self._chance.random() < 0.04:
            await self._stray()
        seq = await self._command(command)
        if seq > seen.seq:
            await self._await_news()

    def _wish(self) -> dict[str, Any] | None:
        """What the view offers. Raises `Done`."""
        room = self.seen.read("room")
        if room is None:
            return None
        me = self.session.player
        mine = next((m for m in self.seen.read("members") if m["player"] == me), None)
        if room["phase"] == "closed":
            raise Done
        if room["phase"] == "over":
            if room["match"] >= self.party.matches:
                raise Done
            return {"type": "again"} if room["host"] == me else None
        if room["phase"] == "lobby":
            return self._lobby_wish(room, mine)
        if mine is None:
            return None
        if room["phase"] == "reveal":
            awaited = mine["committed"] and not mine["revealed"]
            return {"type": "reveal", "entropy": self._entropy} if awaited else None
        return self._move(me)

    def _lobby_wish(self, room: Any, mine: Any) -> dict[str, Any] | None:
        members = self.seen.read("members")
        if mine is None:
            return {"type": "join"} if len(members) < room["seats_most"] else None
        if not mine["ready"]:
            commitment = commitment_to(self._entropy) if self._commits else ""
            return {"type": "ready", "ready": True, "commitment": commitment}
        is_full = len(members) >= self.party.size and all(m["ready"] for m in members)
        return {"type": "start"} if is_full and room["host"] == self.session.player else None

    def _move(self, me: PlayerId) -> dict[str, Any] | None:
        legal = self.seen.read("legal")
        if not legal:
            return None
        if self._chance.random() < 0.002:
            return {"type": "leave"}
        command = self.party.choose(legal, me, self._chance)
        return None if command is None else msgspec.to_builtins(command)

    async def _stray(self) -> None:
        """Something that was said before, or an id that was used before."""
        if not self._told:
            return
        command_id, content = self._chance.choice(self._told[-8:])
        if self._chance.random() < 0.5:
            await self._say(self._next_id(), content)
        else:
            other = b'{"type":"join"}' if self._chance.random() < 0.5 else content
            await self._say(command_id, other)

    async def _command(self, command: dict[str, Any]) -> int:
        """Says it until it is known what became of it; its entry, 0 when it was refused."""
        content = _encode(command)
        command_id = self._next_id()
        self._told.append((command_id, content))
        return await self._say(command_id, content)

    def _next_id(self) -> str:
        return f"{self.name}-{next(self._numbers)}"

    async def _say(self, command_id: str, content: bytes) -> int:
        while True:
            try:
                if self._chance.random() < 0.04:
                    both = (self._once(command_id, content), self._once(command_id, content))
                    first, second = await asyncio.gather(*both)
                    done = self._agree(command_id, first, second)
                else:
                    done = await self._once(command_id, content)
            except Cut:
                await asyncio.sleep(between(0.05, 1, self._chance.random()))
                continue
            if isinstance(done, Accepted):
                self.accepted.append((self.session.player, command_id, done.seq))
                return done.seq
            if done.code not in AGAIN:
                return 0
            await asyncio.sleep(between(0.1, 1, self._chance.random()))

    def _agree(
        self, command_id: str, first: Accepted | Refusal, second: Accepted | Refusal
    ) -> Accepted | Refusal:
        if isinstance(first, Accepted) and isinstance(second, Accepted) and first.seq != second.seq:
            self._house.broken.append(f"{command_id} is entry {first.seq} and entry {second.seq}")
        return second if isinstance(second, Accepted) else first

    async def _once(self, command_id: str, content: bytes) -> Accepted | Refusal:
        """Over the socket, or by a request of its own. Raises `Cut`."""
        if self._wire is None or not self._wire.is_open or self._chance.random() < 0.3:
            room = self.party.room
            assert room is not None
            try:
                done = await self._ask(
                    lambda g: g.rooms.command(room, self.session, CommandId(command_id), content)
                )
            except Refused as refused:
                return refused.why
            assert isinstance(done, Accepted)
            return done
        waiting = self._results.get(command_id)
        if waiting is None:
            waiting = self._results[command_id] = asyncio.get_running_loop().create_future()
        self._send(_encode(CommandMessage(CommandId(command_id), Raw(content))))
        try:
            async with asyncio.timeout(ANSWER_S):
                result = await asyncio.shield(waiting)
        except TimeoutError:
            raise Cut from None
        finally:
            self._results.pop(command_id, None)
        if result.accepted:
            return Accepted(result.seq, result.repeated)
        return result.why or refuse("internal")
