"""A connection that is lost at any moment of a match: whoever comes back sees what is, and nothing
was done twice."""

import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from playwright.async_api import expect

from tests.conftest import Count
from tests.e2e.away import FORGIVEN, Away, Cut, drawn, folded, results, seen_by, sent
from tests.e2e.conftest import Invite
from tests.e2e.crowd import Crowd, crowd
from tests.e2e.cutting import Network
from tests.e2e.figures import IS_FULL, record
from tests.e2e.moments import LONG
from tests.e2e.person import Person
from tests.e2e.playing import Player
from tests.e2e.scenes_lobby import NAMES
from tests.e2e.test_match import OF_THE_ROOM
from tests.e2e.truth import Act, acts_of, doubled, exported
from tests.services.processes.running import Up

SEED = int(os.environ.get("SALOON_CUTS", "1"))
"""Of the moments; others are drawn by another one in the environment."""
CUTS = 20 if IS_FULL else 4
MOST_S = 15.0
"""For what is wanted in 2 and 3 s, on a machine that others keep busy."""


@asynccontextmanager
async def match_of(url: str, person: Person, seed: int) -> AsyncIterator[Crowd]:
    """A new one against automatic players, before the eyes of `person`."""
    async with crowd(url, NAMES[:1], seed=seed, automatic=3, options=LONG) as sitting:
        await sitting.start()
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        await expect(person.page.locator("[data-table]")).to_be_visible()
        yield sitting


async def lose_all(away: Away, cuts: list[Cut]) -> int:
    """Takes of `cuts` what the match has moments for; how often a command was on its way."""
    midway = 0
    while cuts and await away.player.is_asked():
        for _ in range(cuts[0].moves):
            await away.player.move()
        cut = cuts.pop(0)
        lost = await away.lose(cut)
        record(f"lost connection told, {cut.way}", 1_000 * lost.told_s)
        record(f"lost connection back, {cut.way}", 1_000 * lost.back_s)
        assert max(lost.told_s, lost.back_s) < MOST_S, (cut, lost)
        midway += lost.is_midway
        await away.check()
    return midway


async def test_whoever_loses_the_connection_at_any_moment_finds_the_table_as_it_is(
    house: Up, invite: Invite, data: Path, tmp_path: Path, count: Count
) -> None:
    sys.stderr.write(f"the moments are drawn by SALOON_CUTS={SEED}\n")
    cuts, midway = drawn(SEED, CUTS), 0
    async with Network(house.url) as network:
        for seed in range(SEED, SEED + CUTS):
            person = await invite(url=network.url)
            person.complaints.forgive(FORGIVEN)
            async with match_of(house.url, person, seed) as sitting:
                away = Away(person, network, sitting, Random(seed))
                midway += await lose_all(away, cuts)
                await away.check()
                done = acts_of(exported(data, sitting.code, tmp_path), sitting.clients[0].player)
            check(person, [act for act in done if act.type not in OF_THE_ROOM])
            if not cuts:
                break
        assert not cuts, "there were too few moments"
        seen = await seen_by(person.page)
        fresh = await person.beside()
        await fresh.go(f"/r/{sitting.code}")
        await Player(fresh).until_sees(folded(person.received)[0])
        assert await seen_by(fresh.page) == seen
    count("networks lost", CUTS)
    count("commands on their way when a network was lost", midway)


def check(person: Person, acts: list[Act]) -> None:
    """Nothing was done twice, and nothing that was answered for was not done."""
    assert not doubled(acts)
    told = {command for command, seq in results(person).items() if seq}
    of_the_room = {id_ for id_, command in sent(person).items() if command["type"] in OF_THE_ROOM}
    assert {act.id for act in acts} == told - of_the_room


async def test_what_was_done_twice_is_found() -> None:
    once = Act("a", '{"type":"endPlay","turn":3}')
    assert not doubled([once, Act("b", '{"type":"endPlay","turn":4}')])
    assert doubled([once, Act("b", once.command)])
    assert doubled([once, Act("a", '{"type":"draw","turn":4}')])


async def test_what_did_not_come_is_missed() -> None:
    view = {"type": "view", "seq": 1, "sections": {"a": 1, "b": 1}}
    frames = [
        {"type": "frame", "seq": 2, "sections": {"a": 2}},
        {"type": "frame", "seq": 3, "sections": {"b": None}},
    ]
    told = [json.dumps(each) for each in (view, *frames)]
    assert folded(told) == (3, {"a": 2})
    assert folded([told[0], told[2]]) == (1, {"a": 1, "b": 1})
