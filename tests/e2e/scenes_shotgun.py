"""Screens of the game for two."""

from playwright.async_api import expect

from tests.e2e.moments import TWO_MOMENTS, Moment, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_lobby import known

TABLE = '[data-table="buckshot"]'


async def seen(visit: Visit, moment: Moment) -> Person:
    sitting = await visit.opened.enter_async_context(reached(visit.url, moment))
    person = await known(visit, sitting.clients[0])
    await person.go(f"/r/{sitting.code}")
    await expect(person.page.locator(TABLE)).to_be_visible()
    return person


def _add(name: str, moment: Moment) -> None:
    @scene(f"shotgun: {name}")
    async def reach(visit: Visit) -> Person:
        return await seen(visit, moment)


for _name, _moment in TWO_MOMENTS.items():
    _add(_name, _moment)


@scene("shotgun: a trigger under the finger")
async def armed(visit: Visit) -> Person:
    person = await seen(visit, TWO_MOMENTS["the first load"])
    trigger = person.named("shoot-opponent")
    await person.tap(trigger)
    await expect(trigger).to_have_attribute("aria-pressed", "true")
    return person


@scene("shotgun: the guide")
async def guide(visit: Visit) -> Person:
    person = await seen(visit, TWO_MOMENTS["the first load"])
    await person.tap(person.named("guide"))
    await expect(person.page.get_by_role("dialog")).to_be_visible()
    return person
