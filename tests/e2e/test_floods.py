"""Much that comes at once: the newest is shown, and what went by is told."""

import json
from typing import Any

from playwright.async_api import expect

from tests.conftest import Count
from tests.e2e.checks import timing
from tests.e2e.conftest import Invite
from tests.e2e.figures import IS_FULL, record
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.playing import Player
from tests.services.processes.running import Up

EVENTS = 300 if IS_FULL else 100
_HOLD = """
window.held = null;
window.WebSocket = class extends WebSocket {
  set onmessage(hear) {
    super.onmessage = (event) => {
      if (window.held && event.data.includes('"type":"frame"')) window.held.push(() => hear(event));
      else hear(event);
    };
  }
};
"""
"""While something is held, frames wait before the page as they would on their way to it."""
_RELEASE = """
() => {
  const { held } = window;
  window.held = null;
  for (const hear of held) setTimeout(hear);
  return performance.now();
}
"""


async def test_the_newest_is_shown_and_what_went_by_is_told(
    house: Up, invite: Invite, count: Count
) -> None:
    async with reached(house.url, MOMENTS["my turn, seven seats"]) as sitting:
        person = await invite()
        await person.context.add_init_script(_HOLD)
        await person.become(sitting.clients[0])
        await person.go(f"/r/{sitting.code}")
        first = sitting.tables[0].seq
        await Player(person).until_sees(first)
        await person.page.evaluate("window.held = []")
        before = len(person.received)
        assert await sitting.until(lambda now: now.tables[0].seq > first + EVENTS // 2)
        last = sitting.tables[0].seq
        await person.page.wait_for_function("(n) => window.held.length >= n", arg=last - first)
        began_ms = float(await person.page.evaluate(_RELEASE))
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
