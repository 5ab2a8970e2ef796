"""What may be done and what may not, and one shell and another, are told apart without colour."""

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.async_api import expect

from tests.conftest import Count
from tests.e2e.checks import apart
from tests.e2e.conftest import Invite
from tests.e2e.crowd import Crowd
from tests.e2e.moments import MOMENTS, TWO_MOMENTS, reached
from tests.e2e.test_table import card, cards_for, come
from tests.services.processes.running import Up

each_way = pytest.mark.parametrize("has_forced_colours", [False, True], ids=["plain", "forced"])


@each_way
async def test_who_and_what_may_be_played_is_told_by_borders_and_signs(
    house: Up, invite: Invite, count: Count, *, has_forced_colours: bool
) -> None:
    person = await invite(has_forced_colours=has_forced_colours)
    async with reached(house.url, MOMENTS["my turn, seven seats"]) as sitting:
        await come(person, sitting)
        found = await apart.alike(person.page, "edges", ".hand .card-legal", ".hand .card-off")
        for number in cards_for(sitting, targeted=True):
            await person.tap(card(person, number))
            if await person.page.locator('[data-legal="no"]').count():
                break
        may, may_not = '[data-legal="yes"]', '[data-legal="no"]'
        found += await apart.alike(person.page, "edges", may, may_not)
        found += await apart.alike(person.page, "signs", f"{may} .reach", f"{may_not} .reach")
        for seat, key in ((may, "ui-may-aim"), (may_not, "ui-may-not-aim")):
            sign = person.page.locator(seat).first.get_by_role(
                "img", name=person.texts.text(key), exact=True
            )
            await expect(sign).to_be_visible()
    assert not found, "\n".join(found)
    count("things told apart without colour", 3)


def _has_both_kinds(sitting: Crowd) -> bool:
    """The host has to act: of his things he may use one and not another, and shells of both kinds
    lie open."""
    turn: dict[str, Any] = sitting.view["turn"]
    offers = [offer for offer in sitting.tables[0].offers if offer["type"] == "use"]
    is_mine: bool = turn["seat"] == sitting.view["you"]["seat"]
    spent = {*sitting.view["gun"].get("spent", [])}
    return is_mine and bool(offers) and bool(sitting.view.get("blocked")) and len(spent) == 2


@each_way
async def test_shells_and_things_that_may_be_used_are_told_by_shapes_and_borders(
    house: Up, invite: Invite, count: Count, *, has_forced_colours: bool
) -> None:
    person = await invite(has_forced_colours=has_forced_colours)
    moment = replace(TWO_MOMENTS["a later load"], seed=22, holds=_has_both_kinds)
    async with reached(house.url, moment) as sitting:
        await come(person, sitting)
        may, may_not = (
            f"button[data-item]{state}"
            for state in (":not([aria-disabled])", "[aria-disabled=true]")
        )
        await expect(person.page.locator(may).first).to_be_visible()
        found = await apart.alike(person.page, "edges", may, may_not)
        hidden, live, blank = (
            ".strip .shell-hidden",
            ".strip-spent .shell-live",
            ".strip-spent .shell-blank",
        )
        found += await apart.alike(person.page, "signs", hidden, live, blank)
    assert not found, "\n".join(found)
    count("things told apart without colour", 4)
