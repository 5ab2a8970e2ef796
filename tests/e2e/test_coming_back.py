"""Whoever comes back finds the table as it is, with the right time left."""

import time
from pathlib import Path

from playwright.async_api import expect

from tests.conftest import Count
from tests.e2e.conftest import Invite
from tests.e2e.crowd import Crowd
from tests.e2e.cutting import Network
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.person import Person
from tests.e2e.playing import Player
from tests.e2e.test_connection import FORGIVEN, LOST, until_back
from tests.services.processes.running import Up

ELSEWHERE = '[data-banner="elsewhere"]'
OFF_S = 5.0
"""What a time left may be shown off by where the machine is busy; half a second is wanted."""


async def left_s(person: Person) -> int:
    """What is left of the time that the page shows first, as it says it."""
    timer = person.page.get_by_role("timer").first
    said = await timer.get_attribute("aria-label") or ""
    return int("".join(sign for sign in said if sign.isdigit()))


def really_left_s(sitting: Crowd) -> float:
    waits = [wait["deadline_ms"] for wait in sitting.waits() if wait.get("deadline_ms")]
    deadline_ms: int = min(waits) if waits else sitting.view["clock"]
    return deadline_ms / 1_000 - time.time()


async def check_time(person: Person, sitting: Crowd) -> None:
    await expect(person.page.get_by_role("timer").first).to_be_visible()
    before_s = really_left_s(sitting)
    shown_s = await left_s(person)
    assert before_s + OFF_S > shown_s > really_left_s(sitting) - OFF_S, (shown_s, before_s)


MOMENT = MOMENTS["my turn"]


async def test_a_page_that_is_loaded_anew_shows_the_time_left(
    house: Up, invite: Invite, count: Count
) -> None:
    person = await invite()
    async with reached(house.url, MOMENT) as sitting:
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        await check_time(person, sitting)
        await person.page.reload()
        await check_time(person, sitting)
    count("returns with the right time left", 1)


async def test_of_two_pages_of_one_player_the_last_one_has_the_seat(
    house: Up, invite: Invite, count: Count
) -> None:
    """The older one says so and stands still, until it is asked to have it again."""
    person = await invite()
    async with reached(house.url, MOMENT) as sitting:
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        await check_time(person, sitting)
        other = await person.beside()
        await other.go(f"/r/{sitting.code}")
        await check_time(other, sitting)
        here, there = Player(person), Player(other)
        await expect(person.page.locator(ELSEWHERE)).to_be_visible()
        await expect(other.page.locator(ELSEWHERE)).to_have_count(0)
        seq = sitting.tables[0].seq
        await there.move()
        await sitting.settle(seq + 1)
        await there.until_sees(seq + 1)
        assert (await person.page.locator("main").get_attribute("data-seq")) == str(seq)
        await person.tap(person.button("ui-use-here"))
        await here.until_sees(seq + 1)
        await expect(person.page.locator(ELSEWHERE)).to_have_count(0)
        await expect(other.page.locator(ELSEWHERE)).to_be_visible()
        assert await here.look() == await there.look()
    count("returns with the right time left", 1)


async def test_a_server_that_crashes_is_waited_for(
    invite: Invite, tmp_path: Path, count: Count
) -> None:
    with Up(tmp_path / "data", "--test-seeds") as up:
        async with Network(up.url) as network, reached(network.url, MOMENT) as sitting:
            person = await invite(url=network.url)
            person.complaints.forgive(FORGIVEN)
            await person.become(sitting.clients[0])
            await person.go(f"/r/{sitting.code}")
            await check_time(person, sitting)
            up.kill()
            await expect(person.page.locator(LOST)).to_be_visible()
            up.start()
            network.aim(up.url)
            await until_back(person)
            await check_time(person, sitting)
        up.stop()
    count("returns with the right time left", 1)


async def test_one_of_two_in_a_duel_loses_the_network_and_returns_in_time(
    house: Up, invite: Invite, count: Count
) -> None:
    """Two browsers in different languages at one table."""
    async with Network(house.url) as network:
        one = await invite(url=network.url, language="ko")
        one.complaints.forgive(FORGIVEN)
        other = await invite(language="en")

        async def come(sitting: Crowd) -> None:
            for person, client in zip((one, other), sitting.clients, strict=False):
                await person.become(client)
                await person.go(f"/r/{sitting.code}")
                await expect(person.button("ui-i-am-ready")).to_be_visible()

        there = reached(house.url, MOMENTS["a duel of the first two"], before=come)
        async with there as sitting:
            await Player(one).sees_prompt()
            network.cut()
            await expect(one.page.locator(LOST)).to_be_visible()
            network.mend()
            await until_back(one)
            await Player(one).answer("respond")
            await Player(other).sees_prompt()
            await Player(other).answer("takeHit")
            await sitting.wait(lambda now: not any(w["kind"] == "standoff" for w in now.waits()))
            acted = [person.commands()[-1]["type"] for person in (one, other)]
    assert acted == ["respond", "takeHit"]
    count("duels with a lost network", 1)
