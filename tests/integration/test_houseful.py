"""Many rooms, many instances, slow readers, and what is left when a match is over."""

import asyncio
import socket
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import click
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from shared.client import Client, Refused
from shared.contracts.messages import Frame, ResumeMessage
from tests.conftest import Count
from tests.integration.house import CALM, IS_FULL, Auditor, House, auditing
from tests.integration.load import PartyAtPlay
from tests.integration.people import Party, Person, gathered, visiting

ROOMS = 200 if IS_FULL else 40
LOAD_S = 180 if IS_FULL else 6


async def test_many_rooms_in_one_log(calm: House, calm_log: Auditor, count: Count) -> None:
    """S19: rooms do not disturb each other's numbers."""
    before = [_conflicts(calm), _accepted(calm)]
    async with visiting(calm.urls, ROOMS) as hosts:
        for host in hosts:
            host.room = (await host.client.open_room("bang")).code
        until_s = time.monotonic() + LOAD_S

        async def toggles(host: Person) -> int:
            number = 0
            while time.monotonic() < until_s:
                number += 1
                seq = await host.asks("ready", ready=number % 2 == 1)
                assert seq == number + 1, "its own number, without a gap"
            return number

        sent = sum(await asyncio.gather(*map(toggles, hosts)))
        accepted = _accepted(calm) - before[1]
        conflicts = _conflicts(calm) - before[0]
        for host in hosts[:10]:
            await calm_log.verified(host.room)
    click.echo(f"{sent} commands in {ROOMS} rooms, {conflicts:.0f} conflicts")
    assert accepted >= sent
    assert conflicts <= sent / 1_000, "only a room that changes its owner may have one"
    count("commands in many rooms", sent)


def _conflicts(house: House) -> float:
    rules = house.all("rules")
    return sum(each.metric("saloon_rules_guards_total", guard="conflict") for each in rules)


def _accepted(house: House) -> float:
    rules = house.all("rules")
    return sum(each.metric("saloon_rules_commands_total", outcome="accepted") for each in rules)


async def test_one_room_on_different_instances(tmp_path: Path) -> None:
    """S51: two of everything; stopping one of each costs at most a connection."""
    counts = {"rules": 2, "projection": 2, "timer": 2, "gateway": 2}
    async with (
        House(tmp_path, counts, CALM) as house,
        auditing(house) as log,
        gathered(house.urls) as party,
    ):
        assert {p.client.address for p in party.people} == set(house.urls)
        first = await party.start()
        await party.plays(25, Random(51))
        await party.settled()
        seen = [
            [(each.seq, each.hash) for each in person.heard if each.seq >= first]
            for person in party.people
        ]
        assert all(each == seen[0] for each in seen)
        assert [seq for seq, _ in seen[0]] == list(range(first, party.host.seq + 1))
        for service in ("rules", "projection", "timer"):
            assert house.all(service)[0].stop() == 0
            await party.plays(5, Random(52))
            await party.settled()
        gone, stays = house.all("gateway")
        assert gone.stop() == 0
        for person in party.people:
            if person.client.address == gone.address:
                await _moves_over(person, stays.address)
        await party.plays(10, Random(53))
        await party.settled()
        heads = {person.heard[-1].hash for person in party.people}
        assert heads == {(await log.verified(party.room)).head.hex()}


async def _moves_over(person: Person, address: str) -> None:
    """To another gateway, with the same token."""
    await person.drop()
    player, token = person.client.player, person.client.token
    await person.client.close()
    person.client = Client(address, token, budget_s=30)
    person.client.player = player
    await person.sit()


async def test_a_session_that_nobody_remembers(house_of_one: House) -> None:
    """S53: the token alone lets its player back in, while the match lasts."""
    house = house_of_one
    async with auditing(house) as log, gathered(house.url) as party:
        await party.start()
        for moment in range(2):
            await party.plays(10, Random(moment))
            await party.settled()
            person = party.people[1 + moment]
            before = dict(person.view)
            await person.drop()
            house.store.kill()
            await house.store.start()
            [gateway] = house.all("gateway")
            gateway.kill()
            gateway.start()
            await gateway.until_ready()
            await person.sit()
            assert person.view == before
            assert person.view["you"]["player"] == person.id
            for each in party.people:
                await each.until_seq(person.seq, within_s=20)
        await party.plays(10, Random(3))
        await log.verified(party.room)


