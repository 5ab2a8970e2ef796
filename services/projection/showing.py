"""One entry after the other becomes frames: written to the view store first, then published."""

import structlog

from services.projection.epochs import FORMAT, Epochs, Found
from services.projection.listing import Listing
from services.projection.metrics import ProjectionMetrics
from services.projection.rooms import Live, Rooms
from shared.contracts.entries import encoder
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.messages import HASH_SECTION, SPECTATOR, TRACE_HEADER
from shared.contracts.subjects import view_subject
from shared.eventstore.log import Stored
from shared.folding.loader import Damaged, FoldError, Loader, apply
from shared.room.aggregate import Room
from shared.room.frames import GONE, Frame, Views
from shared.room.view import Sections, Viewer
from shared.runtime.bus import Bus, BusError
from shared.runtime.clock import Clock
from shared.runtime.tracing import OFF, Tracing
from shared.runtime.viewstore import Head, Outcome, StoreAway, ViewChange, ViewStore

_log = structlog.stdlib.get_logger(__name__)


class Shower:
    """Shows what entries change. One room's entries must come one after the other."""

    def __init__(
        self,
        *,
        loader: Loader,
        rooms: Rooms,
        store: ViewStore,
        epochs: Epochs,
        listing: Listing,
        bus: Bus,
        clock: Clock,
        metrics: ProjectionMetrics,
        tracing: Tracing = OFF,
    ) -> None:
        self._loader = loader
        self._rooms = rooms
        self._store = store
        self._epochs = epochs
        self._listing = listing
        self._bus = bus
        self._clock = clock
        self._metrics = metrics
        self._tracing = tracing
        self._due: set[RoomId] = set()
        """Rooms of which the store may have missed something: it needs whole views of them."""

    @property
    def owes(self) -> bool:
        """The store lacks something that was shown: whoever took over from here would not know."""
        return bool(self._due)

    async def show(self, stored: Stored) -> None:
        """Shows one entry; one already shown is passed over, missing ones are fetched.

        A room that cannot be folded is given up with an alarm: nothing of it is shown any more.
        Raises the log's `Away`.
        """
        try:
            live = await self._live_before(stored)
            if live.room.seq < stored.seq:
                await self._show_next(live, stored)
        except FoldError as error:
            self._rooms.drop(stored.room)  # also one that stands before a hole
            self._alarm(stored.room, error, stored.seq)

    async def show_whole(self, room: RoomId) -> None:
        """Writes all views of a room as it is now, where the store has nothing newer.

        Raises `StoreAway` and the log's `Away`.
        """
        try:
            live = Live((await self._loader.load(room)).room)
        except FoldError as error:
            self._alarm(room, error)
            return
        if live.views is not None:
            await self._write_whole(live.room, live.views, {})
            await self._listing.update(live.room)

    async def look(self) -> Found:
        """Whether the store has begun anew; then it lacks every room that is held here.

        Raises `StoreAway`.
        """
        found = await self._epochs.look()
        if found is not Found.SAME:
            self._metrics.guard("epoch" if found is Found.NEWER else "store_lost")
            self._listing.forget()
            self._due.update(self._rooms.names())
        return found

    async def catch_up(self) -> None:
        """Writes what the store has missed. Raises `StoreAway` and the log's `Away`."""
        for room in sorted(self._due):
            live = self._rooms.get(room)
            if live is None or live.views is None:
                await self.show_whole(room)
            else:
                await self._write_whole(live.room, live.views, {})
                await self._listing.update(live.room)
            self._due.discard(room)

    def _alarm(self, room: RoomId, error: FoldError, seq: int = 0) -> None:
        self._metrics.guard("damaged" if isinstance(error, Damaged) else "foreign_rules")
        _log.error("room_not_shown", room=room, seq=seq, why=str(error))

    async def _live_before(self, stored: Stored) -> Live:
        """The room as it is before `stored`, or already further."""
        live = self._rooms.get(stored.room)
        if live is None:
            before = await self._loader.load(stored.room, stored.seq - 1)
            live = Live(before.room)
            self._rooms.keep(stored.room, live)
        elif live.room.seq < stored.seq - 1:
            self._metrics.guard("fetched")
            live = await self._brought_up(live, stored)
        return live

    async def _brought_up(self, live: Live, stored: Stored) -> Live:
        """The room as it is before `stored`, where entries between have not come: they are fetched
        or, where they were cut away, the room begins anew with the first that is left."""
        try:
            between = await self._loader.between(stored.room, live.room.seq, stored.seq)
        except Damaged:
            live = Live((await self._loader.load(stored.room, stored.seq - 1)).room)
            self._rooms.keep(stored.room, live)
            return live
        for missing in between:
            if missing.seq == live.room.seq + 1:
                await self._show_next(live, missing)
        return live

    async def _show_next(self, live: Live, stored: Stored) -> None:
        """Whoever breaks this off leaves no room behind that is further than what was shown."""
        try:
            named = {TRACE_HEADER: stored.trace}
            with self._tracing.follow(named, "show", room=stored.room, seq=stored.seq):
                await self._show_applied(live, stored)
        except BaseException:
            self._rooms.drop(stored.room)
            raise

    async def _show_applied(self, live: Live, stored: Stored) -> None:
        applied = apply(live.room, stored)
        views = live.views
        frames: dict[Viewer, Frame] = {}
        before: tuple[Viewer, ...] = ()
        if views is None:
            views = live.views = Views(live.room)
        else:
            before = views.viewers()
            frames = views.frames(applied)
        with self._tracing.part("keep", frames=len(frames)):
            await self._write(live.room, views, frames, before)
        with self._tracing.part("publish", frames=len(frames)):
            await self._publish(stored.room, frames)
        self._metrics.entries.add()
        self._metrics.lag_ms.observe(self._clock.now_ms() - applied.header.at_ms)

    async def _write(
        self,
        room: Room,
        views: Views,
        frames: dict[Viewer, Frame],
        before: tuple[Viewer, ...],
    ) -> None:
        name = room.state.room
        try:
            if name in self._due or not frames:
                await self._write_whole(room, views, frames)
            else:
                await self._write_changes(room, views, frames, before)
            await self._listing.update(room)
        except StoreAway:
            self._due.add(name)
            self._metrics.guard("store_away")
        else:
            self._due.discard(name)

    async def _write_changes(
        self,
        room: Room,
        views: Views,
        frames: dict[Viewer, Frame],
        before: tuple[Viewer, ...],
    ) -> None:
        """`before`: whose views there were before this entry; a newcomer's is written whole."""
        hash_ = {HASH_SECTION: _hash(room)}
        changes = [
            ViewChange(_name(viewer), {**_gone(frame.sections), **hash_}, frame.data)
            if viewer in before
            else _whole(viewer, views.sections(viewer), _hash(room), frame)
            for viewer, frame in frames.items()
        ]
        outcomes = await self._store.write_views(room.state.room, self._head(room), changes)
        if Outcome.STALE in outcomes:
            self._metrics.guard("stale")
            if await self.look() is not Found.SAME:
                await self._write_whole(room, views, frames)
                return
        lacking = {
            viewer: frames[viewer]
            for viewer, outcome in zip(frames, outcomes, strict=True)
            if outcome is Outcome.INCOMPLETE
        }
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
        viewers = (*views.viewers(), *_former(views, frames)) if only is None else only
        changes = [
            _whole(viewer, views.sections(viewer), _hash(room), frames.get(viewer))
            for viewer in viewers
        ]
        await self._store.write_views(room.state.room, self._head(room), changes)

    def _head(self, room: Room) -> Head:
        return Head(self._epochs.current, FORMAT, room.seq)

    async def _publish(self, room: RoomId, frames: dict[Viewer, Frame]) -> None:
        headers = self._tracing.headers()
        for viewer, frame in frames.items():
            try:
                await self._bus.publish(view_subject(room, viewer), frame.data, headers)
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
