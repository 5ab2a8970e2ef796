"""One match, wherever it lies: for whoever answers about it and for the command line alike.

The log is asked first. A match leaves it only once the archive has it, so whoever does not find it
in the log finds it in the archive, and whoever finds it in both has read the same twice.
"""

import asyncio
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple

from shared.contracts.ids import RoomId
from shared.eventstore.log import Gap, Log, Stored
from shared.matchfile.container import unpack
from shared.matchfile.head import AUDITOR, BadFile, Head
from shared.matchfile.opened import Stretch, stretches

from .objects import Damaged, Missing, Objects, match_address, match_at, room_prefix


class Found(NamedTuple):
    """A match with everything that is hidden in it."""

    head: Head
    """Without nicknames."""
    entries: list[bytes]
    is_archived: bool

    @property
    def stretch(self) -> Stretch:
        head = self.head
        names = head.room, head.match, head.game, head.ruleset, head.first_seq
        return Stretch(*names, self.entries)


class Matches:
    """Raises the log's `Away` and `Gap`, and `ObjectsError`."""

    def __init__(self, log: Log, objects: Objects, tenant: str = "main") -> None:
        self._log = log
        self._objects = objects
        self._tenant = tenant

    async def match(self, room: RoomId, number: int, first_seq: int = 1) -> Found | None:
        """`None`: it is in neither place. `first_seq`: number of its first entry, if that is known;
        it spares the way through the room's other matches. Raises `BadEntry` too, where the log
        cannot be read."""
        found = await self.logged(room, number, first_seq)
        return await self.archived(room, number) if found is None else found

    async def logged(self, room: RoomId, number: int, first_seq: int = 1) -> Found | None:
        """The same for the log alone."""
        for stretch in stretches(stored.entry for stored in await self._entries(room, first_seq)):
            if stretch.match == number:
                return Found(stretch.head(AUDITOR, {}), stretch.entries, is_archived=False)
        return None

    async def _entries(self, room: RoomId, first_seq: int) -> list[Stored]:
        if first_seq > 1:
            with suppress(Gap):  # it was cut away
                return await self._log.read(room, first_seq - 1)
        return await self._log.read(room)

    async def archived(self, room: RoomId, number: int) -> Found | None:
        """`None`: it was not archived, or has been deleted since."""
        address = match_address(self._tenant, room, number)
        try:
            data = await self._objects.get(address)
        except Missing:
            return None
        found = await asyncio.to_thread(read, data)
        if found is None or (found.head.room, found.head.match) != (room, number):
            raise Damaged(f"{address} does not hold this match")
        return found

    async def numbers(self, room: RoomId) -> list[int]:
        """Which of the room's matches are in the archive, in order."""
        listed = await self._objects.listed(room_prefix(self._tenant, room))
        found = (match_at(each.address) for each in listed)
        return sorted(match for each in found if each for _, match in (each,))


def read(data: bytes) -> Found | None:
    """An archived file; `None` for what is none that this release can read."""
    try:
        head, entries = unpack(BytesIO(data))
        return Found(head, list(entries), is_archived=True)
    except BadFile:
        return None
