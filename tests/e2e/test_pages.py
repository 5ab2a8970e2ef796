"""What every screen is held to: nobody is shut out, everything can be reached, read and touched,
and no word stands there that must not."""

import os
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, Page

from tests.conftest import Count
from tests.e2e.checks import axe, live, motion, touching, words
from tests.e2e.chromium import DESK, NARROW, PHONE, SMALL, ZOOMED, Screen
from tests.e2e.every_scene import SCENES
from tests.e2e.person import Language
from tests.e2e.planted import frames_passed
from tests.e2e.scenes import Scene
from tests.e2e.test_match import SAID_MS
from tests.services.processes.running import Up

SCREENS = (PHONE, SMALL, DESK)
HARD = (NARROW, ZOOMED)
"""Where one may have to scroll, and long words may break, but everything has to be there."""

LANGUAGES: tuple[Language, ...] = ("ko", "en")


def _looks() -> Iterator[object]:
    """Every screen in both languages; in an ordinary run some of them, each in one language."""
    for number, (name, scene) in enumerate(SCENES.items()):
        for place, language in enumerate(LANGUAGES):
            is_ordinary = scene.is_often and (number + place) % 2 == 0
            marks = [] if is_ordinary else [pytest.mark.full]
            yield pytest.param(scene, language, id=f"{name}, {language}", marks=marks)


IN_SHORT = (PHONE, DESK, NARROW)
LOOKED_AT = (*SCREENS, *HARD) if "SALOON_FULL" in os.environ else IN_SHORT

each_look = pytest.mark.parametrize(("scene", "language"), [*_looks()])


async def seen_on(page: Page, scene: Scene, screen: Screen) -> list[str]:
    """Faults in a window of that size."""
    await page.set_viewport_size(screen.size)
    await frames_passed(page)
    reached = await touching.hits(page)
    sized = await touching.sizes(page, scene.cards)
    assert reached.looked, "there was nothing to act on"
    found = [*reached.faults, *sized.faults, *await axe.faults(page)]
    if screen in HARD:
        found = [fault for fault in found if not fault.startswith("broken")]
    elif scene.is_whole:
        found += await touching.taller(page)
    return [f"{screen.name}: {fault}" for fault in found]


@each_look
async def test_a_screen_shuts_nobody_out(
    browser: Browser, house: Up, scene: Scene, language: Language, count: Count
) -> None:
    async with scene.shown(browser, house.url, language) as person:
        person.complaints.forgive(scene.forgiven or "^$")
        faults = [
            fault for screen in LOOKED_AT for fault in await seen_on(person.page, scene, screen)
        ]
        faults += await motion.too_long(person.page)
        heard = await live.said(person.page)
        faults += live.untold(await live.asked(person.page), heard, SAID_MS)
        faults += live.unseen(heard, await live.seen(person.page))
        beer = person.texts.text("item-beer")
        faults += [f"says {word!r}" for word in await words.protected(person.page, beer=beer)]
        faults += person.complaints.take()
    assert not faults, "\n".join(faults)
    count("screens in windows of a size", len(LOOKED_AT))


@pytest.mark.full
@each_look
async def test_a_screen_in_childrens_words_has_no_weapons_and_no_death(
    browser: Browser, house: Up, scene: Scene, language: Language
) -> None:
    async with scene.shown(browser, house.url, language, kids=True) as person:
        assert not await words.violent(person.page, language)
