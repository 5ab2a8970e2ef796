"""The reference log: how `jetstream` has to behave; for tests and as the base of simulated logs.

It owns no clock, task or global: time passes only in `follow`, on the running loop's own clock.
Every call lets others run, as one over a network does, and an append can be cancelled before and
after its entry is stored.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress

from shared.contracts.ids import RoomId, Seq

from .checkpoint import Mark, Marks, read_checkpoint
from .layout import MAIN, Layout, shard_of
from .log import (
    Batch,
    Checkpoint,
    CheckpointUnusable,
    Conflict,
    Doubtful,
    Gap,
    Stored,
    TooLarge,
    Uncuttable,
    check_message_id,
)


class MemoryLog:
    """A `Log` and its `Cutting` that live and die with their process. One event loop at a time."""

    def __init__(
        self,
        layout: Layout = MAIN,
        *,
        entry_limit_bytes: int = 1024 * 1024,
        batch_limit: int = 64,
        idle_s: float = 1.0,
    ) -> None:
        self._layout = layout
        self._entry_limit_bytes = entry_limit_bytes
        self._batch_limit = batch_limit
        self._idle_s = idle_s
        self._rooms: dict[RoomId, list[Stored]] = {}
        self._streams: dict[str, list[Stored | None]] = {}
        """By number, from 1; `None` was cut away."""
        self._message_ids: set[tuple[RoomId, str]] = set()
        self._news = asyncio.Event()

    async def append(
        self, room: RoomId, seq: int, entry: bytes, *, message_id: str, begins: bool = False
    ) -> None:
        self._layout.subject(room)
        check_message_id(message_id)
        if len(entry) > self._entry_limit_bytes:
            raise TooLarge(room, len(entry), self._entry_limit_bytes)
        await asyncio.sleep(0)
        head = self._head(room)
        if head != seq - 1:
            raise Conflict(room, seq, head)
        if (room, message_id) in self._message_ids:
            raise Doubtful(room, seq, "duplicate message id")
        self._message_ids.add((room, message_id))
        stored = Stored(room, Seq(seq), entry, begins)
        self._rooms.setdefault(room, []).append(stored)
        self._streams.setdefault(self._layout.stream_of(shard_of(room)), []).append(stored)
        self._news.set()
        self._news = asyncio.Event()
        await asyncio.sleep(0)

    async def cut(self, room: RoomId, before: int) -> None:
        self._layout.subject(room)
        await asyncio.sleep(0)
        kept = self._rooms.get(room, [])
        if kept and before <= kept[0].seq:
            return
        left = [stored for stored in kept if stored.seq >= before]
        if not left or not left[0].begins:
            raise Uncuttable(room, before)
        self._rooms[room] = left
        stream = self._streams[self._layout.stream_of(shard_of(room))]
        for place, stored in enumerate(stream):
            if stored is not None and stored.room == room and stored.seq < before:
                stream[place] = None
        await asyncio.sleep(0)

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        self._layout.subject(room)
        await asyncio.sleep(0)
        entries = self._rooms.get(room, [])
        if after is None:
            return entries.copy()
        if after > self._head(room):
            raise Gap(room, self._head(room) + 1, 0)
        if entries and after < entries[0].seq - 1:
            raise Gap(room, after + 1, entries[0].seq)
        return [stored for stored in entries if stored.seq > after]

    async def head(self, room: RoomId) -> Seq:
        self._layout.subject(room)
        await asyncio.sleep(0)
        return self._head(room)

    def _head(self, room: RoomId) -> Seq:
        kept = self._rooms.get(room)
        return kept[-1].seq if kept else Seq(0)

    async def rooms(self) -> list[RoomId]:
        await asyncio.sleep(0)
        return sorted(self._rooms)

    async def follow(
        self, shards: Sequence[int], checkpoint: Checkpoint | None
    ) -> AsyncGenerator[Batch, None]:
        held = self._layout.shards_by_stream(shards)
        marks = read_checkpoint(checkpoint, self._layout)
        for stream in held:
            mark = marks.setdefault(stream, Mark())
            kept = self._streams.get(stream, [])
            if mark.number > len(kept):
                raise CheckpointUnusable(f"stream {stream} ends before the checkpoint")
            if mark.number and not any(kept[: mark.number + 1]) and any(kept):
                raise CheckpointUnusable(f"stream {stream} begins behind the checkpoint")
        while True:
            news = self._news
            entries: list[Stored] = []
            is_current = True
            for stream, own in held.items():
                marks[stream], all_read = self._advance(stream, own, marks[stream], entries)
                is_current &= all_read
            reached = Marks(self._layout.stream_count, self._layout.tenant, marks).encode()
            yield Batch(tuple(entries), reached, is_current)
            if is_current:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._idle_s):
                        await news.wait()

    def _advance(
        self, stream: str, shards: list[int], mark: Mark, entries: list[Stored]
    ) -> tuple[Mark, bool]:
        """Adds to `entries` what follows `mark`, up to the batch limit; was that all?"""
        kept = self._streams.get(stream, [])
        number = mark.number
        while number < len(kept) and len(entries) < self._batch_limit:
            stored = kept[number]
            if stored is not None and shard_of(stored.room) in shards:
                entries.append(stored)
            number += 1
        return Mark(number), number == len(kept)
