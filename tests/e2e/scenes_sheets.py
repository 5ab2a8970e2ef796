"""Screens that lie over a table once somebody asks for them."""

from playwright.async_api import expect

from tests.e2e.crowd import Crowd
from tests.e2e.moments import MOMENTS, TWO_MOMENTS, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_bang import TABLE, seen_by_host
from tests.e2e.scenes_shotgun import seen

DEAF_MS = 300
"""A dialog that has just come takes no taps for a while."""


async def seated(visit: Visit, moment: str = "my turn") -> tuple[Person, Crowd]:
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS[moment]))
    return await seen_by_host(visit, sitting), sitting


@scene("sheet: the log", is_often=False)
async def log(visit: Visit) -> Person:
    person, _ = await seated(visit, "a raid")
    person = await _put_aside(person)
    await person.page.locator(TABLE).press("l")
    await expect(person.named("log").and_(person.page.locator("dialog"))).to_be_visible()
    return person


async def _put_aside(person: Person) -> Person:
    while await person.named("prompt").is_visible():
        await person.tap(person.named("peek"))
        await person.page.wait_for_timeout(DEAF_MS)
    return person


@scene("sheet: a seat")
async def seat(visit: Visit) -> Person:
    """With the most that lies before anybody."""
    person, sitting = await seated(visit, "too many cards")
    seats = range(len(sitting.tables))
    others = [number for number in seats if number != sitting.view["you"]["seat"]]
    richest = max(others, key=lambda n: len(sitting.view[f"seat/{n}"].get("inPlay", ())))
    await person.tap(person.page.locator(f'[data-seat="{richest}"]'))
    await expect(person.named("seat")).to_be_visible()
    return person


@scene("sheet: a card", is_often=False)
async def card(visit: Visit) -> Person:
    person, _ = await seated(visit)
    await person.page.locator(f"{TABLE} [data-card]").first.click(button="right")
    await expect(person.page.locator('dialog[data-name="card"]')).to_be_visible()
    return person


async def _open_rules(person: Person) -> None:
    await person.tap(person.button("ui-settings"))
    await expect(person.named("rules")).to_be_visible()
    await person.page.wait_for_timeout(DEAF_MS)
    await person.tap(person.named("rules"))
    await expect(person.named("rules-sheet")).to_be_visible()
    await person.page.wait_for_timeout(DEAF_MS)


@scene("sheet: the rules, over a table")
async def rules(visit: Visit) -> Person:
    person, _ = await seated(visit)
    await _open_rules(person)
    await person.named("rules-sheet").locator("summary").nth(2).click()
    return person


async def talked(visit: Visit, *, talk: str) -> tuple[Person, Crowd]:
    person, sitting = await seated(visit)
    first, second, third, *_ = sitting.clients
    await first.command(sitting.code, {"type": "setTalk", "talk": talk})
    await second.say(sitting.code, "suspectOutlaw", third.player)
    await third.say(sitting.code, "noOutlaw")
    await first.say(sitting.code, "imDeputy")
    if talk == "text":
        await third.say(sitting.code, text="I have two Dodges, try me :)")
    await person.tap(person.named("talk").and_(person.page.get_by_role("button")))
    await expect(person.page.locator('dialog[data-name="talk"]')).to_be_visible()
    return person, sitting


@scene("sheet: talk")
async def talk(visit: Visit) -> Person:
    return (await talked(visit, talk="phrases"))[0]


@scene("sheet: talk in one's own words", is_often=False)
async def own_words(visit: Visit) -> Person:
    person, sitting = await talked(visit, talk="text")
    radios = person.page.locator('dialog[data-name="talk"]').get_by_role("radio")
    name = sitting.tables[0].names[sitting.clients[2].player]
    await person.choose(radios.and_(person.page.get_by_role("radio", name=name, exact=True)))
    await person.page.wait_for_timeout(DEAF_MS)
    await person.tap(person.button("ui-talk-more").first)
    await expect(person.button("ui-talk-report")).to_be_visible()
    return person


@scene("sheet: the rules of the game for two", is_often=False)
async def rules_for_two(visit: Visit) -> Person:
    person, _ = await seen(visit, TWO_MOMENTS["the first load"])
    await _open_rules(person)
    return person
