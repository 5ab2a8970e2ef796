"""Screens that show a match afterwards."""

from playwright.async_api import expect

from tests.e2e.moments import MOMENTS, TWO_MOMENTS, Moment, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_lobby import known


async def seen_again(visit: Visit, moment: Moment) -> Person:
    """By the host, from the beginning of a match that is over."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, moment))
    person = await known(visit, sitting.clients[0])
    await person.go(f"/m/{sitting.code}-1")
    await expect(person.named("slider")).to_be_visible()
    return person


@scene("replay of the western game")
async def western(visit: Visit) -> Person:
    return await seen_again(visit, MOMENTS["the end"])


@scene("replay of the game for two")
async def for_two(visit: Visit) -> Person:
    return await seen_again(visit, TWO_MOMENTS["the end"])


@scene("replay, verified")
async def verified(visit: Visit) -> Person:
    person = await western(visit)
    await person.tap(person.named("verify-all"))
    await expect(person.named("verify")).to_have_attribute("data-state", "ok")
    return person
