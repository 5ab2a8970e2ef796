"""Table talk over HTTP and websockets, in memory and on a real broker and store."""

import io
from typing import Any

import msgspec
import pytest

from services.gateway.refusing import Refused
from services.gateway.saying import clean
from shared.contracts.ids import PlayerId
from shared.contracts.refusals import refuse
from shared.contracts.talk import KEPT_LINES, PHRASES, TEXT_MOST, TalkLine
from shared.runtime import logs
from shared.runtime.bus_nats import NatsBus
from shared.runtime.talk import NatsTalk, reports
from shared.text.catalogue import Catalogue
from tests.conftest import Count
from tests.services.gateway.house import GENEROUS, House, Line, Person, Street
from tests.services.gateway.test_playing import dealt, seated


async def says(person: Person, code: str, **said: str) -> Any:
    """Says it and is heard; the line."""
    answer = await person.post(f"/api/rooms/{code}/talk", said)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def unsaid(person: Person, code: str, **said: str) -> tuple[int, str]:
    answer = await person.post(f"/api/rooms/{code}/talk", said)
    return answer.status_code, answer.json().get("code", "")


async def lines(person: Person, code: str) -> list[Any]:
    answer = await person.get(f"/api/rooms/{code}/talk")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["lines"])


async def heard(line: Line, id_: str) -> Any:
    """The line with that id, which may have come before the answer to whoever said it."""
    for message in line.heard:
        if message["type"] == "said" and message["line"]["id"] == id_:
            return message["line"]
    while True:
        message = await line.hears("said")
        if message["line"]["id"] == id_:
            return message["line"]


async def test_a_phrase_said_at_one_gateway_is_heard_at_the_other(
    house: House, street: Street
) -> None:
    services = [await house.gateway(), await house.gateway()]
    people = await seated(street, services, 2)
    code = people[0].room
    watcher = await street.person(services[1])
    listening = [await each.socket(code) for each in (*people, watcher)]
    for line in listening:
        assert (await line.hears("talk"))["lines"] == []
    said = await says(people[0], code, phrase="goodLuck", target=people[1].id)
    assert (said["player"], said["target"]) == (people[0].id, people[1].id)
    for line in listening:
        assert (await line.hears("said"))["line"] == said
    await listening[1].send({"type": "say", "sayId": "a", "phrase": "thanks"})
    result = await listening[1].hears("sayResult", sayId="a")
    for line in listening:
        told = await heard(line, result["line"])
        assert (told["player"], told["phrase"]) == (people[1].id, "thanks")
    late = await watcher.socket(code)
    assert [each["phrase"] for each in (await late.hears("talk"))["lines"]] == [
        "goodLuck",
        "thanks",
    ]
    assert await lines(watcher, code) == [said, told]
    for line in (*listening, late):
        await line.close()


async def test_talk_has_nothing_to_do_with_the_entries(house: House, street: Street) -> None:
    service = await house.gateway()
    host, *_ = people = await seated(street, [service], 4)
    await dealt(people)
    before = await host.get(f"/api/rooms/{host.room}/view")
    line = await host.socket(host.room)
    await line.hears("talk")
    log = await house.world.log()
    head = len(await log.read(_room(host.room)))
    for _ in range(5):
        await says(host, host.room, phrase="help")
        await line.hears("said")
    assert len(await log.read(_room(host.room))) == head
    after = await host.get(f"/api/rooms/{host.room}/view")
    assert after.headers["etag"] == before.headers["etag"]
    assert after.json() == before.json()
    assert not [each for each in line.heard if each["type"] == "frame"]
    await line.close()


async def test_saying_again_under_the_same_id_says_it_once(house: House, street: Street) -> None:
    host = await street.person(await house.gateway())
    code = await host.opens(game="bang")
    first, again = [await says(host, code, phrase="hello", sayId="x") for _ in range(2)]
    assert first["id"] == again["id"]
    assert len(await lines(host, code)) == 1
    answer = await host.post(
        f"/api/rooms/{code}/talk", {"phrase": "hello", "sayId": "x"}, idempotency_key="y"
    )
    assert answer.json()["code"] == "malformed"


async def test_another_line_under_a_used_id_is_another_line(house: House, street: Street) -> None:
    """So a line that somebody reports is the one that he has read."""
    host = await street.person(await house.gateway())
    codes = [await host.opens(game="bang", talk="text") for _ in range(2)]
    said = [
        await says(host, code, text=text, sayId="x") for code in codes for text in ("foul", "fair")
    ]
    assert len({line["id"] for line in said}) == 4
    assert [await lines(host, code) for code in codes] == [said[:2], said[2:]]


async def test_the_newest_lines_of_a_room_are_kept(house: House, street: Street) -> None:
    settings = msgspec.structs.replace(GENEROUS, talk_shown=5)
    host = await street.person(await house.gateway(settings))
    code = await host.opens(game="bang")
    bus = await house.world.bus("gateway")
    kept = NatsTalk(bus) if isinstance(bus, NatsBus) else house.talk
    ids = [f"{n:016x}" for n in range(KEPT_LINES)]
    for id_ in ids:
        await kept.put(_room(code), TalkLine(id_, PlayerId(host.id), 1, "hello"))
    ids += [(await says(host, code, phrase="hello"))["id"] for _ in range(2)]
    line = await host.socket(code)
    assert [each["id"] for each in (await line.hears("talk"))["lines"]] == ids[-5:]
    assert [each.id for each in await kept.recent(_room(code))] == ids[-KEPT_LINES:]
    await line.close()


