"""Tokens of gateways that differ in release or settings, read by each other."""

from itertools import count

import msgspec
from itsdangerous import URLSafeSerializer

from services.gateway.sessions import Sessions
from shared.runtime.clock import ManualClock
from shared.runtime.names import MemoryNames
from tests.services.gateway.house import KEYS

_signer = URLSafeSerializer(list(KEYS), salt="saloon-session")


def sessions(clock: ManualClock, days: int = 30) -> Sessions:
    numbers = count()
    return Sessions(
        keys=KEYS,
        names=MemoryNames(clock, retention_days=90),
        clock=clock,
        fresh=lambda: next(numbers).to_bytes(32, "little"),
        session_days=days,
        recheck_ms=1_000,
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
