"""`saloon admin reports`, as whoever runs an installation reads what was reported."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from services.cli.broker import dial
from services.cli.root import main
from shared.contracts.ids import PlayerId
from shared.contracts.rights import OUTER_API
from shared.contracts.talk import Report, TalkLine
from shared.runtime.names import NatsNames
from shared.runtime.nats_server import NatsServer
from shared.runtime.talk import NatsTalk
from tests.services.worlds import PASSWORDS, new_room

BORI, NARU = PlayerId("bori"), PlayerId("naru")


@pytest.fixture
def ask(shared_broker: NatsServer, tmp_path: Path) -> Any:
    """Runs the verb against that broker."""

    def run(*arguments: str) -> Result:
        env = {
            "SALOON_AUDITOR_BROKER_URL": shared_broker.url,
            "SALOON_AUDITOR_PASSWORD_FILE": str(tmp_path / "password"),
        }
        (tmp_path / "password").write_text(PASSWORDS["auditor"])
        return CliRunner(env=env).invoke(main, ["admin", "reports", *arguments])

    return run


async def _reports(server: NatsServer, *made: Report) -> None:
    bus = await dial(server.url, "gateway", PASSWORDS["gateway"])
    await NatsNames(bus, OUTER_API).put(NARU, "나루")
    for report in made:
        await NatsTalk(bus).report(report)
    await bus.close()


def test_reports_are_shown_with_the_lines_around_them(shared_broker: NatsServer, ask: Any) -> None:
    room = new_room()
    lines = (
        TalkLine("1" * 16, NARU, 1_800_000_000_000, "trust", BORI),
        TalkLine("2" * 16, BORI, 1_800_000_001_000, text="not nice"),
    )
    report = Report(room, NARU, 1_800_000_060_000, lines[1], lines)
    asyncio.run(_reports(shared_broker, report, report))
    told = ask("--lang", "en")
    assert told.exit_code == 0, told.output
    shown = told.output[told.output.index(room) :].splitlines()
    assert shown[:3] == [
        f"{room}, reported 2027-01-15 08:01:00 by 나루 (naru)",
        "  2027-01-15 08:00:00 나루 (naru): I trust an unnamed guest.",
        "> 2027-01-15 08:00:01 an unnamed guest (bori): not nice",
    ]
    found = msgspec.json.decode(ask("--json").stdout)
    assert found["names"]["naru"] == "나루"
    mine = [each for each in found["reports"] if each["room"] == room]
    assert msgspec.convert(mine, list[Report]) == [report], "the same report counts once"


def test_where_nothing_can_be_read_it_says_so(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["admin", "reports", "--data", str(tmp_path / "none")])
    assert told.exit_code == 2
    assert "there is no installation" in told.output
