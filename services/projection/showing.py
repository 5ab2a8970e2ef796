"""One entry after the other becomes frames: written to the view store first, then published."""

import structlog

from services.projection.folding import Damaged, Folder, FoldError, Live, Rooms, apply
from services.projection.listing import Listing
from services.projection.metrics import ProjectionMetrics
from shared.contracts.entries import encoder
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import HASH_SECTION, SPECTATOR
from shared.contracts.subjects import view_subject
from shared.eventstore.log import Stored
from shared.room.aggregate import Room
from shared.room.frames import GONE, Frame, Views
from shared.room.view import Sections, Viewer
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock
from shared.runtime.viewstore import Head, Outcome, StoreAway, ViewChange, ViewStore

_log = structlog.stdlib.get_logger(__name__)

FORMAT = 1
"""Of sections and frames; views of another format are not gone on with but made anew."""


class Shower:
    """Shows what entries change. One room's entries must come one after the other."""

    def __init__(
        self,
        *,
        folder: Folder,
        rooms: Rooms,
        store: ViewStore,
        bus: Bus,
        clock: Clock,
        metrics: ProjectionMetrics,
    ) -> None:
        self.epoch = 0
        self._folder = folder
        self._rooms = rooms
        self._store = store
        self._bus = bus
        self._clock = clock
        self._metrics = metrics
        self._listing = Listing(store)

    async def show(self, stored: Stored) -> None:
        """Shows one entry; those already shown are passed over, missing ones are folded first.

        A room that cannot be folded is given up with an alarm: nothing of it is shown any more.
        """
        try:
            await self._show(stored)
        except FoldError as error:
            self._rooms.drop(stored.room)
            self._metrics.guard("damaged" if isinstance(error, Damaged) else "foreign_rules")
            _log.error("room_not_shown", room=stored.room, seq=stored.seq, why=str(error))

    async def show_whole(self, room: RoomId) -> None:
        """Writes all views of a room as it is now, where the store has nothing newer."""
        live = Live(await self._folder.fold(room))
        if live.views is not None:
            await self._write_whole(live.room, live.views, {})
            await self._list(live.room)

    async def _show(self, stored: Stored) -> None:
        live = self._rooms.get(stored.room)
        if live is None or live.room.seq < stored.seq - 1:
            live = Live(await self._folder.fold(stored.room, stored.seq - 1))
            self._rooms.keep(stored.room, live)
        if live.room.seq >= stored.seq:
            return
        (applied,) = apply(live.room, [stored])
        views = live.views
        frames: dict[Viewer, Frame] = {}
        if views is None:
            views = live.views = Views(live.room)
        else:
            frames = views.frames(applied)
        await self._write(live, views, frames)
        await self._publish(stored.room, frames)
        self._metrics.entries.add()
        self._metrics.lag_ms.set(self._clock.now_ms() - applied.header.at_ms)

    async def _write(self, live: Live, views: Views, frames: dict[Viewer, Frame]) -> None:
        room = live.room
        try:
            if live.is_whole_due or not frames:
                await self._write_whole(room, views, frames)
            else:
                await self._write_changes(room, views, frames)
            live.is_whole_due = False
            await self._list(room)
        except StoreAway:
            live.is_whole_due = True
            self._metrics.guard("store_away")

    async def _write_changes(self, room: Room, views: Views, frames: dict[Viewer, Frame]) -> None:
        hash_ = {HASH_SECTION: _hash(room)}
        changes = [
            ViewChange(_name(viewer), {**_gone(frame.sections), **hash_}, frame.data)
            for viewer, frame in frames.items()
        ]
        outcomes = await self._store.write_views(room.state.room, self._head(room), changes)
        lacking = {
            viewer: frames[viewer]
            for viewer, outcome in zip(frames, outcomes, strict=True)
            if outcome is Outcome.INCOMPLETE
        }
        if Outcome.STALE in outcomes:
            self._metrics.guard("stale")
        if lacking:
            self._metrics.guard("incomplete")
            await self._write_whole(room, views, lacking, only=tuple(lacking))

    async def _write_whole(
        self,
        room: Room,
        views: Views,
        frames: dict[Viewer, Frame],
        only: tuple[Viewer, ...] | None = None,
    ) -> None:
        changes = [
            _whole(viewer, views.sections(viewer), _hash(room), frames.get(viewer))
            for viewer in (
                only if only is not None else (*views.viewers(), *_former(views, frames))
            )
        ]
        await self._store.write_views(room.state.room, self._head(room), changes)

    def _head(self, room: Room) -> Head:
        return Head(self.epoch, FORMAT, room.seq)

    async def _list(self, room: Room) -> None:
        await self._listing.update(room.state, room.game)

    async def _publish(self, room: RoomId, frames: dict[Viewer, Frame]) -> None:
        for viewer, frame in frames.items():
            try:
                await self._bus.publish(view_subject(room, viewer), frame.data)
                self._metrics.frames.add()
            except BusError as error:  # sockets notice the gap and read the store
                _log.warning("frame_unsent", room=room, kind=type(error).__name__)


def _former(views: Views, frames: dict[Viewer, Frame]) -> list[Viewer]:
    """Viewers whose seat has just ended."""
    return [viewer for viewer in frames if viewer not in views.viewers()]


def _whole(viewer: Viewer, sections: Sections, hash_: bytes, frame: Frame | None) -> ViewChange:
    kept: dict[str, bytes | None] = {**sections, HASH_SECTION: hash_}
    return ViewChange(_name(viewer), kept, frame.data if frame else None, is_whole=True)


def _gone(sections: Sections) -> dict[str, bytes | None]:
    return {name: None if value == GONE else value for name, value in sections.items()}


def _name(viewer: PlayerId | None) -> str:
    return viewer or SPECTATOR


def _hash(room: Room) -> bytes:
    return encoder.encode(room.hash.hex())
