"""The page of whoever runs the installation: what it keeps, and what it does without a server."""

import asyncio

from playwright.async_api import expect

from shared.contracts.http import OptionValues
from tests.conftest import Count
from tests.e2e.chromium import DESK
from tests.e2e.conftest import Invite
from tests.e2e.crowd import crowd
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.scenes_lobby import NAMES
from tests.e2e.scenes_ops import (
    FIGURES,
    ROOMS,
    break_glass,
    credential,
    field,
    look_again,
    shown,
    turn_to,
)
from tests.e2e.test_bad_input import NOT_LOADED
from tests.services.processes.running import Up


async def test_a_room_leads_to_its_replay_through_a_watchers_eyes(
    house: Up, invite: Invite, count: Count
) -> None:
    options: OptionValues = {"opponent": "person"}
    async with crowd(house.url, NAMES[:2], seed=4, game="buckshot", options=options) as sitting:
        await sitting.start()
        person = await invite()
        token = await asyncio.to_thread(credential, house.url)
        await shown(person, token)
        row = person.page.locator(f'[data-room="{sitting.code}"]')
        await turn_to(person, row)
        assert token not in "".join(person.answered)
        wanted = f"/m/{sitting.code}-1#as=watcher"
        assert await row.get_by_role("link").get_attribute("href") == wanted
        for seat in (each["id"] for each in sitting.view["seats"]):
            assert seat not in "".join(a for a in person.answered if '"everyMs"' in a)
        await person.page.reload()
        await turn_to(person, row)
        await person.tap(person.button("ui-ops-leave"))
        await expect(field(person)).to_be_visible()
        await person.page.reload()
        await expect(field(person)).to_be_visible()
    count("pages of operators", 1)


async def test_without_storage_it_is_held_by_the_page_and_a_server_comes_back(
    house: Up, invite: Invite, count: Count
) -> None:
    person = await invite()
    person.complaints.forgive(NOT_LOADED)
    await person.context.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, {"
        " get() { throw new DOMException('denied', 'SecurityError'); } })"
    )
    token = await asyncio.to_thread(credential, house.url)
    await shown(person, token)
    await expect(person.named("ops-view")).to_be_visible()
    for pattern in (FIGURES, ROOMS):
        await person.context.route(pattern, lambda route: route.abort())
    await look_again(person)
    await expect(person.named("ops-gone")).to_contain_text(person.texts.text("ui-unreachable"))
    await expect(person.named("ops-view")).to_be_visible()
    await person.context.unroute_all()
    await look_again(person)
    await expect(person.named("ops-gone")).to_have_count(0)
    count("pages of operators", 1)


async def test_an_auditor_sees_what_is_hidden_and_the_table_reads_of_each_look(
    house: Up, invite: Invite, count: Count
) -> None:
    async with reached(house.url, MOMENTS["a shot"]) as sitting:
        person = await invite(language="en", screen=DESK)
        await shown(person, await asyncio.to_thread(credential, house.url))
        row = person.page.locator(f'[data-room="{sitting.code}"]')
        await turn_to(person, row)
        await person.tap(row.get_by_role("button"))
        look = person.button("ui-ops-glass-look")
        await expect(look).to_be_disabled()  # nobody looks without a name
        await break_glass(person, "Night watch")
        replay, hidden = person.named("replay"), person.page.get_by_text("in hand")
        told = person.texts.text("room-looked-into", name="Night watch")
        of_the_look = replay.locator(".event").get_by_text(told)
        await expect(of_the_look).to_have_count(1)
        await expect(hidden).to_have_count(0)
        for name in ("known", "verify-all"):  # what would ask, and so look, once more
            await expect(person.named(name)).to_have_count(0)
        await person.choose(person.called("radio", "ui-replay-eyes-watcher"))
        await expect(of_the_look).to_have_count(2)
        await expect(hidden).not_to_have_count(0)
        player = await invite(language="en", screen=DESK)
        await player.become(sitting.clients[0])
        await player.go(f"/r/{sitting.code}")
        await expect(player.page.locator(".log-line").get_by_text(told)).to_have_count(2)
        stranger = await invite(language="en", screen=DESK)
        stranger.complaints.forgive("401")
        await stranger.go(f"/m/{sitting.code}-1#as=auditor&by=Night+watch")
        await expect(
            stranger.page.get_by_text(stranger.texts.text("ui-replay-none"))
        ).to_be_visible()
        assert '"hand":[' not in "".join(stranger.answered)
    count("pages of operators", 1)
