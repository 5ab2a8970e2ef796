"""Lighthouse's judgement of four screens, by a server and a browser of our own.

npm install --prefix ~/.cache/saloon/lighthouse lighthouse@12.2.3
.venv/bin/python -m tests.e2e.lighthouse [--only WORD] [--desk] [--reports FOLDER]
"""

import asyncio
import json
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from playwright.async_api import BrowserContext, async_playwright

from services.cli.web.node import NoNode, find
from shared.client import Client
from shared.contracts.http import SESSION_COOKIE
from tests.e2e.chromium import FLAGS, executable
from tests.e2e.crowd import crowd
from tests.e2e.moments import MOMENTS, reached
from tests.e2e.scenes_lobby import NAMES
from tests.services.processes.running import Up

VERSION = "12.2.3"
INSTALLED = Path.home() / ".cache" / "saloon" / "lighthouse"
JUDGED = ("performance", "accessibility", "best-practices")
WANTED = 95
LIMIT_S = 180


@click.command()
@click.option(
    "--installed",
    type=click.Path(file_okay=False, path_type=Path),
    default=INSTALLED,
    show_default=True,
    help="Where npm has put it.",
)
@click.option("--only", default="", metavar="WORD", help="Screens whose name holds it.")
@click.option("--desk", is_flag=True, help="On a desk; otherwise a phone on a slow network.")
@click.option("--reports", type=click.Path(file_okay=False, path_type=Path), help="Kept there.")
def main(*, installed: Path, only: str, desk: bool, reports: Path | None) -> None:
    """Prints what it gives lobby, room, table and replay; fails where one is under 95."""
    script = installed / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not script.is_file():
        raise click.ClickException(
            f"no Lighthouse there: npm install --prefix {installed} lighthouse@{VERSION}"
        )
    try:
        command = [find().program, str(script)]
    except NoNode as missing:
        raise click.ClickException(str(missing)) from missing
    if desk:
        command.append("--preset=desktop")
    with tempfile.TemporaryDirectory() as data, Up(Path(data) / "data", "--test-seeds") as up:
        kept = reports or Path(data) / "reports"
        kept.mkdir(parents=True, exist_ok=True)
        scores = asyncio.run(_judge(up.url, command, kept, only))
        up.stop()
    low = [name for name, given in scores.items() if min(given.values()) < WANTED]
    if low:
        raise click.ClickException(f"under {WANTED}: {', '.join(low)}")


Scores = dict[str, dict[str, int]]


async def _judge(url: str, command: Sequence[str], kept: Path, only: str) -> Scores:
    """By screen."""
    port = _free_port()
    given: Scores = {}
    async with (
        async_playwright() as playwright,
        crowd(url, NAMES[:3], seed=2, automatic=1) as room,
        reached(url, MOMENTS["my turn"]) as table,
        reached(url, MOMENTS["the end"]) as over,
    ):
        context = await playwright.chromium.launch_persistent_context(
            str(kept.parent / "profile"),
            executable_path=executable(),
            args=[*FLAGS, f"--remote-debugging-port={port}"],
        )
        for name, client, path in (
            ("lobby", room.clients[0], "/"),
            ("room", room.clients[0], f"/r/{room.code}"),
            ("table", table.clients[0], f"/r/{table.code}"),
            ("replay", over.clients[0], f"/m/{over.code}-1"),
        ):
            if only not in name:
                continue
            await _become(context, url, client)
            report = kept / f"{name}.json"
            await asyncio.to_thread(_run, [*command, f"{url}{path}"], port, report)
            given[name] = _scores(report)
            told = ", ".join(f"{what} {score}" for what, score in given[name].items())
            click.echo(f"{name}: {told}")
            for fault in _faults(report):
                click.echo(f"  {fault}")
        await context.close()
    return given


async def _become(context: BrowserContext, url: str, client: Client) -> None:
    """The browser's storage and cookies are those of `client`'s player."""
    await context.clear_cookies()
    await context.add_cookies([{"name": SESSION_COOKIE, "value": client.token, "url": url}])
    page = await context.new_page()
    await page.goto(f"{url}/rules")
    await page.evaluate("localStorage.setItem('saloon.nickname', JSON.stringify('Bori'))")
    await page.close()


def _run(command: Sequence[str], port: int, report: Path) -> None:
    options = (
        f"--port={port}",
        "--disable-storage-reset",
        f"--only-categories={','.join(JUDGED)}",
        "--output=json",
        f"--output-path={report}",
        "--quiet",
    )
    done = subprocess.run(
        [*command, *options], capture_output=True, check=False, text=True, timeout=LIMIT_S
    )
    if done.returncode:
        raise click.ClickException(done.stderr.strip().splitlines()[-1])


def _scores(report: Path) -> dict[str, int]:
    categories: dict[str, Any] = json.loads(report.read_text("utf-8"))["categories"]
    return {name: round(100 * (categories[name]["score"] or 0)) for name in JUDGED}


def _faults(report: Path) -> list[str]:
    """What cost points, the dearest first."""
    told: dict[str, Any] = json.loads(report.read_text("utf-8"))
    weighed = [
        (each["weight"] * (1 - score), told["audits"][each["id"]]["title"])
        for category in told["categories"].values()
        for each in category["auditRefs"]
        if (score := told["audits"][each["id"]]["score"]) is not None
    ]
    return [title for lost, title in sorted(weighed, reverse=True) if lost > 0]


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
