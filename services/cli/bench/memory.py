"""What a live room in mid-match weighs."""

import tracemalloc

from shared.room.aggregate import Room
from shared.room.events import RoomOpened

from .recording import Recording

ROOMS = 50


def room_bytes(recording: Recording) -> float:
    """Bytes of one room as the rules service keeps it, the mean over some, in mid-match."""
    steps = [*recording.lobby, *recording.play[: len(recording.play) // 2]]
    opened = recording.lobby[0].accepted.events[0]
    assert isinstance(opened, RoomOpened)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    rooms = []
    for _ in range(ROOMS):
        room = Room(opened.room, {recording.game.id: recording.game})
        for step in steps:
            room.apply(step.accepted.stored)
        rooms.append(room)
    weight = (tracemalloc.get_traced_memory()[0] - before) / len(rooms)
    tracemalloc.stop()
    return weight
