"""`saloon admin hosts`: what is refused in one line, and that keys are shown once."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from services.cli.admin.verb import admin
from services.cli.installation import Installation
from services.cli.stack import make_streams
from shared.runtime.nats_server import NatsServer

URL = "https://acme.example/told"


def run(data: Path, *words: str) -> Result:
    return CliRunner().invoke(admin, ["hosts", *words, "--data", str(data)])


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One whose streams are there, and whose services do not run."""
    made = Installation(tmp_path_factory.mktemp("installation"))

    async def make() -> None:
        async with NatsServer(made.broker(made.secrets())) as server:
            await make_streams(server.url, made.secrets())

    asyncio.run(make())
    return made.directory


def test_a_host_is_added_changed_listed_and_removed(installation: Path) -> None:
    added = run(installation, "add", "acme", "--url", URL, "--rooms-open", "5", "--json")
    assert added.exit_code == 0, added.output
    given = msgspec.json.decode(added.stdout)
    assert set(given) == {"name", "apiKey", "playerKey", "webhookSecret"}
    assert given["apiKey"].startswith("acme.")
    assert given["webhookSecret"].startswith("whsec_")
    assert given["playerKey"].startswith("-----BEGIN PRIVATE KEY-----\n")
    rotated = run(installation, "rotate", "acme", "api-key")
    assert "acme." in rotated.stdout
    assert given["apiKey"] not in rotated.stdout
    changed = run(installation, "set", "acme", "--sessions-per-minute", "7")
    assert changed.stdout == "host acme is changed\n"
    listed = run(installation, "list", "--json")
    (row,) = msgspec.json.decode(listed.stdout)
    assert row == {
        "name": "acme",
        "roomsOpen": 5,
        "roomsPerHour": 1_000,
        "sessionsPerMinute": 7,
        "apiKeys": 2,
        "playerKeys": 1,
        "webhookSecrets": 1,
        "url": URL,
    }
    assert run(installation, "rotate", "acme", "api-key", "--finish").exit_code == 0
    again = run(installation, "add", "acme")
    assert (again.exit_code, "already" in again.output) == (2, True)
    without = run(installation, "set", "acme", "--url", "")
    assert without.exit_code == 0
    none = run(installation, "rotate", "acme", "webhook-secret")
    assert (none.exit_code, "no --url" in none.output) == (2, True)
    plain = run(installation, "list")
    assert plain.stdout.startswith("name acme  rooms_open 5")
    secrets = (given["apiKey"], given["webhookSecret"], given["playerKey"].splitlines()[1])
    assert not any(secret in listed.stdout + plain.stdout for secret in secrets)
    assert run(installation, "remove", "acme").stdout == "host acme is gone\n"
    assert run(installation, "list").stdout == "there are no hosts\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("add", "Acme"), "a letter first"),
        (("add", "a"), "a letter first"),
        (("add", "auto"), "a letter first"),
        (("add", "a.b"), "a letter first"),
        (("add", "x" * 21), "a letter first"),
        (("add", "beta", "--url", "http://beta.example/"), "an https address"),
        (("add", "beta", "--url", "https://user:word@beta.example/"), "an https address"),
        (("add", "beta", "--url", "https://beta.example:99999/"), "an https address"),
        (("add", "beta", "--url", "file:///etc/passwd", "--insecure"), "an https address"),
        (("add", "beta", "--rooms-open", "0"), "--rooms-open"),
        (("rotate", "beta", "password"), "is not one of"),
        (("redeliver", "beta", "*"), "an id as"),
    ],
)
def test_what_can_be_no_host_is_refused_in_a_line(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    refused = run(tmp_path, *words)
    assert (refused.exit_code, told in refused.output) == (2, True), refused.output


def test_where_there_is_no_installation_the_line_says_so(tmp_path: Path) -> None:
    refused = run(tmp_path / "nothing", "list")
    assert (refused.exit_code, "there is no installation" in refused.output) == (2, True)


def test_of_a_host_that_is_not_there_the_line_says_what_to_ask(installation: Path) -> None:
    for words in (("remove", "nobody"), ("set", "nobody"), ("rotate", "nobody", "api-key")):
        refused = run(installation, *words)
        assert (refused.exit_code, "admin hosts list" in refused.output) == (2, True), words
    asked = run(installation, "add", "gamma")
    assert asked.exit_code == 0
    silent = run(installation, "deliveries", "gamma")
    assert (silent.exit_code, "is it running?" in silent.output) == (2, True)
