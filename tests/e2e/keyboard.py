"""A page without a mouse and without touch."""

from playwright.async_api import Locator, expect

from tests.e2e.person import Person

STEPS_LIMIT = 150
"""More places for the focus than any page has."""
GONE_MS = 3_000.0
"""How long one looks for what has gone meanwhile."""


class Unreached(AssertionError):
    """The keyboard does not lead there."""


_NEXT = """(element) => {
  const now = document.activeElement;
  if (element === now) return '';
  if (element.type === 'radio' && now.name === element.name) return 'ArrowRight';
  const group = element.tabIndex < 0 ? element.closest('ul') : null;
  return group?.contains(now) ? 'ArrowRight' : 'Tab';
}"""


async def focus(person: Person, what: Locator) -> None:
    """Goes from place to place with Tab, and with arrows within what is one place, until `what` has
    the focus. Raises `Unreached`."""
    for _ in range(STEPS_LIMIT):
        key = await what.evaluate(_NEXT, timeout=GONE_MS)
        if not key:
            return
        await person.page.keyboard.press(key)
    raise Unreached(what)


async def press(person: Person, what: Locator, key: str = "Enter") -> None:
    """Once it may be pressed."""
    await expect(what).to_be_enabled()
    await focus(person, what)
    await person.page.keyboard.press(key)


async def fill(person: Person, what: Locator, text: str) -> None:
    await what.wait_for()
    await focus(person, what)
    await person.page.keyboard.type(text)


async def open_room(person: Person, nickname: str, game: str, bots: int = 0) -> None:
    """From the door to a match that has begun."""
    await person.go("/")
    await fill(person, person.called("textbox", "ui-nickname"), nickname)
    await person.page.keyboard.press("Enter")
    await press(person, person.link("ui-create"))
    await person.button("ui-create-now").wait_for()
    await focus(person, person.called("radio", game))
    assert await ring_is_shown(person)
    await press(person, person.button("ui-create-now"))
    rows = person.page.locator(".seats > li")
    await expect(person.button("ui-i-am-ready")).to_be_visible()
    for _ in range(bots):
        before = await rows.count()
        await press(person, person.button("ui-add-bot"))
        await expect(rows).to_have_count(before + 1)
    await press(person, person.button("ui-i-am-ready"))
    await expect(person.button("ui-take-back-ready")).to_be_visible()
    await press(person, person.button("ui-start"))
    await expect(person.button("ui-start")).to_have_count(0)


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
