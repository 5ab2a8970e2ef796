"""A replay is gone through and verified in the browser, also where there is no `crypto.subtle`."""

import json
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.conftest import Count
from tests.e2e.checks.timing import share
from tests.e2e.conftest import Invite
from tests.e2e.crowd import Crowd
from tests.e2e.figures import IS_FULL, record
from tests.e2e.moments import MOMENTS, SEVEN, Moment, reached
from tests.e2e.person import Person
from tests.services.processes.running import Up

ENTRIES = 400 if IS_FULL else 50
LONG = Moment(1, lambda now: now.is_over and now.tables[0].seq > ENTRIES, tuple(SEVEN))
PLAYED = LONG if IS_FULL else MOMENTS["the end"]
_STEPS = """
async () => {
  const slider = document.querySelector('[data-name=slider]');
  const drawn = () => new Promise((done) => requestAnimationFrame(() => {
    const soon = new MessageChannel();
    soon.port1.onmessage = done;
    soon.port2.postMessage(0);
  }));
  const taken = [];
  for (let place = 0; place <= Number(slider.max); place += 1) {
    const began = performance.now();
    slider.value = place;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    const built = performance.now() - began;
    await drawn();
    taken.push([built, performance.now() - began]);
  }
  return taken;
}
"""
_VERIFY = """
async () => {
  const button = document.querySelector('[data-name=verify-all]');
  const began = performance.now();
  button.click();
  do await new Promise((done) => setTimeout(done));
  while (!['ok', 'bad'].includes(button.dataset.state));
  return performance.now() - began;
}
"""
_WITHOUT = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"
each_way = pytest.mark.parametrize("has_subtle", [True, False], ids=["with subtle", "without"])


async def replayed(person: Person, sitting: Crowd, *, has_subtle: bool) -> None:
    if not has_subtle:
        await person.context.add_init_script(_WITHOUT)
    await person.become(sitting.clients[0])
    await person.go(f"/m/{sitting.code}-1")
    await expect(person.named("replay")).to_be_visible()
    assert await person.page.evaluate("crypto.subtle !== undefined") is has_subtle


async def test_a_replay_is_gone_through_verified_and_one_changed_byte_is_named(
    house: Up, invite: Invite, count: Count
) -> None:
    async with reached(house.url, PLAYED) as sitting:
        for has_subtle in (True, False):
            person = await invite()
            await replayed(person, sitting, has_subtle=has_subtle)
            way = "with" if has_subtle else "without"
            if has_subtle:
                times = await person.page.evaluate(_STEPS)
                record(
                    "for a step of a replay, drawn, 95 of 100", share([t[1] for t in times], 0.95)
                )
                record(
                    "for a step of a replay, built, 95 of 100", share([t[0] for t in times], 0.95)
                )
                count("steps of replays", len(times), minimum=ENTRIES)
            for nth in ("the first time", "again"):
                taken_ms = await person.page.evaluate(_VERIFY)
                record(f"to verify a match {way} subtle, {nth}", taken_ms)
            verified = person.named("verify")
            await expect(verified).to_have_attribute("data-state", "ok")
            await check_one_byte(person)
            count("changed bytes named by pages", 1)


async def check_one_byte(person: Person) -> None:
    """Of what the server gives: one digit of what an entry in the middle says."""
    bad = 0

    async def change(route: Route) -> None:
        nonlocal bad
        answer = await route.fetch()
        text = await answer.text()
        entries: list[dict[str, Any]] = json.loads(text)["entries"]
        for entry in entries[len(entries) // 2 :]:
            salt = next((leaf[0] for leaf in entry["leaves"] if isinstance(leaf, list)), "")
            if salt:
                break
        bad = entry["header"]["seq"]
        other = ("1" if salt[0] == "0" else "0") + salt[1:]
        assert text.count(salt) == 1
        await route.fulfill(response=answer, body=text.replace(salt, other))

    await person.context.route("**/proofs*", change)
    await person.page.reload()
    await expect(person.named("replay")).to_be_visible()
    await person.tap(person.named("verify-all"))
    verified = person.named("verify")
    await expect(verified).to_have_attribute("data-state", "bad")
    await expect(verified).to_have_text(person.texts.text("ui-chain-hash", seq=bad))
