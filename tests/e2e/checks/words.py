"""Which words a page shows, says, or keeps for a reader's ears."""

import re

from playwright.async_api import BrowserContext, Page

from tests.text.test_forbidden_words import PROTECTED, VIOLENT

from .asking import script


async def watch(context: BrowserContext) -> None:
    """In all pages that `context` opens from now on, words that have gone again count as well."""
    await context.add_init_script(f"{script('words').rstrip()}.keep()")


async def rendered(page: Page) -> list[str]:
    """All of them, each once."""
    texts: list[str] = await page.evaluate(f"{script('words').rstrip()}.now()")
    return texts


async def protected(page: Page, *, beer: str = "") -> list[str]:
    """Names of others. `beer`: what plain beer is called in the game for two, if it is played."""
    return _holding(await rendered(page), PROTECTED, beer)


async def violent(page: Page, language: str) -> list[str]:
    """What has no place in the children's words."""
    return _holding(await rendered(page), VIOLENT["ko" if language == "ko" else "en"], "")


_DRAWN = re.compile(r"[0-9a-f]{16,}|/r/[A-Z]{6}|^[A-Z]{6}$|[0-9]+")
"""Hashes, rooms' codes and numbers, whose letters are chance."""


def _holding(texts: list[str], words: re.Pattern[str], allowed: str) -> list[str]:
    kept = [_DRAWN.sub("", text.replace(allowed, "") if allowed else text) for text in texts]
    return [text for text in kept if words.search(text)]
