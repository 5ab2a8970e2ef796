"""Whether all can be reached, read and touched: what no judge of accessibility looks at."""

from playwright.async_api import Page

from .asking import Found, found


async def hits(page: Page) -> Found:
    """Controls that are out of the window or covered, text that is cut off, sideways scrolling.

    What one can scroll to counts as reached; what lies beyond an edge that hides it does not.
    """
    return await found(page, "hits")


async def sizes(page: Page, cards: str = "") -> Found:
    """Buttons under 48 x 48, other targets under 44 x 44. `cards`: a selector of cards, which are
    at least 120 high."""
    return await found(page, "sizes", cards)


async def taller(page: Page) -> list[str]:
    """Whether one has to scroll to see all of it."""
    needed, given = await page.evaluate(
        "[document.scrollingElement.scrollHeight, innerHeight]",
    )
    return [f"scrolls: {needed} px in {given}"] if needed > given + 1 else []
