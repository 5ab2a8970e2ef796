"""What a screen reader would say, and when."""

from itertools import pairwise
from typing import Literal

from msgspec import Struct, convert
from playwright.async_api import BrowserContext, Page

from .asking import script

LEAST_BETWEEN_MS = 950.0
"""Between two polite messages: a second, less what a browser's timer may be early."""


class Said(Struct, frozen=True):
    at: float
    """Milliseconds since the page began."""
    level: Literal["polite", "assertive"]
    text: str


async def listen(context: BrowserContext) -> None:
    """For all pages that `context` opens from now on."""
    await context.add_init_script(script("live"))


async def said(page: Page) -> list[Said]:
    return convert(await page.evaluate("window.saloonSaid"), list[Said])


def crowded(heard: list[Said]) -> list[str]:
    """Polite messages that follow another one too soon to be heard."""
    polite = [each for each in heard if each.level == "polite"]
    return [
        f'"{later.text}" {later.at - earlier.at:.0f} ms after "{earlier.text}"'
        for earlier, later in pairwise(polite)
        if later.at - earlier.at < LEAST_BETWEEN_MS
    ]
