"""Screens of the western game."""

from playwright.async_api import expect

from tests.e2e.crowd import Crowd
from tests.e2e.moments import MOMENTS, RARE_MOMENTS, TAKING, Moment, reached
from tests.e2e.person import Person
from tests.e2e.planted import frames_passed
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_lobby import NAMES, known, signed_in

TABLE = '[data-table="bang"]'
CARDS = f"{TABLE} [data-card]"


async def seen_by_host(visit: Visit, sitting: Crowd, *, held: str = "") -> Person:
    """`held`: what stays once it is there (`Person.hold`)."""
    person = await known(visit, sitting.clients[0])
    if held:
        await person.hold(held)
    await person.go(f"/r/{sitting.code}")
    await expect(person.page.locator(TABLE).or_(person.named("over")).first).to_be_visible()
    return person


def _add(name: str, moment: Moment, *, is_often: bool = True) -> None:
    @scene(f"table: {name}", is_whole=name != "the end", cards=CARDS, is_often=is_often)
    async def reach(visit: Visit) -> Person:
        return await seen_by_host(
            visit, await visit.opened.enter_async_context(reached(visit.url, moment))
        )


for _name, _moment in MOMENTS.items():
    _add(_name, _moment)
for _name, _moment in RARE_MOMENTS.items():
    _add(_name, _moment, is_often=False)


@scene("table: watching", is_whole=True)
async def watching(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["my turn"]))
    person = await signed_in(visit, NAMES[3])
    await person.go(f"/r/{sitting.code}#watch")
    await expect(person.page.locator(TABLE)).to_be_visible()
    return person


@scene("table: a card is chosen", is_whole=True, cards=CARDS)
async def aiming(visit: Visit) -> Person:
    """Some may be aimed at, some not."""
    moment = MOMENTS["my turn, seven seats"]
    sitting = await visit.opened.enter_async_context(reached(visit.url, moment))
    person = await seen_by_host(visit, sitting)
    for offer in sitting.tables[0].offers:
        if offer["type"] == "play" and offer.get("targets"):
            await person.tap(person.page.locator(f'{TABLE} [data-card="{offer["card"]}"]'))
            if await person.page.locator('[data-legal="no"]').count():
                break
    await expect(person.page.locator('[data-legal="yes"]').first).to_be_visible()
    return person


@scene("table: what to take", cards=CARDS, is_often=False)
async def taking(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(reached(visit.url, TAKING))
    person = await seen_by_host(visit, sitting)
    offer, target = next(
        (offer, target)
        for offer in sitting.tables[0].offers
        if offer["type"] == "play"
        for target in offer.get("targets") or ()
        if target.get("cards") and target.get("hand")
    )
    await person.tap(person.page.locator(f'{TABLE} [data-card="{offer["card"]}"]'))
    places = [each["id"] for each in sitting.view["seats"]]
    await person.tap(person.page.locator(f'[data-seat="{places.index(target["player"])}"]'))
    await expect(person.page.locator('[data-pick="hand"]')).to_be_visible()
    return person


@scene("table: why not", is_whole=True, cards=CARDS, is_often=False)
async def refused(visit: Visit) -> Person:
    """A card was touched that cannot be played."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["my turn"]))
    person = await seen_by_host(visit, sitting, held=".hint-why")
    dim = person.page.locator(f'{CARDS}[aria-disabled="true"]').first
    await dim.tap(force=True)
    await expect(person.page.locator(".hint-why")).to_be_visible()
    return person


@scene("table: folded", cards=CARDS, is_often=False)
async def folded(visit: Visit) -> Person:
    """A question that was put aside."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["a shot"]))
    person = await seen_by_host(visit, sitting)
    folded = person.named("folded")
    while not await folded.is_visible():
        await person.tap(person.named("peek"))
        await frames_passed(person.page)
    return person