async def test_seeds_are_apart_and_secret(calm: House, calm_log: Auditor, count: Count) -> None:
    """S57: no two rooms have the same secret, and none is shown before the end."""
    rooms = 1_000 if IS_FULL else 60
    plain = calm.add("gateway", *("--no-allow-test-seeds",))
    try:
        await plain.until_ready()
        async with visiting([plain.address], 1) as [person]:
            try:
                await person.client.open_room("bang", test_seed="0" * 63 + "1")
                raise AssertionError("a fixed seed was taken")
            except Refused as refused:
                code = refused.why.code
        assert code == "forbidden", code
    finally:
        calm.remove(plain)
    async with visiting(calm.urls, 8) as hosts:

        async def opens(host: Person) -> list[str]:
            wanted = range(rooms // len(hosts))
            return [str((await host.client.open_room("bang")).code) for _ in wanted]

        began_s = time.monotonic()
        codes = [code for some in await asyncio.gather(*map(opens, hosts)) for code in some]
        click.echo(f"{len(codes)} rooms opened in {time.monotonic() - began_s:.1f} s")
        states = [(await calm_log.folded(code)).state for code in codes]  # type: ignore[arg-type]
        assert len({state.secret for state in states}) == len(codes)
        assert len({state.secret_hash for state in states}) == len(codes)
    shuffles = set()
    for _ in range(6):
        async with gathered(calm.urls) as party:
            await party.start()
            play = (await calm_log.folded(party.room)).state.play
            shuffles.add(tuple(play.deck))
            assert party.host.view["room"]["revealed_secret"] == ""
    assert len(shuffles) == 6
    count("secrets compared", len(codes))


async def test_nothing_follows_the_end(calm: House, calm_log: Auditor) -> None:
    """S59: late commands are refused, alarms are gone, and all is shown without reloading."""
    async with gathered(calm.urls) as party:
        await party.start()
        at_play = PartyAtPlay(party, Random(59))
        while party.host.view["room"]["phase"] == "match":
            await at_play.step()
        await party.settled()
        last = (await calm_log.headers(party.room))[-1]
        assert (last.due_id, last.deadline_ms) == ("", 0)
        for person in party.people:
            assert isinstance(person.heard[-1], Frame), "without reloading"
            view = person.view
            assert view["room"]["phase"] == "over"
            assert view["room"]["revealed_secret"]
            assert view["disclosed"]["deck"] is not None
            assert all(view[f"seat/{n}"]["role"] for n in range(4))
            assert view["result"]["ranking"]
            assert not person.offers
            for type_, fields in (
                ("draw", {"turn": view["turn"]["number"]}),
                ("endPlay", {"turn": view["turn"]["number"]}),
                ("takeHit", {"wait": 1}),
            ):
                assert (await person.refused(type_, **fields)).code == "game_over"
        await asyncio.sleep(1)
        assert await calm_log.log.head(party.room) == last.seq
        result = await party.host.client.result(party.room)
        assert result.summary
        report = await calm_log.verified(party.room)
        assert report.matches == 1


SLOW = 50
BYTES_PER_SOCKET = 1_000_000


async def test_sockets_that_never_read(tmp_path: Path, count: Count) -> None:
    """S45: they cost little, disturb nobody, and catch up by one whole view."""
    counts = {"rules": 1, "projection": 1, "timer": 1}
    async with House(tmp_path, counts, CALM) as house, AsyncExitStack() as opened:
        gateway = house.add("gateway", "--send-buffer-bytes", "4096", "--queue-frames", "16")
        await house.until_ready()
        party = await opened.enter_async_context(gathered(house.url))
        at_play = PartyAtPlay(party, Random(45))
        await party.start()
        alone = await _latency(at_play, 60)
        async with visiting([house.url], SLOW) as watchers:
            wires = [await _deaf(person, party) for person in watchers]
            before = _memory(gateway.pid)
            beside = await _latency(at_play, 300)
            grown = (_memory(gateway.pid) - before) / SLOW
            click.echo(
                f"median move {alone * 1000:.1f} ms alone, {beside * 1000:.1f} ms beside {SLOW} "
                f"deaf sockets, {grown / 1000:.0f} kB each"
            )
            assert grown < BYTES_PER_SOCKET
            assert beside < 10 * alone + 0.05
            kinds = await asyncio.gather(*(_reads_on(wire, party.host.seq) for wire in wires))
            behind = [kind for kind in kinds if kind != "frames"]
            click.echo(f"{len(behind)} of {SLOW} were sent a whole view or away")
            assert len(behind) == SLOW
            await party.settled()
            late = watchers[0]
            await late.sit(party.room)
            whole = [update for update in late.heard if not isinstance(update, Frame)]
            assert len(whole) == 1
            assert late.seq == party.host.seq
    count("deaf sockets", SLOW)


async def _deaf(person: Person, party: Party) -> ClientConnection:
    """A socket that asks for the room and takes next to nothing."""
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    plug.setblocking(False)
    host, _, port = person.client.address.removeprefix("http://").rpartition(":")
    await asyncio.get_running_loop().sock_connect(plug, (host, int(port)))
    address = f"ws://{host}:{port}/api/rooms/{party.room}/socket"
    wire = await connect(address, sock=plug, max_queue=1, compression=None, ping_interval=None)
    await wire.send(msgspec.json.encode(ResumeMessage(0, person.client.token)), text=True)
    return wire


async def _reads_on(wire: ClientConnection, seq: int) -> str:
    """How it gets from where it stopped to entry `seq`: by `frames`, a `view`, or is `closed`."""
    seen: list[str] = []
    try:
        async with asyncio.timeout(20):
            while True:
                message = msgspec.json.decode(await wire.recv())
                if message["type"] in ("view", "frame"):
                    seen.append(message["type"])
                    if message["seq"] >= seq:
                        return "view" if seen.count("view") > 1 else "frames"
    except ConnectionClosed:
        return "closed"
    finally:
        await wire.close()


async def _latency(at_play: PartyAtPlay, moves: int) -> float:
    """The median of so many commands."""
    taken = sorted([await at_play.step() for _ in range(moves)])
    return taken[len(taken) // 2]


def _memory(pid: int) -> int:
    """Bytes in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4_096
