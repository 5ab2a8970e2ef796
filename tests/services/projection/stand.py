"""A projection to look at: members of it, tables that are played, and what comes of each entry."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from secrets import token_hex
from typing import Any

import msgspec

from services.projection.metrics import ProjectionMetrics
from services.projection.service import ProjectionService
from services.projection.settings import ProjectionSettings
from shared.contracts.ids import Millis, RoomId, Seq
from shared.contracts.messages import HASH_SECTION, SPECTATOR
from shared.contracts.subjects import PROJECTION
from shared.eventstore.log import Batch, Checkpoint, Gap, Log, Stored
from shared.room.frames import Views
from shared.room.rules import Games
from shared.runtime.bus import Bus, Message
from shared.runtime.members import MemberId, Members
from shared.runtime.metrics import Metrics
from shared.runtime.redis_server import RedisServer
from shared.runtime.tasks import end
from shared.runtime.viewstore import StoreAway, StoredView, ViewStore
from shared.runtime.viewstore_memory import MemoryViewStore
from shared.runtime.viewstore_redis import RedisViewStore, _view_keys, redis_client
from shared.runtime.wishes import REBUILD, REBUILT, Asked, Rebuilt, Wishes
from tests.runtime.waiting import until
from tests.services.table import Table
from tests.services.worlds import GAMES, PASSWORDS, World

_times = itertools.count(1)
"""No two wishes of a session are the same."""
QUICK = ProjectionSettings(keep_ms=50, ownership_ms=50, request_wait_ms=300)


class Member:
    """A running member of the projection service."""

    def __init__(self, service: ProjectionService, metrics: ProjectionMetrics, bus: Bus) -> None:
        self.service = service
        self.metrics = metrics
        self.bus = bus
        self._is_running = True

    async def stop(self) -> None:
        """Twice does no harm."""
        if self._is_running:
            self._is_running = False
            await self.service.stop()

    async def crash(self) -> None:
        """As if the process were gone: it finishes nothing and takes leave of nobody."""
        self._is_running = False
        service = self.service
        rebuilding = service._rebuilding._task
        tasks = (service._looking, rebuilding, *service._follower._loops)
        await end(*(task for task in tasks if task is not None))
        await self.bus.close(drain_ms=0)


class Stand:
    """Everything of one test. `redis`: where the real store is; else there is one in memory."""

    def __init__(self, world: World, redis: RedisServer | None) -> None:
        self.world = world
        self.redis = redis
        self.memory = MemoryViewStore(world.clock)
        self.heard: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        """Frames by room and viewer, as a gateway receives them."""
        self._members: list[Member] = []
        self._stores: list[ViewStore] = []
        self._wishes: Wishes
        self._wished: Asked

    def store(self, service: str) -> ViewStore:
        if self.redis is None:
            return self.memory
        client = redis_client(self.redis.url, user=service, password=PASSWORDS[service])
        store = RedisViewStore(client)
        self._stores.append(store)
        return store

    async def listen(self) -> None:
        bus = await self.world.bus("gateway")
        await bus.subscribe("view.*.*", self._hear, limit=1)

    async def _hear(self, message: Message) -> None:
        _, room, viewer = message.subject.split(".")
        self.heard[room, viewer].append(msgspec.json.decode(message.data))

    def seqs(self, room: RoomId, viewer: str = SPECTATOR) -> list[int]:
        """Numbers of the frames that were published for the viewer, in order."""
        return [frame["seq"] for frame in self.heard[room, viewer]]

    async def member(
        self,
        settings: ProjectionSettings = QUICK,
        *,
        wrap: Callable[[Log], Log] = lambda log: log,
        store: ViewStore | None = None,
        games: Games = GAMES,
    ) -> Member:
        world = self.world
        bus = await world.bus(PROJECTION)
        log, snapshots = world.shore.log(bus)
        metrics = ProjectionMetrics(Metrics(PROJECTION))
        service = ProjectionService(
            bus=bus,
            members=Members(bus, world.shore.bucket(bus), world.clock, service=PROJECTION),
            member=MemberId(f"p{token_hex(4)}"),
            log=wrap(log),
            snapshots=snapshots,
            games=games,
            store=store or self.store(PROJECTION),
            keeping=world.shore.keeping(bus, PROJECTION),
            wishes=world.shore.wishes(bus),
            clock=world.clock,
            settings=settings,
            metrics=metrics,
            fail=world.fail,
        )
        await service.start()
        member = Member(service, metrics, bus)
        self._members.append(member)
        return member

    async def table(self, *, seed: int = 1) -> Table:
        return Table(await self.world.dispatch("cmd"), await self.world.log(), seed=seed)

    async def view(self, room: RoomId, viewer: str = SPECTATOR) -> StoredView | None:
        """As the store has it for a gateway; `None` also while it is away."""
        store = self._stores[0] if self._stores else self.store("gateway")
        try:
            return await store.read_view(room, viewer)
        except StoreAway:
            return None

    async def shows(self, table: Table, *, within_s: float = 10) -> None:
        """Returns when the store has the views of the room's head; they are what a fold gives."""
        folded = await table.fold()
        views = Views(folded)
        async with asyncio.timeout(within_s):
            for viewer in views.viewers():
                name = viewer or SPECTATOR
                kept = await self._viewed_at(table.room, name, folded.seq)
                wanted = {**views.sections(viewer), HASH_SECTION: f'"{folded.hash.hex()}"'.encode()}
                assert kept.sections == wanted, name

    async def lose_views(self, table: Table) -> None:
        """The store has none of the room's any more."""
        self.memory._views.clear()
        if self.redis is not None:
            names = [viewer or SPECTATOR for viewer in Views(await table.fold()).viewers()]
            client = redis_client(self.redis.url, user=PROJECTION, password=PASSWORDS[PROJECTION])
            await client.delete(*(key for name in names for key in _view_keys(table.room, name)))
            await client.aclose()

    async def _viewed_at(self, room: RoomId, viewer: str, seq: int) -> StoredView:
        while True:
            kept = await self.view(room, viewer)
            if kept is not None and kept.head.seq >= seq:
                return kept
            await asyncio.sleep(0.02)

    async def lists(self, table: Table) -> None:
        """Returns when the room is on the list."""
        store = self.store("gateway")
        async with asyncio.timeout(10):
            while True:
                if any(table.room.encode() in each for each in await store.listings(1_000)):
                    return
                await asyncio.sleep(0.02)

    async def told(self, room: RoomId, seq: int, viewer: str = SPECTATOR) -> None:
        """Returns when the viewer's latest frame is that of entry `seq`."""
        await until(lambda: self.seqs(room, viewer)[-1:] == [seq], within_s=10)

    async def ask(self, request: Any) -> Any:
        """What `projection.view` answers to a gateway."""
        bus = await self.world.bus("gateway")
        data = request if isinstance(request, bytes) else msgspec.json.encode(request)
        return msgspec.json.decode(await bus.request("projection.view", data, timeout_ms=3_000))

    async def wish(self) -> None:
        """An operator wants all views anew."""
        self._wishes = self.world.shore.wishes(await self.world.bus("operator"))
        self._wished = Asked(Millis(next(_times)))
        await self._wishes.put(REBUILD, msgspec.json.encode(self._wished))

    async def tell_rebuilt(self, *, epoch: int, rooms: int, done: int) -> None:
        """A member has begun with it."""
        told = Rebuilt(self._wished.at_ms, epoch, rooms, done)
        await self._wishes.put(REBUILT, msgspec.json.encode(told))

    async def until_rebuilt(self) -> Rebuilt:
        """How it was in the end."""
        async with asyncio.timeout(20):
            while True:
                kept = (await self._wishes.get(REBUILT)).get(REBUILT)
                told = None if kept is None else msgspec.json.decode(kept, type=Rebuilt)
                if told is not None and told.at_ms == self._wished.at_ms and told.is_over:
                    return told
                await asyncio.sleep(0.02)

    async def end(self) -> None:
        for member in reversed(self._members):
            await member.stop()
        for store in self._stores:
            await store.close()


class HeldBack:
    """A log whose followers do not get the entries in `held`; with `is_lost`, nobody does."""

    def __init__(self) -> None:
        self._log: Log
        self.held: set[tuple[RoomId, int]] = set()
        self.is_lost = False

    def before(self, log: Log) -> Log:
        self._log = log
        return self

    async def append(
        self, room: RoomId, seq: int, entry: bytes, *, message_id: str, begins: bool = False
    ) -> None:
        await self._log.append(room, seq, entry, message_id=message_id, begins=begins)

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        found = await self._log.read(room, after)
        for stored in found if self.is_lost else ():
            if (room, stored.seq) in self.held:
                raise Gap(room, stored.seq, stored.seq + 1)
        return found

    async def head(self, room: RoomId) -> Seq:
        return await self._log.head(room)

    async def rooms(self) -> list[RoomId]:
        return await self._log.rooms()

    async def follow(
        self, shards: Sequence[int], checkpoint: Checkpoint | None
    ) -> AsyncGenerator[Batch, None]:
        async with aclosing(self._log.follow(shards, checkpoint)) as batches:
            async for batch in batches:
                entries = tuple(e for e in batch.entries if (e.room, e.seq) not in self.held)
                yield Batch(entries, batch.checkpoint, batch.is_current)
