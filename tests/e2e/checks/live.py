"""What a screen reader would say, and when."""

from typing import Literal

from msgspec import Struct, convert
from playwright.async_api import BrowserContext, Page

from .asking import script

SPAN_MS = 950.0
"""A second, less what a browser's timer may be early."""


class Said(Struct, frozen=True):
    at: float
    """Milliseconds since the page began."""
    level: Literal["polite", "assertive"]
    text: str


class Asked(Struct, frozen=True):
    """A prompt that was put before somebody."""

    at: float
    title: str


SOON_MS = 500.0
"""How soon a prompt is to be said."""


async def asked(page: Page) -> list[Asked]:
    return convert(await page.evaluate("window.saloonAsked"), list[Asked])


def untold(prompts: list[Asked], heard: list[Said], soon_ms: float = SOON_MS) -> list[str]:
    """Prompts that were not said urgently, by their title, when they came; and titles that were
    said more often than they were asked."""
    titles = {prompt.title for prompt in prompts}
    left = [each for each in heard if each.level == "assertive" and each.text in titles]
    found = []
    for prompt in prompts:
        told = next(
            (
                each
                for each in left
                if each.text == prompt.title and abs(each.at - prompt.at) <= soon_ms
            ),
            None,
        )
        if told is None:
            found.append(f'"{prompt.title}" was not said')
        else:
            left.remove(told)
    return [*found, *(f'"{each.text}" was said again' for each in left)]


async def listen(context: BrowserContext) -> None:
    """For all pages that `context` opens from now on."""
    await context.add_init_script(script("live"))


async def said(page: Page) -> list[Said]:
    return convert(await page.evaluate("window.saloonSaid"), list[Said])


def crowded(heard: list[Said]) -> list[str]:
    """Polite messages that are the third within a second: the first may have been shown late."""
    polite = [each for each in heard if each.level == "polite"]
    return [
        f'"{last.text}" {last.at - first.at:.0f} ms after "{first.text}", and one between'
        for first, last in zip(polite, polite[2:], strict=False)
        if last.at - first.at < SPAN_MS
    ]
