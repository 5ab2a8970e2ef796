"""`saloon admin streams plan|apply` and `saloon setup` on a real broker with the table's users."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from services.cli.admin.streams import setup, streams_verb
from services.cli.broker import broker_settings, dial, new_passwords, rights_of
from services.cli.installation import DEFAULT, Installation
from services.cli.streams import streams
from shared.eventstore.layout import Layout
from shared.runtime.nats_server import NatsServer
from tests.conftest import Count

RIGHTS = rights_of(Layout(2))
PASSWORDS = new_passwords(RIGHTS)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[NatsServer]:
    """Without streams; its users may make two that hold the log."""
    server = NatsServer(broker_settings(tmp_path / "broker", RIGHTS, PASSWORDS))
    asyncio.run(server.start())
    yield server
    asyncio.run(server.stop())


class Operator:
    """Somebody at a terminal whose environment says where the broker is."""

    def __init__(self, broker: NatsServer) -> None:
        self._environ = {
            "SALOON_SETUP_BROKER_URL": broker.url,
            "SALOON_SETUP_PASSWORD": PASSWORDS["setup"],
            "SALOON_SETUP_STREAMS": "2",
        }

    def says(self, *words: str, **environ: str) -> Result:
        given = {**self._environ, **{f"SALOON_SETUP_{n}": v for n, v in environ.items()}}
        if words[0] == "setup":
            return CliRunner().invoke(setup, words[1:], env=given)
        return CliRunner().invoke(streams_verb, words, env=given)

    def plan(self, *flags: str) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.says("plan", "--json", *flags).output)
        return found


def test_a_plan_then_its_application_then_nothing_is_left(broker: NatsServer, count: Count) -> None:
    operator = Operator(broker)
    planned = operator.says("plan")
    assert planned.exit_code == 1
    names = [stream.name for stream in streams(Layout(2))]
    assert names[:3] == ["EV0", "EV1", "SNAPSHOTS"]
    for name in (*names, "TIMERS.timer"):
        assert f"create  {name}\n" in planned.output
    assert operator.says("plan").output == planned.output, "a plan changes nothing"
    applied = operator.says("apply")
    assert (applied.exit_code, applied.output) == (0, planned.output)
    again = operator.says("plan")
    number = sum(1 + len(stream.consumers) for stream in streams(Layout(2)))
    assert again.exit_code == 0
    assert again.output == f"{number} of {number} streams and consumers were as planned\n"
    assert operator.says("setup").exit_code == 0
    assert {item["action"] for item in operator.plan()["items"]} == {"nothing"}
    count("streams and consumers made by the verb", number, minimum=9)


@pytest.mark.parametrize(
    ("setting", "value", "stream", "told"),
    [
        ("nickname-days", "120", "KV_NAMES", "max_age: 7776000 s -> 10368000 s"),
        ("duplicate-window-s", "60", "EV0", "duplicate_window: 120 s -> 60 s"),
        ("alarm-ack-s", "9", "TIMERS.timer", "ack_wait: 5 s -> 9 s"),
    ],
)
def test_a_setting_changes_what_it_says(
    broker: NatsServer, setting: str, value: str, stream: str, told: str
) -> None:
    operator = Operator(broker)
    assert operator.says("setup").exit_code == 0
    planned = operator.says("plan", f"--{setting}", value)
    assert f"update  {stream}  {told}\n" in planned.output
    assert planned.exit_code == 1
    variable = setting.upper().replace("-", "_")
    assert operator.says("plan", **{variable: value}).output == planned.output
    assert operator.says("apply", f"--{setting}", value).exit_code == 0
    assert operator.says("plan", f"--{setting}", value).exit_code == 0


@pytest.mark.parametrize(
    ("setting", "value", "stream"),
    [
        ("nickname-days", "30", "KV_NAMES: max_age: "),
        ("log-bytes-limit", "1000000", "EV0: max_bytes: none -> 1000000"),
        ("snapshots-bytes-limit", "1000000", "SNAPSHOTS: max_bytes: none -> 1000000"),
        ("archive-bytes-limit", "1000000", "OBJ_ARCHIVE: max_bytes: none -> 1000000"),
    ],
)
def test_a_smaller_limit_has_to_be_allowed(
    broker: NatsServer, setting: str, value: str, stream: str
) -> None:
    operator, flag = Operator(broker), f"--{setting}"
    assert operator.says("setup").exit_code == 0
    for verb in ("plan", "apply"):
        refused = operator.says(verb, flag, value)
        assert refused.exit_code == 3
        assert f"refused {stream}" in refused.output
        assert "--allow-loss" in refused.output
    assert operator.says("setup", flag, value).exit_code == 3
    assert operator.says("plan").exit_code == 0, "nothing was changed"
    assert operator.says("plan", flag, value, "--allow-loss").exit_code == 1
    assert operator.says("apply", flag, value, "--allow-loss").exit_code == 0
    assert operator.says("plan", flag, value).exit_code == 0
    assert operator.says("setup").exit_code == 0, "wider again"


def test_what_cannot_be_changed_says_what_to_do(broker: NatsServer) -> None:
    operator = Operator(broker)
    assert operator.says("setup").exit_code == 0
    refused = operator.plan("--storage", "memory", "--allow-loss")["refused"]
    assert len(refused) == len(streams(Layout(2)))
    by_name = {reason.partition(":")[0]: reason for reason in refused}
    assert "restore into them" in by_name["EV0"]
    assert "--remake TIMERS" in by_name["TIMERS"]
    named = ("TIMERS", "SNAPSHOTS", "KV_MEMBERS", "KV_FOLLOWERS")
    remake = [word for name in named for word in ("--remake", name)]
    left = operator.plan("--storage", "memory", *remake)["refused"]
    lasting = {stream.name for stream in streams(Layout(2)) if not stream.is_remade}
    assert {reason.partition(":")[0] for reason in left} == lasting
    assert {"EV0", "EV1", "KV_NAMES", "OBJ_ARCHIVE"} <= lasting
    assert operator.says("apply", "--remake", "EV0").exit_code == 2
    assert operator.says("apply", "--remake", "TIMERS").exit_code == 0
    assert operator.says("plan").exit_code == 0


def test_the_log_is_not_laid_out_anew(broker: NatsServer) -> None:
    operator = Operator(broker)
    assert operator.says("setup").exit_code == 0
    refused = operator.says("apply", "--streams", "1")
    assert refused.exit_code == 3
    assert "EV0: subjects: +ev.32.> +ev.33.> +ev.34.> and 29 more" in refused.output


def test_a_broker_that_does_only_a_part_and_one_that_lets_nobody_in(broker: NatsServer) -> None:
    operator = Operator(broker)
    more = operator.says("apply", "--replicas", "3")
    assert more.exit_code == 2
    assert "the broker does not do its part: EV0: replicas > 1 not supported" in more.output
    wrong = operator.says("plan", PASSWORD="wrong")
    assert wrong.exit_code == 2
    assert "refuses the user setup or its password" in wrong.output


def test_settings_that_cannot_be_are_named(broker: NatsServer) -> None:
    said = Operator(broker).says("plan", NICKNAME_DAYS="0", NICKNAMES="1", STORAGE="tape")
    assert said.exit_code == 2
    for name in ("NICKNAME_DAYS", "NICKNAMES", "STORAGE"):
        assert f"SALOON_SETUP_{name}" in said.output


def test_it_finds_what_somebody_else_changed(broker: NatsServer) -> None:
    operator = Operator(broker)
    assert operator.says("setup").exit_code == 0

    async def lose() -> None:
        bus = await dial(broker.url, "setup", PASSWORDS["setup"])
        await bus.nc.request("$JS.API.STREAM.DELETE.TIMERS", b"", timeout=5)
        await bus.close()

    asyncio.run(lose())
    planned = operator.says("plan")
    assert planned.exit_code == 1
    assert "create  TIMERS\ncreate  TIMERS.timer\n" in planned.output


def test_without_a_word_it_asks_the_installation_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    nowhere = CliRunner().invoke(streams_verb, ["plan"])
    assert (nowhere.exit_code, "with --data" in nowhere.output) == (2, True)
    installation = Installation(DEFAULT)
    secrets = installation.secrets()
    still = CliRunner().invoke(streams_verb, ["plan"])
    assert (still.exit_code, "no broker runs on .saloon" in still.output) == (2, True)
    server = NatsServer(installation.broker(secrets))
    asyncio.run(server.start())
    try:
        applied = CliRunner().invoke(streams_verb, ["apply"])
        assert applied.exit_code == 0, applied.output
        assert CliRunner().invoke(streams_verb, ["plan"]).exit_code == 0
        given = {"SALOON_SETUP_PASSWORD": "wrong", "SALOON_SETUP_BROKER_URL": server.url}
        other = CliRunner().invoke(streams_verb, ["plan"], env=given)
        assert "refuses the user setup" in other.output, "what is given goes before the folder"
    finally:
        asyncio.run(server.stop())
