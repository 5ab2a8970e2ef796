"""What is kept beside the log, with a sea before it: views, alarms, places."""

from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

from shared.contracts.ids import Millis, PlayerId, RoomId
from shared.runtime.bus import BusAway, RequestTimeout
from shared.runtime.keeping import Keeping
from shared.runtime.schedules import Fired, Schedules
from shared.runtime.viewstore import (
    Head,
    Limit,
    Outcome,
    Reserved,
    StoreAway,
    StoredView,
    ViewChange,
    ViewStore,
)
from shared.runtime.viewstore_memory import MemoryViewStore
from tests.simulation.sea import Process, Sea

_Result = TypeVar("_Result")


class EmptiedStore(MemoryViewStore):
    """A store that may lose everything, as one that keeps nothing on disk does."""

    def empty(self) -> None:
        for kept in (self._views, self._listings, self._presence, self._touched_ms, self._buckets):
            kept.clear()
        self._owned.clear()


class SeaStore:
    """A process's way to the view store."""

    def __init__(self, store: ViewStore, sea: Sea, process: Process) -> None:
        self._store = store
        self._sea = sea
        self._process = process

    async def write_views(
        self, room: RoomId, head: Head, changes: Sequence[ViewChange]
    ) -> list[Outcome]:
        return await self._call(
            f"write {room}", lambda: self._store.write_views(room, head, changes)
        )

    async def read_view(self, room: RoomId, viewer: str) -> StoredView | None:
        return await self._call(
            f"view {room} {viewer}", lambda: self._store.read_view(room, viewer)
        )

    async def read_frames(self, room: RoomId, viewer: str, after: Head) -> list[bytes] | None:
        return await self._call(
            f"frames {room} {viewer} {after.seq}",
            lambda: self._store.read_frames(room, viewer, after),
        )

    async def heads(self, rooms: Sequence[RoomId], viewer: str) -> list[Head | None]:
        return await self._call(f"heads {viewer}", lambda: self._store.heads(rooms, viewer))

    async def put_listing(self, room: RoomId, listing: bytes, score: float) -> None:
        await self._call(f"list {room}", lambda: self._store.put_listing(room, listing, score))

    async def remove_listing(self, room: RoomId) -> None:
        await self._call(f"unlist {room}", lambda: self._store.remove_listing(room))

    async def listings(self, limit: int) -> list[bytes]:
        return await self._call("listings", lambda: self._store.listings(limit))

    async def reserve(self, tenant: str, room: RoomId, limit: int, now_ms: int) -> Reserved:
        return await self._call(
            f"reserve {room}", lambda: self._store.reserve(tenant, room, limit, now_ms)
        )

    async def put_owned(self, tenant: str, room: RoomId, listing: bytes, now_ms: int) -> None:
        await self._call(
            f"own {room}", lambda: self._store.put_owned(tenant, room, listing, now_ms)
        )

    async def remove_owned(self, tenant: str, room: RoomId) -> None:
        await self._call(f"disown {room}", lambda: self._store.remove_owned(tenant, room))

    async def owned(self, tenant: str, now_ms: int) -> tuple[int, list[bytes]]:
        return await self._call("owned", lambda: self._store.owned(tenant, now_ms))

    async def beat(self, room: RoomId, players: Sequence[PlayerId], now_ms: int) -> None:
        named = " ".join(players)
        await self._call(f"beat {room} {named}", lambda: self._store.beat(room, players, now_ms))

    async def depart(self, room: RoomId, player: PlayerId) -> None:
        await self._call(f"depart {room} {player}", lambda: self._store.depart(room, player))

    async def present(self, room: RoomId, since_ms: int) -> dict[PlayerId, Millis]:
        return await self._call(f"present {room}", lambda: self._store.present(room, since_ms))

    async def take(self, key: str, limit: Limit, now_ms: int, cost: int = 1) -> int:
        return await self._call("take", lambda: self._store.take(key, limit, now_ms, cost))

    async def ping(self) -> None:
        await self._call("ping", self._store.ping)

    async def close(self) -> None:
        await self._store.close()

    async def _call(self, name: str, call: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
        sea = self._sea
        roll = sea.chance.roll(f"store {name} {self._process.name}")
        await sea.hop(self._process, roll)
        if sea.is_store_away or sea.strikes("store away", roll):
            raise StoreAway(name)
        result = await call()
        if sea.strikes("store answer lost", roll):
            raise StoreAway(name)
        await sea.hop(self._process, roll)
        return result


class SeaSchedules:
    """A process's way to the broker's alarms."""

    def __init__(self, schedules: Schedules, sea: Sea, process: Process) -> None:
        self._schedules = schedules
        self._sea = sea
        self._process = process

    async def arm(self, room: RoomId, at_ms: int, payload: bytes) -> None:
        roll = self._sea.chance.roll(f"arm {room} {self._process.name}", payload)
        await self._sea.hop(self._process, roll)
        if self._sea.is_broker_away:
            raise BusAway(room)
        if self._sea.strikes("alarm not set", roll):
            if roll() < 0.5:
                await self._schedules.arm(room, at_ms, payload)
            raise RequestTimeout(room)
        await self._schedules.arm(room, at_ms, payload)
        await self._sea.hop(self._process, roll)

    async def disarm(self, room: RoomId) -> None:
        roll = self._sea.chance.roll(f"disarm {room} {self._process.name}")
        await self._sea.hop(self._process, roll)
        if self._sea.is_broker_away:
            raise BusAway(room)
        await self._schedules.disarm(room)

    async def fired(self) -> AsyncGenerator[Fired, None]:
        sea = self._sea
        async with aclosing(self._schedules.fired()) as alarms:
            async for fired in alarms:
                roll = sea.chance.roll(f"alarm {fired.room}", fired.payload)
                await sea.hop(self._process, roll)
                if sea.strikes("alarm lost", roll):
                    await fired.done()
                    continue
                yield fired
                if sea.strikes("alarm doubled", roll):
                    yield fired


class SeaKeeping:
    """A process's way to the places that followers keep."""

    def __init__(self, keeping: Keeping, sea: Sea, process: Process) -> None:
        self._keeping = keeping
        self._sea = sea
        self._process = process

    async def put(self, name: str, data: bytes) -> None:
        roll = self._sea.chance.roll(f"keep {name} {self._process.name}")
        await self._reach()
        if self._sea.strikes("place not kept", roll):
            raise RequestTimeout(name)
        await self._keeping.put(name, data)

    async def get_all(self) -> dict[str, bytes]:
        await self._reach()
        return await self._keeping.get_all()

    async def _reach(self) -> None:
        roll = self._sea.chance.roll(f"place {self._process.name}")
        await self._sea.hop(self._process, roll)
        if self._sea.is_broker_away:
            raise BusAway("places")
