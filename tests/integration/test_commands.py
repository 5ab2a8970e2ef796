"""Commands that come twice, late, together, or from somebody who may not send them."""

import asyncio
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from shared.client import Client, Refused
from shared.contracts.commands import Join
from shared.contracts.entries import read_entry, read_header
from tests.conftest import Count
from tests.integration import deals
from tests.integration.house import Auditor, House
from tests.integration.people import Party, Person, gathered, visiting
from tests.integration.rehearsal import Rehearsal, perform


async def staged(party: Party, rehearsal: Rehearsal) -> int:
    """The match as it was rehearsed."""
    await party.start()
    return await perform(party, rehearsal.script)


async def answers(person: Person, body: dict[str, Any], command_id: str) -> httpx.Response:
    """By plain HTTP, sent once."""
    async with httpx.AsyncClient(base_url=person.client.address) as http:
        return await http.post(
            f"/api/rooms/{person.room}/commands",
            json={"commandId": command_id, "command": body},
            headers={"authorization": f"Bearer {person.client.token}"},
        )


async def test_a_command_sent_twice_has_one_effect_and_one_answer(
    calm: House, calm_log: Auditor
) -> None:
    """S05."""
    async with gathered(calm.urls, seed=deals.shot_with_two_targets().seed) as party:
        await party.start()
        [person] = [each for each in party.people if each.offers]
        draw = {"type": "draw", "turn": person.view["turn"]["number"]}
        before = len(person.view["hand"]["cards"])
        replies = await asyncio.gather(*(answers(person, draw, "twice") for _ in range(6)))
        seqs = {reply.json()["seq"] for reply in replies}
        assert {reply.status_code for reply in replies} == {200}
        assert len(seqs) == 1
        [seq] = seqs
        await person.until_seq(seq)
        held = len(person.view["hand"]["cards"])
        assert held > before
        end = {"type": "endPlay", "turn": draw["turn"]}
        await person.does(end["type"], turn=end["turn"])
        again = await answers(person, draw, "twice")
        assert (again.status_code, again.json()["seq"]) == (200, seq)
        assert again.json()["repeated"] is True
        headers = await calm_log.headers(party.room)
        assert [h.command_id for h in headers].count("twice") == 1
        assert headers[-1].seq == seq + 1
        await calm_log.verified(party.room)


async def test_an_id_used_again_for_something_else_is_a_conflict(
    calm: House, calm_log: Auditor
) -> None:
    """S07."""
    rehearsal = deals.shot_with_two_targets()
    async with gathered(calm.urls, seed=rehearsal.seed) as party:
        await staged(party, rehearsal)
        shooter = party.people[rehearsal.on_turn]
        shot = rehearsal.plays("bang")[0]
        first, second = (
            party.people[deals.number_of(target.player)].id for target in shot.targets[:2]
        )
        body = {"type": "play", "turn": shot.turn, "cardId": shot.card}
        one = await answers(shooter, {**body, "target": first}, "X")
        other = await answers(shooter, {**body, "target": second}, "X")
        assert one.status_code == 200
        assert (other.status_code, other.json()["code"]) == (409, "command_id_conflict")
        same = await answers(shooter, {**body, "target": first}, "X")
        assert (same.status_code, same.json()["seq"]) == (200, one.json()["seq"])
        headers = await calm_log.headers(party.room)
        assert headers[-1].seq == one.json()["seq"]
        await calm_log.verified(party.room)


async def test_answers_seen_at_one_version_all_count(calm: House, calm_log: Auditor) -> None:
    """S09: three answer a Gatling at once, through different gateways."""
    rehearsal = deals.shot_at_all()
    async with gathered(calm.urls, seed=rehearsal.seed) as party:
        version = await staged(party, rehearsal)
        targets = [party.people[number] for number in rehearsal.waited_for]
        commands = []
        for person in targets:
            kinds = {offer["type"]: offer for offer in person.offers}
            wait = kinds["takeHit"]["wait"]
            if "respond" in kinds:
                card = kinds["respond"]["cards"][0]
                commands.append({"type": "respond", "wait": wait, "cardIds": [card]})
            else:
                commands.append({"type": "takeHit", "wait": wait})
        assert {person.seq for person in targets} == {version}
        replies = await asyncio.gather(
            *(answers(p, c, "answer") for p, c in zip(targets, commands, strict=True))
        )
        assert [reply.status_code for reply in replies] == [200] * 3, [r.text for r in replies]
        seqs = [reply.json()["seq"] for reply in replies]
        assert sorted(seqs) == list(range(version + 1, version + 4))
        order = sorted(zip(seqs, (person.id for person in targets), strict=True))
        headers = [read_header(read_entry(entry)) for entry in await calm_log.entries(party.room)]
        assert [(h.seq, h.actor) for h in headers[version:]] == order
        view = await party.host.until_seq(version + 3)
        assert view["waits"] == []
        await calm_log.verified(party.room)


