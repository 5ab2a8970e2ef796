"""Somebody at a browser of their own: a context with its language, screen and network."""

import json
from contextlib import suppress
from typing import Any, Literal

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
from playwright.async_api import Error as Gone

from shared.client import Client
from shared.contracts.http import SESSION_COOKIE
from shared.text.catalogue import Catalogue
from tests.e2e.checks import dom, live, motion, timing, touches
from tests.e2e.chromium import PATIENCE_MS, PHONE, Screen
from tests.e2e.complaints import Complaints

Language = Literal["ko", "en"]
Role = Literal["button", "link", "dialog", "heading", "radio", "switch", "textbox", "combobox"]
LOCALES: dict[Language, str] = {"ko": "ko-KR", "en": "en-GB"}
_HOLD = """(css) => {
  const real = window.setTimeout;
  window.setTimeout = (run, ms = 0, ...given) =>
    real(() => { if (ms < 400 || !document.querySelector(css)) run(...given); }, ms);
}"""
expect.set_options(timeout=PATIENCE_MS)


class Way(Struct, frozen=True):
    """How somebody comes. `url`: the gateway, or a network in front of it."""

    url: str
    language: Language = "ko"
    screen: Screen = PHONE
    has_less_motion: bool = True
    has_forced_colours: bool = False
    is_kids: bool = False


class Person:
    """`texts`: the words of this page, by which its controls are found. `taps`: how often it was
    touched so far. `received`, `sent`: every message of every websocket; `answered`: the text of
    every answer of the gateway; each in order of arrival."""

    def __init__(self, way: Way, context: BrowserContext, page: Page, ours: Complaints) -> None:
        self.way = way
        self.context = context
        self.page = page
        self.complaints = ours
        self.texts = Catalogue(way.language, way.is_kids)
        self.taps = 0
        self.received: list[str] = []
        self.sent: list[str] = []
        self.answered: list[str] = []
        page.on("websocket", self._on_socket)
        page.on("response", self._on_response)

    async def become(self, client: Client, nickname: str = "Bori") -> None:
        """Goes on as the player of `client`, as if the session had been opened here."""
        cookie = {"name": SESSION_COOKIE, "value": client.token, "url": self.way.url}
        await self.context.add_cookies([cookie])  # type: ignore[list-item]
        await self.keep("nickname", nickname)

    async def keep(self, name: str, value: object) -> None:
        """As if the page had kept that in this browser before."""
        kept = json.dumps([f"saloon.{name}", json.dumps(value)])
        await self.context.add_init_script(
            "if (location.protocol.startsWith('http')) {"
            f" const [name, value] = {kept};"
            " if (localStorage.getItem(name) === null) localStorage.setItem(name, value); }"
        )

    async def hold(self, css: str) -> None:
        """What matches `css` stays once it is there: what would come after a while does not."""
        await self.context.add_init_script(f"({_HOLD})({json.dumps(css)})")

    async def beside(self) -> "Person":
        """Another page of the same browser."""
        return Person(self.way, self.context, await self.context.new_page(), self.complaints)

    async def go(self, path: str) -> None:
        await self.page.goto(f"{self.way.url}{path}")

    async def tap(self, what: Locator, *, within_ms: float = PATIENCE_MS) -> None:
        """Once, as a thumb or a mouse would, where it is."""
        self.taps += 1
        if self.way.screen.has_touch:
            await what.tap(timeout=within_ms)
        else:
            await what.click(timeout=within_ms)

    async def choose(self, what: Locator) -> None:
        """Takes one of several. A dialog that has just come takes no taps yet."""
        while not await what.is_checked():
            await self.tap(what)

    def called(self, role: Role, key: str, **params: str | int) -> Locator:
        """What has this role and is called by the text `key`."""
        return self.page.get_by_role(role, name=self.texts.text(key, **params), exact=True)

    def button(self, key: str, **params: str | int) -> Locator:
        return self.called("button", key, **params)

    def link(self, key: str, **params: str | int) -> Locator:
        return self.called("link", key, **params)

    def named(self, name: str) -> Locator:
        """What the page itself calls so in `data-name` (services/web/README.md)."""
        return self.page.locator(f'[data-name="{name}"]')

    async def close(self) -> None:
        await self.context.close()

    async def session(self) -> dict[str, Any]:
        """Who this is to the server."""
        answer = await self.context.request.get(f"{self.way.url}/api/session")
        told: dict[str, Any] = await answer.json()
        return told

    def commands(self) -> list[dict[str, Any]]:
        """What the page has asked for, each once however often it was sent."""
        messages = [json.loads(text) for text in self.sent]
        asked = {m["commandId"]: m["command"] for m in messages if m["type"] == "command"}
        return [*asked.values()]

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.received.append(_text(data)))
        socket.on("framesent", lambda data: self.sent.append(_text(data)))

    async def _on_response(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if "/api/" in response.url and "json" in kind:
            with suppress(Gone):  # the page is closed, or asks for no more of it
                self.answered.append(await response.text())


def _text(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode()


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
    await timing.watch(context)
    await touches.watch(context)
    await dom.watch(context)
    return Person(way, context, await context.new_page(), complaints)
