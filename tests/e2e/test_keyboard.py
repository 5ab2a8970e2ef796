"""Everything before a match, with the keyboard alone."""

from playwright.async_api import expect

from tests.conftest import Count
from tests.e2e import keyboard
from tests.e2e.chromium import DESK
from tests.e2e.conftest import Invite
from tests.e2e.person import Person


async def press(person: Person, key: str) -> None:
    button = person.button(key)
    await keyboard.press(person, button)


async def test_a_room_is_opened_filled_and_started_with_the_keyboard_alone(
    invite: Invite, count: Count
) -> None:
    person = await invite(language="en", screen=DESK)
    await person.go("/")
    await keyboard.fill(person, person.called("textbox", "ui-nickname"), "Ann")
    await person.page.keyboard.press("Enter")
    await keyboard.press(person, person.link("ui-create"))
    await person.button("ui-create-now").wait_for()
    await keyboard.focus(person, person.called("radio", "title-showdown"))
    assert await keyboard.ring_is_shown(person)
    await press(person, "ui-create-now")
    for number in range(3):
        await expect(person.page.locator(".seats > li")).to_have_count(number + 2)
        await press(person, "ui-add-bot")
    await expect(person.page.locator(".seats > li")).to_have_count(5)
    await press(person, "ui-i-am-ready")
    await expect(person.button("ui-take-back-ready")).to_be_visible()
    await press(person, "ui-start")
    await expect(person.button("ui-start")).to_have_count(0)
    assert person.taps == 0
    count("rooms opened with the keyboard alone", 1)


async def test_settings_take_the_focus_and_give_it_back(invite: Invite) -> None:
    person = await invite(language="ko", screen=DESK)
    await person.go("/")
    await press(person, "ui-settings")
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
