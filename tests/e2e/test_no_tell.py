"""Nobody learns from a page whether its player could have answered: it waits for him either way,
for as long, and says nothing by itself."""

import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tests.conftest import Count
from tests.e2e.conftest import Invite
from tests.e2e.crowd import Crowd
from tests.e2e.figures import IS_FULL, record
from tests.e2e.moments import Moment, reached
from tests.e2e.person import Person
from tests.e2e.playing import Player
from tests.services.processes.running import Up

REACTION_S = 8
WHERE = frozenset({"id", "seat", "opener", "source", "deadline_ms"})
"""What differs from one shot to another."""
OPTIONS = (("turnSeconds", 120), ("reactionSeconds", REACTION_S))


def _shot(*, can: bool) -> Callable[[Crowd], bool]:
    """The host is shot at, and has a card for it or none."""

    def holds(sitting: Crowd) -> bool:
        me = sitting.view["you"]["seat"]
        is_asked = any(
            wait["seat"] == me and wait.get("via") == "bang" and "tried" not in wait
            for wait in sitting.waits()
        )
        has = any(offer["type"] == "respond" for offer in sitting.tables[0].offers)
        return is_asked and has is can

    return holds


class Told(Struct, frozen=True):
    """What another player sees of the window; `sent`: what the page of the target has said."""

    waits: list[dict[str, Any]]
    sent: list[str]
    late_ms: float


async def window(house: Up, person: Person, *, can: bool) -> Told:
    moment = Moment(17 if can else 4, _shot(can=can), options=OPTIONS)
    async with reached(house.url, moment) as sitting:
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        await Player(person).sees_prompt()
        seen = sitting.tables[1].view["waits"]
        waits = [{name: told for name, told in wait.items() if name not in WHERE} for wait in seen]
        if IS_FULL:
            await sitting.wait(lambda now: now.waits() != seen)
        late_ms = time.time() * 1_000 - seen[0]["deadline_ms"]
        sent = [each["type"] for each in person.commands()]
        if not IS_FULL:
            await Player(person).answer("takeHit")
    return Told(waits, sent, late_ms)


async def test_whoever_can_answer_and_whoever_cannot_are_waited_for_alike(
    house: Up, invite: Invite, count: Count
) -> None:
    told = {can: await window(house, await invite(), can=can) for can in (True, False)}
    assert told[True].waits == told[False].waits
    assert told[True].waits[0]["length_ms"] == REACTION_S * 1_000
    assert [each.sent for each in told.values()] == [[], []]
    if IS_FULL:
        for can, each in told.items():
            target = f"a target {'with' if can else 'without'} a card"
            record(f"from the deadline of {target} to what comes of it", each.late_ms)
    count("windows compared", len(told))
