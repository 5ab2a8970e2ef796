"""`saloon match` on an installation, running or not, and on logs in it that were damaged."""

import asyncio
import json
import re
import subprocess
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.cli import stored
from services.cli.broker import dial
from services.cli.installation import DEFAULT, Installation
from services.cli.match.verify import CODES
from shared.contracts.ids import RoomId
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.layout import MAIN
from shared.matchfile import checkpoint
from shared.matchfile.head import key_id
from shared.runtime.bus_nats import NatsBus
from shared.runtime.nats_server import NatsServer
from tests.services.processes.running import Up, command, environ, is_alive

ENTRIES = 5
LOOKED = "The auditor terminal looked into this match and saw everything hidden in it.\n"


def match(folder: Path, verb: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """As an operator says it, in the folder that holds the installation."""
    return subprocess.run(
        command("match", verb, *arguments),
        cwd=folder,
        env=environ(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def found(folder: Path, room: str) -> tuple[int, int, int | None]:
    """What `verify` says: its exit code, entries, and the first that is bad."""
    done = match(folder, "verify", room, "--json")
    (told,) = json.loads(done.stdout)["sources"]
    bad = told["first_bad"]
    assert told["ok"] == (bad is None)
    return done.returncode, told["entries"], None if bad is None else bad["entry"]


def fill_room(up: Up, *, is_left: bool = False) -> str:
    """A room with `ENTRIES` entries; `is_left`: its host leaves in the end, and it closes."""
    with httpx.Client(base_url=up.url, timeout=10) as http:
        session = http.post("/api/sessions", json={"nickname": "Ann"})
        http.headers["authorization"] = f"Bearer {session.json()['token']}"
        http.cookies.clear()
        opened = http.post("/api/rooms", json={"game": "bang"}, headers={"idempotency-key": "k"})
        code: str = opened.json()["code"]
        for number in range(2, ENTRIES + 1):
            said = {"type": "ready", "ready": number % 2 == 0}
            answer = http.post(
                f"/api/rooms/{code}/commands",
                json={"command": said},
                headers={"idempotency-key": f"c{number}"},
            )
            assert answer.json()["seq"] == number, answer.text
        if is_left:
            http.post(
                f"/api/rooms/{code}/commands",
                json={"command": {"type": "leave"}},
                headers={"idempotency-key": "leave"},
            )
    return code


@pytest.fixture
def room(tmp_path: Path) -> str:
    """One of an installation that does not run any more."""
    with Up(tmp_path / DEFAULT) as up:
        code = fill_room(up)
        assert up.stop()[0] == 0
    return code


def meddle(folder: Path, act: Callable[[NatsBus], Awaitable[None]]) -> None:
    """Does something to the stored log that only a stolen password allows."""

    async def do() -> None:
        installation = Installation(folder / DEFAULT)
        secrets = installation.secrets()
        async with NatsServer(installation.broker(secrets)) as server:
            bus = await dial(server.url, "rules", secrets.passwords["rules"])
            try:
                await act(bus)
            finally:
                await bus.close()

    asyncio.run(do())


def test_a_room_is_proved_and_shown_while_it_is_served(tmp_path: Path) -> None:
    with Up(tmp_path / DEFAULT) as up:
        code = fill_room(up)
        before = up.children()
        assert found(tmp_path, code) == (0, ENTRIES, None)
        shown = match(tmp_path, "show", code.lower())
        assert (shown.returncode, shown.stderr) == (0, "")
        assert shown.stdout.startswith("Ann opened the room.")
        assert not shown.stdout.endswith(LOOKED), "nothing is read that comes after it"
        exported_file = match(tmp_path, "export", code, "--as", "watcher")
        assert exported_file.returncode == 0
        assert found(tmp_path, code) == (0, ENTRIES + 1, None), "one look: a watcher's is none"
        assert match(tmp_path, "show", code).stdout.endswith(LOOKED)
        assert up.children() == before, "nothing was started, nothing ended"
        assert up.ready().status_code == 200
        assert up.stop()[0] == 0


def test_a_room_is_proved_and_shown_when_nothing_runs(tmp_path: Path, room: str) -> None:
    assert found(tmp_path, room) == (0, ENTRIES, None)
    assert match(tmp_path, "show", room, "--as", "Ann").stdout.startswith("Ann opened")
    path = saved(tmp_path, room)
    assert found(tmp_path, str(path)) == (0, ENTRIES, None)
    assert list(stored.read(path)[0].names.values()) == ["Ann"]
    without = exported(tmp_path, room, "without", "--as", "1", "--no-names")
    again = exported(tmp_path, str(path), "again", "--as", "Ann", "--no-names")
    assert b"Ann" not in without.read_bytes()
    assert without.read_bytes() == again.read_bytes()
    assert not brokers_in(tmp_path), "its broker went with it"
    with Up(tmp_path / DEFAULT) as up:
        assert up.ready().status_code == 200


def saved(folder: Path, room: str) -> Path:
    path = folder / "room.jsonl.gz"
    assert match(folder, "export", room, "--out", str(path)).returncode == 0
    return path


def brokers_in(folder: Path) -> list[int]:
    """Processes whose command line names the folder."""
    lines = [(entry, entry / "cmdline") for entry in Path("/proc").iterdir()]
    return [
        int(entry.name)
        for entry, line in lines
        if entry.name.isdigit()
        and str(folder).encode() in _read(line)
        and is_alive(int(entry.name))
    ]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_a_match_is_signed_checkpointed_and_anchored(tmp_path: Path) -> None:
    with Up(tmp_path / DEFAULT) as up:
        open_room, code = fill_room(up), fill_room(up, is_left=True)
        (key,) = httpx.get(f"{up.url}/api/keys").json()["keys"]
        assert key["id"] == key_id(key["key"])
        running = exported(tmp_path, open_room, "running")
        assert up.stop()[0] == 0
    assert "signature" not in head_of(running), "only what is over is signed"
    ended = exported(tmp_path, code, "ended")
    assert head_of(ended)["signature"]["key"] == key["key"]
    watched = exported(tmp_path, str(ended), "watched", "--as", "watcher")
    assert head_of(watched)["signature"] == head_of(ended)["signature"]
    kept = tmp_path / "kept.json"
    kept.write_bytes(b"of yesterday")
    done = match(tmp_path, "checkpoint", "--out", str(kept))
    assert (done.returncode, "--force writes over it" in done.stderr) == (2, True), done
    assert kept.read_bytes() == b"of yesterday"
    done = match(tmp_path, "checkpoint", "--out", str(kept), "--force")
    assert (done.returncode, "2 rooms" in done.stdout) == (0, True), done.stderr
    anchored = ("--checkpoint", str(kept), "--key", key["key"])
    for source in (str(ended), str(watched), code):
        done = match(tmp_path, "verify", source, *anchored)
        assert (done.returncode, "Anchored" in done.stdout) == (0, True), done
    assert match(tmp_path, "verify", str(running), *anchored).returncode == CODES["signature"]
    assert (
        match(tmp_path, "verify", str(ended), "--key", "ab" * 32).returncode == CODES["signature"]
    )
    renew_key(tmp_path, key["key"], ended, code)


def renew_key(folder: Path, key: str, ended: Path, code: str) -> None:
    done = match(folder, "new-key", "--data", str(DEFAULT))
    new = done.stdout.split()[1]
    assert (done.returncode, len(new), new != key) == (0, 64, True)
    again = exported(folder, code, "again")
    assert head_of(again)["signature"]["key"] == new
    assert match(folder, "verify", str(ended), str(again), "--key", new).returncode != 0
    both = ("--key", new, "--key", key)
    assert match(folder, "verify", str(ended), str(again), *both).returncode == 0
    with Up(folder / DEFAULT) as up:
        anchored = until_pinned(folder / DEFAULT / "checkpoints", new)
        done = match(folder, "verify", code, "--checkpoint", str(anchored), "--key", new)
        assert (done.returncode, "Anchored" in done.stdout) == (0, True), done
        told = [each["key"] for each in httpx.get(f"{up.url}/api/keys").json()["keys"]]
        assert told == [new, key]


def until_pinned(folder: Path, key: str) -> Path:
    """A checkpoint in it that is signed with the key, as soon as there is one."""
    give_up_s = time.monotonic() + 10
    while True:
        for path in folder.rglob("*.json"):
            if checkpoint.read(path.read_bytes()).signature.key == key:
                return path
        assert time.monotonic() < give_up_s, "no checkpoint was written"
        time.sleep(0.05)


def exported(folder: Path, source: str, name: str, *more: str) -> Path:
    path = folder / f"{name}.jsonl"
    done = match(folder, "export", source, "--out", str(path), *more)
    assert done.returncode == 0, done.stderr
    return path


def head_of(path: Path) -> dict[str, Any]:
    head: dict[str, Any] = json.loads(path.read_bytes().splitlines()[0])
    return head


def test_what_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    nowhere = match(tmp_path, "verify", "BCDFGH")
    assert (nowhere.returncode, "no installation" in nowhere.stderr) == (2, True)
    assert not (tmp_path / DEFAULT).exists(), "looking makes none"
    with Up(tmp_path / DEFAULT) as up:
        check_missing(tmp_path)
        assert up.stop()[0] == 0
    check_missing(tmp_path)


def check_missing(folder: Path) -> None:
    for verb in ("export", "show", "verify"):
        done = match(folder, verb, "BCDFGH")
        assert done.returncode == 2
        assert done.stderr.strip() == "Error: there is no room BCDFGH"


def test_an_altered_entry_is_named_and_nothing_behind_it_is_believed(
    tmp_path: Path, room: str
) -> None:
    async def append_a_forgery(bus: NatsBus) -> None:
        log = JetStreamLog(bus.nc)
        stored = await log.read(RoomId(room))
        forged = re.sub(rb'"at_ms":(\d+)', rb'"at_ms":1\1', stored[-1].entry, count=1)
        await log.append(RoomId(room), ENTRIES + 1, forged, message_id="forged")

    meddle(tmp_path, append_a_forgery)
    code, _, bad = found(tmp_path, room)
    assert (code, bad) == (CODES["chain"], ENTRIES + 1)
    shown = match(tmp_path, "show", room)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert f"Entry {ENTRIES + 1} " in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_missing_entry_is_named(tmp_path: Path, room: str) -> None:
    async def skip_one(bus: NatsBus) -> None:
        headers = {"Saloon-Seq": str(ENTRIES + 2)}
        stored = await JetStreamLog(bus.nc).read(RoomId(room))
        for _ in range(2):
            await bus.nc.jetstream().publish(
                MAIN.subject(RoomId(room)), stored[-1].entry, headers=headers
            )

    meddle(tmp_path, skip_one)
    code, _, bad = found(tmp_path, room)
    assert (code, bad) == (CODES["chain"], ENTRIES + 1)
    shown = match(tmp_path, "show", room)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert f"entry {ENTRIES + 1} is missing" in shown.stderr
    assert "Traceback" not in shown.stderr


def test_an_installation_with_broken_secrets_is_said_to_be_unreadable(
    tmp_path: Path, room: str
) -> None:
    path = tmp_path / DEFAULT / "secrets.json"
    path.write_bytes(b'{"passwords": {}')
    done = match(tmp_path, "verify", room)
    assert (done.returncode, done.stdout) == (2, "")
    assert "secrets.json cannot be read" in done.stderr
    assert "Traceback" not in done.stderr
