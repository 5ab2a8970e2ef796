"""Screens of the game for two."""

from playwright.async_api import expect

from tests.e2e.crowd import Crowd
from tests.e2e.moments import RARE_TWO_MOMENTS, TWO_MOMENTS, Moment, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_lobby import known

TABLE = '[data-table="buckshot"]'


async def seen(visit: Visit, moment: Moment, *, held: str = "") -> tuple[Person, Crowd]:
    """`held`: what stays once it is there (`Person.hold`)."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, moment))
    person = await known(visit, sitting.clients[0])
    if held:
        await person.hold(held)
    await person.go(f"/r/{sitting.code}")
    await expect(person.page.locator(TABLE)).to_be_visible()
    return person, sitting


def _add(name: str, moment: Moment, *, is_often: bool = True) -> None:
    @scene(f"shotgun: {name}", is_often=is_often)
    async def reach(visit: Visit) -> Person:
        return (await seen(visit, moment))[0]


for _name, _moment in TWO_MOMENTS.items():
    _add(_name, _moment)
for _name, _moment in RARE_TWO_MOMENTS.items():
    _add(_name, _moment, is_often=False)


@scene("shotgun: a trigger under the finger")
async def armed(visit: Visit) -> Person:
    person, _ = await seen(visit, TWO_MOMENTS["the first load"])
    trigger = person.named("shoot-opponent")
    await person.tap(trigger)
    await expect(trigger).to_have_attribute("aria-pressed", "true")
    return person


@scene("shotgun: the guide")
async def guide(visit: Visit) -> Person:
    person, _ = await seen(visit, TWO_MOMENTS["the first load"])
    await person.tap(person.named("guide"))
    await expect(person.page.get_by_role("dialog")).to_be_visible()
    return person
