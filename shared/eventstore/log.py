"""The log's interface and its errors. Entries are opaque bytes; only rooms and numbers are known.

LogError
├── Conflict            an append expected another head; nothing was stored
├── TooLarge            an entry exceeds the limit; nothing was stored
├── Away                the log could not be asked; an append that raises it stored nothing
├── Doubtful            an append went out and its outcome is unknown: read back
│   └── Full            the broker says that it has no room, which need not be the last word
├── Gap                 an entry is missing below one that is known to exist
├── Uncuttable          a room's log must not begin where a cut wanted it to; nothing was cut
└── CheckpointUnusable  a follower cannot go on from where it was

A room's log may be cut in front of an entry that is marked for it: a log that begins with a marked
entry is whole, one that begins with another, or lacks an entry in between, has a gap.
"""

import re
from collections.abc import AsyncGenerator, Sequence
from typing import NewType, Protocol

from msgspec import Struct

from shared.contracts.ids import RoomId, Seq

MESSAGE_ID = re.compile(r"[!-~]{1,200}")

Checkpoint = NewType("Checkpoint", bytes)
"""Where a follower stands. Opaque: it holds the broker's numbers and nothing of any room."""


class LogError(Exception):
    """Something the world did to the log. Its text names rooms and numbers, never an entry."""


class Conflict(LogError):
    """The room's head is `head`, confirmed by the leader, and not the one the append stands on."""

    def __init__(self, room: RoomId, seq: int, head: int) -> None:
        super().__init__(f"room {room}: entry {seq} does not follow the head, which is {head}")
        self.room = room
        self.seq = seq
        self.head = head


class TooLarge(LogError):
    """An entry has `size_bytes`; the log takes `limit_bytes`."""

    def __init__(self, room: RoomId, size_bytes: int, limit_bytes: int) -> None:
        super().__init__(f"room {room}: {size_bytes} bytes, the limit is {limit_bytes}")
        self.room = room
        self.size_bytes = size_bytes
        self.limit_bytes = limit_bytes


class Away(LogError):
    """The log cannot be reached or does not answer in time. Nothing was stored by this call."""


class Doubtful(LogError):
    """Entry `seq` is stored, or is not, or will be in a moment: read back before anything else.

    Reading it back proves that it is stored; not finding it proves nothing. Then only another
    append of the same number settles it: that one is taken, or conflicts with what arrived.
    """

    def __init__(self, room: RoomId, seq: int, why: str) -> None:
        super().__init__(f"room {room}: the outcome of entry {seq} is unknown ({why})")
        self.room = room
        self.seq = seq


class Full(Doubtful):
    """The broker has no room for entry `seq`, or a limit is reached. `why`: in its own words."""

    def __init__(self, room: RoomId, seq: int, why: str) -> None:
        super().__init__(room, seq, why)
        self.why = why


class Gap(LogError):
    """Entry `seq` of `room` is missing, though a later one, or the asker, proves it existed."""

    def __init__(self, room: RoomId, seq: int, found: int) -> None:
        super().__init__(f"room {room}: entry {seq} is missing, found {found} (0: none)")
        self.room = room
        self.seq = seq
        self.found = found


class Uncuttable(LogError):
    """Entry `seq` does not exist, or is none at which a room's log may begin."""

    def __init__(self, room: RoomId, seq: int) -> None:
        super().__init__(f"room {room}: its log cannot begin with entry {seq}")
        self.room = room
        self.seq = seq


class CheckpointUnusable(LogError):
    """The log was cut, made anew or laid out otherwise since: only a rebuild helps."""


class Stored(Struct, frozen=True):
    """One entry as it was appended."""

    room: RoomId
    seq: Seq
    entry: bytes
    begins: bool = False
    """It is marked: the room's log may begin with it."""
    trace: str = ""
    """Which trace it was appended in, where a follower was told: no part of the entry, no hash
    covers it, and it may be missing or wrong."""


class Batch(Struct, frozen=True):
    """What a follower is handed at a time."""

    entries: tuple[Stored, ...]
    """In order within each room; empty when nothing happened for a while."""
    checkpoint: Checkpoint
    """Covers `entries` and every batch before: to be kept once they are dealt with."""
    is_current: bool
    """The log answers, and had nothing more for this follower when the batch was made."""


def check_message_id(message_id: str) -> None:
    """A broker's header cannot carry everything. Raises `ValueError`."""
    if MESSAGE_ID.fullmatch(message_id) is None:
        raise ValueError("message_id: must be 1-200 printable ASCII characters without spaces")


class Log(Protocol):
    """Rooms and their entries, numbered from 1 without a gap; those in front may be cut away."""

    async def append(
        self, room: RoomId, seq: int, entry: bytes, *, message_id: str, begins: bool = False
    ) -> None:
        """Stores `entry` as number `seq` of `room`; returning means that it is on disk.

        `begins` marks it as one with which the room's log may begin.

        `message_id` (1-200 printable ASCII characters, no space) is the broker's second net:
        repeated within two minutes in the same room it raises `Doubtful` though nothing is stored,
        so it has to differ for every entry of a room, over all of its matches.

        Raises `Conflict` when the head is not `seq` - 1, `TooLarge`, `Away` (stored nothing) and
        `Doubtful`. A cancelled append is as doubtful, though `CancelledError` says it.
        """
        ...

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        """Entries `after` + 1 up to the head, as the leader has it now; empty at the head.

        `None`: all that were not cut away; the first tells where the room's log begins.

        Raises `Gap` when one of them is missing (cut away too) or the head lies before `after`,
        and `Away`.
        """
        ...

    async def head(self, room: RoomId) -> Seq:
        """Number of the last entry, as the leader has it now; 0 when there is no such room."""
        ...

    def follow(
        self, shards: Sequence[int], checkpoint: Checkpoint | None
    ) -> AsyncGenerator[Batch, None]:
        """All entries of the shards' rooms from the checkpoint (`None`: from the first), for ever.

        Each entry once, in order within its room; rooms interleave. A batch, perhaps an empty one,
        comes as soon as the log has answered and then at least about every second, also while the
        log is away. Close it (`contextlib.aclosing`) when done.

        Where a room was cut before a follower had come so far, the room goes on with a marked entry
        behind the next one. Whoever folds has to begin anew there, and by reading the room can tell
        a cut from a loss.

        Raises `CheckpointUnusable` and `Gap`; never `Away`, it waits.
        """
        ...

    async def rooms(self) -> list[RoomId]:
        """Every room that has an entry, sorted; slow, for rebuild and verify. Raises `Away`."""
        ...


class Cutting(Protocol):
    """The right to take away what lies in front of a room's log."""

    async def cut(self, room: RoomId, before: int) -> None:
        """Removes the entries before number `before`; whatever is gone already stays so.

        Raises `Uncuttable`, and `Away`, after which all, some or none of them may be gone: done
        again it goes on.
        """
        ...


class Snapshot(Struct, frozen=True):
    """A fold of a room up to and including entry `seq`; a cache, never a truth."""

    seq: Seq
    fold: bytes


class Snapshots(Protocol):
    """The newest snapshot of each room."""

    async def get(self, room: RoomId) -> Snapshot | None:
        """The newest, perhaps as of a moment ago; `None` when there is none. Raises `Away`."""
        ...

    async def put(self, room: RoomId, seq: int, fold: bytes) -> bool:
        """Keeps the snapshot if it is newer than the kept one; says whether it did.

        Raises `TooLarge` and `Away`; after either the kept one may be the old or the new.
        """
        ...
