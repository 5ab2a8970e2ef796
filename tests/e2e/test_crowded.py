"""As much as a table can hold: every control is in the window and can be touched, and all of it can
be read."""

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Page

from shared.client import Client
from tests.conftest import Count
from tests.e2e.checks import touching
from tests.e2e.chromium import DESK, PHONE, SMALL
from tests.e2e.conftest import Invite
from tests.e2e.person import Language, Person
from tests.e2e.planted import frames_passed
from tests.e2e.scenes_bang import CARDS
from tests.e2e.staged import Staged
from tests.spec import support

SCREENS = (PHONE, SMALL, DESK)
SEATS = range(4, 8)
LANGUAGES: tuple[Language, ...] = ("ko", "en")
OWNERS = ("mine", "another's")
IN_SHORT = {
    (4, "ko", "mine"),
    (7, "ko", "another's"),
    (7, "en", "mine"),
}
NAMED: dict[Language, tuple[str, ...]] = {
    "ko": ("높푸른하늘아래뛰노는얼룩무늬송아지떼들이", "Maximiliane-Theodora"),
    "en": ("Maximiliane-Theodora", "Wilhelmine-Katharina"),
}
"""Twenty letters each, the most that there may be."""
HAND = "bang bang panic catBalou duel gatling indians stagecoach wellsFargo generalStore"
SIX = "barrel mustang scope dynamite jail volcanic"
OTHERS = ("kit: bang", "bart: bang | barrel jail schofield", "elGringo: | mustang winchester")

BROKEN = (
    # columns that are as wide as what they hold
    (".seats-round", "gridTemplateColumns", "repeat(3, 200px)", "out of the window|cut off"),
    (".tile-name", "whiteSpace", "nowrap", "spills|cut off"),
    (".hand", "overflow", "hidden", "out of the window|covered"),
)
"""What is wrong with it, by element, style and value, and what the fault must say."""


def _tables() -> Iterator[object]:
    for seats in SEATS:
        for language in LANGUAGES:
            for owner in OWNERS:
                key = (seats, language, owner)
                marks = [] if key in IN_SHORT else [pytest.mark.full]
                name = f"{seats} seats, {language}, {owner}"
                yield pytest.param(*key, id=name, marks=marks)


def staged(seats: int, language: Language, owner: str) -> Staged:
    """Ten cards in the hand of the first seat, whose turn it is, and six before it or the next."""
    mine, others = (SIX, "") if owner == "mine" else ("", SIX)
    lines = [f"lucky: {HAND} | {mine}", f"jourdonnais: bang | {others}", *OTHERS]
    match = support.table(*[*lines, *["plain: beer"] * seats][:seats])
    named = NAMED[language]
    return Staged(match, "A", {seat.name: named[n % 2] for n, seat in enumerate(match.seats)})


async def come(person: Person, table: Staged) -> Page:
    async with Client(person.way.url) as client:
        await client.open_session("Bori", person.way.language)
        await person.become(client)
    await table.shown_to(person)
    await person.page.locator(CARDS).first.wait_for()
    return person.page


async def faults(page: Page) -> list[str]:
    """On every screen; on phones one may have to scroll down, and a name may be in two lines."""
    found = []
    for screen in SCREENS:
        await page.set_viewport_size(screen.size)
        await frames_passed(page)
        hits, sizes = await touching.hits(page), await touching.sizes(page, CARDS)
        assert hits.looked > len(HAND.split()), "the hand was not looked at"
        told = [*hits.faults, *sizes.faults]
        if screen is DESK:
            told += await touching.taller(page)
        found += [f"{screen.name}: {fault}" for fault in told if not _is_name(fault)]
    return found


def _is_name(fault: str) -> bool:
    """That of one that has no place where it could be parted."""
    return fault.startswith(f'broken: "{NAMED["ko"][0]}"')


@pytest.mark.parametrize(("seats", "language", "owner"), [*_tables()])
async def test_a_table_that_is_full_can_be_read_and_touched(
    invite: Invite, seats: int, language: Language, owner: str, count: Count
) -> None:
    person = await invite(language=language)
    page = await come(person, staged(seats, language, owner))
    found = await faults(page)
    await person.tap(page.locator(f"{CARDS}:not([aria-disabled=true])").first)
    await page.locator("[data-legal]").first.wait_for()
    found += [f"{fault}, a card in hand" for fault in await faults(page)]
    assert not found, "\n".join(found)
    count("full tables in windows of a size", 2 * len(SCREENS))


async def test_a_full_table_that_is_broken_is_found(invite: Invite, count: Count) -> None:
    page = await come(await invite(language="en"), staged(7, "en", "mine"))
    for css, style, value, said in BROKEN:
        await page.locator(css).first.evaluate(
            "(element, [style, value]) => { element.style[style] = value; }", [style, value]
        )
        found = (await touching.hits(page)).faults
        assert any(re.search(said, fault) for fault in found), (css, found)
        await page.locator(css).first.evaluate("(element) => element.removeAttribute('style')")
        assert not (await touching.hits(page)).faults
    count("planted pages found bad", len(BROKEN))
