"""Whole matches, played through the page to the verified result."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import expect

from tests.conftest import Count
from tests.demo.test_demo import saloon
from tests.e2e import keyboard, steps
from tests.e2e.checks import dom, leaks, live, motion, timing, touches, words
from tests.e2e.chromium import DESK
from tests.e2e.conftest import Invite
from tests.e2e.person import Language, Person
from tests.e2e.playing import Player, Typist
from tests.e2e.truth import Truth, exported, truth_of
from tests.services.processes.running import Up

NAMES = ("보리", "Ann", "Yun")
OF_THE_ROOM = {"create", "join", "addAutomatic", "ready", "start", "reveal"}
SAID_MS = 5_000.0
"""How long a prompt may wait to be said; half a second is wanted, on a machine that is not busy."""
BY_ITSELF = {"draw"}
"""What the page may ask for without a tap, where there is nothing to choose."""


@pytest.fixture
def proved(house: Up, data: Path, tmp_path: Path, count: Count) -> "Prove":
    return Prove(data, tmp_path, count)


class Prove:
    def __init__(self, data: Path, folder: Path, count: Count) -> None:
        self._data = data
        self._folder = folder
        self._count = count

    async def __call__(self, code: str, players: list[Player]) -> None:
        """The log holds, as every page has found by itself; nobody was told too much; and no page
        did anything that nobody tapped."""
        saloon("match", "verify", code, "--data", str(self._data))
        for player in players:
            verified = player.person.named("verify")
            await expect(verified).to_have_attribute("data-state", "ok")
        truth = truth_of(exported(self._data, code, self._folder))
        for player in players:
            person = player.person
            sent = [*person.received, *person.answered]
            found = leaks.faults(truth, (await person.session())["player"], sent)
            assert not found, found
            looked = leaks.looked_at(sent)
            self._count("views and frames held against the truth", looked, minimum=8)
            await self._page(truth, person)
            asked = [each["type"] for each in person.commands()]
            acts = [each for each in asked if each not in OF_THE_ROOM | BY_ITSELF]
            assert len(acts) <= player.moves, (acts, player.moves)
            done = await touches.touched(person.page)
            actions = [each for each in done.actions if each.command["type"] not in OF_THE_ROOM]
            assert not touches.laborious(actions)
            assert bool(done.pointers) is (person.taps > 0)
            self._count("actions counted by taps", len(actions))
        one, *others = players
        stood = await dom.stood(one.person.page)
        for other in others:
            whose = (await other.person.session())["player"]
            told = leaks.faults(truth, whose, one.person.received)
            assert told, "what another one was told is not found"
            told = dom.faults(truth, whose, stood, one.person.texts)
            assert told, "what stood before another one is not found"
        self._count("moves made on pages", sum(player.moves for player in players))
        self._count("matches played on pages", 1)

    async def _page(self, truth: Truth, person: Person) -> None:
        """What it showed, what it read aloud, how it moved, and that each tap locked it at once."""
        stood = await dom.stood(person.page)
        told = dom.faults(truth, (await person.session())["player"], stood, person.texts)
        assert not told, "\n".join(told)
        self._count("times a whole page was looked through", stood.looks)
        heard = await live.said(person.page)
        assert not live.crowded(heard)
        assert not live.untold(await live.asked(person.page), heard, SAID_MS)
        timed = await timing.timed(person.page)
        at_table = [each for each in heard if each.at < timed.entries[-1].at]
        assert not live.unseen(at_table, await live.seen(person.page))
        self._count("lines read aloud", len(at_table))
        assert not await motion.too_long(person.page)
        assert not timed.open, f"not locked at once by: {timed.open}"
        self._count("touches that locked the controls at once", len(timed.locked))


async def test_three_people_and_a_bot_play_a_match_and_nobody_is_told_too_much(
    invite: Invite, proved: Prove
) -> None:
    people = [await invite(language=language) for language in ("ko", "en")]
    people.append(await invite(has_less_motion=False))
    await people[-1].keep("settings", {"calm": True})  # as good as to have asked the system for it
    host, *guests = people
    for person, name in zip(people, NAMES, strict=True):
        await steps.come_in(person, name)
    await steps.deal_by(host, 5)
    code = await steps.open_room(host)
    for guest in guests:
        await steps.join(guest, code)
    await steps.add_bot(host)
    for person in people:
        await steps.get_ready(person)
    await steps.start(host)
    players = [Player(person, Random(number)) for number, person in enumerate(people)]
    await asyncio.gather(*(player.play() for player in players))
    await proved(code, players)


async def test_one_person_plays_a_match_against_the_dealer(invite: Invite, proved: Prove) -> None:
    person = await invite(language="en")
    await steps.come_in(person, "Ann")
    await steps.deal_by(person, 5)
    code = await steps.open_room(person, "title-odds")
    await steps.get_ready(person)
    await steps.start(person)
    player = Player(person, Random(1))
    await player.play()
    await proved(code, [player])


@pytest.mark.parametrize(
    ("game", "bots", "language"),
    [("title-odds", 0, "en"), pytest.param("title-showdown", 3, "ko", marks=pytest.mark.full)],
)
async def test_a_match_in_childrens_words_is_played_with_the_keyboard_alone(
    invite: Invite, proved: Prove, game: str, bots: int, language: Language, count: Count
) -> None:
    """From the door on; and there are no weapons in it, and no death, not even for a moment."""
    person = await invite(language=language, screen=DESK, is_kids=True)
    await person.keep("settings", {"kids": True})
    await words.watch(person.context)
    await steps.deal_by(person, 5)
    await keyboard.open_room(person, "Ann", game, bots)
    player = Typist(person, Random(1))
    await player.play()
    await proved(steps.code_of(person), [player])
    assert not person.taps
    assert not await words.violent(person.page, language)
    count("matches played with the keyboard alone", 1)


@pytest.mark.full
async def test_one_person_plays_a_match_against_automatic_players(
    invite: Invite, proved: Prove
) -> None:
    person = await invite(language="en")
    await steps.come_in(person, "Ann")
    await steps.deal_by(person, 6)
    code = await steps.open_room(person)
    await steps.add_bot(person, 3)
    await steps.get_ready(person)
    await steps.start(person)
    player = Player(person, Random(2))
    await player.play()
    await proved(code, [player])
