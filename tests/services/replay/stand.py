"""A room that is played in a house with a replay service, and questions about it."""

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from services.replay.settings import ReplaySettings
from shared.contracts.messages import SPECTATOR, Refused
from shared.contracts.refusals import Refusal
from shared.contracts.subjects import REPLAY_ASK
from shared.runtime.bus import Bus, Message
from tests.services.gateway.house import EAGER, House, house_in
from tests.services.table import Table
from tests.services.worlds import Member, World

STRANGER = "stranger"


class Stand:
    """`table`: the room. `sent`: frames of each viewer as they were published, by number."""

    def __init__(self, house: House, table: Table, bus: Bus, rules: Member) -> None:
        self.house = house
        self.rules = rules
        self.table = table
        self.sent: dict[str, dict[int, bytes]] = {}
        self._bus = bus

    async def ask_raw(self, asked: bytes) -> bytes:
        """What is answered, still compressed."""
        return await self._bus.request(REPLAY_ASK, asked, timeout_ms=10_000)

    async def ask(self, asker: str, what: str, match: int = 1, **further: str) -> Any:
        """The answer, or the refusal."""
        given = {"room": self.table.room, "what": what, "match": match, "asker": asker, **further}
        return read(await self.ask_raw(msgspec.json.encode(given)))

    async def audit(self, what: str, match: int = 1, **further: str) -> Any:
        """The same as an auditor."""
        return await self.ask("", what, match, **{"auditor": "eve", **further})

    async def break_off(self) -> int:
        """Ends the match as abandoned, which closes its room too; that entry's number."""
        system = Table(await self.house.world.dispatch("sys"), self.table.log)
        system.room = self.table.room
        return await system.does("", "abandon")

    async def frame(self, message: Message) -> None:
        viewer = message.subject.rpartition(".")[2]
        seq = msgspec.json.decode(message.data)["seq"]
        self.sent.setdefault(viewer, {})[seq] = message.data

    def heard(self, viewer: str, seq: int) -> bytes:
        """The frame that a viewer was sent, as a watcher where he had no seat."""
        own = self.sent.get(viewer, {}).get(seq)
        return self.sent[SPECTATOR][seq] if own is None else own


def read(answer: bytes) -> Any:
    """JSON, the bytes of a file, or a `Refusal`."""
    if not answer.startswith(b"\x1f\x8b"):
        return msgspec.json.decode(answer, type=Refused).why
    plain = gzip.decompress(answer)
    return answer if plain.startswith(b'{"file":') else msgspec.json.decode(plain)


def code(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


@asynccontextmanager
async def stand_in(world: World, settings: ReplaySettings = EAGER) -> AsyncIterator[Stand]:
    """With a member of the rules service and a projection."""
    async with house_in(world) as house:
        rules = await world.member()
        await house.projection()
        await house.replay(settings)
        table = Table(await world.dispatch("cmd"), await world.log(), seed=3)
        bus = await world.bus("gateway")
        stand = Stand(house, table, bus, rules)
        await bus.subscribe(f"view.{table.room}.*", stand.frame, limit=1)
        yield stand
