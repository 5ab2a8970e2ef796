"""Screens of the western game."""

from playwright.async_api import expect

from tests.e2e.crowd import Crowd
from tests.e2e.moments import MOMENTS, Moment, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_lobby import NAMES, known, signed_in

TABLE = '[data-table="bang"]'
CARDS = f"{TABLE} [data-card]"


async def seen_by_host(visit: Visit, sitting: Crowd) -> Person:
    person = await known(visit, sitting.clients[0])
    await person.go(f"/r/{sitting.code}")
    await expect(person.page.locator(TABLE).or_(person.named("over")).first).to_be_visible()
    return person


def _add(name: str, moment: Moment) -> None:
    @scene(f"table: {name}", is_whole=name != "the end", cards=CARDS)
    async def reach(visit: Visit) -> Person:
        return await seen_by_host(
            visit, await visit.opened.enter_async_context(reached(visit.url, moment))
        )


for _name, _moment in MOMENTS.items():
    _add(_name, _moment)


@scene("table: watching", is_whole=True)
async def watching(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["my turn"]))
    person = await signed_in(visit, NAMES[3])
    await person.go(f"/r/{sitting.code}#watch")
    await expect(person.page.locator(TABLE)).to_be_visible()
    return person
