"""The archiver stopped at every step: each match is in one readable place, whole, and provable."""

import asyncio
from random import Random

import pytest

from shared.archive.objects import Away, Full, Refused
from shared.eventstore.log import Away as LogAway
from tests.archive.hall import Hall, Steps, Stopped, drawn
from tests.conftest import Count

HALLS = 10
LIMIT = 25
"""Steps of one hall that are stopped at; there may be more, then these are drawn."""


@pytest.mark.parametrize("seed", range(HALLS))
async def test_an_archiver_that_is_stopped_at_any_step_loses_and_doubles_nothing(
    seed: int, count: Count
) -> None:
    whole = Steps()
    hall = await Hall(drawn(seed), seed).open()
    await hall.archives(whole)
    steps = range(1, whole.number + 1)
    some = sorted(Random(seed).sample(steps, min(LIMIT, len(steps))))
    found = 0
    for at in some:
        found += await stopped(seed, Steps(at, Stopped()))
    count("archivers stopped at a step", len(some), minimum=5)
    count("matches found after a stop", found)


async def stopped(seed: int, steps: Steps) -> int:
    hall = await Hall(drawn(seed), seed).open()
    steps.between = hall.goes_on
    with pytest.raises(Stopped):
        await hall.archives(steps)
    found = await hall.holds()
    if hall.chance.random() < 0.3:  # and the next one too
        again = Steps(hall.chance.randrange(1, steps.number + 9), Stopped())
        try:
            await hall.archives(again)
        except Stopped:
            found += await hall.holds()
    await done(hall)
    return found


async def done(hall: Hall) -> None:
    """At the end each match is in one place, and everything that could leave the log has left."""
    await hall.ends()
    await hall.rest()
    await hall.holds()
    logged, archived = await hall.places()
    assert not logged & archived, "a match is in both places"
    every = {(life.room, stretch.match) for life in hall.lives for stretch in life.matches}
    assert logged | archived == every
    for life in hall.lives:
        [left] = [{match for room, match in logged if room == life.room}]
        assert len(left) <= 1, f"{life.room} still has {left}"
    assert await hall.proves() == len(archived)


@pytest.mark.parametrize("seed", range(3))
async def test_an_archiver_that_is_cancelled_at_any_await_loses_nothing(
    seed: int, count: Count
) -> None:
    runs = 0
    for turns in Random(seed).sample(range(300), 12):
        hall = await Hall(drawn(seed + 100), seed).open()
        archiving = asyncio.create_task(hall.archives())
        for _ in range(turns):
            await asyncio.sleep(0)
        archiving.cancel()
        await asyncio.wait({archiving})
        await hall.holds()
        await done(hall)
        runs += 1
    count("archivers cancelled at an await", runs, minimum=12)


@pytest.mark.parametrize(
    "trouble", [Full("full"), Refused("refused"), Away("away"), LogAway("log")]
)
async def test_an_archiver_that_meets_trouble_waits_and_goes_on(
    trouble: Exception, count: Count
) -> None:
    runs = 0
    for seed in range(200, 204):
        whole = Steps()
        await (await Hall(drawn(seed), seed).open()).archives(whole)
        for at in Random(seed).sample(range(1, whole.number + 1), 2):
            hall = await Hall(drawn(seed), seed).open()
            steps = Steps(at, trouble)
            steps.between = hall.goes_on
            await hall.archives(steps)
            await hall.holds()
            await done(hall)
            runs += 1
    count("archivers that met trouble", runs, minimum=8)
