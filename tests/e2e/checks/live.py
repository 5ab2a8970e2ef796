"""What a screen reader would say, and when."""

from itertools import pairwise
from typing import Literal

from msgspec import Struct, convert
from playwright.async_api import BrowserContext, Page

from .asking import script

SPAN_MS = 990.0
"""A second, less what a browser's clock may be off by."""


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
    """Polite messages that are the second within a second."""
    polite = [each for each in heard if each.level == "polite"]
    return [
        f'"{last.text}" {last.at - first.at:.0f} ms after "{first.text}"'
        for first, last in pairwise(polite)
        if last.at - first.at < SPAN_MS
    ]


async def seen(page: Page) -> set[str]:
    """Every text that ever stood in the page for eyes, and the names of what has no text."""
    return {*await page.evaluate("[...window.saloonSeen]")}


def unseen(heard: list[Said], texts: set[str]) -> list[str]:
    """What was said that is not made of texts that could be seen too."""
    return [f'"{each.text}" was said only' for each in heard if not _is_made_of(each.text, texts)]


def _is_made_of(text: str, texts: set[str]) -> bool:
    """`text` is some of `texts`, one after the other; before what somebody says stands his name."""
    whole = f"{text} "
    reached = {0}
    for at in range(len(whole)):
        if at in reached:
            reached |= {
                at + len(part) + len(gap)
                for part in texts
                for gap in (" ", ": ")
                if part and whole.startswith(part + gap, at)
            }
    return len(whole) in reached
