"""A lost network: the page says so, comes back by itself, and nothing is done twice."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import expect

from services.cli import stored
from services.cli.parts import GAMES
from shared.contracts.ids import PlayerId
from shared.matchfile.opened import read
from tests.conftest import Count
from tests.e2e.away import FORGIVEN, LOST, until_back
from tests.e2e.checks import live
from tests.e2e.conftest import Invite
from tests.e2e.crowd import crowd
from tests.e2e.cutting import Network
from tests.e2e.scenes_lobby import NAMES
from tests.e2e.truth import exported
from tests.services.processes.running import Up


@pytest_asyncio.fixture(loop_scope="session")
async def network(house: Up) -> AsyncIterator[Network]:
    async with Network(house.url) as opened:
        yield opened


async def test_a_silent_network_is_told_and_what_was_missed_comes(
    house: Up, network: Network, invite: Invite, count: Count
) -> None:
    person = await invite(url=network.url)
    person.complaints.forgive(FORGIVEN)
    async with crowd(house.url, NAMES[:2], seed=1) as sitting:
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        await expect(person.named("start")).to_be_visible()
        network.silence()
        began_s = time.monotonic()
        await expect(person.page.locator(LOST)).to_be_visible()
        told_s = time.monotonic() - began_s
        await sitting.settle(await sitting.tables[1].ready())
        network.mend()
        await until_back(person)
        ready = person.page.get_by_text(person.texts.text("ui-ready"), exact=True)
        await expect(ready).to_have_count(1)
    heard = [each.text for each in await live.said(person.page) if each.level == "assertive"]
    assert heard in ([person.texts.text("ui-quiet")], [person.texts.text("ui-lost")])
    assert told_s < 10, told_s  # 3 s are wanted; the rest is for a machine that is busy
    count("networks lost", 1)


async def test_what_was_pressed_while_it_was_cut_is_done_once(
    house: Up, network: Network, invite: Invite, data: Path, tmp_path: Path, count: Count
) -> None:
    person = await invite(url=network.url)
    person.complaints.forgive(FORGIVEN)
    async with crowd(house.url, NAMES[:2], seed=1) as sitting:
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        button = person.button("ui-i-am-ready")
        await expect(button).to_be_visible()
        network.silence()
        await person.tap(button)
        await expect(person.page.locator(LOST)).to_be_visible()
        network.cut()
        await asyncio.sleep(0)
        network.mend()
        await expect(person.button("ui-take-back-ready")).to_be_visible()
        assert said(exported(data, sitting.code, tmp_path))[sitting.clients[0].player] == 1
    count("networks lost", 1)


def said(path: Path) -> Counter[PlayerId]:
    """How many entries are whose commands, since the last room was opened."""
    head, entries = stored.read(path)
    found = read(entries, GAMES, head.first_seq - 1, bytes.fromhex(head.previous))
    return Counter(
        PlayerId(each.header.actor)
        for each in found
        if each.header.actor and b'"type":"ready"' in each.stored
    )