async def test_the_host_switches_talk_in_the_middle_of_a_match(
    house: House, street: Street
) -> None:
    host, guest, *_ = people = await seated(street, [await house.gateway()], 4)
    code = host.room
    await dealt(people)
    assert (await host.view(code))["sections"]["room"]["talk"] == "phrases"
    assert await unsaid(guest, code, text="Hi") == (409, "phrases_only")
    assert (await guest.says(code, "setTalk", talk="off")).json()["code"] == "not_host"
    for talk, phrase, text in (
        ("text", 200, 200),
        ("off", 409, 409),
        ("phrases", 200, 409),
    ):
        seq = await host.does(code, "setTalk", talk=talk)
        room = (await guest.view(code, seq))["sections"]["room"]
        assert (room["talk"], room["phase"]) == (talk, "match")
        assert (await unsaid(guest, code, phrase="hello"))[0] == phrase
        assert (await unsaid(guest, code, text="Hi"))[0] == text


async def test_who_has_no_seat_hears_and_does_not_speak(house: House, street: Street) -> None:
    service = await house.gateway()
    host, watcher = await street.person(service), await street.person(service)
    code = await host.opens(game="bang")
    assert await unsaid(watcher, code, phrase="hello") == (403, "not_seated")
    assert await unsaid(watcher, "BBBBBB", phrase="hello") == (404, "no_such_room")
    await host.does(code, "setVisibility", visibility="invited")
    assert await unsaid(watcher, code, phrase="hello") == (404, "no_such_room")
    answer = await watcher.get(f"/api/rooms/{code}/talk")
    assert answer.json()["code"] == "no_such_room"
    said = await says(host, code, phrase="hello")
    for path in (f"/api/rooms/{code}/talk/{said['id']}/report",):
        assert (await watcher.post(path, None)).json()["code"] == "no_such_room"


async def test_what_a_phrase_points_at_is_looked_at(memory_house: House, street: Street) -> None:
    host, guest = await seated(street, [await memory_house.gateway()], 2)
    code = host.room
    for said, code_ in (
        ({"phrase": "trust"}, "invalid_target"),
        ({"phrase": "hello", "target": guest.id}, "invalid_target"),
        ({"phrase": "trust", "target": host.id}, "self_target"),
        ({"phrase": "trust", "target": "nobody"}, "no_such_player"),
        ({"phrase": "thinking"}, "no_such_phrase"),
        ({"phrase": "hello", "text": "x"}, "malformed"),
        ({"text": "x", "target": guest.id}, "malformed"),
        ({}, "malformed"),
    ):
        assert (await unsaid(host, code, **said))[1] == code_, said
    assert (await says(host, code, phrase="trust", target=guest.id))["phrase"] == "trust"


async def test_who_is_out_of_a_match_keeps_what_he_thinks_to_himself(
    memory_house: House, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    """§5.6: with the public view of a match in which one seat has been put out."""
    people = await seated(street, [service := await memory_house.gateway()], 4)
    code = people[0].room
    await dealt(people)
    seen = await service.gateway.entering.public(_room(code))
    seats = [each["id"] for each in msgspec.json.decode(seen.sections["seats"])]
    out = next(each for each in people if each.id == seats[1])
    key = "seat/1"
    changed = {**msgspec.json.decode(seen.sections[key]), "alive": False}
    dead = msgspec.structs.replace(
        seen, sections={**seen.sections, key: msgspec.json.encode(changed)}
    )
    assert dead.is_out(out.id)  # type: ignore[arg-type]
    assert not any(dead.is_out(each.id) for each in people if each is not out)  # type: ignore[arg-type]

    async def public(*_: object) -> Any:
        return dead

    monkeypatch.setattr(service.gateway.talk._entering, "public", public)
    living = next(each for each in people if each is not out)
    for said in (
        {"phrase": "imDeputy"},
        {"phrase": "suspectOutlaw", "target": living.id},
        {"phrase": "thanks", "target": living.id},
    ):
        assert await unsaid(out, code, **said) == (409, "out_of_match"), said
    assert (await says(out, code, phrase="wellPlayed"))["player"] == out.id
    await says(living, code, phrase="imDeputy")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Hi\n\tthere ", "Hi there"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("\u2066x\u2069\u200b\u200f\ufeff", "x"),
        ("x\x00\x1b[31my\x7f\x85z", "x[31my z"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("가\u1100\u1161", "가가"),
        ("z" + "\u0301" * 40, "ź" + "\u0301" * 4),
        ("e\u200b\u0301", "é"),
        ("\u2028x\u2029", "x"),
        ("한국어 👍🏽", "한국어 👍🏽"),
        ("x" * TEXT_MOST, "x" * TEXT_MOST),
        ("", None),
        (" \u202e\u200b ", None),
        ("\u3164\u2800\ufe0f\u115f", None),
        ("가\u3164 \u2800 나\ufe0f ❤\ufe0f", "가 나 ❤\ufe0f"),
        ("x" * (TEXT_MOST + 1), None),
    ],
)
def test_a_text_is_cleaned_or_refused(given: str, kept: str | None) -> None:
    if kept is not None:
        assert clean(given) == kept
        assert clean(kept) == kept
        return
    with pytest.raises(Refused) as refused:
        clean(given)
    assert refused.value.why == refuse("talk_text", minimum=1, maximum=TEXT_MOST)


