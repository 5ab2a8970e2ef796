"""How soon a page does what it was asked for, as it was seen in the page itself."""

from msgspec import Struct, convert
from playwright.async_api import BrowserContext, Page

from .asking import script


class Shown(Struct, frozen=True):
    seq: int
    at: float


class Long(Struct, frozen=True):
    """A stretch for which the page was busy, longer than 50 ms."""

    at: float
    ms: float


class Timed(Struct, frozen=True):
    """Milliseconds. `interactive`: when there was something to act on, since the page began;
    `locks`: from a touch until the controls are locked; `views`: until the entry is shown that came
    of it; `entries`: when each was shown. `locked`, `open`: commands that a touch sent, by whether
    the controls were locked before the page did anything else."""

    interactive: float
    locks: list[float]
    views: list[float]
    entries: list[Shown]
    long: list[Long]
    locked: list[str]
    open: list[str]


async def watch(context: BrowserContext) -> None:
    """For all pages that `context` opens from now on."""
    await context.add_init_script(script("timing"))


async def timed(page: Page) -> Timed:
    return convert(await page.evaluate("window.saloonTimed"), Timed)


def share(times: list[float], part: float) -> float:
    """The time that `part` of them do not pass (0.95: all but one in twenty)."""
    assert times, "nothing was timed"
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]
