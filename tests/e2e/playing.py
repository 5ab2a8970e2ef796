"""Somebody who plays by what the page shows, and by nothing else."""

from random import Random

from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as Gone

from tests.e2e.person import Person

MOVES_LIMIT = 1_000


class Player:
    """`moves`: how many were made. `chance` decides what is taken up."""

    def __init__(self, person: Person, chance: Random) -> None:
        self.person = person
        self.moves = 0
        self._chance = chance
        page = person.page
        self._over = person.named("over")
        self._offers = page.locator('[data-name="offer"]:not([aria-disabled])')

    async def play(self) -> None:
        """To the end of the match."""
        for _ in range(MOVES_LIMIT):
            await expect(self._over.or_(self._offers).first).to_be_visible(timeout=120_000)
            if await self._over.is_visible():
                return
            await self._take(self._offers)
        raise AssertionError("no match is that long")

    async def _take(self, offers: Locator) -> None:
        number = await offers.count()
        if not number:
            return
        chosen = offers.nth(self._chance.randrange(number))
        try:
            await chosen.tap(timeout=1_000)
            self.moves += 1
        except Gone:
            return
