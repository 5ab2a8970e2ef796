"""Whoever comes back finds the table as it is, with the right time left."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.conftest import Count
from tests.e2e.away import FORGIVEN, LOST, until_back
from tests.e2e.conftest import Invite
from tests.e2e.crowd import Crowd
from tests.e2e.cutting import Network
from tests.e2e.figures import record
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.person import Person
from tests.e2e.playing import Player
from tests.services.processes.running import Up

ELSEWHERE = '[data-banner="elsewhere"]'
OFF_S = 5.0
"""What a time left may be shown off by where the machine is busy; half a second is wanted."""
PROMPT = MOMENTS["a shot"]
LEFT = """(all) => {
  const told = (name) => all[0].getAttribute(`stroke-dash${name}`);
  return [1 - told('offset') / told('array'), Date.now()];
}"""


async def off_s(person: Person, sitting: Crowd) -> float:
    """How much longer than it is the time of my prompt is shown."""
    prompt = person.named("prompt")
    await expect(prompt).to_be_visible()
    share, now_ms = await prompt.locator(".ring-left").evaluate_all(LEFT)
    seat = sitting.view["you"]["seat"]
    wait = next(wait for wait in sitting.waits() if wait["seat"] == seat)
    assert 0 < share <= 1
    shown_ms, left_ms = share * wait["length_ms"], wait["deadline_ms"] - now_ms
    off_ms: float = shown_ms - left_ms
    return off_ms / 1_000


async def check_time(person: Person, sitting: Crowd, after: str) -> None:
    found_s = await off_s(person, sitting)
    record(f"time left is off by, {after}", 1_000 * abs(found_s))
    assert abs(found_s) < OFF_S


async def come(person: Person, sitting: Crowd) -> None:
    await person.become(sitting.clients[0])
    await person.go(f"/r/{sitting.code}")


async def test_a_page_that_is_loaded_anew_asks_again_and_shows_the_time_left(
    house: Up, invite: Invite, count: Count
) -> None:
    person = await invite()
    async with reached(house.url, PROMPT) as sitting:
        await come(person, sitting)
        await check_time(person, sitting, "first")
        await person.page.reload()
        await check_time(person, sitting, "reload")
        await Player(person).answer("takeHit")
        await sitting.wait(lambda now: not _asked(now))
    count("returns with the right time left", 1)


async def test_a_prompt_whose_time_is_shown_wrong_is_found(
    house: Up, invite: Invite, count: Count
) -> None:
    """As on a page that takes the time for three seconds later than it is."""
    person = await invite()

    def meet(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def on_message(data: str | bytes) -> None:
            message: dict[str, Any] = json.loads(data)
            if "serverNowMs" in message:
                message["serverNowMs"] += 3_000
            page.send(json.dumps(message))

        server.on_message(on_message)

    await person.context.route_web_socket("**/socket", meet)
    async with reached(house.url, PROMPT) as sitting:
        await come(person, sitting)
        assert await off_s(person, sitting) < -2
    count("planted pages found bad", 1)


async def test_of_two_pages_of_one_player_the_last_one_has_the_seat(
    house: Up, invite: Invite, count: Count
) -> None:
    """The older one says so and stands still, until it is asked to have it again."""
    person = await invite()
    async with reached(house.url, PROMPT) as sitting:
        await come(person, sitting)
        await check_time(person, sitting, "first")
        other = await person.beside()
        await other.go(f"/r/{sitting.code}")
        await check_time(other, sitting, "another tab")
        here, there = Player(person), Player(other)
        await expect(person.page.locator(ELSEWHERE)).to_be_visible()
        await expect(other.page.locator(ELSEWHERE)).to_have_count(0)
        await person.tap(person.button("ui-use-here"))
        await check_time(person, sitting, "used here again")
        await expect(other.page.locator(ELSEWHERE)).to_be_visible()
        await other.tap(other.button("ui-use-here"))
        seq = sitting.tables[0].seq
        await there.answer("takeHit")
        await sitting.settle(seq + 1)
        await there.until_sees(seq + 1)
        had = await there.look()
        assert (await person.page.locator("main").get_attribute("data-seq")) == str(seq)
        await person.tap(person.button("ui-use-here"))
        await here.until_sees(seq + 1)
        await expect(person.page.locator(ELSEWHERE)).to_have_count(0)
        await expect(other.page.locator(ELSEWHERE)).to_be_visible()
        assert await here.look() == had
    count("returns with the right time left", 1)


async def test_a_server_that_crashes_is_waited_for(
    invite: Invite, tmp_path: Path, count: Count
) -> None:
    with Up(tmp_path / "data", "--test-seeds") as up:
        async with Network(up.url) as network, reached(network.url, PROMPT) as sitting:
            person = await invite(url=network.url)
            person.complaints.forgive(FORGIVEN)
            await come(person, sitting)
            await check_time(person, sitting, "first")
            up.kill()
            await expect(person.page.locator(LOST)).to_be_visible()
            up.start()
            network.aim(up.url)
            await until_back(person)
            await sitting.catch_up()
            await check_time(person, sitting, "crash")
        up.stop()
    count("returns with the right time left", 1)


@pytest.mark.full
@pytest.mark.parametrize("service", ["gateway", "rules"])
async def test_a_service_that_crashes_under_a_prompt_is_waited_for(
    invite: Invite, tmp_path: Path, service: str, count: Count
) -> None:
    """Started again by what runs it; the answer that is given meanwhile takes effect."""
    with Up(tmp_path / "data", "--test-seeds", "--processes") as up:
        async with reached(up.url, PROMPT) as sitting:
            person = await invite(url=up.url)
            person.complaints.forgive(FORGIVEN)
            await come(person, sitting)
            await check_time(person, sitting, "first")
            killed = kill(up, service)
            if service == "gateway":
                await expect(person.page.locator(LOST).first).to_be_visible()
            else:
                await Player(person).answer("takeHit")
            await sitting.wait(lambda _: len(running(up, service) - killed) == len(killed))
            await until_back(person)
            if service == "gateway":
                await sitting.catch_up()
                await check_time(person, sitting, service)
                await Player(person).answer("takeHit")
            await sitting.wait(lambda now: not _asked(now))
        up.stop()
    count("returns with the right time left", 1)


def running(up: Up, service: str) -> set[int]:
    """Its processes."""
    return {pid for pid, line in up.children().items() if f"services.cli {service} " in line}


def kill(up: Up, service: str) -> set[int]:
    """As a crash would."""
    found = running(up, service)
    assert found, service
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    return found


def _asked(sitting: Crowd) -> bool:
    """Whether the host is."""
    seat = sitting.view["you"]["seat"]
    return any(wait["seat"] == seat and wait["kind"] == "shot" for wait in sitting.waits())


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
