"""Screens that come about before one's eyes and do not stay: here they do (`Person.hold`)."""

from contextlib import suppress

from msgspec.structs import replace
from playwright.async_api import expect

from shared.client import Refused
from tests.e2e.crowd import MOVES_LIMIT, Crowd
from tests.e2e.moments import LOCKED_UP, MOMENTS, TWO_MOMENTS, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_bang import seen_by_host
from tests.e2e.scenes_lobby import known
from tests.e2e.scenes_shotgun import seen

_CAUGHT_UP = """([seq, css]) => document.querySelector(css) !== null
  || Number(document.querySelector('[data-table]')?.dataset.seq) >= seq"""


async def until_shown(person: Person, sitting: Crowd, css: str) -> None:
    """Plays, one move at a time, until it is on the page of whoever is first in `sitting`."""
    shown = person.page.locator(css).first
    for _ in range(MOVES_LIMIT):
        if await shown.is_visible():
            return
        with suppress(Refused):  # the page draws by itself
            assert await sitting.move(), "it was not to be seen in this match"
        await sitting.catch_up()
        arg = [sitting.tables[0].seq, css]
        await person.page.wait_for_function(_CAUGHT_UP, arg=arg)
    raise AssertionError("no match is that long")


_VERDICT = "body:not(:has(.prompt)) .verdict"
"""One that no question lies over."""

DEALT = replace(MOMENTS["my turn"], holds=lambda _: True)


@scene("table: a check", is_often=False)
async def check(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(reached(visit.url, LOCKED_UP))
    person = await seen_by_host(visit, sitting, held=_VERDICT)
    await until_shown(person, sitting, _VERDICT)
    return person


async def _dealt(visit: Visit) -> Person:
    """Whoever sees the deal, with his role before him."""
    people: list[Person] = []

    async def come(sitting: Crowd) -> None:
        person = await known(visit, sitting.clients[0])
        await person.hold(".role-dialog")
        await person.go(f"/r/{sitting.code}")
        await expect(person.button("ui-i-am-ready")).to_be_visible()
        people.append(person)

    await visit.opened.enter_async_context(reached(visit.url, DEALT, before=come))
    await expect(people[0].named("role-dialog")).to_be_visible()
    return people[0]


@scene("table: the role's card")
async def role(visit: Visit) -> Person:
    return await _dealt(visit)


@scene("table: the role is held", is_often=False)
async def role_held(visit: Visit) -> Person:
    person = await _dealt(visit)
    card = await person.page.locator(".role-card").bounding_box()
    assert card is not None
    await person.page.mouse.move(card["x"] + 40, card["y"] + 40)
    await person.page.mouse.down()
    await expect(person.named("role-shown")).to_be_visible()
    return person


@scene("table: something is said", is_whole=True, is_often=False)
async def said(visit: Visit) -> Person:
    moment = MOMENTS["my turn, seven seats"]
    sitting = await visit.opened.enter_async_context(reached(visit.url, moment))
    person = await seen_by_host(visit, sitting, held='[data-name="bubble"]')
    speakers = sitting.clients
    await speakers[3].say(sitting.code, "suspectOutlaw", speakers[2].player)
    await speakers[2].say(sitting.code, "noOutlaw")
    await speakers[5].say(sitting.code, "help")
    await expect(person.named("bubble")).to_have_count(3)
    return person


BEATS = {
    "a new load": ".beat-load",
    "somebody takes aim": ".beat-aim",
    "a live shell": ".beat-live",
    "an item is used": ".beat-item",
}


def _add(name: str, css: str) -> None:
    @scene(f"shotgun: {name}", is_often=css == ".beat-load")
    async def beat(visit: Visit) -> Person:
        person, sitting = await seen(visit, TWO_MOMENTS["the first load"], held=css)
        await until_shown(person, sitting, css)
        return person


for _name, _css in BEATS.items():
    _add(_name, _css)
