"""Somebody at a browser of their own: a context with its language, screen and network."""

import re
from typing import Literal

from msgspec import Struct
from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Response,
    WebSocket,
    expect,
)

from tests.e2e.checks import live, motion
from tests.e2e.chromium import PATIENCE_MS, PHONE, Screen
from tests.e2e.complaints import Complaints

Language = Literal["ko", "en"]
LOCALES: dict[Language, str] = {"ko": "ko-KR", "en": "en-GB"}
expect.set_options(timeout=PATIENCE_MS)


class Way(Struct, frozen=True):
    """How somebody comes. `url`: the gateway, or a network in front of it."""

    url: str
    language: Language = "ko"
    screen: Screen = PHONE
    has_less_motion: bool = True
    has_forced_colours: bool = False


class Person:
    """`taps`: how often the screen was touched so far. `received`, `answered`: every message of
    every websocket, and the text of every answer of the gateway, in order of arrival."""

    def __init__(self, way: Way, context: BrowserContext, page: Page, ours: Complaints) -> None:
        self.way = way
        self.context = context
        self.page = page
        self.complaints = ours
        self.taps = 0
        self.received: list[str] = []
        self.answered: list[str] = []
        page.on("websocket", self._on_socket)
        page.on("response", self._on_response)

    async def go(self, path: str) -> None:
        await self.page.goto(f"{self.way.url}{path}")

    async def tap(self, what: Locator) -> None:
        """Once, as a thumb or a mouse would, where it is."""
        self.taps += 1
        if self.way.screen.has_touch:
            await what.tap()
        else:
            await what.click()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    async def close(self) -> None:
        await self.context.close()

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._on_frame)

    def _on_frame(self, data: str | bytes) -> None:
        self.received.append(data if isinstance(data, str) else data.decode())

    async def _on_response(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if "/api/" in response.url and "json" in kind:
            self.answered.append(await response.text())


async def arrive(browser: Browser, way: Way) -> Person:
    context = await browser.new_context(
        locale=LOCALES[way.language],
        viewport=way.screen.size,
        has_touch=way.screen.has_touch,
        reduced_motion="reduce" if way.has_less_motion else "no-preference",
        forced_colors="active" if way.has_forced_colours else "none",
    )
    context.set_default_timeout(PATIENCE_MS)
    complaints = Complaints(way.url)
    await complaints.listen(context)
    await live.listen(context)
    await motion.watch(context)
    return Person(way, context, await context.new_page(), complaints)