async def test_an_answer_to_what_is_answered_is_refused_and_leaves_nothing(
    calm: House, calm_log: Auditor
) -> None:
    """Stale answers: the wait that they name is gone."""
    rehearsal = deals.shot_at_one_who_dodges()
    async with gathered(calm.urls, seed=rehearsal.seed) as party:
        await staged(party, rehearsal)
        target = party.people[rehearsal.waited_for[0]]
        offer = target.offer("respond")
        wait, card = offer["wait"], offer["cards"][0]
        seq = await target.does("respond", wait=wait, cardIds=[card])
        late = [await target.refused("takeHit", wait=wait) for _ in range(2)]
        late.append(await target.refused("respond", wait=wait, cardIds=[card]))
        assert {why.code for why in late} == {"not_reaction_target"}
        assert await calm_log.log.head(party.room) == seq


async def test_a_stranger_learns_nothing_of_a_private_room(calm: House) -> None:
    """S37."""
    async with gathered(calm.url, visibility="invited") as party, visiting([calm.url], 1) as [who]:
        await party.start()
        told = []
        for code in (party.room, "ZZZZZZ"):
            async with httpx.AsyncClient(
                base_url=calm.url, headers={"authorization": f"Bearer {who.client.token}"}
            ) as http:
                ways = ("", "/view", "/view?after=1", "/result")
                told += [(code, await http.get(f"/api/rooms/{code}{way}")) for way in ways]
                for type_ in ("join", "leave", "ready", "start", "draw"):
                    body = {"commandId": type_, "command": {"type": type_}}
                    told.append((code, await http.post(f"/api/rooms/{code}/commands", json=body)))
        by_room = {
            code: [(r.status_code, r.text.replace(str(code), "CODE")) for c, r in told if c == code]
            for code in (party.room, "ZZZZZZ")
        }
        assert by_room[party.room] == by_room["ZZZZZZ"]
        closed = [await _turned_away(calm.url, code, who) for code in (party.room, "ZZZZZZ")]
        assert closed[0] == closed[1]
        assert await _watchers(party.host) == 0


async def _turned_away(url: str, code: str, who: Person) -> tuple[int, str]:
    """How a socket there is refused: close code, or status, and what is said."""
    address = f"{url.replace('http', 'ws', 1)}/api/rooms/{code}/socket"
    try:
        async with connect(address) as wire:
            await wire.send(f'{{"type":"resume","after":0,"token":"{who.client.token}"}}')
            await wire.wait_closed()
            assert wire.close_code is not None
            return wire.close_code, str(wire.close_reason)
    except InvalidStatus as answer:
        return answer.response.status_code, str(answer.response.body)


async def _watchers(person: Person) -> int:
    """How many watch the room, as it is told to who sits there."""
    info = await person.client.view(person.room)
    assert info.seq > 0
    assert person.table is not None
    return len(set(person.table.present) - {each["player"] for each in person.view["members"]})


async def test_only_the_host_has_a_hosts_rights(calm: House, calm_log: Auditor) -> None:
    """S39."""
    async with gathered(calm.urls) as party:
        host, guest, other = party.people[:3]
        seq = host.seq
        for type_, fields in (
            ("start", {}),
            ("kick", {"player": other.id}),
            ("handOver", {"player": guest.id}),
            ("setOptions", {"options": {"turnSeconds": 30}}),
            ("setVisibility", {"visibility": "public"}),
            ("addAutomatic", {}),
            ("again", {}),
        ):
            why = await guest.refused(type_, **fields)
            assert why.code == "not_host", (type_, why)
        assert await calm_log.log.head(party.room) == seq
        clicks = [host.does("setVisibility", visibility="public") for _ in range(2)]
        await asyncio.gather(*clicks, return_exceptions=True)
        await host.until(lambda view: view["room"]["visibility"] == "public")
        await party.start()
        frozen = await host.refused("setOptions", options={"turnSeconds": 30})
        assert frozen.code == "match_running"
        assert (await guest.refused("start")).code in ("not_host", "match_running")
        assert host.view["room"]["options"]["turnSeconds"] == 60


