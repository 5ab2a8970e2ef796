"""`admin rooms`, `members` and `projection`: on an installation that runs."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from shared.client import Client, Refused, Table
from shared.contracts.messages import Frame, View
from tests.conftest import Count
from tests.integration.people import Person, gathered
from tests.runtime.waiting import until
from tests.services.operating.conftest import Served

HIDDEN = ("hand", "roles", "secret", "revealed_secret", "invitation", "deck")


async def test_rooms_are_listed_and_shown_as_their_watchers_see_them(served: Served) -> None:
    async with gathered(served.url, 4) as party, gathered(served.url, 2) as waiting:
        await party.start()
        await waiting.host.does("addAutomatic")
        await waiting.settled()
        listed = {row["room"]: row for row in (await served.runs("rooms", "list", "--json")).plain}
        told = {r: (x["phase"], x["people"], x["automatic"]) for r, x in listed.items()}
        assert told == {party.room: ("match", 4, 0), waiting.room: ("lobby", 2, 1)}
        assert listed[party.room]["entries"] == party.host.seq
        assert listed[party.room]["due_in_s"] > 0
        only = (await served.runs("rooms", "list", "--phase", "lobby", "--json")).plain
        assert [row["room"] for row in only] == [waiting.room]
        read = await served.runs("rooms", "list")
        assert party.room in read.said
        shown = await served.runs("rooms", "show", party.room.lower(), "--json")
        assert [each["player"] for each in shown.plain["members"]] == [p.id for p in party.people]
        said = shown.said + (await served.runs("rooms", "show", party.room)).said + read.said
        assert not [word for word in HIDDEN if f'"{word}"' in said or f"{word}:" in said]
        assert not [hand for hand in map(handed, party.people) if hand in said]


def handed(person: Person) -> str:
    return json.dumps(person.hand)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ((), "there are no open rooms"),
        (("--all",), "there are no rooms"),
        (("--phase", "match"), "there is no room in the phase match"),
    ],
)
async def test_an_empty_list_says_what_there_is_none_of(
    served: Served, asked: tuple[str, ...], told: str
) -> None:
    listed = await served.runs("rooms", "list", *asked)
    assert (listed.code, listed.said) == (0, f"{told}\n")


async def test_an_ended_room_says_so_in_its_log_and_reveals_its_secret(
    served: Served, count: Count
) -> None:
    async with gathered(served.url, 4) as party:
        await party.start()
        ended = await served.runs("rooms", "end", party.room, "--json")
        assert ended.code == 0, ended
        view = await party.host.until(lambda view: view["room"]["phase"] == "closed")
        assert view["room"]["revealed_secret"]
        assert party.host.seq == ended.plain["seq"]
        last = party.host.heard[-1]
        assert isinstance(last, Frame)
        assert msgspec.json.decode(last.events[-1]) == ["room_closed", "by_operator"]
        again = await served.runs("rooms", "end", party.room)
        assert (again.code, "is closed already" in again.complained) == (2, True)
        listed = await served.runs("rooms", "list", "--json")
        assert listed.plain == []
        closed = (await served.runs("rooms", "list", "--all", "--json")).plain
        assert [(row["room"], row["phase"]) for row in closed] == [(party.room, "closed")]
        count("rooms that an operator ended", 1)


@pytest.mark.parametrize("verb", ["show", "end", "drain"])
async def test_a_room_that_is_not_there_is_called_that(served: Served, verb: str) -> None:
    ended = await served.runs("rooms", verb, "ZZZZZZ")
    assert (ended.code, "there is no room ZZZZZZ" in ended.complained) == (2, True)
    ended = await served.runs("rooms", verb, "../../x")
    assert (ended.code, "is no code of a room" in ended.complained) == (2, True)


async def test_a_room_that_drains_ends_with_its_match(served: Served) -> None:
    async with gathered(served.url, 4) as party, gathered(served.url, 2) as idle:
        await party.start()
        drained = (await served.runs("rooms", "drain", party.room, "--json")).plain
        assert drained == {"what": party.room, "running": 1}
        assert (await served.runs("rooms", "drain", idle.room, "--json")).plain["running"] == 0
        await idle.host.until(lambda view: view["room"]["phase"] == "closed")
        assert party.host.view["room"]["phase"] == "match", "a running match goes on"
        await party.plays(3_000, chance())
        await party.host.until(lambda view: view["room"]["phase"] == "closed", within_s=30)
        other = await served.runs("rooms", "drain", idle.room)
        assert (other.code, "is closed already" in other.complained) == (2, True)


async def test_a_drained_installation_begins_nothing_and_ends_what_runs(served: Served) -> None:
    async with gathered(served.url, 4) as party, gathered(served.url, 4) as lobby:
        await party.start()
        drained = (await served.runs("rooms", "drain", "--all", "--json")).plain
        assert drained == {"what": "every room", "running": 1}
        async with Client(served.url, budget_s=0) as client:
            await client.open_session("Late")
            why = await refused_room(client)
            assert (why.code, why.params["retry_after_ms"] > 0) == ("maintenance", True)
            for person in lobby.people:
                await person.does("ready", ready=True)
            with pytest.raises(Refused, match="maintenance"):
                await lobby.host.client.command(lobby.room, {"type": "start"})
            await party.plays(3, chance())
            assert (await served.runs("rooms", "drain", "--all", "--resume")).code == 0
            async with asyncio.timeout(10):
                while True:
                    try:
                        await client.open_room("bang")
                        break
                    except Refused:
                        await asyncio.sleep(0.1)


async def refused_room(client: Client) -> Any:
    """Why a room is refused, once it is."""
    async with asyncio.timeout(10):
        while True:
            try:
                await client.open_room("bang")
            except Refused as refused:
                return refused.why
            await asyncio.sleep(0.1)


def chance() -> Random:
    return Random(1)


async def test_views_are_made_anew_while_people_play_and_each_gets_a_whole_one(
    served: Served, count: Count
) -> None:
    async with gathered(served.url, 4) as party:
        await party.start()
        heard = {person: len(person.heard) for person in party.people}
        playing = asyncio.create_task(party.plays(10, chance()))
        ended = await served.runs("projection", "rebuild", "--json")
        assert ended.code == 0, ended
        assert (ended.plain["rooms"], ended.plain["done"], ended.plain["is_over"]) == (1, 1, True)
        await playing
        async with asyncio.timeout(10):
            for person, before in heard.items():
                await until(lambda: any(isinstance(x, View) for x in person.heard[before:]))  # noqa: B023
                count("whole views after they were made anew", 1)
        await party.plays(3, chance())
        anew = Table(served.url, party.room, party.host.client.token)
        async with anew:
            await anew.update(10)
            assert anew.view == party.host.view


async def test_who_comes_back_from_before_the_epoch_gets_a_whole_view(served: Served) -> None:
    """What he has seen may be of a future that was lost: numbers alone do not tell."""
    async with gathered(served.url, 4) as party:
        await party.start()
        person, before = party.host, len(party.host.heard)
        assert (await served.runs("projection", "rebuild")).code == 0
        await until(lambda: len(person.heard) > before, within_s=10)
        assert person.table is not None
        assert person.table._wire is not None
        await person.table._wire.close()
        await until(lambda: len(person.heard) > before + 1, within_s=10)
        assert all(isinstance(each, View) for each in person.heard[before:])


async def test_members_say_what_they_are(served: Served) -> None:
    told = (await served.runs("members", "--json")).plain
    rows = {row["service"]: row for row in told["members"]}
    assert rows.keys() == {"rules", "projection", "timer", "replay", "gateway"}
    assert told["missing"] == []
    assert rows["rules"]["rulesets"] == rows["projection"]["rulesets"] != []
    assert {rows[name]["shards"] for name in ("rules", "projection", "replay")} == {64}
    assert rows["timer"]["behind_ms"] < 60_000
    assert rows["projection"]["behind_ms"] < 60_000
    assert rows["rules"]["release"] == rows["timer"]["release"] != ""


async def test_where_nothing_runs_that_is_said(served: Served, tmp_path: Path) -> None:
    other = Served(tmp_path / "other")
    for verb in (("rooms", "list"), ("members",), ("projection", "rebuild")):
        ended = await other.runs(*verb)
        assert (ended.code, "nothing runs in" in ended.complained) == (2, True), ended
