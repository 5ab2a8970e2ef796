"""The broker as a child: what it is told, that it starts and stops, and whose directory it is."""

import asyncio
import json
import stat
import subprocess
from pathlib import Path

import pytest
from nats.aio.msg import Msg

from shared.runtime.broker_configuration import BrokerUser
from shared.runtime.nats_server import (
    NatsServer,
    ServerSettings,
    find_binary,
    render,
)
from shared.runtime.unfit import ServerError
from tests.eventstore.worlds import ADMIN, connect

KEPT_FILES = ("nats.conf", "store.key")


def settings(directory: Path, *users: BrokerUser, port: int = 0) -> ServerSettings:
    return ServerSettings(directory, users or (ADMIN,), port=port)


@pytest.mark.parametrize("is_encrypted", [True, False])
@pytest.mark.parametrize("port", [-1, 4222])
def test_every_rendered_configuration_syncs_every_write(port: int, *, is_encrypted: bool) -> None:
    wanted = ServerSettings(Path("/data"), (ADMIN,), is_encrypted=is_encrypted)
    text = render(wanted, port, "key" if is_encrypted else None)
    lines = [line.strip() for line in text.splitlines()]
    assert lines.count("sync_interval: always") == 1
    assert lines.index("jetstream {") < lines.index("sync_interval: always")
    assert ('key: "key"' in lines) == is_encrypted


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def test_the_server_itself_finds_no_fault_with_its_configuration(tmp_path: Path) -> None:
    async with NatsServer(settings(tmp_path / "broker")):
        checked = run(find_binary(), "-t", "-c", tmp_path / "broker" / "nats.conf")
    assert checked.returncode == 0, checked.stderr


