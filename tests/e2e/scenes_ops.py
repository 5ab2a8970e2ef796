"""The page of whoever runs the installation."""

import asyncio
import json

from playwright.async_api import Locator, Route, expect

from services.cli.installation import Installation
from tests.e2e.chromium import PATIENCE_MS
from tests.e2e.crowd import crowd
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.person import Person
from tests.e2e.scenes import FOLDERS, Visit, scene
from tests.e2e.scenes_lobby import NAMES, somebody
from tests.e2e.scenes_sheets import DEAF_MS

FIGURES, ROOMS = "**/api/ops", "**/api/ops/rooms*"


def credential(url: str) -> str:
    """Of the auditors of the installation there."""
    return Installation(FOLDERS[url]).secrets().auditor


def field(person: Person) -> Locator:
    """Of what is secret no role tells."""
    return person.page.get_by_label(person.texts.text("ui-ops-token"), exact=True)


async def shown(person: Person, token: str) -> None:
    await person.go("/ops")
    await field(person).fill(token)
    await person.tap(person.button("ui-ops-show"))


async def turn_to(person: Person, row: Locator) -> None:
    """Goes through the pages of rooms, forth and back: a new one may not be told of at once."""
    is_forth = True
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while not await row.count():
            button = person.button("ui-more-rooms" if is_forth else "ui-ops-before")
            if await button.count():
                await person.tap(button)
            else:
                is_forth = not is_forth
            await asyncio.sleep(0.3)


async def break_glass(person: Person, name: str) -> None:
    """Looks at everything in the room that is asked about, as the auditor `name`."""
    await person.named("glass").get_by_role("textbox").fill(name)
    await person.page.wait_for_timeout(DEAF_MS)
    await person.tap(person.button("ui-ops-glass-look"))
    await expect(person.named("replay")).to_be_visible()


@scene("ops: signed out", is_whole=True)
async def signed_out(visit: Visit) -> Person:
    person = await somebody(visit)
    await person.go("/ops")
    await expect(field(person)).to_be_visible()
    return person


@scene("ops: a wrong token", forgiven="401")
async def wrong_token(visit: Visit) -> Person:
    person = await somebody(visit)
    await shown(person, "no-such-token")
    await expect(person.page.get_by_text(person.texts.text("ui-ops-wrong"))).to_be_visible()
    return person


@scene("ops: rooms")
async def with_rooms(visit: Visit) -> Person:
    """One of them plays, and the table below a line is open."""
    sitting = await visit.opened.enter_async_context(
        crowd(visit.url, NAMES[:2], seed=3, game="buckshot", options={"opponent": "person"})
    )
    await sitting.start()
    person = await somebody(visit)
    token = await asyncio.to_thread(credential, visit.url)
    await shown(person, token)
    running = person.page.locator("[data-room]").first
    await expect(running).to_be_visible()
    await person.tap(person.named("ops-view").locator("summary"))
    await expect(person.named("ops-view").get_by_role("table")).to_be_visible()
    return person


@scene("ops: a stuck room")
async def stuck_room(visit: Visit) -> Person:
    """The answer is changed on its way: a room that is really stuck takes half a minute."""
    person = await somebody(visit)

    async def change(route: Route) -> None:
        answer = await route.fetch()
        told = await answer.json()
        late = {"code": "KQXHWT", "stage": "running", "seq": 41, "game": "bang", "match": 2}
        told["rooms"].insert(0, {**late, "overdueMs": 754_000, "isStuck": True})
        await route.fulfill(response=answer, body=json.dumps({**told, "total": 133}))

    await person.context.route(ROOMS, change)
    token = await asyncio.to_thread(credential, visit.url)
    await shown(person, token)
    await expect(person.page.locator("[data-stuck]")).to_be_visible()
    await expect(person.button("ui-more-rooms")).to_be_visible()
    return person


async def asked_to_look(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["a shot"]))
    person = await somebody(visit)
    await shown(person, await asyncio.to_thread(credential, visit.url))
    row = person.page.locator(f'[data-room="{sitting.code}"]')
    await turn_to(person, row)
    await person.tap(row.get_by_role("button"))
    await expect(person.named("glass")).to_be_visible()
    return person


@scene("ops: before what is hidden is shown")
async def behind_glass(visit: Visit) -> Person:
    return await asked_to_look(visit)


@scene("replay: an auditor's, of a match that is not over")
async def of_an_auditor(visit: Visit) -> Person:
    person = await asked_to_look(visit)
    await break_glass(person, "Night watch")
    return person


@scene("ops: the server is gone", forgiven="Failed to load resource|ERR_")
async def server_gone(visit: Visit) -> Person:
    person = await with_rooms(visit)
    for pattern in (FIGURES, ROOMS):
        await person.context.route(pattern, lambda route: route.abort())
    await look_again(person)
    await expect(person.named("ops-gone")).to_be_visible()
    return person


async def look_again(person: Person) -> None:
    """As if the tab had been gone to just now."""
    await person.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
