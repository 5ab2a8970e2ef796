"""Every screen, and how somebody comes to see it. Checks and pictures go through all of them.

A module that knows screens adds its own with `scene`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from playwright.async_api import Browser

from tests.e2e.chromium import PHONE, Screen
from tests.e2e.person import Language, Person, Way, arrive

FOLDERS: dict[str, Path] = {}
"""Where the installation behind each address is."""


class Visit:
    """One look at a screen by somebody with this language and window; closes what it opens."""

    def __init__(self, browser: Browser, way: Way, opened: AsyncExitStack) -> None:
        self.browser = browser
        self.way = way
        self.opened = opened

    @property
    def url(self) -> str:
        return self.way.url

    async def person(self, url: str = "") -> Person:
        """`url`: of a network in front of the gateway."""
        came = await arrive(self.browser, replace(self.way, url=url or self.url))
        self.opened.push_async_callback(came.close)
        return came


Reach = Callable[[Visit], Awaitable[Person]]


class Scene(Struct, frozen=True):
    """`is_whole`: all of it is in the window, without scrolling up and down. `cards`: a selector of
    what is a card on it. `forgiven`: what the browser itself reports there (a pattern).
    `is_often`: ordinary runs look at it too, not whole runs and pictures alone."""

    name: str
    reach: Reach
    is_whole: bool = False
    cards: str = ""
    forgiven: str = ""
    is_often: bool = True

    @asynccontextmanager
    async def shown(
        self,
        browser: Browser,
        url: str,
        language: Language,
        screen: Screen = PHONE,
        *,
        kids: bool = False,
    ) -> AsyncIterator[Person]:
        """Somebody before whom it stands."""
        async with AsyncExitStack() as opened:
            way = Way(url, language, screen, is_kids=kids)
            yield await self.reach(Visit(browser, way, opened))


SCENES: dict[str, Scene] = {}


def scene(
    name: str,
    *,
    is_whole: bool = False,
    cards: str = "",
    forgiven: str = "",
    is_often: bool = True,
) -> Callable[[Reach], Reach]:
    def add(reach: Reach) -> Reach:
        assert name not in SCENES, name
        SCENES[name] = Scene(name, reach, is_whole, cards, forgiven, is_often)
        return reach

    return add
