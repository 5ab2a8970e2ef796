"""What the table of the western game is held to beyond what every screen is."""

from typing import Any

from playwright.async_api import Locator, expect

from tests.conftest import Count
from tests.e2e.conftest import Invite
from tests.e2e.crowd import Crowd
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.person import Person
from tests.e2e.playing import Player
from tests.services.processes.running import Up

MINE = MOMENTS["my turn"]


async def come(person: Person, sitting: Crowd) -> None:
    await person.become(sitting.clients[0])
    await person.go(f"/r/{sitting.code}")
    await expect(person.page.locator("[data-table]")).to_be_visible()


def cards_for(sitting: Crowd, *, targeted: bool) -> list[int]:
    """Cards of the host's hand that may be played, at somebody or at nobody."""
    plays: list[dict[str, Any]] = [
        offer for offer in sitting.tables[0].offers if offer["type"] == "play"
    ]
    return [offer["card"] for offer in plays if bool(offer.get("targets")) is targeted]


def card(person: Person, number: int) -> Locator:
    return person.page.locator(f'[data-table] [data-card="{number}"]')


async def test_one_card_at_one_person_takes_two_taps(
    house: Up, invite: Invite, count: Count
) -> None:
    person = await invite()
    async with reached(house.url, MINE) as sitting:
        await come(person, sitting)
        seq = sitting.tables[0].seq
        await person.tap(card(person, cards_for(sitting, targeted=True)[0]))
        await person.tap(person.page.locator('[data-legal="yes"]').first)
        await sitting.settle(seq + 1)
        assert person.taps == 2
    count("actions counted by taps", 1)


async def test_a_card_that_needs_nobody_takes_two_taps(
    house: Up, invite: Invite, count: Count
) -> None:
    person = await invite()
    async with reached(house.url, MINE) as sitting:
        await come(person, sitting)
        seq = sitting.tables[0].seq
        held = card(person, cards_for(sitting, targeted=False)[0])
        await person.tap(held)
        await person.tap(held)
        await sitting.settle(seq + 1)
        assert person.taps == 2
    count("actions counted by taps", 1)


async def test_a_card_that_cannot_be_played_says_why(house: Up, invite: Invite) -> None:
    person = await invite(language="en")
    async with reached(house.url, MINE) as sitting:
        await come(person, sitting)
        dim = person.page.locator('[data-table] [data-card][aria-disabled="true"]').first
        why = await dim.get_attribute("aria-description")
        assert why
        before = len(person.commands())
        await dim.tap(force=True)  # it is disabled in name only
        await expect(person.page.get_by_text(why).first).to_be_visible()
        assert len(person.commands()) == before


async def test_a_role_is_shown_only_while_it_is_held(house: Up, invite: Invite) -> None:
    person = await invite(language="en")
    async with reached(house.url, MOMENTS["another one's turn"]) as sitting:
        await come(person, sitting)
        role = sitting.view["me"]["role"]
        named = person.texts.text(f"role-{role}")
        seat = sitting.view["you"]["seat"]
        own = person.page.locator(f'[data-seat="{seat}"]')
        if role != "sheriff":
            assert named not in (await own.inner_text()) + await person.page.title()
        button = person.named("role")
        box = await button.bounding_box()
        assert box is not None
        shown = person.named("role-shown")
        await expect(shown).to_have_count(0)
        await person.page.mouse.move(box["x"] + 5, box["y"] + 5)
        await person.page.mouse.down()
        await expect(shown).to_contain_text(named)
        await person.page.mouse.up()
        await expect(shown).to_have_count(0)


async def test_controls_are_locked_until_what_was_sent_is_answered(
    house: Up, invite: Invite
) -> None:
    """A second touch does nothing."""
    person = await invite()
    async with reached(house.url, MINE) as sitting:
        await come(person, sitting)
        seq = sitting.tables[0].seq
        end = person.named("end-turn")
        await person.page.evaluate(
            "async () => { const end = document.querySelector('[data-name=end-turn]');"
            " for (let n = 0; n < 3; n++) { end.click(); await new Promise(setTimeout); } }"
        )
        await sitting.settle(seq + 1)
        await Player(person).until_sees(seq + 1)
        assert [each["type"] for each in person.commands()].count("endPlay") == 1
        await expect(end).to_have_count(0)
