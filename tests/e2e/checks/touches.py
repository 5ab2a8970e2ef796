"""How often a page has to be touched for what one wants to do."""

from typing import Any

from msgspec import Struct, convert
from playwright.async_api import BrowserContext, Page

from .asking import script

NAMING = ("cardId", "cardIds", "keep", "targetCard")
"""Where a command names cards."""


class Action(Struct, frozen=True):
    """`taps`: how many it took."""

    command: dict[str, Any]
    taps: int


class Touched(Struct, frozen=True):
    """`pointers`: how often a finger or a mouse came down at all; `actions`: every command that was
    sent, once, however it came about."""

    pointers: int
    actions: list[Action]


async def watch(context: BrowserContext) -> None:
    """For all pages that `context` opens from now on."""
    await context.add_init_script(script("touches"))


async def touched(page: Page) -> Touched:
    return convert(await page.evaluate("window.saloonTouched"), Touched)


def allowed(command: dict[str, Any]) -> int:
    """Two for what names one thing; one more for each further card, and one to confirm those."""
    named = [command[key] for key in NAMING if command.get(key) is not None]
    cards = sum(len(each) if isinstance(each, list) else 1 for each in named)
    further = max(0, cards - 1)
    return 2 + further + bool(further)


def laborious(actions: list[Action]) -> list[str]:
    """Those that took more taps than they may."""
    return [
        f"{each.taps} taps, {allowed(each.command)} at most: {each.command}"
        for each in actions
        if each.taps > allowed(each.command)
    ]