async def test_a_flood_is_refused_with_the_time_to_wait_at_whichever_gateway(
    house: House, street: Street
) -> None:
    settings = msgspec.structs.replace(GENEROUS, talk_burst=3, talks_per_s=0.01)
    services = [await house.gateway(settings), await house.gateway(settings)]
    host = await street.person(services[0])
    code = await host.opens(game="bang")
    for _ in range(3):
        await says(host, code, phrase="hello")
    there = Person(
        services[1].url, street.client(services[1]), {"player": host.id, "token": host.token}
    )
    for each in (host, there):
        answer = await each.post(f"/api/rooms/{code}/talk", {"phrase": "hello"})
        assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
        assert int(answer.headers["retry-after"]) > 1
    line = await host.socket(code)
    await line.hears("view")
    for n in range(20):
        await line.send({"type": "say", "sayId": f"f{n}", "phrase": "hello"})
    for _ in range(20):
        assert (await line.hears("sayResult"))["why"]["code"] == "rate_limited"
    await line.send(
        {"type": "command", "commandId": "r", "command": {"type": "ready", "ready": True}}
    )
    assert (await line.hears("result"))["accepted"], "the match does not suffer"
    for n in range(200):
        await line.send({"type": "say", "sayId": f"g{n}", "phrase": "hello"})
    assert (await line.closed())[0] == 4429
    assert len(await lines(host, code)) == 3


async def test_a_reported_line_is_kept_with_those_around_it(house: House, street: Street) -> None:
    host, guest = await seated(street, [service := await house.gateway()], 2)
    code = host.room
    await host.does(code, "setTalk", talk="text")
    said = [await says(host, code, text=f"line {n}") for n in range(4)]
    path = f"/api/rooms/{code}/talk/{said[2]['id']}/report"
    for _ in range(2):
        assert (await guest.post(path, None)).status_code == 204
    bus = await house.world.bus("auditor")
    found = (
        [each async for each in reports(bus) if each.room == code]
        if isinstance(bus, NatsBus)
        else house.talk.reported
    )
    assert [(each.reporter, each.line.text) for each in found] == [(guest.id, "line 2")]
    assert [each.text for each in found[0].around] == [each["text"] for each in said]
    unknown = await guest.post(f"/api/rooms/{code}/talk/{'0' * 16}/report", None)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_such_line")
    assert service.gateway.metrics.all.value("talk_reports_total") == 2


async def test_reports_are_limited(memory_house: House, street: Street) -> None:
    settings = msgspec.structs.replace(GENEROUS, report_burst=1, reports_per_s=0.01)
    host = await street.person(await memory_house.gateway(settings))
    code = await host.opens(game="bang")
    path = f"/api/rooms/{code}/talk/{(await says(host, code, phrase='hello'))['id']}/report"
    assert (await host.post(path, None)).status_code == 204
    answer = await host.post(path, None)
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")


async def test_the_phrases_are_served_with_words_in_every_set(
    memory_house: House, street: Street, count: Count
) -> None:
    host = await street.person(await memory_house.gateway())
    games = (await host.get("/api/games")).json()["games"]
    for game in games:
        known = PHRASES[game["id"]]
        assert [each["id"] for each in game["phrases"]] == [each.id for each in known]
        for phrase in game["phrases"]:
            for kids in (False, True):
                both = [Catalogue(language, kids) for language in ("ko", "en")]
                keys = [phrase["text"]] if phrase["points"] != "must" else []
                keys += [f"{phrase['text']}-at"] if phrase["points"] != "no" else []
                for key in keys:
                    told = {texts.text(key, target="보리") for texts in both}
                    assert len(told) == 2, key
                    count("phrases said", len(told))


async def test_nothing_that_is_said_reaches_log_lines_or_metrics(
    memory_house: House, street: Street
) -> None:
    told = io.StringIO()
    logs.configure(level="debug", stream=told, is_readable=False)
    service = await memory_house.gateway()
    host = await street.person(service)
    code = await host.opens(game="bang", talk="text")
    memory_house.talk.is_missing = True
    assert (await unsaid(host, code, text="canary-9137"))[1] == "talk_away"
    memory_house.talk.is_missing = False
    await says(host, code, text="canary-9137")
    metrics = (await host.get("/metrics")).text
    assert "talk_away" in told.getvalue()
    assert 'talk_lines_total{kind="text"} 1.0' in metrics
    assert "canary" not in told.getvalue() + metrics


def _room(code: str) -> Any:
    return code
