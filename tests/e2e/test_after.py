"""A match that is over, gone through with nothing hidden; and what is asked about a table."""

from playwright.async_api import expect

from tests.conftest import Count
from tests.e2e.chromium import DESK
from tests.e2e.conftest import Invite
from tests.e2e.moments import MOMENTS, TWO_MOMENTS, reached
from tests.services.processes.running import Up


async def test_with_nothing_hidden_every_hand_is_open_and_no_seat_was_sent_too_much(
    house: Up, invite: Invite, count: Count
) -> None:
    person = await invite(language="en", screen=DESK)
    async with reached(house.url, MOMENTS["the end"]) as sitting:
        await person.become(sitting.clients[1])
        await person.go(f"/m/{sitting.code}-1#seq=1")
    page, replay = person.page, person.named("replay")
    await person.tap(person.named("known").locator("summary"))
    leaks = person.named("leaks")
    await expect(leaks).to_have_attribute("data-state", "ok")
    for _ in range(2):
        await person.tap(person.named("next-turn"))
    await expect(replay).not_to_have_attribute("data-seq", "1")
    await expect(page.get_by_text("in hand")).not_to_have_count(0)
    seq = await replay.get_attribute("data-seq") or ""
    await person.choose(person.called("radio", "ui-replay-eyes-auditor"))
    await expect(page.get_by_text("in hand")).to_have_count(0)
    await expect(replay).to_have_attribute("data-seq", seq)
    await expect(person.named("known")).to_have_count(0)
    rows = page.locator(".event")
    before = await rows.count()
    kinds = person.called("combobox", "ui-replay-kind")
    await kinds.select_option("turn")
    assert 0 < await rows.count() < before
    assert await rows.count() == await page.locator(".event-turn").count()
    await kinds.select_option("all")
    assert await page.locator(".event-under").count() > 0
    count("matches gone through with nothing hidden", 1)


async def test_rules_lie_over_a_question_which_waits(house: Up, invite: Invite) -> None:
    person = await invite(language="en", screen=DESK)
    async with reached(house.url, MOMENTS["a shot"]) as sitting:
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        prompt = person.named("prompt")
        await expect(prompt).to_be_visible()
        await person.page.keyboard.press("?")
        sheet = person.named("rules-sheet")
        await expect(sheet).to_be_visible()
        await person.page.keyboard.press("Escape")
        await expect(sheet).to_have_count(0)
        await expect(prompt).to_be_visible()
        line = person.page.locator(".table-log .log-line").last
        assert f"/m/{sitting.code}-1#seq=" in (await line.get_attribute("href") or "")


async def test_a_card_in_hand_says_what_it_does(house: Up, invite: Invite) -> None:
    person = await invite(language="en", screen=DESK)
    async with reached(house.url, MOMENTS["my turn"]) as sitting:
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        card = person.page.locator(".held").first
        await card.focus()
        await person.page.keyboard.press("i")
        sheet = person.named("card")
        await expect(sheet).to_be_visible()
        await person.page.keyboard.press("Escape")
        await expect(sheet).to_have_count(0)
        await card.click(delay=700)
        await expect(sheet).to_be_visible()
        await expect(card).to_have_attribute("aria-pressed", "false")


async def test_a_watcher_sits_behind_whom_he_likes_and_players_see_that_he_is_there(
    house: Up, invite: Invite
) -> None:
    async with reached(house.url, TWO_MOMENTS["the first load"]) as sitting:
        watcher, player = await invite(language="en"), await invite(language="en")
        await watcher.go(f"/r/{sitting.code}#watch")
        await watcher.called("textbox", "ui-nickname").fill("Wen")
        await watcher.tap(watcher.button("ui-come-in"))
        low = watcher.page.locator(".side-low")
        await expect(low).to_be_visible()
        before = await low.get_attribute("aria-label") or ""
        await watcher.tap(watcher.named("other-side"))
        await expect(low).not_to_have_attribute("aria-label", before)
        await expect(watcher.page.locator(".side-high")).to_have_attribute("aria-label", before)
        await player.become(sitting.clients[0])
        await player.go(f"/r/{sitting.code}")
        told = player.texts.text("ui-watchers", count=1)
        await expect(player.page.get_by_text(told)).to_be_visible()
