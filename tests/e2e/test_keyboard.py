"""Pages with the keyboard alone; whole matches are in test_match."""

from playwright.async_api import expect

from tests.e2e import keyboard
from tests.e2e.chromium import DESK
from tests.e2e.conftest import Invite


async def test_settings_take_the_focus_and_give_it_back(invite: Invite) -> None:
    person = await invite(language="ko", screen=DESK)
    await person.go("/")
    await keyboard.press(person, person.button("ui-settings"))
    dialog = person.called("dialog", "ui-settings")
    await expect(dialog).to_be_visible()
    await keyboard.focus(person, person.called("radio", "ui-text-normal"))
    await person.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(person.button("ui-settings")).to_be_focused()


async def test_korean_and_english_change_places_without_a_reload(invite: Invite) -> None:
    person = await invite(language="ko", screen=DESK)
    await person.go("/")
    await person.page.evaluate("window.isSamePage = true")
    await person.tap(person.button("ui-settings"))
    await person.choose(person.page.get_by_role("radio", name="English"))
    await expect(person.page.locator("html")).to_have_attribute("lang", "en")
    await expect(person.page.get_by_role("dialog", name="Settings")).to_be_visible()
    assert await person.page.evaluate("window.isSamePage")
