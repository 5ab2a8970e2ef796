"""Rooms that somebody here looks at: one subscription for each viewer, shared by his sockets."""

import asyncio
from typing import Protocol

import msgspec
import structlog
from msgspec import Struct

from services.gateway.metrics import GatewayMetrics
from services.gateway.views import MemberView, RoomView, Seen
from shared.contracts.ids import PlayerId, RoomId
from shared.contracts.subjects import view_subject
from shared.runtime.bus import Bus, Message, Subscription
from shared.runtime.tracing import OFF, Tracing
from shared.runtime.viewstore import Head

_log = structlog.stdlib.get_logger(__name__)


class _Sections(Struct, frozen=True):
    members: tuple[MemberView, ...] | None = None
    room: RoomView | None = None


class _FrameHead(Struct, frozen=True):
    seq: int
    sections: _Sections


_heads = msgspec.json.Decoder(_FrameHead)


class Listener(Protocol):
    """A socket, as its room sees it."""

    player: PlayerId
    is_automatic: bool
    is_welcome: bool
    """It has been admitted to the room."""
    told_present: bytes
    """The message about who is here that it was sent last."""

    @property
    def is_seated(self) -> bool: ...

    def on_frame(self, seq: int, data: bytes) -> None: ...

    def on_access_changed(self) -> None: ...

    def on_head(self, seq: int) -> None: ...

    def on_epoch(self) -> None: ...

    def post(self, message: bytes) -> None: ...

    def hear(self, message: bytes) -> None: ...


class _Feed:
    """The frames of one viewer."""

    def __init__(self) -> None:
        self.listeners: dict[Listener, None] = {}
        self.subscription: Subscription | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class RoomHub:
    """One room: its listeners, and who has a seat in it as far as frames and views have told."""

    def __init__(self, room: RoomId, bus: Bus, tracing: Tracing) -> None:
        self.id = room
        self.listeners: dict[Listener, None] = {}
        """In the order in which they came."""
        self.members: tuple[MemberView, ...] = ()
        self.room: RoomView | None = None
        self.names: dict[PlayerId, str] = {}
        self.named: tuple[frozenset[PlayerId], frozenset[PlayerId]] = (frozenset(), frozenset())
        """Members, and those of them who were connected, when names were looked up last."""
        self.named_at_ms = 0
        self.is_quiet = False
        """No frame has come since this was set."""
        self.epoch: int | None = None
        """Of its views, as far as the store has told."""
        self.awaited_epoch = 0
        """Its views are made anew in this one, and its listeners are to get them; 0: they have."""
        self._seq = 0
        self._bus = bus
        self._tracing = tracing
        self._feeds: dict[PlayerId | None, _Feed] = {}

    def seat_of(self, player: PlayerId | None) -> PlayerId | None:
        """Whose view the player gets: his own while he has a seat, else a spectator's."""
        seated = any(member.player == player for member in self.members)
        return player if seated else None

    def on_head(self, head: Head) -> None:
        """How far the store's views are."""
        self.epoch = head.epoch
        is_new = 0 < self.awaited_epoch <= head.epoch
        if is_new:
            self.awaited_epoch = 0
        for listener in tuple(self.listeners):
            if is_new:
                listener.on_epoch()
            else:
                listener.on_head(head.seq)

    def learn(self, seen: Seen) -> None:
        """Takes members and room from a view, unless it knows newer ones."""
        if seen.head is not None:
            self.epoch = seen.head.epoch
        if seen.seq >= self._seq:
            self._update(seen.seq, seen.members, seen.room)

    async def follow(self, listener: Listener, viewer: PlayerId | None) -> None:
        """Returns when frames come. Raises `BusError`."""
        feed = self._feeds.get(viewer)
        if feed is not None:
            feed.listeners[listener] = None
            await asyncio.shield(feed.ready)
            return
        feed = self._feeds[viewer] = _Feed()
        feed.listeners[listener] = None

        async def take(message: Message) -> None:
            sockets = len(feed.listeners)
            with self._tracing.follow(message.headers, "frame", room=self.id, sockets=sockets):
                self._on_frame(feed, message.data)

        try:
            feed.subscription = await self._bus.subscribe(view_subject(self.id, viewer), take)
        except BaseException as error:
            del self._feeds[viewer]
            feed.ready.set_exception(error)
            feed.ready.exception()  # whoever waits is told; nobody has to
            raise
        feed.ready.set_result(None)
        if not feed.listeners:
            await self._drop(viewer, feed)

    async def unfollow(self, listener: Listener, viewer: PlayerId | None) -> None:
        feed = self._feeds.get(viewer)
        if feed is None:
            return
        feed.listeners.pop(listener, None)
        if not feed.listeners and feed.ready.done():
            await self._drop(viewer, feed)

    async def _drop(self, viewer: PlayerId | None, feed: _Feed) -> None:
        if self._feeds.get(viewer) is feed:
            del self._feeds[viewer]
        if feed.subscription is not None:
            await feed.subscription.unsubscribe()

    def _on_frame(self, feed: _Feed, data: bytes) -> None:
        try:
            head = _heads.decode(data)
        except msgspec.DecodeError:
            _log.error("frame_unreadable", room=self.id)
            return
        self.is_quiet = False
        for listener in tuple(feed.listeners):
            listener.on_frame(head.seq, data)
        changed = head.sections
        if head.seq > self._seq and (changed.members is not None or changed.room is not None):
            members = self.members if changed.members is None else changed.members
            self._update(head.seq, members, changed.room or self.room)

    def _update(self, seq: int, members: tuple[MemberView, ...], room: RoomView | None) -> None:
        before = self._access()
        self._seq, self.members, self.room = seq, members, room
        if before != self._access():
            for listener in tuple(self.listeners):
                listener.on_access_changed()

    def _access(self) -> tuple[object, ...]:
        """What decides who may be here, and with whose eyes."""
        seated, room = {member.player for member in self.members}, self.room
        return (seated,) if room is None else (seated, room.visibility, room.is_unwatched)


class Hub:
    """All rooms with a listener here."""

    def __init__(self, bus: Bus, metrics: GatewayMetrics, tracing: Tracing = OFF) -> None:
        self._bus = bus
        self._tracing = tracing
        self.rooms: dict[RoomId, RoomHub] = {}
        self._epoch = 0
        metrics.rooms.by(self.rooms.__len__)

    def enter(self, room: RoomId, listener: Listener) -> RoomHub:
        hub = self.rooms.get(room)
        if hub is None:
            hub = self.rooms[room] = RoomHub(room, self._bus, self._tracing)
        hub.listeners[listener] = None
        return hub

    def leave(self, hub: RoomHub, listener: Listener) -> None:
        hub.listeners.pop(listener, None)
        if not hub.listeners and self.rooms.get(hub.id) is hub:
            del self.rooms[hub.id]

    def enter_epoch(self, epoch: int) -> None:
        """The store is in it; 0: that is not known."""
        if epoch > self._epoch > 0:
            for room in self.rooms.values():
                room.awaited_epoch = epoch
        self._epoch = max(epoch, self._epoch)

    def take_quiet(self) -> list[RoomHub]:
        """Rooms in which no frame came since this was asked before, or whose views are awaited."""
        quiet = [room for room in self.rooms.values() if room.is_quiet or room.awaited_epoch]
        for room in self.rooms.values():
            room.is_quiet = True
        return quiet
