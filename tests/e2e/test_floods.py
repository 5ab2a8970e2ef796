"""Much that comes at once: the newest is shown, and what went by is told."""

import json
from typing import Any

from playwright.async_api import expect

from tests.conftest import Count
from tests.e2e.checks import timing
from tests.e2e.conftest import Invite
from tests.e2e.crowd import crowd
from tests.e2e.cutting import Network
from tests.e2e.figures import IS_FULL, record
from tests.e2e.playing import Player
from tests.e2e.scenes_lobby import NAMES
from tests.e2e.test_connection import FORGIVEN
from tests.services.processes.running import Up

EVENTS = 300 if IS_FULL else 100


async def test_the_newest_is_shown_and_what_went_by_is_told(
    house: Up, invite: Invite, count: Count
) -> None:
    async with (
        Network(house.url) as network,
        crowd(house.url, NAMES, seed=3, options={"turnSeconds": 120}) as sitting,
    ):
        person = await invite(url=network.url)
        person.complaints.forgive(FORGIVEN)
        await sitting.start()
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        await Player(person).until_sees(sitting.tables[0].seq)
        before = len(person.received)
        first = sitting.tables[0].seq
        network.silence()
        lost = await sitting.until(lambda now: now.tables[0].seq > first + EVENTS // 2)
        assert lost, "the match ended too soon"
        last = sitting.tables[0].seq
        began_ms = float(await person.page.evaluate("performance.now()"))
        network.mend()
        await Player(person).until_sees(last)
        banner = person.page.locator('[data-banner="resumed"]')
        await expect(banner).to_be_visible()
        told = int("".join(sign for sign in await banner.inner_text() if sign.isdigit()))
        timed = await timing.timed(person.page)
        came = _events(person.received[before:])
    shown_ms = next(each.at for each in timed.entries if each.seq >= last) - began_ms
    longest_ms = max([each.ms for each in timed.long if each.at >= began_ms], default=0.0)
    record(f"until the newest of {EVENTS} events at once is shown", shown_ms)
    record("for which the page was busy at a stretch then, the longest", longest_ms)
    assert came >= EVENTS, came
    assert 0 < told <= came, (told, came)
    count("events that came at once", came)


def _events(texts: list[str]) -> int:
    messages: list[dict[str, Any]] = [json.loads(text) for text in texts]
    return sum(len(each["events"]) for each in messages if each["type"] == "frame")
