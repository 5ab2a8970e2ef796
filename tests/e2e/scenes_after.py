"""Screens about matches: the replay of one that is over, and the rules."""

from playwright.async_api import expect

from tests.e2e.moments import MOMENTS, TWO_MOMENTS, Moment, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_lobby import known, somebody


async def replayed(visit: Visit, moment: Moment, at: str = "") -> Person:
    """`at`: the part of the address that names a moment."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, moment))
    person = await known(visit, sitting.clients[0])
    await person.go(f"/m/{sitting.code}-1{at}")
    await expect(person.named("replay")).to_be_visible()
    return person


@scene("replay: the western game")
async def western(visit: Visit) -> Person:
    person = await replayed(visit, MOMENTS["the end"])
    # What is written by the ids of the engine is not shown to children.
    for name in ("known",) if visit.way.is_kids else ("known", "changes"):
        await person.tap(person.named(name).locator("summary"))
    await expect(person.named("known").locator("li").first).to_be_visible()
    return person


@scene("replay: in the middle", is_often=False)
async def midway(visit: Visit) -> Person:
    return await replayed(visit, MOMENTS["the end"], "#seq=75&as=watcher")


@scene("replay: the game for two, verified")
async def for_two(visit: Visit) -> Person:
    person = await replayed(visit, TWO_MOMENTS["the end"])
    verify = person.named("verify-all")
    await person.tap(verify)
    await expect(verify).to_have_attribute("data-state", "ok")
    return person


@scene("rules: the page")
async def rules(visit: Visit) -> Person:
    person = await somebody(visit)
    await person.go("/rules")
    await expect(person.called("heading", "ui-rules")).to_be_visible()
    return person
