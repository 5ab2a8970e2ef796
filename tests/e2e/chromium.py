"""Debian's own Chromium, driven over its debugging protocol; no browser is ever downloaded."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from playwright.async_api import Browser, ViewportSize, async_playwright

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
"""For root, and for a browser that speaks to nobody but us."""
PATIENCE_MS = 30_000.0
"""For whatever is waited for; a machine may be busy."""


class Screen(NamedTuple):
    name: str
    size: ViewportSize
    has_touch: bool


PHONE = Screen("phone", {"width": 390, "height": 844}, True)
SMALL = Screen("small phone", {"width": 360, "height": 640}, True)
NARROW = Screen("narrow", {"width": 320, "height": 640}, True)
DESK = Screen("desk", {"width": 1280, "height": 800}, False)
ZOOMED = Screen("desk at 200 %", {"width": 640, "height": 400}, False)
"""What is left of a desk's window at twice the size."""


def executable() -> str:
    """Raises `LookupError` where there is none."""
    path = shutil.which("chromium")
    if path is None:
        raise LookupError("no chromium (apt-get install chromium fonts-noto-cjk)")
    return path


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable(), args=[*FLAGS])
        try:
            yield browser
        finally:
            await browser.close()
