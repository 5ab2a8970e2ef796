"""Whether what was accepted is there, once, as it was told: asked of the server, and of the log.

Asked of the server it needs no rights: every entry was told to every seat under one hash, the
frames lead to the view that the server gives, the last accepted command of a seat is known when it
is sent again. What only the log can say (whose an entry is) is asked of it where there is access.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial

from services.cli.load.opening import NotDone, Opener
from services.cli.load.room import Room
from services.cli.load.seat import JOINED, Seat
from services.cli.load.tally import Checked
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.contracts.messages import View
from shared.eventstore.log import Log, LogError

AT_ONCE = 16
"""Rooms of one process that are compared at a time."""
ASK_S = 10.0
"""How long one room's answers are waited for."""
ALL_S = 60.0
"""The same for all rooms of a process, and a second more for every `ROOMS_PER_S` of them."""
ROOMS_PER_S = 10
_TRIES = 5
_POLL_S = 0.02
_FIRST = 1


async def check_rooms(rooms: list[Room], opener: Opener, log: Log | None) -> Checked:
    """Compares every room; they must have come to rest."""
    found = Checked()
    limit = asyncio.Semaphore(AT_ONCE)
    loop = asyncio.get_running_loop()
    give_up_s = loop.time() + ALL_S + len(rooms) / ROOMS_PER_S

    async def one(room: Room) -> None:
        async with limit:
            await _check(room, opener, log, found, min(give_up_s, loop.time() + ASK_S))

    await asyncio.gather(*map(one, rooms))
    return found


async def _check(
    room: Room, opener: Opener, log: Log | None, found: Checked, give_up_s: float
) -> None:
    found.unanswered += sum(seat.waiting is not None for seat in room.seats)
    again = [seat for seat in room.seats if seat.ask_again()]
    try:
        await _until(lambda: all(seat.waiting is None for seat in again), give_up_s)
        view = await _same_view(room, opener, give_up_s, found)
        entries = await _read(log, room.code) if log is not None else None
    except (NotDone, TimeoutError, LogError):
        found.unchecked += 1
        return
    found.rooms += 1
    found.asked_again += len(again)
    found.lost += room.was_lost
    if entries is None:
        _against_view(room, view, found)
    else:
        found.logs += 1
        compare_with_log(room, entries, found)


async def _same_view(room: Room, opener: Opener, give_up_s: float, found: Checked) -> View:
    """The server's view, when every seat has been told everything up to it. The clock of the room
    may go on meanwhile, so this is tried some times. Raises `NotDone` and `TimeoutError`."""
    host = room.seats[0]
    view = await opener.view(room, len(room.made) - 1, give_up_s)
    for _ in range(_TRIES):
        if view.seq < room.head:
            view = await opener.view(room, room.head, give_up_s)
        await _until(partial(room.was_told, view.seq), give_up_s)
        if host.seq == view.seq:
            break
    if host.seq == view.seq:
        sections = {name: bytes(value) for name, value in view.sections.items()}
        found.differing += sections != room.view
    if room.hashes[view.seq]:
        found.differing += int(view.hash[:16], 16) != room.hashes[view.seq]
    return view


async def _until(holds: Callable[[], bool], give_up_s: float) -> None:
    """Raises `TimeoutError`."""
    loop = asyncio.get_running_loop()
    while not holds():
        if loop.time() > give_up_s:
            raise TimeoutError
        await asyncio.sleep(_POLL_S)


def _against_view(room: Room, view: View, found: Checked) -> None:
    found.entries += view.seq
    made = {seq for seq in range(_FIRST, len(room.made)) if room.made[seq]}
    found.commands += len(made)
    found.lost += sum(seq > view.seq for seq in made)
    found.by_clock += view.seq - sum(seq <= view.seq for seq in made)


async def _read(log: Log, room: RoomId) -> list[bytes]:
    return [stored.entry for stored in await log.read(room)]


def compare_with_log(room: Room, entries: list[bytes], found: Checked) -> None:
    """`entries`: all of the room that were not cut away; what was before them is not compared."""
    there: dict[int, tuple[str, str]] = {}
    ids: Counter[tuple[str, str]] = Counter()
    for stored in entries:
        entry = read_entry(stored)
        header = read_header(entry)
        command = (header.actor, header.command_id)
        there.setdefault(header.seq, command)
        found.entries += 1
        found.by_clock += not header.actor
        ids[command] += bool(header.actor)
        if header.seq < len(room.hashes) and room.hashes[header.seq]:
            found.differing += int(entry.hash[:16], 16) != room.hashes[header.seq]
    found.doubled += sum(number - 1 for number in ids.values() if number)
    for seq in range(min(there, default=_FIRST), len(room.made)):
        made = room.command_of(seq)
        if made is not None:
            found.commands += 1
            found.lost += not _is_there(*made, seq, there.get(seq, ("", "")))
    for seat in room.seats:
        if seat.waiting is not None and not seat.waiting.seq:
            found.unanswered_stored += (seat.player, seat.command_id(seat.waiting.number)) in ids


def _is_there(seat: Seat, number: int, seq: int, stored: tuple[str, str]) -> bool:
    actor, command_id = stored
    # The gateway makes the opening command's id out of the key and the room's code.
    is_same = command_id == seat.command_id(number) or (seq, number) == (_FIRST, JOINED)
    return actor == seat.player and is_same
