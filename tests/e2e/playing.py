"""Somebody who plays by what the page shows, and by nothing else."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec import Struct, convert
from playwright.async_api import Error as Gone
from playwright.async_api import Locator, expect

from tests.e2e import keyboard
from tests.e2e.person import Person

_LOOK = (Path(__file__).parent / "moves.js").read_text("utf-8")
TAPS_LIMIT = 2_000
OTHERS_MS = 120_000.0
"""How long others may take, on a machine that is busy."""
GONE_MS = 3_000.0
"""How long one tries to touch what has gone meanwhile."""
SHORT = 0.5
"""How often somebody at a keyboard takes the short way."""
_SHORT = """(element) => {
  const table = element.closest('main');
  if (!table?.contains(document.activeElement)) return '';
  if (element.dataset.name === 'end-turn') return 'e';
  const hand = element.closest('.hand');
  const place = hand ? [...hand.children].indexOf(element.parentElement) + 1 : 0;
  return place > 0 && place < 10 ? String(place) : '';
}"""


class Move(Struct, frozen=True):
    css: str
    sends: bool


class Look(Struct, frozen=True):
    over: bool
    moves: list[Move]


class Player:
    """`moves`: how often something was touched that is carried out then. `chance` decides what is
    taken up."""

    def __init__(self, person: Person, chance: Random | None = None) -> None:
        self.person = person
        self.moves = 0
        self._chance = chance or Random(1)

    async def play(self) -> None:
        """To the end of the match."""
        for _ in range(TAPS_LIMIT):
            if not await self.is_asked():
                return
            await self.touch()
        raise AssertionError("no match is that long")

    async def is_asked(self) -> bool:
        """Waits until there is something to do; whether there is, and not the end of the match."""
        look = await self.look()
        if not (look.over or look.moves):
            await self.person.page.wait_for_function(
                f"() => {{ const now = {_LOOK}; return now.over || now.moves.length > 0; }}",
                timeout=OTHERS_MS,
            )
            look = await self.look()
        return not look.over

    async def move(self) -> None:
        """Until something was carried out, or the match is over."""
        before = self.moves
        while self.moves == before and await self.is_asked():
            await self.touch()

    async def until_sees(self, seq: int) -> None:
        """Until the table, or what is shown at the end, shows entry `seq`."""
        await self.person.page.wait_for_function(
            "(seq) => Number(document.querySelector('main[data-seq]')?.dataset.seq) >= seq", arg=seq
        )

    async def look(self) -> Look:
        return convert(await self.person.page.evaluate(_LOOK), Look)

    async def touch(self, before_last: Callable[[], None] = lambda: None) -> None:
        """Something that can be touched now, if there is anything. `before_last`: is called if that
        carries something out."""
        look = await self.look()
        if not look.moves:
            return
        move = self._chance.choice(look.moves)
        if move.sends:
            before_last()
        await self._take(move)

    async def _take(self, move: Move) -> None:
        self.moves += move.sends
        with suppress(Gone):
            await self.person.tap(self.person.page.locator(move.css).first, within_ms=GONE_MS)

    async def sees_prompt(self) -> None:
        """Whoever is still looking at his role puts that away first."""
        prompt, role = self.person.named("prompt"), self.person.named("role-done")
        await expect(prompt.or_(role).first).to_be_visible()
        if await role.is_visible():
            with suppress(Gone):  # the table goes on by itself after a while
                await self.person.tap(role, within_ms=GONE_MS)
        await expect(prompt).to_be_visible()

    async def answer(self, command: str) -> None:
        """What a prompt asks, with the cards that it proposes. A prompt that has just come takes no
        taps yet, so it may take more than one."""
        answer = self.person.named("prompt").locator(f'[data-name="{command}"]')
        asked = len(self.person.commands())
        while len(self.person.commands()) == asked:
            with suppress(Gone):
                await self.person.tap(answer, within_ms=GONE_MS)
        self.moves += 1


class Typist(Player):
    """Without a mouse and without touch: with Tab, arrows and Enter, and now and then with a key of
    the table's own."""

    async def _take(self, move: Move) -> None:
        self.moves += move.sends
        what = self.person.page.locator(move.css).first
        try:
            with suppress(Gone):
                key = await self._short(what) if self._chance.random() < SHORT else ""
                if not key:
                    await keyboard.focus(self.person, what)
                await self.person.page.keyboard.press(key or "Enter")
        except keyboard.Unreached:
            if move in (await self.look()).moves:
                raise

    async def _short(self, what: Locator) -> str:
        """The key that stands for it, where there is one and the focus is in the table."""
        key: str = await what.evaluate(_SHORT, timeout=GONE_MS)
        return key
