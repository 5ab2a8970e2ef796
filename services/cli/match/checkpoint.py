"""The verb `match checkpoint`."""

import asyncio
import time
from pathlib import Path

import click
import msgspec

from services.cli import data_folder
from services.cli.installation import Installation
from services.cli.match.keys import private_key, signing_key
from services.cli.match.source import Missing, Unreadable, auditing
from services.cli.new_file import NewFile, check_new, force
from shared.contracts.entries import read_entry
from shared.contracts.ids import RoomId
from shared.eventstore.jetstream import JetStreamLog
from shared.matchfile.checkpoint import RoomHead, made, write


@click.command()
@data_folder.data("The installation; it may be running or not.")
@signing_key
@click.option(
    "--out",
    type=NewFile(),
    required=True,
    help="The file; keep it where whoever runs the installation cannot change it.",
)
@force
def checkpoint(*, data: Path, key_file: Path | None, out: Path, is_forced: bool) -> None:
    """Writes the last hash of every room into one signed file, for `match verify --checkpoint`."""
    check_new(out, is_forced=is_forced)
    key = private_key(key_file, data)
    if key is None:
        raise Unreadable(f"there is no installation in {data}")
    try:
        heads = asyncio.run(_heads(Installation(data)))
    except Missing as missing:
        raise Unreadable(str(missing)) from None
    found = made(heads, time.time_ns() // 1_000_000, key)
    try:
        out.write_bytes(write(found))
    except OSError as error:
        raise Unreadable(f"{out} cannot be written ({type(error).__name__})") from None
    print(f"{out}: {len(found.rooms)} rooms, root {found.root}")


async def _heads(installation: Installation) -> list[RoomHead]:
    async with auditing(installation) as log:
        return [await _head(log, room) for room in await log.rooms()]


async def _head(log: JetStreamLog, room: RoomId) -> RoomHead:
    """Raises `Missing` where the room's last entry cannot be had."""
    seq = await log.head(room)
    stored = await log.read(room, seq - 1)
    try:
        return RoomHead(room, seq, read_entry(stored[0].entry).hash)
    except (IndexError, msgspec.DecodeError):
        raise Missing(seq) from None
