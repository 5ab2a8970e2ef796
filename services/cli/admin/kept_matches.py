"""Everything that an installation keeps, judged: the log of each room, and each archived match."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from services.cli.admin.kept_logs import Judged
from services.cli.installation import Installation
from services.cli.match.source import keeping
from shared.archive import matches
from shared.archive.objects import Address, Objects, ObjectsError
from shared.contracts.ids import RoomId
from shared.eventstore.log import Gap, Log
from shared.matchfile.opened import begun
from shared.room.rules import Games
from shared.room.verify import Report, verify


class Kept(NamedTuple):
    """One verdict a room, and one an archived match, in their order."""

    rooms: list[Judged]
    archived: list[Judged]


def judge(installation: Installation, games: Games, tell: Callable[[Judged], None]) -> Kept:
    """`tell` hears of each as soon as it is judged. Raises `Unreadable` and `Missing`."""
    return asyncio.run(_judge(installation, games, tell))


async def _judge(installation: Installation, games: Games, tell: Callable[[Judged], None]) -> Kept:
    async with keeping(installation) as (log, objects):
        return await judge_all(log, objects, games, tell)


async def judge_all(
    log: Log, objects: Objects, games: Games, tell: Callable[[Judged], None]
) -> Kept:
    """The same of a log and an archive. Raises the log's `Away` and `ObjectsError`."""
    found = Kept([], [])
    for room in await log.rooms():
        found.rooms.append(await _room(log, room, games))
        tell(found.rooms[-1])
    for listed in await objects.listed():
        found.archived.append(await _match(objects, listed.address, games))
        tell(found.archived[-1])
    return found


async def _room(log: Log, room: RoomId, games: Games) -> Judged:
    path = Path(room)
    try:
        entries = [stored.entry for stored in await log.read(room)]
    except Gap as gap:
        return Judged(path, Report(), f"{room}: entry {gap.seq} is missing")
    first = begun(entries[0])
    if not first:
        return Judged(path, Report(), f"{room}: its log begins with nothing that can begin one")
    stretch = first[0]._replace(entries=entries)
    return Judged(path, verify(entries, games, stretch.first_seq - 1, stretch.previous))


async def _match(objects: Objects, address: Address, games: Games) -> Judged:
    path = Path(address)
    try:
        found = matches.read(await objects.get(address))
    except ObjectsError as error:
        return Judged(path, Report(), f"{address} cannot be read ({type(error).__name__})")
    if found is None:
        return Judged(path, Report(), f"{address} is no match file of a format that is known here")
    before = found.head.first_seq - 1, bytes.fromhex(found.head.previous)
    return Judged(path, verify(found.entries, games, *before))
