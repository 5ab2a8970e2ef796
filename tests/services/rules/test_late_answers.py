"""A sender listens to all whom it has asked: under too much load the first answer comes late."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from shared.contracts.messages import Accepted, MemberReply, Refused, Retry
from shared.contracts.refusals import refuse
from shared.runtime.bus import Bus, Headers
from shared.runtime.dispatch import DispatchSettings
from tests.services.rules.test_dispatch import House, table_of
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import World

HASTY = DispatchSettings(attempt_ms=20, budget_ms=5_000)
"""Asks again after 20 ms, and after 160 ms in the end."""
LATE_S = 0.4
"""Longer than any one attempt is waited for."""

REFUSED = Refused(refuse("not_your_turn"), 1)


@pytest.fixture
async def house(world: World) -> House:
    return House(world)


class Slow:
    """A bus on which every answer takes its time."""

    is_connected = True

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        answer = await self._bus.request(subject, data, timeout_ms=timeout_ms, headers=headers)
        await asyncio.sleep(LATE_S)
        return answer


Answer = Callable[[], Awaitable[MemberReply | bytes]]


class Scripted:
    """A bus on which the n-th request is answered as the n-th line says, later ones never."""

    def __init__(self) -> None:
        self.is_connected = True
        self.asked: list[str] = []
        self._lines: tuple[Answer, ...] = ()

    async def request(
        self, subject: str, data: bytes, *, timeout_ms: int, headers: Headers | None = None
    ) -> bytes:
        self.asked.append(subject)
        number = len(self.asked) - 1
        said = await (self._lines[number] if number < len(self._lines) else never)()
        return said if isinstance(said, bytes) else msgspec.json.encode(said)

    def after(self, number: int, reply: MemberReply | bytes, wait_s: float = 0) -> Answer:
        """That reply, so long after so many have been asked."""

        async def answer() -> MemberReply | bytes:
            while len(self.asked) < number:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            await asyncio.sleep(wait_s)
            return reply

        return answer

    def play(self, *lines: Answer) -> None:
        self._lines = lines


async def never() -> MemberReply:
    await asyncio.Event().wait()
    raise AssertionError


Line = tuple[int, MemberReply | bytes] | tuple[int, MemberReply | bytes, float]


async def played(table: Table, *lines: Line | None) -> Scripted:
    """`lines`: what each of those asked says and when, as `Scripted.after`; `None`: nothing."""
    bus = Scripted()
    bus.play(*(never if line is None else bus.after(*line) for line in lines))
    table.dispatch._bus = bus  # type: ignore[assignment]
    return bus


async def test_an_answer_that_is_late_for_its_attempt_is_taken(house: House) -> None:
    await house.add(1)
    table = await table_of(house, HASTY)
    table.dispatch._bus = Slow(table.dispatch._bus)  # type: ignore[assignment]
    assert await table.say(HOST, "create", game="bang") == Accepted(1)
    assert await table.say(GUESTS[0], "join", "j") == Accepted(2)
    assert await table.say(GUESTS[0], "join", "j") == Accepted(2, repeated=True)
    assert len(await table.entries()) == 2


async def test_a_refusal_waits_for_the_others_who_were_asked(house: House) -> None:
    """The same command came to a member twice, and meanwhile it had become possible."""
    await house.add(2)
    table = await table_of(house, DispatchSettings(attempt_ms=300, budget_ms=5_000))
    bus = await played(table, (3, REFUSED), None, (3, Accepted(7), 0.05))
    assert await table.say(HOST, "create", game="bang") == Accepted(7)
    assert len(bus.asked) == 3


async def test_a_refusal_does_not_wait_for_ever(house: House) -> None:
    await house.add(2)
    table = await table_of(house, HASTY)
    await played(table, None, None, (3, REFUSED), None)
    assert await table.say(HOST, "create", game="bang") == REFUSED


async def test_a_refusal_of_the_only_one_asked_does_not_wait(house: House) -> None:
    await house.add(2)
    table = await table_of(house, DispatchSettings(attempt_ms=3_600_000, budget_ms=3_600_000))
    await played(table, (1, REFUSED))
    assert await table.say(HOST, "create", game="bang") == REFUSED


async def test_what_another_has_stored_meanwhile_is_no_repeat(house: House) -> None:
    """The first finds it done by the second, whose own answer is still on its way."""
    await house.add(2)
    table = await table_of(house, HASTY)
    bus = await played(table, (3, Accepted(7, repeated=True)), None, None)
    assert await table.say(HOST, "create", game="bang") == Accepted(7)
    assert len(set(bus.asked)) == 2


async def test_a_kind_of_answer_that_is_not_known_is_none(house: House) -> None:
    """As a member of a later release may give; another one is asked."""
    await house.add(2)
    table = await table_of(house, HASTY)
    bus = await played(table, (1, b'{"type":"postponed","until_ms":5}'), (2, Accepted(7)))
    assert await table.say(HOST, "create", game="bang") == Accepted(7)
    assert len(set(bus.asked)) == 2


async def test_while_the_broker_is_away_nobody_is_asked(house: House) -> None:
    """Else all of it would be sent at once when it is back."""
    await house.add(2)
    settings = DispatchSettings(attempt_ms=20, budget_ms=300, pause_ms=10)
    table = await table_of(house, settings)
    bus = await played(table, (1, Accepted(7)))
    bus.is_connected = False
    assert isinstance(await table.say(HOST, "create", game="bang"), Retry)
    assert bus.asked == []
    bus.is_connected = True
    assert await table.say(HOST, "create", game="bang") == Accepted(7)
