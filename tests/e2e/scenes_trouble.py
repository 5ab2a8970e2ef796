"""Screens of what goes wrong: the connection, the server, an address, and what was not held to."""

import asyncio
import json
from typing import Any

from playwright.async_api import Route, WebSocketRoute, expect

from tests.e2e.crowd import Crowd, crowd
from tests.e2e.cutting import Network
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene
from tests.e2e.scenes_bang import seen_by_host
from tests.e2e.scenes_lobby import NAMES, known, lobby, signed_in, somebody

NOT_LOADED = "Failed to load|ERR_|WebSocket"
"""What a browser itself reports of an answer that is an error, or of none."""


async def lose(route: Route) -> None:
    await route.abort()


@scene("trouble: the server does not answer", forgiven=NOT_LOADED)
async def unreachable(visit: Visit) -> Person:
    person = await somebody(visit)
    await person.context.route("**/api/games*", lose)
    await person.go("/")
    await expect(person.button("ui-try-again")).to_be_visible()
    return person


@scene("trouble: no words", forgiven=NOT_LOADED, is_often=False)
async def wordless(visit: Visit) -> Person:
    person = await somebody(visit)
    await person.context.route("**/api/**", lose)
    await person.go("/")
    await expect(person.page.get_by_role("button")).to_be_visible()
    return person


async def another_page(route: Route) -> None:
    """Another page than the one that is open, to whoever looks whether it is still there."""
    if route.request.resource_type == "fetch":
        await route.fulfill(body="another page")
    else:
        await route.continue_()


@scene("trouble: a part of the page is gone", forgiven=NOT_LOADED, is_often=False)
async def outdated(visit: Visit) -> Person:
    person = await signed_in(visit)
    await person.context.route("**/assets/later*.js", lose)
    await person.context.route(f"{visit.url}/", another_page)
    await person.go("/#create")
    await expect(person.page.get_by_text(person.texts.text("ui-newer"))).to_be_visible()
    return person


@scene("trouble: a part of the page does not come", forgiven=NOT_LOADED, is_often=False)
async def partless(visit: Visit) -> Person:
    person = await signed_in(visit)
    await person.context.route("**/assets/later*.js", lose)
    await person.go("/#create")
    await expect(person.page.get_by_text(person.texts.text("ui-unreachable"))).to_be_visible()
    return person


@scene("trouble: a room was closed", is_often=False)
async def closed(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(crowd(visit.url, [NAMES[1]], seed=1))
    person = await signed_in(visit)
    await person.go(f"/r/{sitting.code}#watch")
    await expect(person.button("ui-sit-down")).to_be_visible()
    await sitting.clients[0].command(sitting.code, {"type": "leave"})
    await expect(person.called("heading", "ui-closed-title")).to_be_visible()
    return person


@scene("trouble: no match to replay", forgiven="404", is_often=False)
async def no_match(visit: Visit) -> Person:
    person = await signed_in(visit)
    await person.go("/m/ZZZZZZ-1")
    await expect(person.called("heading", "ui-replay-none")).to_be_visible()
    return person


@scene("trouble: a code that is none", is_often=False)
async def wrong_code(visit: Visit) -> Person:
    person = await lobby(visit)
    await person.called("textbox", "ui-join-by-code").fill("12")
    await person.tap(person.button("ui-join"))
    await expect(person.page.get_by_role("alert").first).to_be_visible()
    return person


async def behind(visit: Visit) -> tuple[Person, Network, Crowd]:
    """At a table, over a network that can be cut."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["my turn"]))
    network = await visit.opened.enter_async_context(Network(visit.url))
    person = await known(visit, sitting.clients[0], url=network.url)
    await person.go(f"/r/{sitting.code}")
    await expect(person.named("end-turn")).to_be_visible()
    await person.page.wait_for_load_state("networkidle")  # what is loaded afterwards is there too
    return person, network, sitting


@scene("trouble: the connection is lost", forgiven=NOT_LOADED)
async def lost(visit: Visit) -> Person:
    person, network, _ = await behind(visit)
    network.cut()
    await expect(person.page.locator('[data-banner="lost"]')).to_be_visible()
    return person


@scene("trouble: nothing is heard", forgiven=NOT_LOADED, is_often=False)
async def quiet(visit: Visit) -> Person:
    person, network, _ = await behind(visit)
    network.silence()
    await expect(person.page.locator('[data-banner="quiet"]')).to_be_visible()
    return person


_AWAY = """(is) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => is });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@scene("trouble: something was missed", is_often=False)
async def missed(visit: Visit) -> Person:
    """The page was in the background meanwhile."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["my turn"]))
    person = await seen_by_host(visit, sitting)
    await person.page.evaluate(_AWAY, True)
    for _ in range(6):
        await sitting.move()
    seq = sitting.tables[0].seq
    await person.page.wait_for_selector(f'[data-seq="{seq}"]')
    await person.page.evaluate(_AWAY, False)
    await expect(person.page.locator('[data-banner="resumed"]')).to_be_visible()
    return person


def meet_newer(page_side: WebSocketRoute) -> None:
    """Every frame holds an event that this page does not know."""
    server_side = page_side.connect_to_server()

    def on_message(data: str | bytes) -> None:
        message: dict[str, Any] = json.loads(data)
        if message.get("type") == "frame":
            message["events"].append(["something_new", 1, 2])
        page_side.send(json.dumps(message))

    server_side.on_message(on_message)


@scene("trouble: the server is newer", is_often=False)
async def newer(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["my turn"]))
    person = await known(visit, sitting.clients[0])
    await person.context.route_web_socket("**/socket", meet_newer)
    await person.go(f"/r/{sitting.code}")
    await expect(person.named("end-turn")).to_be_visible()
    await sitting.move()
    await expect(person.page.locator('[data-banner="newer"]')).to_be_visible()
    return person


async def _over(visit: Visit, proofs: Any) -> Person:
    """The end, with what the page is told of its proofs."""
    sitting = await visit.opened.enter_async_context(reached(visit.url, MOMENTS["the end"]))
    person = await known(visit, sitting.clients[0])
    await person.context.route("**/proofs", proofs)
    await person.go(f"/r/{sitting.code}")
    return person


@scene("trouble: a log that was changed")
async def changed(visit: Visit) -> Person:
    async def change(route: Route) -> None:
        answer = await route.fetch()
        told = await answer.json()
        told["entries"][40]["hash"] = "0" * 64
        await route.fulfill(response=answer, json=told)

    person = await _over(visit, change)
    verify = person.named("verify")
    await expect(verify).to_have_attribute("data-state", "bad")
    await verify.scroll_into_view_if_needed()
    return person


@scene("trouble: still verifying", is_often=False)
async def verifying(visit: Visit) -> Person:
    over = asyncio.Event()
    visit.opened.callback(over.set)

    async def keep_waiting(route: Route) -> None:
        await over.wait()
        await route.abort()

    person = await _over(visit, keep_waiting)
    verify = person.named("verify")
    await expect(verify).to_have_attribute("data-state", "running")
    await verify.scroll_into_view_if_needed()
    return person
