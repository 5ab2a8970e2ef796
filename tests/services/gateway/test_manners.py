"""What a room is called, who may look on, and in whose words: through every door of the gateway."""

from typing import Any

import pytest

from services.gateway.refusing import Refused
from services.gateway.saying import title_of, with_clean_title
from shared.contracts.commands import TITLE_MOST
from shared.contracts.refusals import refuse
from shared.runtime.bus_nats import NatsBus
from shared.runtime.talk import reports
from tests.services.gateway.house import House, Person, Street
from tests.services.gateway.test_playing import dealt, seated

TOO_LONG = "ㄱ" * (TITLE_MOST + 1)


async def _room(person: Person, code: str, after: int) -> Any:
    return (await person.view(code, after))["sections"]["room"]


async def test_a_title_is_cleaned_on_both_ways_and_read_by_all(
    house: House, street: Street
) -> None:
    service = await house.gateway()
    host, guest = await street.person(service, "host"), await street.person(service)
    code = await host.opens(game="bang", title="  Fri\u202eday\u200b\n night ", visibility="public")
    assert (await _room(guest, code, 1))["title"] == "Friday night"
    seq = await host.does(code, "setTitle", title="토요일\u2028 밤")
    assert (await _room(guest, code, seq))["title"] == "토요일 밤"
    line = await host.socket(code)
    await line.hears("view")
    command = {"type": "setTitle", "title": "by\u0007 socket"}
    await line.send({"type": "command", "commandId": "t1", "command": command})
    seq = (await line.hears("result"))["seq"]
    assert (await _room(guest, code, seq))["title"] == "by socket"
    assert (await guest.get(f"/api/rooms/{code}")).json()["title"] == "by socket"
    assert (await guest.says(code, "setTitle", title="mine")).json()["code"] == "not_seated"
    await line.close()


async def test_a_title_that_is_too_long_is_refused_with_its_limit(
    house: House, street: Street
) -> None:
    host = await street.person(await house.gateway())
    answer = await host.post("/api/rooms", {"title": TOO_LONG}, idempotency_key="k1")
    assert (answer.status_code, answer.json()["code"]) == (422, "room_title")
    code = await host.opens(game="bang")
    answer = await host.says(code, "setTitle", title=TOO_LONG)
    assert (answer.status_code, answer.json()["params"]) == (422, {"maximum": TITLE_MOST})
    assert (await host.says(code, "setTitle", title=3)).json()["code"] == "bad_field"
    assert (await host.says(code, "setTitle")).json()["params"] == {"field": "title"}


@pytest.mark.parametrize(
    ("said", "title"),
    [("", ""), (" \t ", ""), ("\u200b", ""), ("a" * TITLE_MOST, "a" * TITLE_MOST)],
)
def test_what_is_left_of_a_title(said: str, title: str) -> None:
    assert title_of(said) == title


def test_other_commands_pass_as_they_are() -> None:
    for sent in (b"", b"[", b'{"type":"join"}', b'{"type":"setTitle","title":1}', b"setTitle"):
        assert with_clean_title(sent) == sent
    for sent in (
        b'{"type":"set\\u0054itle","title":"a\\u200bb"}',
        b'{"title":"a\\u200bb","type":"setTitle"}',
        b'{"type":"setTitle","title":"x","title":"a\\u200bb"}',
    ):
        assert with_clean_title(sent) == b'{"type":"setTitle","title":"ab"}'
    with pytest.raises(Refused) as caught:
        with_clean_title(b'{"type":"setTitle","title":"%s"}' % TOO_LONG.encode())
    assert caught.value.why == refuse("room_title", maximum=TITLE_MOST)


async def test_listed_rooms_say_their_title_and_whether_one_may_watch(
    house: House, street: Street
) -> None:
    service = await house.gateway()
    host = await street.person(service, "host")
    code = await host.opens(game="bang", visibility="public", title="closed doors", watching=False)
    await host.view(code, 1)
    found: dict[str, Any] = {}
    while code not in found:
        page = (await host.get("/api/rooms?limit=100")).json()
        found = {each["room"]["code"]: each["room"] for each in page["rooms"]}
    assert (found[code]["title"], found[code]["watching"]) == ("closed doors", False)


async def test_where_nobody_may_watch_matches_are_for_those_at_the_table(
    house: House, street: Street
) -> None:
    people = await seated(street, [await house.gateway(), await house.gateway()])
    host, code = people[0], people[0].room
    stranger = await street.person(await house.gateway())
    line = await stranger.socket(code)
    await line.hears("view")
    await host.does(code, "setWatching", watching=False)
    assert (await stranger.get(f"/api/rooms/{code}/view")).status_code == 200, "the lobby is open"
    seq = await dealt(people)
    assert await line.closed() == (4403, "no_watchers")
    heard = [message for message in line.heard if message["type"] == "frame"]
    assert all("seats" not in frame["sections"] for frame in heard)
    for path in (f"view?after={seq}", "talk", "result"):
        answer = await stranger.get(f"/api/rooms/{code}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "no_watchers"), path
    again = await stranger.socket(code)
    assert await again.closed() == (4403, "no_watchers")
    assert again.heard == []
    assert (await stranger.get(f"/api/rooms/{code}")).json()["watching"] is False
    mine = await people[1].socket(code)
    assert (await mine.hears("hello"))["viewer"] == people[1].id
    seq = await host.does(code, "setWatching", watching=True)
    assert (await stranger.view(code, seq))["sections"]["you"]["player"] is None
    watcher = await stranger.socket(code)
    await watcher.hears("view")
    await host.does(code, "setWatching", watching=False)
    assert await watcher.closed() == (4403, "no_watchers"), "in mid-match too"
    await mine.close()


async def test_a_title_is_reported_with_what_was_said(house: House, street: Street) -> None:
    service = await house.gateway()
    host, guest = await street.person(service, "host"), await street.person(service, "guest")
    code = await host.opens(game="bang")
    await guest.does(code, "join")
    path = f"/api/rooms/{code}/title/report"
    assert (await guest.post(path, None)).json()["code"] == "no_such_line"
    await guest.post(f"/api/rooms/{code}/talk", {"phrase": "hello"})
    seq = await host.does(code, "setTitle", title="not nice")
    await guest.view(code, seq)
    assert (await guest.post(path, None)).status_code == 204
    bus = await house.world.bus("auditor")
    mine = (
        [each async for each in reports(bus) if each.room == code]
        if isinstance(bus, NatsBus)
        else house.talk.reported
    )
    assert [(each.about, each.reporter, each.line.text) for each in mine] == [
        ("title", guest.id, "not nice")
    ]
    assert mine[0].line.player == host.id
    assert [line.phrase for line in mine[0].around] == ["hello"]


async def test_childrens_words_are_said_in_the_view(house: House, street: Street) -> None:
    host = await street.person(await house.gateway())
    code = await host.opens(game="bang", kids=True)
    assert (await _room(host, code, 1))["kids"] is True
    seq = await host.does(code, "setWording", kids=False)
    assert (await _room(host, code, seq))["kids"] is False


async def test_no_room_is_called_by_a_word(house: House, street: Street) -> None:
    host = await street.person(await house.gateway())
    codes = [await host.opens(game="bang") for _ in range(12)]
    assert not set("".join(codes)) & set("AEIOUY"), codes
    assert (await host.get(f"/api/rooms/{codes[0].lower()}/view")).status_code == 200
