"""`saloon admin projection`: views that are to be made anew."""

import asyncio
import sys
import time
from pathlib import Path

import click
import msgspec
import structlog

from services.cli import data_folder
from services.cli.admin.operating import Unworkable, operating
from services.cli.installation import Installation
from shared.contracts.ids import Millis
from shared.runtime import logs
from shared.runtime.wishes import REBUILD, REBUILT, Asked, NatsWishes, Rebuilt

_log = structlog.stdlib.get_logger(__name__)

POLL_S = 0.25


@click.group()
def projection() -> None:
    """Views, which are made of the log."""
    logs.configure(level="warning")


@projection.command()
@data_folder.data("The installation, which is running.")
@click.option("--within-s", type=click.IntRange(1), default=600, show_default=True)
@click.option("--json", "is_json", is_flag=True, help="Print one JSON object.")
def rebuild(*, data: Path, within_s: int, is_json: bool) -> None:
    """Makes the views of every room anew, in a new epoch, while people play: each client gets one
    whole view in place of what it has.

    Where no projection runs, the next one that starts does it. Exits 2 if it is not done in time;
    it is gone on with all the same.
    """
    found = asyncio.run(_rebuild(Installation(data), within_s))
    _log.warning("views_rebuilt", epoch=found.epoch, rooms=found.rooms)
    if is_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(f"the views of {found.rooms} rooms are made anew, in epoch {found.epoch}")


async def _rebuild(installation: Installation, within_s: int) -> Rebuilt:
    async with operating(installation) as ground:
        if not ground.runs:
            raise Unworkable(
                f"nothing runs in {installation.directory}: views are made when it starts"
            )
        wishes = NatsWishes(ground.bus)
        asked = Asked(Millis(time.time_ns() // 1_000_000))
        await wishes.put(REBUILD, msgspec.json.encode(asked))
        with click.progressbar(
            length=1, label="views", file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar:
            give_up_s = time.monotonic() + within_s
            while time.monotonic() < give_up_s:
                kept = (await wishes.get(REBUILT)).get(REBUILT)
                told = None if kept is None else msgspec.json.decode(kept, type=Rebuilt)
                if told is not None and told.at_ms == asked.at_ms:
                    bar.length = max(1, told.rooms)
                    bar.update(told.done - bar.pos)
                    if told.is_over:
                        return told
                await asyncio.sleep(POLL_S)
    raise Unworkable("the views are not made anew yet: does a projection run? see `admin members`")
