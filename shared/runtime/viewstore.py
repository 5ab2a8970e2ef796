"""What is kept beside the log and may be lost: views, frames, listings, presence, limits.

Views, frames and listings (with them, which rooms of a tenant are open) can be rebuilt from the
log. Presence and limits cannot, and begin anew.
Everything expires by itself.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Protocol

from msgspec import Struct

from shared.contracts.ids import Millis, PlayerId, RoomId

FRAMES_KEPT = 32
RESERVED_MS = 120_000

EPOCH_MARK = RoomId("_meta")
"""Stands where a room's id does: the projection's view of it says in which epoch the store is."""


class StoreAway(Exception):
    """The store did not answer in time, or refused. Whether the call had its effect is open."""


class Head(Struct, frozen=True, order=True):
    """How new a view is; compared field by field."""

    epoch: int
    """Grows with each restore or rebuild of the log, after which numbers may mean other entries."""
    format: int
    """Of the sections and frames."""
    seq: int
    """The room's entry that the view includes."""


class ViewChange(Struct, frozen=True):
    """What one entry changes for one viewer."""

    viewer: str
    sections: Mapping[str, bytes | None]
    """JSON by name; `None` takes a section away."""
    frame: bytes | None = None
    """What the viewer is sent for it. Without one, nobody can resume across this entry."""
    is_whole: bool = False
    """`sections` are all there are, and stand on nothing."""


class Outcome(Enum):
    """What became of a `ViewChange`."""

    WRITTEN = "written"
    STALE = "stale"
    """The store has this entry's view, or a newer one."""
    INCOMPLETE = "incomplete"
    """The store lacks the view that the change stands on: it needs a whole one."""


class StoredView(Struct, frozen=True):
    """A whole view as it was put together from changes."""

    head: Head
    sections: dict[str, bytes]


class Reserved(Enum):
    """Whether a room counts as one of its tenant's open ones."""

    NEW = "new"
    KNOWN = "known"
    """It did before."""
    FULL = "full"
    """It does not: there are as many as may be."""


class Expiry(Struct, frozen=True):
    """How long things stay that nobody touches."""

    view_ms: int = 24 * 3_600_000
    listing_ms: int = 3_600_000
    presence_ms: int = 3_600_000


class Limit(Struct, frozen=True):
    """A token bucket's shape."""

    capacity: int
    """Tokens when full, which it is at first."""
    refill_per_s: float


class ViewStore(Protocol):
    """Every call raises `StoreAway` within a bounded time when the store is not there."""

    async def write_views(
        self, room: RoomId, head: Head, changes: Sequence[ViewChange]
    ) -> list[Outcome]:
        """Applies one entry's changes, each if it is newer than what is kept: all or none, at once.

        A change that is not whole is applied only to the view of the entry before it, in the same
        epoch and format. Outcomes come in the order of the changes.
        """
        ...

    async def read_view(self, room: RoomId, viewer: str) -> StoredView | None: ...

    async def read_frames(self, room: RoomId, viewer: str, after: Head) -> list[bytes] | None:
        """The frames that a viewer with view `after` lacks; `None`: it needs a whole view.

        Empty when it lacks none, also when it is further than the store.
        """
        ...

    async def heads(self, rooms: Sequence[RoomId], viewer: str) -> list[Head | None]:
        """How new that viewer's view is in each of the rooms; `None` where there is none."""
        ...

    async def put_listing(self, room: RoomId, listing: bytes, score: float) -> None:
        """Lists a public room, in place of an earlier listing."""
        ...

    async def remove_listing(self, room: RoomId) -> None: ...

    async def listings(self, limit: int) -> list[bytes]:
        """The listings with the highest scores, highest first."""
        ...

    async def reserve(self, tenant: str, room: RoomId, limit: int, now_ms: int) -> Reserved:
        """Counts a room as open that is about to be opened, unless the tenant has `limit` of them.
        It counts for `RESERVED_MS`, by when it is listed with `put_owned`."""
        ...

    async def put_owned(self, tenant: str, room: RoomId, listing: bytes, now_ms: int) -> None:
        """Lists an open room among the tenant's, in place of an earlier listing."""
        ...

    async def remove_owned(self, tenant: str, room: RoomId) -> None:
        """It is not open any more, or never was."""
        ...

    async def owned(self, tenant: str, now_ms: int) -> tuple[int, list[bytes]]:
        """How many rooms of the tenant's are open, and the listings of those that have one."""
        ...

    async def beat(self, room: RoomId, players: Sequence[PlayerId], now_ms: int) -> None:
        """The players were there at `now_ms`. An older time than the kept one changes nothing."""
        ...

    async def depart(self, room: RoomId, player: PlayerId) -> None:
        """The player is not there any more."""
        ...

    async def present(self, room: RoomId, since_ms: int) -> dict[PlayerId, Millis]:
        """Who was there at `since_ms` or later, and when last."""
        ...

    async def take(self, key: str, limit: Limit, now_ms: int, cost: int = 1) -> int:
        """Takes `cost` tokens from bucket `key`: 0 when it could, else milliseconds until it can.

        `cost` is at most the capacity (asserted); a negative one gives tokens back, of which there
        are never more than the capacity. A clock that goes back refills nothing.
        """
        ...

    async def ping(self) -> None:
        """Returns when the store answers."""
        ...

    async def close(self) -> None: ...


def frames_after(head: Head, frames: list[bytes], after: Head) -> list[bytes] | None:
    """Of the frames that lead up to `head`, those after `after`; `None` when some are missing."""
    if (head.epoch, head.format) != (after.epoch, after.format):
        return None
    lacking = head.seq - after.seq
    if lacking <= 0:
        return []
    return frames[-lacking:] if lacking <= len(frames) else None
