"""Small pages of our own, good and bad, to prove the checks by."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Page, Route

from tests.e2e.person import Person, Way, arrive

URL = "http://planted.test"
CSP = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"
"""The page's scripts are a file, as ours are; styles stand inline to be read in the tests."""
_STYLE = (
    "body { margin: 0; font: 16px sans-serif; color: #000; background: #fff }"
    "button { min-width: 48px; min-height: 48px }"
    ".unseen { position: absolute; width: 1px; height: 1px; overflow: hidden;"
    " clip-path: inset(50%) }"
)


def page_of(body: str, style: str = "") -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f"<title>Planted</title><style>{_STYLE}{style}</style></head>"
        f'<body><main><h1>Planted</h1>{body}</main><script src="/own.js"></script></body></html>'
    )


class Plate:
    """One page that shows what is put on it, to `person`."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.complaints = person.complaints
        self._html = self._script = self._csp = ""

    async def serve(self, body: str, *, style: str = "", script: str = "", csp: str = CSP) -> Page:
        self._html, self._script, self._csp = page_of(body, style), script, csp
        await self.person.go("/")
        return self.page

    async def answer(self, route: Route) -> None:
        if not route.request.url.startswith(URL):
            await route.abort()
        elif route.request.url.endswith("/own.js"):
            await route.fulfill(body=self._script, content_type="text/javascript")
        else:
            headers = {"content-security-policy": self._csp}
            await route.fulfill(body=self._html, content_type="text/html", headers=headers)


@asynccontextmanager
async def plate(browser: Browser) -> AsyncIterator[Plate]:
    person = await arrive(browser, Way(URL, "en"))
    made = Plate(person)
    await person.context.route("**/*", made.answer)
    try:
        yield made
    finally:
        await person.close()


async def frames_passed(page: Page, number: int = 2) -> None:
    """Until the page was drawn so often."""
    await page.evaluate(
        "(n) => new Promise((done) => {"
        " const next = () => n-- ? requestAnimationFrame(next) : done(); next(); })",
        number,
    )
