"""`saloon admin members`: who is alive, what each does, and how far behind it is."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from services.cli import data_folder
from services.cli.admin.operating import Ground, Unworkable, operating
from services.cli.installation import Installation
from shared.contracts.messages import WatchReport
from shared.contracts.subjects import PROJECTION, REPLAY, RULES, TIMER, WATCH
from shared.runtime import logs
from shared.runtime.bus import Message
from shared.runtime.clock import SystemClock
from shared.runtime.kv import NatsBucket
from shared.runtime.members import STREAM, Members

LISTEN_S = 2.2
"""Longer than any of them is silent."""
SERVICES = (RULES, PROJECTION, TIMER, REPLAY)
NEEDED = (RULES, PROJECTION, TIMER, "gateway")
_SHARED_OUT = frozenset({RULES, PROJECTION, REPLAY})
"""Services whose members share the shards out among them."""

_watch = msgspec.json.Decoder(WatchReport)


@click.command()
@data_folder.data("The installation, which is running.")
@click.option("--json", "is_json", is_flag=True, help="Print JSON.")
def members(*, data: Path, is_json: bool) -> None:
    """Lists every process that says that it is alive, by service: its release, the rulesets it
    holds, how many of the 64 shards are its own, and how long ago it had dealt with all of the log.

    Bots and webhooks do not say so, and gateways not their release: `docker compose ps` and
    /readyz of each tell. Takes two seconds. Exits 1 where nobody runs rules, projection, timer or
    gateway.
    """
    logs.configure(level="error")
    rows = asyncio.run(_listen(Installation(data)))
    missing = [name for name in NEEDED if all(row["service"] != name for row in rows)]
    if is_json:
        told = {"members": rows, "missing": missing}
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        _tabulate(rows)
        for name in missing:
            print(f"nobody runs {name}")
    sys.exit(1 if missing else 0)


def _tabulate(rows: list[dict[str, Any]]) -> None:
    table = Table(box=SIMPLE_HEAD)
    for name in ("service", "member", "release", "rulesets", "shards", "behind"):
        table.add_column(name)
    for row in rows:
        behind, shards = row["behind_ms"], row["shards"]
        table.add_row(
            *(row["service"], row["member"], row["release"], " ".join(row["rulesets"])),
            "" if shards is None else str(shards),
            "" if behind is None else f"{behind} ms",
        )
    Console().print(table)


async def _listen(installation: Installation) -> list[dict[str, Any]]:
    async with operating(installation) as ground:
        if not ground.runs:
            raise Unworkable(f"nothing runs in {installation.directory}")
        return await _heard(ground)


async def _heard(ground: Ground) -> list[dict[str, Any]]:
    gateways: set[str] = set()

    async def hear(message: Message) -> None:
        report = _watch.decode(message.data)
        (gateways.discard if report.closing else gateways.add)(report.gateway)

    listening = [
        Members(ground.bus, NatsBucket(ground.bus, STREAM), SystemClock(), service=service)
        for service in SERVICES
    ]
    subscription = await ground.bus.subscribe(WATCH, hear)
    for each in listening:
        await each.watch()
    await asyncio.sleep(LISTEN_S)
    rows: list[dict[str, Any]] = []
    for service, each in zip(SERVICES, listening, strict=True):
        rows += _rows(service, each)
    for each in listening:
        await each.close()
    await subscription.unsubscribe()
    return rows + [_row("gateway", name) for name in sorted(gateways)]


def _rows(service: str, found: Members) -> list[dict[str, Any]]:
    return [
        _row(
            service,
            member,
            release=said.release,
            rulesets=list(said.rulesets),
            shards=len(found.partitions_of(member)) if service in _SHARED_OUT else None,
            behind_ms=said.behind_ms if said.behind_ms >= 0 else None,
        )
        for member, said in sorted(found.said().items())
    ]


def _row(service: str, member: str, **told: Any) -> dict[str, Any]:
    blank: dict[str, Any] = {"release": "", "rulesets": [], "shards": None, "behind_ms": None}
    return {"service": service, "member": member, **blank, **told}