async def greeted(server: NatsServer, line: bytes) -> tuple[bytes, bytes]:
    """What the server says to whoever comes, and to `line`."""
    host, port = server.url.removeprefix("nats://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        greeting = await reader.readline()
        writer.write(line)
        return greeting, (await reader.readline()).strip()
    finally:
        writer.close()
        await writer.wait_closed()


async def test_it_greets_holds_the_payload_limit_and_advertises_no_address(tmp_path: Path) -> None:
    wanted = ServerSettings(tmp_path / "broker", (ADMIN,), max_payload_bytes=123_456)
    async with NatsServer(wanted) as server:
        greeting, _ = await greeted(server, b"PING\r\n")
    assert greeting.startswith(b"INFO ")
    told = json.loads(greeting.removeprefix(b"INFO "))
    assert told["max_payload"] == 123_456
    assert told["jetstream"] is True
    assert told["auth_required"] is True
    assert "connect_urls" not in told


async def test_it_keeps_port_and_data_over_restart_and_kill(tmp_path: Path) -> None:
    async with NatsServer(settings(tmp_path / "with space" / "broker")) as server:
        url, pid = server.url, server.pid
        connection = await connect(url)
        await connection.jetstream().add_stream(name="KEPT", subjects=["kept"])
        await connection.jetstream().publish("kept", b"kept")
        await server.restart()
        server.kill()
        assert not server.is_running
        await server.start()
        assert (server.url, server.pid != pid) == (url, True)
        await connection.close()
        again = await connect(url)
        assert (await again.jetstream().get_msg("KEPT", 1)).data == b"kept"
        await again.close()


async def test_it_takes_the_port_that_was_asked_for(tmp_path: Path) -> None:
    async with NatsServer(settings(tmp_path / "one")) as first:
        taken = int(first.url.rpartition(":")[2])
    async with NatsServer(settings(tmp_path / "two", port=taken)) as second:
        assert second.url.endswith(f":{taken}")


async def test_a_taken_port_is_an_error_and_leaves_nothing_running(tmp_path: Path) -> None:
    async with NatsServer(settings(tmp_path / "one")) as first:
        taken = int(first.url.rpartition(":")[2])
        second = NatsServer(settings(tmp_path / "two", port=taken))
        with pytest.raises(ServerError, match=r"nats-server\.log"):
            await second.start()
        assert not second.is_running
        assert first.is_running
    await second.start()
    await second.stop()


async def test_what_it_keeps_is_for_its_owner_only(tmp_path: Path) -> None:
    directory = tmp_path / "broker"
    async with NatsServer(settings(directory)):
        assert stat.S_IMODE(directory.stat().st_mode) == 0o700
        for name in KEPT_FILES:
            assert stat.S_IMODE((directory / name).stat().st_mode) == 0o600
        key = (directory / "store.key").read_text()
    async with NatsServer(settings(directory)):
        assert (directory / "store.key").read_text() == key


def test_the_key_is_another_in_every_directory(tmp_path: Path) -> None:
    async def key_of(directory: Path) -> str:
        async with NatsServer(settings(directory)):
            return (directory / "store.key").read_text()

    keys = {asyncio.run(key_of(tmp_path / name)) for name in ("one", "two")}
    assert len(keys) == 2
    assert {len(key) for key in keys} == {64}


async def test_a_user_may_do_what_is_listed_and_nothing_else(tmp_path: Path) -> None:
    alice = BrokerUser("alice", "a", ("hall.*",), ("hall.a", "_INBOX.alice.>"))
    mute = BrokerUser("mute", "m")
    clerk = BrokerUser("clerk", "c", (), ("ask clerks",), may_answer=True)
    asker = BrokerUser("asker", "q", ("ask",), ("_INBOX.asker.>",))
    wanted = settings(tmp_path / "broker", ADMIN, alice, mute, clerk, asker)
    async with NatsServer(wanted) as server:
        heard: list[str] = []

        async def hear(message: Msg) -> None:
            heard.append(message.subject)

        async def answer(message: Msg) -> None:
            await message.respond(b"answer")

        admin = await connect(server.url)
        await admin.subscribe(">", cb=hear)
        await admin.flush()
        for user in (alice, mute):
            connection = await connect(server.url, user)
            for subject in ("hall.a", "hall.a.b", "yard", "$JS.API.INFO"):
                await connection.publish(subject, b"")
            await connection.flush()
            await connection.close()
        await admin.flush()
        assert [x for x in heard if not x.startswith("_INBOX")] == ["hall.a"]

        clerking = await connect(server.url, clerk)
        await clerking.subscribe("ask", queue="clerks", cb=answer)
        await clerking.flush()
        asking = await connect(server.url, asker)
        assert (await asking.request("ask", b"", timeout=1)).data == b"answer"
        for connection in (asking, clerking, admin):
            await connection.close()


@pytest.mark.parametrize(
    ("login", "answer"),
    [
        (b'{"user": "admin", "pass": "admin"}', b"+OK"),
        (b'{"user": "admin", "pass": "guess"}', b"-ERR 'Authorization Violation'"),
        (b'{"user": "", "pass": ""}', b"-ERR 'Authorization Violation'"),
        (b"{}", b"-ERR 'Authorization Violation'"),
    ],
    ids=["right", "wrong", "empty", "none"],
)
async def test_only_a_user_with_its_password_gets_in(
    broker: NatsServer, login: bytes, answer: bytes
) -> None:
    _, said = await greeted(broker, b"CONNECT " + login + b"\r\nPING\r\n")
    assert said == answer


@pytest.mark.parametrize("text", ['a"b', "a\\b", "a\nb", "a\x00b"])
def test_what_would_break_out_of_the_configuration_is_refused(tmp_path: Path, text: str) -> None:
    for user in (
        BrokerUser(text, "p"),
        BrokerUser("u", text),
        BrokerUser("u", "p", (text,)),
        BrokerUser("u", "p", (), (text,)),
    ):
        with pytest.raises(ServerError) as refused:
            render(settings(tmp_path, user), -1, None)
        assert text not in str(refused.value)


def test_a_password_shows_in_no_representation() -> None:
    user = BrokerUser("rules", "hush-3f9c")
    assert "hush" not in f"{user} {user!r} {[user]} {settings(Path('/data'), user)}"


def fake_server(directory: Path, version: str) -> Path:
    directory.mkdir()
    path = directory / "nats-server"
    path.write_text(f"#!/bin/sh\necho 'nats-server: v{version}'\n")
    path.chmod(0o700)
    return path


@pytest.mark.parametrize(
    ("version", "is_taken"),
    [("2.9.10", False), ("2.11.9", False), ("2.12.0", True), ("2.15.1", True), ("3.0.0", True)],
)
def test_the_server_on_path_is_taken_if_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, *, is_taken: bool
) -> None:
    on_path = fake_server(tmp_path / "bin", version)
    monkeypatch.setenv("PATH", str(on_path.parent))
    assert (find_binary() == on_path) == is_taken
    assert find_binary().exists()


def test_without_any_server_the_error_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    with pytest.raises(ServerError, match=r"nats-server 2\.12 or newer"):
        find_binary()
