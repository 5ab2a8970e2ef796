"""Somebody who loses the connection in the middle of a match, and comes back."""

import asyncio
import json
import time
from contextlib import suppress
from random import Random
from typing import Any

from msgspec import Struct
from playwright.async_api import Page, expect

from tests.e2e.crowd import Crowd
from tests.e2e.cutting import DOWN, UP, Network
from tests.e2e.person import Person
from tests.e2e.playing import Player

LOST = '[data-banner="lost"], [data-banner="quiet"], [data-banner="connecting"]'
FORGIVEN = "WebSocket|ERR_|Failed to load"
"""What a browser itself reports of a network that is away."""
CLOSED, SILENT, UNSENT, UNANSWERED = WAYS = ("closed", "silent", "unsent", "unanswered")
"""The last two: while a command is on its way, before it has arrived, and before its answer has."""
MOVES_BETWEEN = 3
TOUCHES_LIMIT = 200
TOUCHES_APART_S = 0.05
AFTER_S = 0.5
AWAY_S = 1.2

_SEEN = """() => {
  const css = '[data-seat], [data-card], [data-name=prompt] h2, [data-name=hint]';
  const all = document.querySelectorAll(css);
  return [...all].map((each) => [each.textContent, each.ariaLabel, each.ariaDisabled].join(' '));
}"""


class Cut(Struct, frozen=True):
    """So many moves after the one before, and so long after the last of those."""

    way: str
    moves: int
    after_s: float
    away_s: float


def drawn(seed: int, number: int) -> list[Cut]:
    """Of each way as many."""
    chance = Random(seed)
    ways = [WAYS[n % len(WAYS)] for n in range(number)]
    chance.shuffle(ways)
    return [
        Cut(
            way,
            chance.randint(1, MOVES_BETWEEN),
            chance.choice((0.0, AFTER_S * chance.random())),
            AWAY_S * chance.random(),
        )
        for way in ways
    ]


class Lost(Struct, frozen=True):
    """`told_s`: until the page said so; `back_s`: from the return until it showed all that had
    happened. `is_midway`: a command was on its way."""

    told_s: float
    back_s: float
    is_midway: bool


async def until_back(person: Person) -> None:
    await expect(person.page.locator(LOST)).to_have_count(0)


class Away:
    """`person` is at a page behind `network`, at a table of automatic players; `sitting` hears the
    same by a connection that holds."""

    def __init__(self, person: Person, network: Network, sitting: Crowd, chance: Random) -> None:
        self.player = Player(person, chance)
        self._person = person
        self._network = network
        self._sitting = sitting

    async def lose(self, cut: Cut) -> Lost:
        """Loses the connection and gets it back."""
        await asyncio.sleep(cut.after_s)
        is_midway = False
        if cut.way in (UNSENT, UNANSWERED):
            is_midway = await self._act(UP if cut.way == UNSENT else DOWN)
        began_s = time.monotonic()
        if cut.way == SILENT:
            self._network.silence()
        else:
            self._network.cut()
        await expect(self._person.page.locator(LOST).first).to_be_visible()
        told_s = time.monotonic() - began_s
        await asyncio.sleep(cut.away_s)
        await self._sitting.catch_up()
        await self._sitting.wait(lambda now: bool(now.tables[0].offers) or now.is_over)
        seq = self._sitting.tables[0].seq
        began_s = time.monotonic()
        self._network.mend()
        await until_back(self._person)
        await self.player.until_sees(seq)
        return Lost(told_s, time.monotonic() - began_s, is_midway)

    async def _act(self, way: str) -> bool:
        """Sends something that does not arrive, or whose answer does not; whether that came about
        before the page had found out."""
        if not await self.player.is_asked():
            return False
        await self._sitting.catch_up()
        before, seq = self._person.commands(), self._sitting.tables[0].seq
        told = self._person.page.locator(LOST)
        for _ in range(TOUCHES_LIMIT):
            if self._person.commands() != before or await told.count():
                break
            await self.player.touch(lambda: self._network.silence(way))
            await asyncio.sleep(TOUCHES_APART_S)
        has_sent = self._person.commands() != before
        if way == DOWN and has_sent:
            await self._sitting.wait(lambda now: now.tables[0].seq > seq)
        return has_sent

    async def check(self) -> None:
        """Once nothing more happens by itself: what came to the page is what the server says, and
        the page shows it."""
        table = self._sitting.tables[0]
        person = self._person
        await self._sitting.wait(lambda _: results(person).keys() == sent(person).keys())
        await self._sitting.settle(max(results(person).values(), default=0))
        await self._sitting.wait(lambda now: any(map(_is_his, table.offers)) or now.is_over)
        with suppress(TimeoutError):
            await self._sitting.wait(lambda _: folded(person.received) == (table.seq, table.view))
        assert folded(person.received) == (table.seq, table.view)
        await self.player.until_sees(table.seq)


def _is_his(offer: dict[str, Any]) -> bool:
    """Not what the page takes up by itself."""
    return offer["type"] != "draw" or bool(offer.get("targets") or offer.get("fromDiscard"))


def sent(person: Person) -> dict[str, dict[str, Any]]:
    """The commands of a page by their ids."""
    messages = [json.loads(text) for text in person.sent]
    return {each["commandId"]: each["command"] for each in messages if each["type"] == "command"}


def results(person: Person) -> dict[str, int]:
    """As which entries they took effect; 0: not at all."""
    messages = [json.loads(text) for text in person.received]
    answers = [each for each in messages if each["type"] == "result"]
    return {each["commandId"]: each["seq"] if each["accepted"] else 0 for each in answers}


def folded(received: list[str]) -> tuple[int, dict[str, Any]]:
    """What a page was told of its view, put together: the last entry, and the sections by name."""
    seq, sections = 0, dict[str, Any]()
    for text in received:
        message = json.loads(text)
        if message["type"] == "view":
            seq, sections = message["seq"], message["sections"]
        elif message["type"] == "frame" and message["seq"] == seq + 1:
            seq = message["seq"]
            sections = {**sections, **message["sections"]}
    return seq, {name: value for name, value in sections.items() if value is not None}


async def seen_by(page: Page) -> list[str]:
    """All that a table shows and does not change by itself."""
    texts: list[str] = await page.evaluate(_SEEN)
    return texts
