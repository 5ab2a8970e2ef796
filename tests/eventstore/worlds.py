"""The worlds that the contract suites run in: the same log in memory and on a real broker.

Another kind of log passes the same suites by importing their tests beside a `world` of its own.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field

import nats
from nats.aio.client import Client

from shared.contracts.ids import RoomId
from shared.eventstore.cutting import JetStreamCutting
from shared.eventstore.following import FollowSettings
from shared.eventstore.jetstream import JetStreamLog, LogSettings
from shared.eventstore.layout import SHARD_COUNT, Layout, shard_of
from shared.eventstore.log import Batch, Checkpoint, Cutting, Log, Snapshots, Stored
from shared.eventstore.memory import MemoryLog
from shared.eventstore.places import Places
from shared.eventstore.snapshots import JetStreamSnapshots, MemorySnapshots
from shared.runtime.broker_configuration import BrokerUser
from tests.simulation.log import SeaLog, SeaSnapshots
from tests.simulation.sea import Process, still

ADMIN = BrokerUser("admin", "admin", publish=(">",), subscribe=(">",))
ALL_SHARDS = range(SHARD_COUNT)
IDLE_S = 0.2
PATIENCE_S = 30
"""No test follows longer; then it has failed."""
FAST = LogSettings(follow=FollowSettings(idle_s=IDLE_S))
_tenants = itertools.count()


@dataclass
class World:
    """One fresh log with snapshots, and a way to come to it as another process would."""

    layout: Layout
    log: Log
    cutting: Cutting
    snapshots: Snapshots
    limit_bytes: int
    """The largest entry and snapshot that are taken."""
    other_process: Callable[[], tuple[Log, Snapshots]]
    message_numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    async def add(
        self,
        room: RoomId,
        seq: int,
        entry: bytes = b"x",
        log: Log | None = None,
        *,
        begins: bool = False,
    ) -> None:
        """Appends with a message id of its own."""
        message_id = f"m{next(self.message_numbers)}"
        await (log or self.log).append(room, seq, entry, message_id=message_id, begins=begins)

    async def fill(
        self, room: RoomId, last: int, first: int = 1, begins: Collection[int] = ()
    ) -> list[bytes]:
        """Entries `first` up to `last`, all different; those with the numbers `begins` marked."""
        entries = [f"{room} {seq}".encode() for seq in range(first, last + 1)]
        for seq, entry in enumerate(entries, first):
            await self.add(room, seq, entry, begins=seq in begins)
        return entries


def memory_world() -> World:
    layout = Layout()
    log = MemoryLog(layout, entry_limit_bytes=500_000, idle_s=IDLE_S)
    snapshots = MemorySnapshots(layout, limit_bytes=500_000)
    return World(layout, log, log, snapshots, 500_000, lambda: (log, snapshots))


def simulated_world() -> World:
    """The memory's behind a sea that is still."""
    memory, sea = memory_world(), still()

    assert isinstance(memory.log, MemoryLog)
    whole = memory.log

    def process(name: str) -> tuple[SeaLog, Snapshots]:
        made = Process(name)
        return SeaLog(whole, sea, made), SeaSnapshots(memory.snapshots, sea, made)

    log, snapshots = process("one")
    return World(memory.layout, log, log, snapshots, memory.limit_bytes, lambda: process("two"))


async def connect(url: str, user: BrokerUser = ADMIN) -> Client:
    async def ignore(_: Exception) -> None:
        """A lost connection is what many tests are about."""

    return await nats.connect(
        url,
        user=user.name,
        password=user.password,
        inbox_prefix=f"_INBOX.{user.name}",
        reconnect_time_wait=0.1,
        max_reconnect_attempts=-1,
        connect_timeout=1,
        error_cb=ignore,
    )


@asynccontextmanager
async def world_over(url: str, other_url: str) -> AsyncIterator[World]:
    """Rooms of a tenant that nobody used before, in streams that exist already.

    The world's own process is connected to `url`, another one to `other_url`.
    """
    layout = Layout(tenant=f"t{next(_tenants)}")
    async with AsyncExitStack() as stack:
        connections = [await connect(url), await connect(other_url)]
        for connection in connections:
            stack.push_async_callback(connection.close)

        def process(connection: Client) -> tuple[Log, Snapshots]:
            places = Places()
            log = JetStreamLog(connection, layout, FAST, places)
            return log, JetStreamSnapshots(connection, layout, places)

        log, snapshots = process(connections[0])
        limit_bytes = connections[0].max_payload - 1024
        cutting = JetStreamCutting(connections[0], layout)
        yield World(layout, log, cutting, snapshots, limit_bytes, lambda: process(connections[1]))


def rooms_in_shard(shard: int, number: int) -> list[RoomId]:
    names = (RoomId(f"R{i:05}") for i in itertools.count())
    return list(itertools.islice((x for x in names if shard_of(x) == shard), number))


async def collect(
    log: Log,
    number: int,
    checkpoint: Checkpoint | None = None,
    shards: range | list[int] = ALL_SHARDS,
) -> tuple[list[Stored], Checkpoint | None]:
    """Follows until there are `number` entries and an idle batch has shown that no more come."""
    entries: list[Stored] = []
    async with asyncio.timeout(PATIENCE_S), aclosing(log.follow(shards, checkpoint)) as batches:
        async for batch in batches:
            entries += batch.entries
            checkpoint = batch.checkpoint
            if len(entries) >= number and is_idle(batch):
                break
    return entries, checkpoint


def is_idle(batch: Batch) -> bool:
    return batch.is_current and not batch.entries


def by_room(entries: list[Stored]) -> dict[RoomId, list[int]]:
    numbers: dict[RoomId, list[int]] = {}
    for stored in entries:
        numbers.setdefault(stored.room, []).append(stored.seq)
    return numbers
