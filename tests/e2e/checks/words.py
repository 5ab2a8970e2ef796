"""Which words a page shows, says, or keeps for a reader's ears."""

import re

from playwright.async_api import Page

from tests.text.test_forbidden_words import PROTECTED, VIOLENT

from .asking import ask


async def rendered(page: Page) -> list[str]:
    texts: list[str] = await ask(page, "words")
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
