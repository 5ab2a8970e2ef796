"""Whatever goes wrong, the page says what happened and what to do; it is never blank."""

import pytest
from playwright.async_api import Route, expect

from tests.conftest import Count
from tests.e2e import steps
from tests.e2e.conftest import Invite
from tests.e2e.crowd import crowd
from tests.e2e.scenes_lobby import NAMES
from tests.e2e.scenes_trouble import meet_newer
from tests.services.processes.running import Up

NOT_LOADED = "Failed to load resource|ERR_"
"""What a browser itself reports of an answer that is an error, or of none."""
TEN_MINUTES_MS = 600_000


async def test_a_server_that_does_not_answer_is_told_and_asked_again(
    invite: Invite, count: Count
) -> None:
    person = await invite()
    person.complaints.forgive(NOT_LOADED)

    async def lose(route: Route) -> None:
        await route.abort()

    await person.context.route("**/api/games*", lose)
    await person.go("/")
    await expect(person.page.get_by_text(person.texts.text("ui-unreachable"))).to_be_visible()
    await expect(person.button("ui-try-again")).to_be_visible()
    await person.context.unroute("**/api/games*", lose)
    await expect(person.button("ui-come-in")).to_be_visible()
    count("kinds of bad input", 1)


async def test_without_any_words_from_the_server_the_page_still_says_so(
    invite: Invite, count: Count
) -> None:
    person = await invite(language="en")
    person.complaints.forgive(NOT_LOADED)

    async def lose(route: Route) -> None:
        await route.abort()

    await person.context.route("**/api/**", lose)
    await person.go("/")
    await expect(person.page.get_by_role("main")).to_contain_text("does not answer")
    await expect(person.page.get_by_role("button")).to_be_visible()
    count("kinds of bad input", 1)


async def test_a_token_that_is_none_leads_to_the_door(invite: Invite, count: Count) -> None:
    person = await invite()
    person.complaints.forgive(NOT_LOADED)
    await person.keep("nickname", "Bori")
    cookie = {"name": "saloon_session", "value": "no.such", "url": person.way.url}
    await person.context.add_cookies([cookie])  # type: ignore[list-item]
    await person.go("/")
    await expect(person.called("textbox", "ui-nickname")).to_have_value("Bori")
    await person.tap(person.button("ui-come-in"))
    await expect(person.button("ui-play-with-bots")).to_be_visible()
    count("kinds of bad input", 1)


async def test_a_browser_that_keeps_nothing_can_play(
    house: Up, invite: Invite, count: Count
) -> None:
    """Neither storage nor cookies."""
    person = await invite()
    person.complaints.forgive(NOT_LOADED)
    await person.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {"
        " get() { throw new DOMException('denied', 'SecurityError'); } })"
    )

    async def forget(route: Route) -> None:
        answer = await route.fetch()
        kept = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        await person.context.clear_cookies()
        await route.fulfill(response=answer, headers=kept)
        await person.context.clear_cookies()

    await person.context.route("**/api/sessions", forget)
    async with crowd(house.url, [NAMES[1]], seed=1) as sitting:
        await steps.come_in(person, "Bori", f"/r/{sitting.code}")
        await steps.get_ready(person)
        await person.tap(person.button("ui-settings"))
        told = person.page.get_by_text(person.texts.text("ui-nothing-kept"))
        await expect(told).to_be_visible()
    count("kinds of bad input", 1)


async def test_a_room_that_was_closed_says_so(house: Up, invite: Invite, count: Count) -> None:
    person = await invite()
    async with crowd(house.url, [NAMES[1]], seed=1) as sitting:
        await steps.come_in(person, "Bori", f"/r/{sitting.code}#watch")
        sit = person.button("ui-sit-down")
        await expect(sit).to_be_visible()
        await sitting.clients[0].command(sitting.code, {"type": "leave"})
        await expect(person.called("heading", "ui-closed-title")).to_be_visible()
        await person.tap(person.link("ui-to-lobby"))
        await expect(person.button("ui-play-with-bots")).to_be_visible()
    count("kinds of bad input", 1)


async def test_a_match_that_has_begun_is_watched(house: Up, invite: Invite, count: Count) -> None:
    person = await invite()
    async with crowd(house.url, NAMES, seed=1) as sitting:
        await sitting.start()
        await steps.come_in(person, "Eve", f"/r/{sitting.code}")
        await expect(person.page.get_by_role("main")).to_contain_text(NAMES[1])
        assert not [text for text in person.received if '"hand":' in text]
    count("kinds of bad input", 1)


@pytest.mark.parametrize("off_ms", [TEN_MINUTES_MS, -TEN_MINUTES_MS])
async def test_a_clock_that_is_wrong_shows_the_right_time_left(
    house: Up, invite: Invite, off_ms: int, count: Count
) -> None:
    person = await invite()
    await person.context.add_init_script(
        f"const real = Date.now; Date.now = () => real() + {off_ms};"
        " window.Date = new Proxy(Date, { construct: (made, given) =>"
        " given.length ? new made(...given) : new made(made.now()) })"
    )
    async with crowd(house.url, NAMES, seed=1, options={"turnSeconds": 120}) as sitting:
        await sitting.start()
        await sitting.until(lambda now: now.view.get("clock", 0) > 0)
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        timer = person.page.get_by_role("timer").first
        await expect(timer).to_be_visible()
        left_s = int("".join(sign for sign in await timer.inner_text() if sign.isdigit()))
        assert left_s in (1, 2) or 30 < left_s <= 120, left_s
    count("kinds of bad input", 1)


async def test_a_server_of_a_newer_release_is_told_and_the_page_can_be_loaded_anew(
    house: Up, invite: Invite, count: Count
) -> None:
    person = await invite()
    await person.context.route_web_socket("**/socket", meet_newer)
    async with crowd(house.url, [NAMES[1]], seed=1) as sitting:
        await steps.come_in(person, "Bori", f"/r/{sitting.code}")
        await expect(person.button("ui-i-am-ready")).to_be_visible()
        await sitting.settle(await sitting.tables[0].ready())
        await expect(person.page.locator('[data-banner="newer"]')).to_be_visible()
        await expect(person.button("ui-reload")).to_be_visible()
    count("kinds of bad input", 1)
