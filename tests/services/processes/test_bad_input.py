"""A service that finds the world not as it needs it says so in one line, and waits or stops.

Each is the real process, over real servers in that state (old ones but greet as such).
"""

import asyncio
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import pytest

from services.cli.broker import dial, set_up
from shared.contracts.ids import CommandId, PlayerId, RoomId
from shared.contracts.messages import Accepted, CommandRequest, MemberReply, Retry
from shared.contracts.rights_store import store_users
from shared.runtime.nats_server import NatsServer
from shared.runtime.ports import free_port
from shared.runtime.redis_server import RedisServer
from tests.conftest import Count
from tests.services.doctor import strangers
from tests.services.doctor.test_doctor import clock_behind
from tests.services.processes.running import command
from tests.services.processes.test_service_processes import variables
from tests.services.worlds import PASSWORDS, RIGHTS

ON_BROKER = ("rules", "timer", "projection", "replay", "webhooks", "gateway")
SOME = ("rules", "projection", "webhooks"), ("timer", "replay", "gateway")
"""For what all of them do alike."""
PATIENCE_S = 300
"""Others may keep the machine busy."""


class Process:
    """One service, and what it says, record by record."""

    def __init__(self, service: str, url: str, **further: str) -> None:
        self.service = service
        given = variables(service, url)
        path = further.pop("path", "")
        given |= {f"SALOON_{service.upper()}_{name}": value for name, value in further.items()}
        if path:
            given["PYTHONPATH"] = f"{path}:{given['PYTHONPATH']}"
        self._process = subprocess.Popen(
            command(service), env=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        self.said: list[Mapping[str, Any]] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._reading.join()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.said.append(msgspec.json.decode(line))

    def told(self, event: str) -> list[Mapping[str, Any]]:
        return [record for record in self.said if record["event"] == event]

    def tells(self, event: str) -> Mapping[str, Any]:
        """The first record of that event, as soon as it is there."""
        until(lambda: bool(self.told(event)), self)
        return self.told(event)[0]

    def ends(self) -> str:
        """Its last word, after it has ended as one that cannot be at work."""
        assert self._process.wait(PATIENCE_S) == 1
        self._reading.join()
        assert self.said[-1]["event"] == "unfit", self.said
        assert not self.told("ready")
        return one_line(self.said[-1]["why"])

    def failing(self) -> list[str]:
        """What it says on `/readyz` that it lacks."""
        ready = httpx.get(f"{self.tells('ready')['address']}/readyz", timeout=5)
        lacks = ready.json()["failing"]
        assert (ready.status_code == 200) == (not lacks)
        found: list[str] = lacks
        return found


def until(holds: Callable[[], bool], *shown: Process) -> None:
    give_up_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < give_up_s, [process.said for process in shown]
        time.sleep(0.05)


def one_line(why: str) -> str:
    """That says what to do: after a colon or a semicolon."""
    assert "\n" not in why
    assert re.search(r"[:;] [a-z`]", why), why
    for secret in PASSWORDS.values():
        assert secret not in why
    return why


@contextmanager
def all_of(services: tuple[str, ...], url: str, **further: str) -> Iterator[list[Process]]:
    """At the same time, since most of it is waiting."""
    running = [Process(service, url, **further) for service in services]
    try:
        yield running
    finally:
        for process in running:
            process.__exit__()


@pytest.fixture
def broker(own_broker: NatsServer) -> NatsServer:
    return own_broker


def ask(broker: NatsServer, user: str, subject: str, body: object = b"") -> dict[str, Any]:
    async def call() -> bytes:
        bus = await dial(broker.url, user, PASSWORDS[user])
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        answer = await bus.nc.request(subject, data, timeout=5)
        await bus.close()
        return answer.data

    answer: dict[str, Any] = msgspec.json.decode(asyncio.run(call()))
    assert "error" not in answer, answer
    return answer


def test_no_broker_is_there(count: Count) -> None:
    with all_of(ON_BROKER, "nats://user:word@127.0.0.1:1") as running:
        for process in running:
            why = process.ends()
            assert why.startswith("no broker answers at nats://127.0.0.1:1: start it, or say with ")
            assert f"SALOON_{process.service.upper()}_BROKER_URL" in why
            count("services that said what they lack", 1)


def test_the_broker_is_too_old(count: Count) -> None:
    with strangers.old_broker("2.11.9") as url, all_of(SOME[0], url) as running:
        for process in running:
            assert process.ends() == (
                "the broker is nats-server 2.11.9, and 2.12 or newer is needed: upgrade it"
            )
            count("services that said what they lack", 1)


def test_a_stream_is_set_otherwise(broker: NatsServer, count: Count) -> None:
    config = ask(broker, "setup", "$JS.API.STREAM.INFO.KV_MEMBERS")["config"]
    changed = {**config, "allow_direct": False}
    ask(broker, "setup", "$JS.API.STREAM.UPDATE.KV_MEMBERS", changed)
    with all_of(SOME[1], broker.url) as running:
        for process in running:
            assert process.ends() == (
                "stream KV_MEMBERS has other settings than planned: allow_direct: false -> true; "
                "`./saloon admin streams plan` tells what differs, `apply` changes it"
            )
            count("services that said what they lack", 1)


def test_a_stream_is_missing_until_somebody_makes_it(own_broker: NatsServer, count: Count) -> None:
    ask(own_broker, "setup", "$JS.API.STREAM.DELETE.KV_MEMBERS")
    with all_of(SOME[0], own_broker.url) as running:
        for process in running:
            why = one_line(process.tells("waiting")["why"])
            assert why == "there is no stream KV_MEMBERS: make it with `./saloon setup`"
        asyncio.run(_set_up(own_broker))
        for process in running:
            process.tells("ready")
            about = [each for each in process.told("waiting") if "stream" in each["why"]]
            assert len(about) == 1, "said once"
            count("services that said what they lack", 1)


async def _set_up(broker: NatsServer) -> None:
    bus = await dial(broker.url, "setup", PASSWORDS["setup"])
    await set_up(bus)
    await bus.close()


def test_a_clock_is_off_by_a_minute(broker: NatsServer, tmp_path: Path, count: Count) -> None:
    """Nothing goes by it, so the service is at work, and says which clock to look at."""
    path = str(clock_behind(tmp_path, 60))
    with all_of(("rules", "timer"), broker.url, path=path) as running:
        for process in running:
            why = one_line(process.tells("clock_off")["why"])
            assert "clock is 60 s behind the broker's, by which all deadlines go: find out" in why
            assert "clock" not in process.failing()
            count("services that said what they lack", 1)


def test_no_store_is_there_until_it_comes(broker: NatsServer, tmp_path: Path, count: Count) -> None:
    store = RedisServer(tmp_path / "store", store_users(RIGHTS, PASSWORDS))
    store._port = free_port()
    with all_of(("gateway", "projection"), broker.url, STORE_URL=store.url) as running:
        for process in running:
            why = one_line(process.tells("waiting")["why"])
            assert why.startswith(f"no store answers at {store.url}: start it, or say with SALOON_")
            assert "store" in process.failing()
        asyncio.run(store.start())
        try:
            for process in running:
                until(lambda found=process: "store" not in found.failing(), process)  # type: ignore[misc]
                count("services that said what they lack", 1)
        finally:
            asyncio.run(store.stop())


@pytest.mark.parametrize("service", ["gateway", "projection"])
def test_the_store_is_too_old(broker: NatsServer, service: str, count: Count) -> None:
    with (
        strangers.old_store("6.2.14") as url,
        Process(service, broker.url, STORE_URL=url) as process,
    ):
        assert "the store is Redis 6.2.14: 7.0 or newer is needed" in ended(process)
        count("services that said what they lack", 1)


@pytest.mark.parametrize("service", ["gateway", "projection"])
def test_the_store_does_not_know_the_user(
    broker: NatsServer, tmp_path: Path, service: str, count: Count
) -> None:
    with (
        strangers.store(tmp_path, None) as url,
        Process(service, broker.url, STORE_URL=url) as process,
    ):
        why = ended(process)
        assert "the store refuses this user or its password" in why
        assert "give it the users that `admin keys` wrote (users.acl)" in why
        count("services that said what they lack", 1)


def ended(process: Process) -> str:
    """It may have been ready to start, but never to be relied on."""
    until(lambda: bool(process.told("unfit")), process)
    return one_line(process.told("unfit")[0]["why"])


ROOM = RoomId("FULLUP")
_reply = msgspec.json.Decoder(MemberReply)


def test_the_disk_is_full_until_there_is_room(tmp_path: Path, count: Count) -> None:
    broker = strangers.SmallBroker(tmp_path / "small", dict(PASSWORDS), limit_mb=4)
    broker.start()
    try:
        with Process("rules", broker.url) as rules:
            rules.tells("ready")
            until(lambda: rules.failing() == [], rules)
            assert broker.fill() > 3
            assert isinstance(asyncio.run(_opened(broker.url, "first")), Retry)
            why = one_line(rules.tells("log_full")["why"])
            assert why.startswith("the broker stores nothing more (")
            assert "make room on its disk or raise its limit, deploy/runbooks/disk-full.md" in why
            assert rules.failing() == ["room"]
            assert isinstance(asyncio.run(_opened(broker.url, "first")), Retry)
            assert len(rules.told("log_full")) == 1, "said once"
            broker.make_room()
            assert isinstance(asyncio.run(_opened(broker.url, "first")), Accepted)
            rules.tells("log_back")
            assert rules.failing() == []
            count("services that said what they lack", 1)
    finally:
        broker.stop()


async def _opened(url: str, command_id: str) -> MemberReply:
    """What a member of rules says to somebody who opens a room."""
    bus = await dial(url, "gateway", PASSWORDS["gateway"])
    body = msgspec.Raw(b'{"type":"create","game":"bang","visibility":"link"}')
    request = CommandRequest(ROOM, PlayerId("p1"), CommandId(command_id), body)
    answer = await bus.request("rules.any.cmd", msgspec.json.encode(request), timeout_ms=9_000)
    await bus.close()
    return _reply.decode(answer)
