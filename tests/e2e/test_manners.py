"""What a host says about his room reaches everybody in it."""

from playwright.async_api import expect

from tests.e2e.chromium import DESK
from tests.e2e.conftest import Invite
from tests.e2e.crowd import crowd
from tests.e2e.scenes_lobby import NAMES
from tests.services.processes.running import Up

TITLE = "Friday night"


async def test_a_title_and_childrens_words_are_set_and_everybody_reads_of_it(
    house: Up, invite: Invite
) -> None:
    host = await invite(language="en", screen=DESK)
    guest = await invite(language="en", screen=DESK)
    async with crowd(house.url, NAMES[:2], seed=1) as sitting:
        for person, client in zip((host, guest), sitting.clients, strict=True):
            await person.become(client)
            await person.go(f"/r/{sitting.code}")
        told = guest.page.locator(".happenings")
        await host.tap(host.button("ui-change-options"))
        title = host.called("textbox", "ui-title")
        await title.fill(TITLE)
        await title.press("Tab")
        for person in (host, guest):
            await expect(person.page.locator("h1")).to_have_text(TITLE)
        line = guest.texts.text("room-title", title=TITLE)
        await expect(told.get_by_text(line)).to_be_visible()
        words = host.texts.text("ui-kids")
        await host.choose(host.page.get_by_role("switch", name=words))
        line = guest.texts.text("room-wording-kids")
        await expect(told.get_by_text(line)).to_be_visible()
        await guest.tap(guest.button("ui-settings"))
        own = guest.page.get_by_role("switch", name=words)
        await expect(own).to_be_checked()
        await expect(own).to_be_disabled()
