"""What people do before a match, on the page."""

import json
import re
from typing import Any

from playwright.async_api import Route, expect

from tests.e2e.person import Person

CODE = re.compile(r"/r/([A-Z]{6})")


async def come_in(person: Person, nickname: str, path: str = "/") -> None:
    """Opens the page, and says what to be called."""
    await person.go(path)
    await person.called("textbox", "ui-nickname").fill(nickname)
    await person.tap(person.button("ui-come-in"))


async def deal_by(person: Person, seed: int) -> None:
    """Rooms that this person opens from now on are dealt by `seed`; the page cannot ask for it."""

    async def add(route: Route) -> None:
        wanted: dict[str, Any] = json.loads(route.request.post_data or "{}")
        wanted["testSeed"] = f"{seed:064x}"
        await route.continue_(post_data=wanted)

    def is_opening(url: str) -> bool:
        return url.endswith("/api/rooms")

    await person.context.route(is_opening, add)


async def open_room(person: Person, game: str = "title-showdown") -> str:
    """By the form; gives the code."""
    await person.tap(person.link("ui-create"))
    await person.tap(person.called("radio", game))
    await person.tap(person.button("ui-create-now"))
    await person.page.wait_for_url(CODE)
    return code_of(person)


def code_of(person: Person) -> str:
    """Of the room that is open."""
    found = CODE.search(person.page.url)
    assert found is not None
    return found[1]


async def join(person: Person, code: str) -> None:
    await person.called("textbox", "ui-join-by-code").fill(code)
    await person.tap(person.button("ui-join"))
    await expect(person.button("ui-i-am-ready")).to_be_visible()


async def get_ready(person: Person) -> None:
    await person.tap(person.button("ui-i-am-ready"))
    await expect(person.button("ui-take-back-ready")).to_be_visible()


async def add_bot(person: Person, number: int = 1) -> None:
    rows = person.page.locator(".seats > li")
    await rows.first.wait_for()
    for _ in range(number):
        before = await rows.count()
        await person.tap(person.button("ui-add-bot"))
        await expect(rows).to_have_count(before + 1)


async def start(person: Person) -> None:
    await person.tap(person.button("ui-start"))
