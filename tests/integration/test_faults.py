"""What is lost, late, killed or altered between two services."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import click
import httpx
import pytest

from services.cli.broker import dial
from services.cli.parts import GAMES
from services.cli.stored import write
from shared.eventstore.jetstream import JetStreamLog
from shared.matchfile.opened import whole
from shared.room.view import sections
from tests.conftest import Count
from tests.integration.house import BRISK, CALM, IS_FULL, Auditor, House, auditing
from tests.integration.people import Party, eventually, gathered, visiting
from tests.integration.processes import Process
from tests.integration.wire import LOST, Packet, Wire, wired

DEADLY = Path(__file__).parents[1] / "services" / "rules" / "deadly_member.py"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """With nobody yet who decides."""
    async with House(tmp_path, {"projection": 1, "timer": 1, "gateway": 1}, CALM) as made:
        yield made


@pytest.fixture
async def log(house: House) -> AsyncIterator[Auditor]:
    async with auditing(house) as auditor:
        yield auditor


async def same_for_all(party: Party, log: Auditor) -> None:
    """Everybody's view, on the socket and asked for, is what a fresh fold of the log gives."""
    room = await log.folded(party.room)
    for person in party.people:
        await person.until_seq(room.seq)
        fresh = sections(room.state, person.id, GAMES)
        asked = await person.client.view(party.room, room.seq)
        assert {name: bytes(raw) for name, raw in asked.sections.items()} == fresh
        assert asked.hash == room.hash.hex()
        assert person.heard[-1].hash == asked.hash


def deadly(house: House, folder: Path, command_id: str) -> Process:
    """A rules process that kills itself when it has stored that command, before it replies."""
    password = house.secrets.passwords["rules"]
    arguments = [str(DEADLY), house.broker.url, password, "after", command_id]
    process = Process("rules-deadly", [sys.executable, "-P", *arguments], {}, folder, "")
    house.processes.append(process)
    process.start()
    return process


async def test_rules_die_between_append_and_reply(
    house: House, log: Auditor, tmp_path: Path
) -> None:
    """S15: the retry is answered out of the log, by another process."""
    killed = deadly(house, tmp_path, "deadly")
    await eventually(lambda: "joined" in killed.said())
    house.add("rules")
    await house.until_ready()
    async with visiting([house.url], 2) as [host, guest]:
        for _ in range(20):
            room = (await host.client.open_room("bang")).code
            guest.room = room
            began_s = time.monotonic()
            seq = await guest.asks("join", "deadly")
            took_s = time.monotonic() - began_s
            headers = await log.headers(room)
            assert [h.command_id for h in headers].count("deadly") == 1
            assert headers[seq - 1].command_id == "deadly"
            assert await guest.asks("join", "deadly") == seq
            await log.verified(room)
            if killed.has_ended:
                click.echo(f"answered {took_s * 1000:.0f} ms after it was sent to the dead")
                assert took_s <= 5
                return
    raise AssertionError("the deadly one owned none of the rooms")


async def test_an_acknowledgement_that_is_lost(house: House, log: Auditor, count: Count) -> None:
    """S17: the entry is there, though nobody said so; it is found and answered for, once."""
    async with wired(house.broker.url) as wire:
        rules = house.add("rules", broker_url=wire.url)
        await house.until_ready()
        async with gathered(house.url) as party:
            lost = Losing(wire)
            for turn in range(3):
                lost.is_on = True
                seq = await party.host.does("ready", f"r{turn}", ready=turn % 2 == 0)
                assert not lost.is_on
                assert await party.host.does("ready", f"r{turn}", ready=turn % 2 == 0) == seq
            ids = [h.command_id for h in await log.headers(party.room)]
            assert [ids.count(f"r{turn}") for turn in range(3)] == [1, 1, 1]
            assert rules.metric("saloon_rules_guards_total", guard="doubtful") == 3
            assert rules.metric("saloon_rules_guards_total", guard="read_back") == 3
            await log.verified(party.room)
            await same_for_all(party, log)
    count("acknowledgements lost", 3)


class Losing:
    """Loses the next acknowledgement of a stored entry."""

    def __init__(self, wire: Wire) -> None:
        self.is_on = False
        wire.judge = self._judge

    def _judge(self, packet: Packet) -> float:
        is_ack = packet.way == "in" and packet.data.startswith(b'{"stream":"EV')
        if not (self.is_on and is_ack and b'"seq":' in packet.data):
            return 0.0
        self.is_on = False
        return LOST


async def test_an_entry_is_held_back_from_the_projection(tmp_path: Path, count: Count) -> None:
    """S21: nothing behind the gap is shown before it; the projection fetches it by itself."""
    async with (
        House(tmp_path, {"rules": 1, "timer": 1, "gateway": 1}, CALM) as house,
        wired(house.broker.url) as wire,
        auditing(house) as log,
    ):
        await house.add("projection", broker_url=wire.url).until_ready()
        async with gathered(house.url) as party:
            held: list[bytes] = []

            def hold_back(packet: Packet) -> float:
                is_entry = packet.way == "in" and b"Saloon-Seq" in packet.data[:400]
                if is_entry and not held:
                    held.append(packet.data)
                    return LOST
                return 0.0

            wire.judge = hold_back
            first = party.host.seq
            began_s = time.monotonic()
            for turn in range(3):
                last = await party.host.does("ready", ready=turn % 2 == 0)
            for person in party.people:
                await person.until_seq(last)
            took_s = time.monotonic() - began_s
            assert held, "an entry was held back"
            click.echo(f"a missing entry was fetched within {took_s:.2f} s")
            for person in party.people:
                seqs = [update.seq for update in person.heard if update.seq > first]
                assert seqs == list(range(first + 1, last + 1))
            await same_for_all(party, log)
    count("entries held back", 1)


