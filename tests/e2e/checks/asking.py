"""Asking a page by the scripts that lie beside this module."""

from pathlib import Path
from typing import Any

from msgspec import Struct, convert
from playwright.async_api import Page

_FOLDER = Path(__file__).parent


class Found(Struct, frozen=True):
    """`looked`: how many controls were looked at; a check that looked at none shows nothing."""

    faults: list[str]
    looked: int


def script(name: str) -> str:
    return (_FOLDER / f"{name}.js").read_text("utf-8")


async def ask(page: Page, name: str, argument: Any = None) -> Any:
    """What the script `name` gives, `sight.js` in front of it."""
    return await page.evaluate(f"{script('sight')}\n{script(name)}", argument)


async def found(page: Page, name: str, argument: Any = None) -> Found:
    return convert(await ask(page, name, argument), Found)
