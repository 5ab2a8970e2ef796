"""How long things move."""

from msgspec import Struct, convert
from playwright.async_api import BrowserContext, Page

from .asking import script

REDUCED_MS = 200.0
"""The longest that anything may move for whoever asked for less motion."""


class Moved(Struct, frozen=True):
    ms: float
    what: str
    of: str


async def watch(context: BrowserContext) -> None:
    """For all pages that `context` opens from now on."""
    await context.add_init_script(script("motion"))


async def moved(page: Page) -> list[Moved]:
    return convert(await page.evaluate("window.saloonMoved"), list[Moved])


async def too_long(page: Page) -> list[str]:
    return [
        f"{each.what} moves for {each.ms:.0f} ms ({each.of})"
        for each in await moved(page)
        if each.ms > REDUCED_MS
    ]
