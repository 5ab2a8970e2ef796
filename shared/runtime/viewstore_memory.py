"""The view store within one process, with a clock of its own for what expires."""

import math
from collections.abc import Sequence

from msgspec import Struct

from shared.contracts.ids import Millis, PlayerId, RoomId
from shared.runtime.clock import Clock
from shared.runtime.viewstore import (
    FRAMES_KEPT,
    RESERVED_MS,
    Expiry,
    Head,
    Limit,
    Outcome,
    Reserved,
    StoreAway,
    StoredView,
    ViewChange,
    frames_after,
)


class _View(Struct):
    head: Head
    sections: dict[str, bytes]
    frames: list[bytes]
    """Of the last entries, the newest last."""
    until_ms: int


class _Listing(Struct):
    listing: bytes
    score: float
    until_ms: int


class _Bucket(Struct):
    tokens: float
    at_ms: int


class MemoryViewStore:
    """`is_away` makes every call raise `StoreAway`, as a store that is down does."""

    def __init__(self, clock: Clock, expiry: Expiry = Expiry()) -> None:  # noqa: B008 - frozen
        self.is_away = False
        self._clock = clock
        self._expiry = expiry
        self._views: dict[tuple[RoomId, str], _View] = {}
        self._listings: dict[RoomId, _Listing] = {}
        self._owned: dict[str, dict[RoomId, tuple[bytes, int]]] = {}
        """By tenant: listing (empty while there is none), and until when it counts."""
        self._presence: dict[RoomId, dict[PlayerId, Millis]] = {}
        self._touched_ms: dict[RoomId, int] = {}
        self._buckets: dict[str, _Bucket] = {}

    async def write_views(
        self, room: RoomId, head: Head, changes: Sequence[ViewChange]
    ) -> list[Outcome]:
        self._check()
        return [self._write(room, head, change) for change in changes]

    def _write(self, room: RoomId, head: Head, change: ViewChange) -> Outcome:
        kept = self._view(room, change.viewer)
        if kept is not None and head <= kept.head:
            return Outcome.STALE
        follows = kept is not None and kept.head == Head(head.epoch, head.format, head.seq - 1)
        if not follows and not change.is_whole:
            return Outcome.INCOMPLETE
        sections = {} if change.is_whole or kept is None else dict(kept.sections)
        for name, section in change.sections.items():
            if section is None:
                sections.pop(name, None)
            else:
                sections[name] = section
        frames = kept.frames if kept is not None and follows else []
        frames = [] if change.frame is None else [*frames, change.frame][-FRAMES_KEPT:]
        until_ms = self._clock.now_ms() + self._expiry.view_ms
        self._views[room, change.viewer] = _View(head, sections, frames, until_ms)
        return Outcome.WRITTEN

    async def read_view(self, room: RoomId, viewer: str) -> StoredView | None:
        self._check()
        kept = self._view(room, viewer)
        return None if kept is None else StoredView(kept.head, dict(kept.sections))

    async def read_frames(self, room: RoomId, viewer: str, after: Head) -> list[bytes] | None:
        self._check()
        kept = self._view(room, viewer)
        if kept is None:
            return None
        return frames_after(kept.head, kept.frames, after)

    async def heads(self, rooms: Sequence[RoomId], viewer: str) -> list[Head | None]:
        self._check()
        found = (self._view(room, viewer) for room in rooms)
        return [None if view is None else view.head for view in found]

    async def put_listing(self, room: RoomId, listing: bytes, score: float) -> None:
        self._check()
        until_ms = self._clock.now_ms() + self._expiry.listing_ms
        self._listings[room] = _Listing(listing, score, until_ms)

    async def remove_listing(self, room: RoomId) -> None:
        self._check()
        self._listings.pop(room, None)

    async def listings(self, limit: int) -> list[bytes]:
        self._check()
        now_ms = self._clock.now_ms()
        live = {room: each for room, each in self._listings.items() if each.until_ms > now_ms}
        best = sorted(live, key=lambda room: (live[room].score, room), reverse=True)
        return [live[room].listing for room in best[:limit]]

    async def reserve(self, tenant: str, room: RoomId, limit: int, now_ms: int) -> Reserved:
        open_ = self._open(tenant, now_ms)
        if room in open_:
            return Reserved.KNOWN
        if len(open_) >= limit:
            return Reserved.FULL
        open_[room] = (b"", now_ms + RESERVED_MS)
        return Reserved.NEW

    async def put_owned(self, tenant: str, room: RoomId, listing: bytes, now_ms: int) -> None:
        self._open(tenant, now_ms)[room] = (listing, now_ms + self._expiry.listing_ms)

    async def remove_owned(self, tenant: str, room: RoomId) -> None:
        self._check()
        self._owned.get(tenant, {}).pop(room, None)

    async def owned(self, tenant: str, now_ms: int) -> tuple[int, list[bytes]]:
        open_ = self._open(tenant, now_ms)
        return len(open_), [listing for listing, _ in open_.values() if listing]

    def _open(self, tenant: str, now_ms: int) -> dict[RoomId, tuple[bytes, int]]:
        self._check()
        kept = {r: each for r, each in self._owned.get(tenant, {}).items() if each[1] > now_ms}
        self._owned[tenant] = kept
        return kept

    async def beat(self, room: RoomId, players: Sequence[PlayerId], now_ms: int) -> None:
        self._check()
        self._touched_ms[room] = self._clock.now_ms()
        seen = self._presence.setdefault(room, {})
        for player in players:
            seen[player] = Millis(max(now_ms, seen.get(player, 0)))

    async def depart(self, room: RoomId, player: PlayerId) -> None:
        self._check()
        self._presence.get(room, {}).pop(player, None)

    async def present(self, room: RoomId, since_ms: int) -> dict[PlayerId, Millis]:
        self._check()
        if self._clock.now_ms() - self._touched_ms.get(room, 0) >= self._expiry.presence_ms:
            self._presence.pop(room, None)
        seen = self._presence.get(room, {})
        return {player: at_ms for player, at_ms in seen.items() if at_ms >= since_ms}

    async def take(self, key: str, limit: Limit, now_ms: int, cost: int = 1) -> int:
        self._check()
        assert cost <= limit.capacity, (cost, limit)
        bucket = self._buckets.setdefault(key, _Bucket(limit.capacity, now_ms))
        now_ms = max(now_ms, bucket.at_ms)
        refill = (now_ms - bucket.at_ms) * limit.refill_per_s / 1000
        bucket.tokens = min(limit.capacity, bucket.tokens + refill)
        bucket.at_ms = now_ms
        if bucket.tokens >= cost:
            bucket.tokens -= cost
            return 0
        return math.ceil((cost - bucket.tokens) * 1000 / limit.refill_per_s - 1e-6)

    async def ping(self) -> None:
        self._check()

    async def close(self) -> None:
        """Nothing to let go of."""

    def _check(self) -> None:
        if self.is_away:
            raise StoreAway("the store is away")

    def _view(self, room: RoomId, viewer: str) -> _View | None:
        kept = self._views.get((room, viewer))
        if kept is not None and kept.until_ms <= self._clock.now_ms():
            del self._views[room, viewer]
            return None
        return kept
