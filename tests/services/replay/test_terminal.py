"""A look from the command line is an entry, or nothing is shown."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from services.cli.match.looking import AUDITOR, is_recorded
from services.cli.match.verb import match
from shared.contracts.ids import RoomId
from shared.matchfile.opened import read
from shared.room.events import LookedInto
from shared.runtime.bus_nats import NatsBus
from shared.runtime.dispatch import DispatchSettings
from shared.runtime.nats_server import NatsServer
from tests.services.replay.stand import stand_in
from tests.services.replay.test_archive import Archiver, logged, next_match
from tests.services.table import GUESTS, HOST, Table
from tests.services.worlds import GAMES, PASSWORDS, nats_world

BRIEFLY = DispatchSettings(attempt_ms=100, budget_ms=400)


async def test_a_look_is_recorded_where_something_is_hidden(shared_broker: NatsServer) -> None:
    async with nats_world(shared_broker) as world:
        member = await world.member()
        table = await Table(await world.dispatch("cmd"), await world.log()).open()
        bus = await world.bus("auditor")
        assert isinstance(bus, NatsBus)
        for number in (2, 3):
            assert await is_recorded(bus, table.room)
            entries = list(read(await table.entries(), GAMES))
            assert (len(entries), entries[-1].told()) == (number, [LookedInto(AUDITOR)])
        await table.does(HOST, "leave")
        for room in (table.room, RoomId("NOSUCH")):
            assert await is_recorded(bus, room), "nothing is hidden in a closed room, or in none"
        assert len(await table.entries()) == 4
        other = await Table(table.dispatch, table.log).open()
        await member.service.stop()
        assert not await is_recorded(bus, other.room, BRIEFLY)
        assert len(await other.entries()) == 1


SHOWN: list[tuple[list[str], int]] = [
    (["show", "ROOM", "--match", "1"], 0),
    (["show", "ROOM", "--match", "1", "--as", "1", "--json"], 0),
    (["show", "ROOM", "--at", "9"], 0),
    (["show", "ROOM", "--as", "watcher"], 0),
    (["show", "ROOM", "--as", "watcher", "--json"], 0),
    (["show", "ROOM", "--as", "nobody"], 2),
    (["show", "ROOM", "--match", "2", "--as", "nobody"], 2),
    (["show", "ROOM", "--match", "3"], 2),
    (["show", "ROOM", "--at", "9999999"], 2),
    (["knowledge", "ROOM", "--as", "watcher"], 0),
    (["knowledge", "ROOM", "--as", "2", "--at", "20"], 0),
    (["knowledge", "ROOM", "--as", "auditor"], 2),
    (["branch", "ROOM", "--at", "LAST"], 2),
    (["export", "ROOM", "--match", "99"], 2),
    (["export", "ROOM", "--as", "watcher"], 0),
    (["export", "ROOM", "--match", "1"], 0),
    (["diff", "ROOM", "--at", "8", "--against", "9"], 1),
    (["verify", "ROOM"], 0),
    (["stats", "ROOM"], 0),
]
"""Verbs that show nothing of a match that is not over but what a watcher sees, and how they end."""

LOOKS: list[list[str]] = [
    ["show", "ROOM"],
    ["show", "ROOM", "--match", "2", "--as", "1"],
    ["show", "ROOM", "--at", "LAST", "--json"],
    ["knowledge", "ROOM", "--as", "2"],
    ["export", "ROOM", "--force"],
    ["export", "ROOM", "--as", "1", "--force"],
    ["diff", "ROOM", "FILE"],
    ["diff", "ROOM", "--at", "9", "--against", "LAST"],
]


def files(folder: Path) -> dict[str, int]:
    """By name, and when they were written."""
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


async def told(room: RoomId, *asked: object) -> Result:
    given = [room if each == "ROOM" else str(each) for each in asked]
    return await asyncio.to_thread(CliRunner().invoke, match, given)


async def test_what_has_left_the_log_is_named_with_how_to_get_it(
    shared_broker: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SALOON_AUDITOR_BROKER_URL", shared_broker.url)
    monkeypatch.setenv("SALOON_AUDITOR_PASSWORD", PASSWORDS["auditor"])
    asked: list[tuple[int, tuple[object, ...]]] = [
        (0, ("verify", "ROOM")),
        (0, ("verify", "ROOM", "--json")),
        (0, ("show", "ROOM")),
        (0, ("stats", "ROOM", "--json")),
        (2, ("show", "ROOM", "--at", 5)),
        (2, ("branch", "ROOM", "--at", 30)),
        (2, ("knowledge", "ROOM", "--as", 1, "--at", 30)),
    ]
    async with nats_world(shared_broker) as world, stand_in(world) as stand:
        room = stand.table.room
        await stand.table.start()
        await stand.table.plays(400)
        await next_match(stand)
        for _, each in asked[:4]:
            assert (await told(room, *each)).stderr == ""
        await Archiver(stand).works()
        first = (await logged(stand))[0]
        for code, each in asked:
            done = await told(room, *each)
            assert done.exit_code == code, (each, done.output)
            left = f"Entries before {first} have left the log. The archive has match 1: "
            assert done.stderr.startswith(left), each
            assert "`match export ROOM --match N`" in done.stderr
        assert (
            "나갔습니다. 보관소에 있는 판: 1."
            in (await told(room, "verify", "ROOM", "--lang", "ko")).stderr
        )
        done = await told(room, "verify", "ROOM", "--match", 1)
        assert (done.exit_code, done.stderr) == (0, "")
        monkeypatch.setenv("SALOON_AUDITOR_ARCHIVE_AT", str(tmp_path / "away"))
        done = await told(room, "verify", "ROOM")
        assert (done.exit_code, "cannot be asked now" in done.stderr) == (0, True)
        monkeypatch.delenv("SALOON_AUDITOR_ARCHIVE_AT")
        await stand.break_off()
        await Archiver(stand).works()
        (only,) = await logged(stand)
        done = await told(room, "show", "ROOM")
        assert (done.exit_code, done.stdout) == (0, "")
        assert "The archive has match 1, 2: " in done.stderr
        assert f"Nothing to tell: in entries {only} to {only} nothing happened" in done.stderr


async def test_a_look_is_recorded_only_where_something_hidden_is_shown(
    shared_broker: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SALOON_AUDITOR_BROKER_URL", shared_broker.url)
    monkeypatch.setenv("SALOON_AUDITOR_PASSWORD", PASSWORDS["auditor"])
    async with nats_world(shared_broker) as world:
        member = await world.member()
        table = await Table(await world.dispatch("cmd"), await world.log()).start()
        await table.plays(1_000)
        await table.does(HOST, "again")
        for player in (HOST, *GUESTS[:3]):
            await table.does(player, "ready", ready=True)
        await table.does(HOST, "start")
        await table.plays(30)

        async def said(asked: list[str]) -> Result:
            last = str(len(await table.entries()))
            stand = {"ROOM": table.room, "LAST": last, "FILE": f"{table.room}-2.jsonl.gz"}
            given = [stand.get(each, each) for each in asked]
            return await asyncio.to_thread(CliRunner().invoke, match, given)

        before = await table.entries()
        for asked, code in SHOWN:
            done = await said(asked)
            assert done.exit_code == code, (asked, done.output)
            assert await table.entries() == before, asked
        for number, asked in enumerate(LOOKS, 1):
            done = await said(asked)
            assert done.stdout, (asked, done.output)
            entries = list(read(await table.entries(), GAMES))
            assert len(entries) == len(before) + number, asked
            assert entries[-1].told() == [LookedInto(AUDITOR)]
        await member.service.stop()
        written = files(tmp_path)
        for asked in LOOKS:
            done = await said(asked)
            assert (done.exit_code, done.stdout) == (2, ""), asked
        assert files(tmp_path) == written
