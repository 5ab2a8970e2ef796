"""Screens before a match."""

from playwright.async_api import Route, expect

from shared.client import Client
from tests.e2e.crowd import crowd
from tests.e2e.person import Person
from tests.e2e.scenes import Visit, scene

TITLE = "An evening of forty letters in the house"
NAMES = ["Bori", "Maximiliane-Theodora", "Ann", "Yun"]
"""One of them as long as a nickname may be at a table where all of it has to be read."""

PUBLIC: tuple[tuple[list[str], str, dict[str, str | int | bool]], ...] = (
    (["Wilhelmine-Katharina"], "bang", {}),
    ([*NAMES[1:3]], "bang", {"turnSeconds": 30, "characterDraft": "choose2"}),
    (["Haneul"], "buckshot", {"opponent": "person"}),
)


async def somebody(visit: Visit, url: str = "") -> Person:
    """Who has not been here before. `url`: of a network in front of the gateway."""
    person = await visit.person(url)
    if visit.way.is_kids:
        await person.keep("settings", {"kids": True})
    return person


async def known(visit: Visit, client: Client, nickname: str = NAMES[0], *, url: str = "") -> Person:
    """The player of `client`."""
    person = await somebody(visit, url)
    await person.become(client, nickname)
    return person


async def signed_in(visit: Visit, nickname: str = NAMES[0]) -> Person:
    """Somebody with a name and without a seat."""
    async with Client(visit.url) as client:
        await client.open_session(nickname, visit.way.language)
        return await known(visit, client, nickname)


@scene("welcome")
async def welcome(visit: Visit) -> Person:
    person = await somebody(visit)
    await person.go("/")
    await expect(person.button("ui-come-in")).to_be_visible()
    return person


@scene("lobby")
async def lobby(visit: Visit) -> Person:
    """With rooms that anybody may come into, and one that is played in."""
    for names, game, options in PUBLIC:
        sitting = await visit.opened.enter_async_context(
            crowd(visit.url, names, seed=1, game=game, options=options, visibility="public")
        )
        for client in sitting.clients:
            visit.opened.push_async_callback(client.command, sitting.code, {"type": "leave"})
    played = crowd(visit.url, NAMES, seed=1, visibility="public")
    await (await visit.opened.enter_async_context(played)).start()
    person = await signed_in(visit)
    await person.go("/")
    await expect(person.button("ui-play-with-bots")).to_be_visible()
    await expect(person.link("ui-watch").first).to_be_visible()
    return person


@scene("lobby without a room", is_often=False)
async def empty_lobby(visit: Visit) -> Person:
    async def leave_out(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, json={**await answer.json(), "rooms": []})

    person = await signed_in(visit)
    await person.context.route("**/api/rooms?*", leave_out)
    await person.go("/")
    await expect(person.page.get_by_text(person.texts.text("ui-no-rooms"))).to_be_visible()
    return person


@scene("lobby, still in a room", is_often=False)
async def held(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(crowd(visit.url, NAMES[:2], seed=1))
    person = await known(visit, sitting.clients[0])
    await person.keep("room", sitting.code)
    await person.go("/")
    told = person.texts.text("ui-held", code=sitting.code)
    await expect(person.page.get_by_text(told)).to_be_visible()
    return person


@scene("settings")
async def settings(visit: Visit) -> Person:
    person = await lobby(visit)
    await person.tap(person.button("ui-settings"))
    await expect(person.called("dialog", "ui-settings")).to_be_visible()
    return person


@scene("create")
async def create(visit: Visit) -> Person:
    person = await signed_in(visit)
    await person.go("/#create")
    await expect(person.button("ui-create-now")).to_be_visible()
    return person


@scene("create, house rules open")
async def house_rules(visit: Visit) -> Person:
    person = await create(visit)
    await person.tap(person.page.get_by_text(person.texts.text("ui-options-house")))
    return person


@scene("create, the game for two", is_often=False)
async def create_for_two(visit: Visit) -> Person:
    person = await create(visit)
    await person.tap(person.called("radio", "title-odds"))
    await person.tap(person.page.get_by_text(person.texts.text("ui-options-house")))
    return person


@scene("room of the host")
async def room_of_the_host(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(
        crowd(visit.url, NAMES[:3], seed=2, options={"turnSeconds": 30}, automatic=1)
    )
    await sitting.settle(await sitting.tables[1].ready())
    person = await known(visit, sitting.clients[0])
    await person.go(f"/r/{sitting.code}")
    await expect(person.named("start")).to_be_visible()
    return person


@scene("room of the host, options", is_often=False)
async def options_of_a_room(visit: Visit) -> Person:
    person = await room_of_the_host(visit)
    await person.tap(person.button("ui-change-options"))
    await expect(person.called("dialog", "ui-options")).to_be_visible()
    return person


@scene("room of a guest")
async def room_of_a_guest(visit: Visit) -> Person:
    """In a room with the longest title there may be, without watchers, in children's words."""
    sitting = await visit.opened.enter_async_context(crowd(visit.url, NAMES[:2], seed=2))
    host = sitting.tables[0]
    await host.command({"type": "setTitle", "title": TITLE})
    await host.command({"type": "setWatching", "watching": False})
    await host.command({"type": "setWording", "kids": True})
    person = await signed_in(visit, NAMES[3])
    await person.go(f"/r/{sitting.code}")
    await expect(person.called("heading", "ui-options")).to_be_visible()
    await expect(person.page.locator("h1")).to_have_text(TITLE)
    return person


@scene("full room, watching")
async def full_room(visit: Visit) -> Person:
    sitting = await visit.opened.enter_async_context(
        crowd(visit.url, NAMES[:2], seed=2, automatic=5)
    )
    person = await signed_in(visit, NAMES[3])
    await person.go(f"/r/{sitting.code}")
    await expect(person.page.get_by_text(person.texts.text("ui-full-you-watch"))).to_be_visible()
    return person


@scene("no such room", forgiven="404|WebSocket")
async def no_such_room(visit: Visit) -> Person:
    person = await signed_in(visit)
    await person.go("/r/ZZZZZZ")
    heading = person.called("heading", "ui-no-entry-title")
    await expect(heading).to_be_visible()
    return person


@scene("dead end", forgiven="404")
async def dead_end(visit: Visit) -> Person:
    person = await somebody(visit)
    await person.go("/no/such/page")
    await expect(person.called("heading", "ui-dead-end-title")).to_be_visible()
    return person
