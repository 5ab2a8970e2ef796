"""Whether things are told apart by more than their colour."""

from itertools import combinations
from typing import Literal

from msgspec import Struct, convert
from playwright.async_api import Page

from .asking import ask

By = Literal["edges", "signs"]


class Look(Struct, frozen=True):
    """What is seen of something without colour: its edges, and what is drawn on it."""

    edges: list[str]
    signs: list[str]


async def alike(page: Page, by: By, *selectors: str) -> list[str]:
    """Those of `selectors` that look the same by the first that is shown of each; and what is not
    shown. `by`: what is looked at."""
    looks = convert(await ask(page, "apart", selectors), list[Look | None])
    shown = dict(zip(selectors, looks, strict=True))
    found = [f"{selector} is not shown" for selector, look in shown.items() if look is None]
    for one, other in combinations(selectors, 2):
        first, second = shown[one], shown[other]
        if first is None or second is None:
            continue
        if getattr(first, by) == getattr(second, by):
            found.append(f"{one} has the same {by} as {other}")
    return found