@pytest.mark.parametrize("is_view_lost", [False, True])
async def test_the_projection_dies_between_view_and_checkpoint(
    house: House, log: Auditor, is_view_lost: bool
) -> None:
    """S23: a view without its checkpoint, and a checkpoint without its view."""
    house.add("rules")
    await house.until_ready()
    [projection] = house.all("projection")
    async with gathered(house.url) as party:
        await party.start()
        await party.plays(12, Random(23))
        await party.settled()
        if is_view_lost:
            await asyncio.sleep(2)  # the checkpoint is kept every second
            projection.kill()
            house.store.kill()
            await house.store.start()
        else:
            projection.kill()
        able = next(person for person in party.people if person.offers)
        await able.move(Random(1))
        projection.start()
        await projection.until_ready()
        await same_for_all(party, log)
        await party.plays(5, Random(2))
        await same_for_all(party, log)


async def test_the_store_is_away(house: House, log: Auditor, count: Count) -> None:
    """S25: commands are decided or told to come again; views catch up."""
    house.add("rules")
    await house.until_ready()
    async with gathered(house.url) as party:
        await party.start()
        house.store.pause()
        try:
            made = await party.plays(15, Random(25))
            if IS_FULL:
                await asyncio.sleep(30)
        finally:
            house.store.resume()
        await eventually(lambda: "store_back" in house.all("projection")[0].said())
        made += await party.plays(5, Random(26))
        await same_for_all(party, log)
        await log.verified(party.room)
        headers = await log.headers(party.room)
        assert headers[-1].seq == party.host.seq
    count("moves while the store was away", made)


async def test_deadlines_are_kept_without_the_store(brisk: House, brisk_log: Auditor) -> None:
    """S25, too."""
    async with gathered(brisk.url) as party:
        brisk.store.pause()
        try:
            seq = await party.start()
            due_ms = (await brisk_log.headers(party.room))[-1].deadline_ms
            await party.host.until_seq(seq + 1, 90 * BRISK.second / 1_000)
        finally:
            brisk.store.resume()
        timeout = (await brisk_log.headers(party.room))[seq]
        assert timeout.command_id.startswith("timeout:")
        assert 0 <= timeout.at_ms - due_ms <= BRISK.grace + 2_000


async def test_an_altered_entry(house: House, log: Auditor, tmp_path: Path) -> None:
    """S29: it is named, its room is not served from it, and others are not touched."""
    house.add("rules")
    await house.until_ready()
    async with gathered(house.url) as party, gathered(house.url) as other:
        await party.start()
        await party.plays(10, Random(29))
        entries = await log.entries(party.room)
        altered = entries[-1].replace(b'"seq":%d' % len(entries), b'"seq":%d' % (len(entries) + 1))
        bus = await dial(house.broker.url, "rules", house.secrets.passwords["rules"])
        try:
            seq = len(entries) + 1
            await JetStreamLog(bus.nc).append(party.room, seq, altered, message_id="altered")
        finally:
            await bus.close()
        able = next(person for person in party.people if person.offers)
        async with httpx.AsyncClient(base_url=house.url, timeout=15) as http:
            answer = await http.post(
                f"/api/rooms/{party.room}/commands",
                json={"commandId": "next", "command": {"type": "leave"}},
                headers={"authorization": f"Bearer {able.client.token}"},
            )
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert await log.log.head(party.room) == seq, "nothing follows it"
        said = house.all("rules")[0].said()
        assert party.room in said
        await other.host.does("ready", ready=True)
        await same_for_all(other, log)
        assert max(person.seq for person in party.people) == len(entries), "nobody is shown it"
        for number, change in ((7, b"7"), (len(entries) - 2, b"x")):
            await _names_the_first_bad(tmp_path, entries, number, change)


async def _names_the_first_bad(
    folder: Path, entries: list[bytes], number: int, change: bytes
) -> None:
    """One byte of entry `number` is another."""
    bad = bytearray(entries[number - 1])
    place = len(bad) // 2
    bad[place] = change[0] if bad[place] != change[0] else change[0] + 1
    path = folder / "altered.jsonl"
    write(path, whole(entries, {}), [*entries[: number - 1], bytes(bad), *entries[number:]])
    code, said = await _verify(path)
    assert code in (3, 4, 5), said
    assert f'"entry":{number}' in said.replace(" ", ""), said


async def _verify(path: Path, **environ: str) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "services.cli", "match", "verify", str(path), "--json"),
        env={**os.environ, **environ},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


ELSEWHERE = (
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
)


async def test_a_match_is_proved_elsewhere(calm: House, calm_log: Auditor, tmp_path: Path) -> None:
    """S55: other hash seed, locale and time zone; unusual options; names from everywhere."""
    options = {"turnSeconds": 120, "reactionSeconds": 8, "characterDraft": "choose2"}
    async with gathered(calm.urls, 5, options) as party:
        await party.start()
        await party.plays(60, Random(55))
        people = [str(person.id) for person in party.people]
        names = dict(zip(people, ("보리", "Zoë", "İlker", "ẞ", "龍"), strict=True))
        entries = await calm_log.entries(party.room)
        path = tmp_path / "match.jsonl.gz"
        write(path, whole(entries, names), entries)
        told = [await _verify(path, **environ) for environ in ELSEWHERE]
        assert told[0] == told[1]
        assert told[0][0] == 0
        assert f'"entries":{len(entries)}' in told[0][1].replace(" ", "")