async def test_what_is_too_large_harms_nobody(calm: House, calm_log: Auditor) -> None:
    """S41."""
    async with gathered(calm.url) as party, gathered(calm.url) as others:
        gateway = calm.all("gateway")[0]
        outages = gateway.said().count("bus_disconnected")
        seq = party.host.seq

        async def large(size: int) -> int | None:
            """The code that the socket is closed with; `None` if the command is refused instead."""
            address = f"{calm.url.replace('http', 'ws', 1)}/api/rooms/{party.room}/socket"
            async with connect(address, max_size=None) as wire:
                await wire.send(
                    f'{{"type":"resume","after":0,"token":"{party.host.client.token}"}}'
                )
                padding = "x" * size
                with suppress(ConnectionClosed):
                    await wire.send(
                        '{"type":"command","commandId":"large","command":'
                        f'{{"type":"ready","ready":true,"commitment":"{padding}"}}}}'
                    )
                    async for message in wire:
                        if '"result"' in str(message):
                            assert '"accepted":false' in str(message)
                            return None
                return wire.close_code

        async def ordinary() -> int:
            for turn in range(20):
                last = await others.host.does("ready", ready=turn % 2 == 0)
            return last

        over, below, last = await asyncio.gather(large(2_000_000), large(65_300), ordinary())
        assert (over, below) == (1009, None)
        with suppress(httpx.TransportError):  # cut off while it still sends
            huge = {"type": "ready", "commitment": "x" * 2_000_000}
            refused = await answers(party.host, huge, "huge")
            assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
        assert await calm_log.log.head(others.room) == last
        assert await calm_log.log.head(party.room) == seq
        assert gateway.said().count("bus_disconnected") == outages


async def test_one_gets_the_last_seat_and_a_repeated_request_one_answer(
    calm: House, calm_log: Auditor, count: Count
) -> None:
    """S43."""
    async with gathered(calm.urls, 6) as party, visiting(calm.urls, 10) as rivals:

        async def asks(person: Person, times: int) -> list[httpx.Response]:
            person.room = party.room
            return await asyncio.gather(
                *(answers(person, {"type": "join"}, "seat") for _ in range(times))
            )

        told = await asyncio.gather(*(asks(p, 5 if n == 3 else 1) for n, p in enumerate(rivals)))
        codes = [{reply.status_code for reply in replies} for replies in told]
        assert sum(200 in each for each in codes) == 1
        assert all(len(each) == 1 for each in codes), "the same answer each time"
        for replies in told:
            if replies[0].status_code == 200:
                assert len({reply.json()["seq"] for reply in replies}) == 1
            else:
                assert {reply.json()["code"] for reply in replies} == {"room_full"}
        members = (await party.host.client.view(party.room)).sections["members"]
        assert bytes(members).count(b'"player"') == 7
        count("rivals for a seat", len(rivals))


async def test_joining_while_the_host_starts_is_one_or_the_other(
    calm: House, calm_log: Auditor
) -> None:
    """S43, second half."""
    for _ in range(5):
        async with gathered(calm.urls, 4) as party, visiting(calm.urls, 1) as [late]:
            for person in party.people:
                await person.does("ready", ready=True)
            start, join = await asyncio.gather(
                party.host.does("start"), _joins(late, party), return_exceptions=True
            )
            room = await calm_log.folded(party.room)
            seats = {member.player for member in room.state.members}
            if isinstance(join, Refused):
                assert join.why.code == "match_running"
                assert isinstance(start, int)
                assert late.id not in seats
            elif isinstance(start, Refused):
                assert start.why.code == "not_ready"
                assert late.id in seats
            if room.state.phase == "match":
                assert room.game is not None
                assert set(room.game.seating(room.state.play)) == {p.id for p in party.people}
            await calm_log.verified(party.room)


async def _joins(person: Person, party: Party) -> int:
    client: Client = person.client
    return (await client.command(party.room, Join())).seq
