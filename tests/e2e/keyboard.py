"""A page without a mouse and without touch."""

from playwright.async_api import Locator, expect

from tests.e2e.person import Person

STEPS_LIMIT = 150
"""More places for the focus than any page has."""


async def focus(person: Person, what: Locator) -> None:
    """Goes from place to place with Tab until `what` has the focus."""
    for _ in range(STEPS_LIMIT):
        if await what.evaluate("(element) => element === document.activeElement"):
            return
        await person.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {what}")


async def press(person: Person, what: Locator, key: str = "Enter") -> None:
    """Once it may be pressed."""
    await expect(what).to_be_enabled()
    await focus(person, what)
    await person.page.keyboard.press(key)


async def fill(person: Person, what: Locator, text: str) -> None:
    await what.wait_for()
    await focus(person, what)
    await person.page.keyboard.type(text)


async def ring_is_shown(person: Person) -> bool:
    """Whether one sees what has the focus: an outline of 3 px or more, or a shadow around it."""
    shown: bool = await person.page.evaluate(
        """() => {
          const at = document.activeElement;
          const around = at.closest('label') ?? at;
          const near = [at, around, at.nextElementSibling ?? at];
          const outlines = near.map((each) => getComputedStyle(each));
          return outlines.some((style) => style.outlineStyle !== 'none'
            && parseFloat(style.outlineWidth) >= 3);
        }"""
    )
    return shown
