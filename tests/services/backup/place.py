"""An installation with a broker and a log of its own, as verbs of operators find it."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from os import urandom
from pathlib import Path
from resource import RLIMIT_FSIZE, setrlimit
from typing import Any, NamedTuple

from click.testing import CliRunner
from msgspec import Struct
from nats.aio.client import Client

from services.cli.admin.verb import admin
from services.cli.broker import dial, set_up
from services.cli.installation import Installation
from shared.archive.jetstream import JetStreamObjects
from shared.archive.objects import match_address
from shared.contracts.ids import PlayerId, RoomId
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.reading import Message, batch
from shared.matchfile.container import pack
from shared.matchfile.opened import whole
from shared.room.aggregate import Room
from shared.runtime.bus_nats import NatsBus
from shared.runtime.names import NatsNames
from shared.runtime.nats_server import NatsServer
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.services.processes.running import command, environ

ABOUT_ANSWERS = ("Nats-Num-Pending", "Nats-Last-Sequence")
NAMED = PlayerId("p-somebody")
READERS = {
    **dict.fromkeys(("KV_TENANTS", "KV_HOOKS"), "hosts"),
    **dict.fromkeys(("OUTBOX", "KV_DELIVERIES"), "webhooks"),
}
"""Who may read a stream that the auditor may not."""
NICKNAME = "Hallasan-42"


class Place:
    def __init__(self, folder: Path, secrets: bytes | None = None) -> None:
        """`secrets`: those that another installation left; else new ones are made."""
        self.folder = folder
        self.installation = Installation(folder / "installation")
        if secrets is not None:
            self.data.mkdir(mode=0o700, parents=True)
            (self.data / "secrets.json").write_bytes(secrets)
        self.secrets = self.installation.secrets()

    @property
    def data(self) -> Path:
        return self.installation.directory

    @asynccontextmanager
    async def serving(self, *, is_set_up: bool = True) -> AsyncIterator[NatsServer]:
        """Its broker runs, as under services."""
        async with NatsServer(self.installation.broker(self.secrets)) as server:
            if is_set_up:
                async with self.user(server, "setup") as bus:
                    await set_up(bus)
            yield server

    @asynccontextmanager
    async def user(self, server: NatsServer, name: str) -> AsyncIterator[NatsBus]:
        bus = await dial(server.url, name, self.secrets.passwords[name])
        try:
            yield bus
        finally:
            await bus.close()

    async def runs(self, *arguments: str, given: Mapping[str, str] | None = None) -> "Ended":
        """`saloon admin …` about this installation."""

        def run() -> Ended:
            line = [*arguments, "--data", str(self.data)]
            ended = CliRunner().invoke(admin, line, env={**(given or {})})
            assert isinstance(ended.exception, SystemExit | None), ended.exc_info
            return Ended(ended.exit_code, ended.stdout, ended.stderr)

        return await asyncio.to_thread(run)

    async def runs_with_little_room(self, room_bytes: int, *arguments: str) -> "Ended":
        """The same as a process whose files can have so many bytes."""

        def limit() -> None:
            setrlimit(RLIMIT_FSIZE, (room_bytes, room_bytes))

        def run() -> Ended:
            ended = subprocess.run(
                command("admin", *arguments, "--data", str(self.data)),
                # Python keeps what it compiled also where it could write only half of it.
                env=environ(PYTHONDONTWRITEBYTECODE="1"),
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
                preexec_fn=limit,
            )
            return Ended(ended.returncode, ended.stdout, ended.stderr)

        return await asyncio.to_thread(run)


class Ended(Struct, frozen=True):
    code: int
    said: str
    complained: str

    @property
    def plain(self) -> Any:
        return json.loads(self.said)


async def fill(place: Place, server: NatsServer) -> list[RoomId]:
    """Whole rooms with matches that are over, a nickname, and an archived match."""
    async with place.user(server, "rules") as bus:
        for life in lives():
            await append(JetStreamLog(bus.nc), life)
    async with place.user(server, "gateway") as bus:
        await NatsNames(bus, "inner.API").put(NAMED, NICKNAME)
    async with place.user(server, "replay") as bus:
        room, entries = lives()[0]
        address = match_address("main", room, 1)
        await JetStreamObjects(bus.nc).put(address, pack(whole(entries, {}), entries))
        for _ in range(7):  # of an object that was never finished; together more than a window
            await bus.nc.request("$O.ARCHIVE.C.unfinished", urandom(900_000), timeout=10)
    assert (await place.runs("hosts", "add", "acme", "--url", "https://acme.example/")).code == 0
    return [life.room for life in lives()]


class Lived(NamedTuple):
    room: RoomId
    entries: list[bytes]


@cache
def lives() -> list[Lived]:
    """Rooms in several streams, each with a match that is over."""
    found = []
    for seed, game in enumerate(("bang", "buckshot", "bang", "bang", "buckshot")):
        life = Life(SUBJECTS[game], seed, plan=Plan(4, 0, {}) if game == "bang" else Plan(1, 1, {}))
        room = RoomId(f"BACKU{'PQRST'[seed]}")
        life.room = Room(room, life.games)
        found.append(Lived(room, life.live().log))
    return found


async def append(log: JetStreamLog, life: Lived, last: int | None = None) -> None:
    """Its entries, up to number `last`."""
    for seq, entry in enumerate(life.entries[:last], 1):
        await log.append(life.room, seq, entry, message_id=f"m{seq}")


async def all_of(
    place: "Place", server: NatsServer, streams: Iterable[str]
) -> dict[str, list[Message]]:
    """By stream, all messages of each, asked as somebody who may read it."""
    found: dict[str, list[Message]] = {}
    for stream in streams:
        async with place.user(server, READERS.get(stream, "auditor")) as bus:
            found[stream] = await everything(bus.nc, stream)
    return found


async def everything(nc: Client, stream: str) -> list[Message]:
    """All messages of a stream."""
    found: list[Message] = []
    while True:
        number = found[-1].number + 1 if found else 1
        asked = {"seq": number, "batch": 1_000, "next_by_subj": ">"}
        some = await batch(nc, stream, asked, timeout_s=10)
        found += [_plain(each) for each in some]
        if not some:
            return found


def _plain(message: Message) -> Message:
    """Without what the broker says of the answer."""
    headers = {name: text for name, text in message.headers.items() if name not in ABOUT_ANSWERS}
    return Message(message.number, headers, message.data)


def searched(folder: Path, *secrets: bytes) -> list[bytes]:
    """Which of them are in any file below the folder."""
    data = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return [secret for secret in secrets if secret in data]
