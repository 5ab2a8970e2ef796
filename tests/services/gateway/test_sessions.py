"""Tokens of several gateways: read by others of another release, and ended while others look."""

import asyncio
from collections.abc import Sequence
from itertools import count, product

import msgspec
import pytest
from itsdangerous import URLSafeSerializer

from services.gateway.refusing import Refused
from services.gateway.sessions import Sessions
from shared.contracts.ids import PlayerId
from shared.runtime.clock import ManualClock
from shared.runtime.names import MemoryNames, Names
from tests.services.gateway.house import KEYS

_signer = URLSafeSerializer(list(KEYS), salt="saloon-session")


def sessions(clock: ManualClock, days: int = 30, names: Names | None = None) -> Sessions:
    numbers = count()
    return Sessions(
        keys=KEYS,
        names=names or MemoryNames(clock, retention_days=90),
        clock=clock,
        fresh=lambda: next(numbers).to_bytes(32, "little"),
        session_days=days,
        recheck_ms=1_000,
        is_tenant=lambda _: True,
    )


async def test_when_a_session_was_opened_is_no_matter_of_how_long_sessions_last() -> None:
    clock = ManualClock()
    opened_ms = clock.now_ms()
    token, _ = await sessions(clock, days=30).open("보리", "ko")
    await clock.advance(5_000)
    assert sessions(clock, days=7).read(token).opened_ms == opened_ms


async def test_of_a_session_of_an_earlier_release_it_is_not_known_when_it_was_opened() -> None:
    clock = ManualClock()
    _, session = await sessions(clock).open("보리", "ko")
    before = msgspec.to_builtins(session)[:5]
    assert sessions(clock).read(str(_signer.dumps(before))).opened_ms == 0


async def test_a_session_of_a_later_release_is_one_here() -> None:
    clock = ManualClock()
    _, session = await sessions(clock).open("보리", "ko")
    later = [*msgspec.to_builtins(session), "what is not known yet"]
    assert sessions(clock).read(str(_signer.dumps(later))) == session


class Turns:
    """Names as one gateway reaches them: each call waits until it is let through."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.turn = asyncio.Semaphore(0)

    async def put(self, player: PlayerId, nickname: str) -> None:
        await self.turn.acquire()
        await self._names.put(player, nickname)

    async def add(self, player: PlayerId, nickname: str) -> None:
        await self.turn.acquire()
        await self._names.add(player, nickname)

    async def get(self, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        await self.turn.acquire()
        return await self._names.get(players)

    async def erase(self, player: PlayerId) -> None:
        await self.turn.acquire()
        await self._names.erase(player)


async def _settled() -> None:
    """Until each has ended or waits for its turn."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("player", ["somebody", "tenant~somebody"])
async def test_a_session_that_is_ended_stays_so_whoever_looks_meanwhile(
    player: str, is_kept: bool
) -> None:
    """In every order of the steps of a gateway that ends it and of one that looks it up."""
    for order in product((0, 1), repeat=5):
        clock = ManualClock()
        names = MemoryNames(clock, retention_days=90)
        who = PlayerId(player)
        _, session = await sessions(clock, names=names).open_visit(who, "보리", "ko", 60_000)
        if not is_kept:
            await names.erase(who)
        ways = Turns(names), Turns(names)
        ending, looking = (sessions(clock, names=way) for way in ways)
        tasks = [
            asyncio.create_task(ending.end(session)),
            asyncio.create_task(looking.check(session)),
        ]
        for whose in order:
            ways[whose].turn.release()
            await _settled()
        for way in ways:
            for _ in range(10):
                way.turn.release()
        await asyncio.gather(*tasks, return_exceptions=True)
        after = sessions(clock, names=names)
        with pytest.raises(Refused, match="unauthenticated"):
            await after.check(session)
        assert await after.names([who]) == {}
