"""Each operation works for a user with the rights listed here, and is refused to the others."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager

import pytest
from nats.aio.client import Client

from shared.contracts.ids import RoomId, Seq
from shared.eventstore.jetstream import JetStreamLog, LogSettings
from shared.eventstore.layout import MAIN, SHARD_COUNT
from shared.eventstore.log import Away, Doubtful, Snapshot
from shared.eventstore.planning import ensure_streams
from shared.eventstore.snapshots import JetStreamSnapshots
from shared.eventstore.streams import log_streams
from shared.runtime.broker_configuration import BrokerUser
from shared.runtime.nats_server import NatsServer, ServerSettings
from tests.eventstore.worlds import FAST, collect, connect

ROOM = RoomId("SALOON")
STREAMS = tuple(MAIN.shards_by_stream(range(SHARD_COUNT)))
IMPATIENT = LogSettings(append_timeout_s=0.2, read_timeout_s=0.2, follow=FAST.follow)


def api(verb: str, *streams: str) -> tuple[str, ...]:
    return tuple(f"$JS.API.{verb.format(stream)}" for stream in streams)


READS = (*api("STREAM.MSG.GET.{}", *STREAMS), *api("DIRECT.GET.{}", *STREAMS))
RIGHTS = {
    "setup": tuple(
        subject
        for verb in ("INFO", "CREATE", "UPDATE")
        for subject in api(f"STREAM.{verb}.{{}}", *STREAMS, "SNAPSHOTS")
    ),
    "reader": READS,
    "appender": ("ev.*.main.*", *READS),
    "lister": api("STREAM.INFO.{}", *STREAMS),
    "follower": (
        *api("STREAM.INFO.{}", *STREAMS),
        *api("CONSUMER.CREATE.{}.*", *STREAMS),
        *api("CONSUMER.MSG.NEXT.{}.*", *STREAMS),
    ),
    "snapshot_reader": ("$JS.API.DIRECT.GET.SNAPSHOTS.snap.main.*",),
    "snapshot_writer": ("snap.main.*", "$JS.API.STREAM.MSG.GET.SNAPSHOTS"),
}
"""What each may publish; all of them hear nothing but their own inbox."""

USERS = {
    name: BrokerUser(name, f"secret of {name}", publish, (f"_INBOX.{name}.>",))
    for name, publish in RIGHTS.items()
}


@pytest.fixture(scope="module")
def strict_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    directory = tmp_path_factory.mktemp("strict")
    server = NatsServer(ServerSettings(directory, tuple(USERS.values())))
    asyncio.run(server.start())
    asyncio.run(_set_up(server))
    yield server
    asyncio.run(server.stop())


async def _set_up(server: NatsServer) -> None:
    async with connected(server, "setup") as connection:
        await ensure_streams(connection, log_streams())
        await ensure_streams(connection, log_streams())
    async with connected(server, "appender") as connection:
        log = JetStreamLog(connection)
        for seq in range(1, 6):
            await log.append(ROOM, seq, b"%d" % seq, message_id=f"m{seq}")
    async with connected(server, "snapshot_writer") as connection:
        assert await JetStreamSnapshots(connection).put(ROOM, 5, b"fold")


@asynccontextmanager
async def connected(server: NatsServer, user: str) -> AsyncIterator[Client]:
    connection = await connect(server.url, USERS[user])
    try:
        yield connection
    finally:
        await connection.close()


async def test_the_appender_appends_and_reads(strict_broker: NatsServer) -> None:
    async with connected(strict_broker, "appender") as connection:
        log = JetStreamLog(connection)
        room = RoomId("OWN001")
        await log.append(room, 1, b"first", message_id="m1")
        assert await log.head(room) == 1
        assert [x.entry for x in await log.read(ROOM, 1)] == [b"2", b"3", b"4", b"5"]


async def test_the_reader_reads(strict_broker: NatsServer) -> None:
    async with connected(strict_broker, "reader") as connection:
        log = JetStreamLog(connection)
        assert await log.head(ROOM) == 5
        assert len(await log.read(ROOM)) == 5


async def test_the_follower_follows(strict_broker: NatsServer) -> None:
    async with connected(strict_broker, "follower") as connection:
        entries, _ = await collect(JetStreamLog(connection, settings=FAST), 5)
        assert [x.seq for x in entries if x.room == ROOM] == [1, 2, 3, 4, 5]
        some, _ = await collect(JetStreamLog(connection, settings=FAST), 0, shards=[1, 5, 9])
        assert {x.room for x in some} <= {ROOM, RoomId("OWN001")}


async def test_the_lister_lists(strict_broker: NatsServer) -> None:
    async with connected(strict_broker, "lister") as connection:
        assert ROOM in await JetStreamLog(connection).rooms()


async def test_snapshots_are_read_and_written(strict_broker: NatsServer) -> None:
    async with connected(strict_broker, "snapshot_reader") as connection:
        snapshots = JetStreamSnapshots(connection, timeout_s=0.2)
        assert await snapshots.get(ROOM) == Snapshot(Seq(5), b"fold")
        with pytest.raises(Away):
            await snapshots.put(ROOM, 6, b"foreign")
    async with connected(strict_broker, "snapshot_writer") as connection:
        with pytest.raises(Away):
            await JetStreamSnapshots(connection, timeout_s=0.2).get(ROOM)


@pytest.mark.parametrize(
    "user", ["reader", "follower", "lister", "snapshot_reader", "snapshot_writer", "setup"]
)
async def test_nobody_else_appends(strict_broker: NatsServer, user: str) -> None:
    room = RoomId(f"FOREIGN_{user}")
    async with connected(strict_broker, user) as connection:
        log = JetStreamLog(connection, settings=IMPATIENT)
        with pytest.raises(Doubtful):
            await log.append(room, 1, b"foreign", message_id="m1")
    async with connected(strict_broker, "reader") as connection:
        assert await JetStreamLog(connection).head(room) == 0


@pytest.mark.parametrize("user", ["follower", "lister", "snapshot_reader", "snapshot_writer"])
async def test_nobody_else_reads_a_room(strict_broker: NatsServer, user: str) -> None:
    async with connected(strict_broker, user) as connection:
        with pytest.raises(Away):
            await JetStreamLog(connection, settings=IMPATIENT).read(ROOM)


@pytest.mark.parametrize("user", ["reader", "appender", "lister", "snapshot_reader", "setup"])
async def test_nobody_else_follows(strict_broker: NatsServer, user: str) -> None:
    async with connected(strict_broker, user) as connection:
        log = JetStreamLog(connection, settings=IMPATIENT)
        async with aclosing(log.follow(range(SHARD_COUNT), None)) as batches:
            for _ in range(4):
                batch = await anext(batches)
                assert not batch.entries
                assert not batch.is_current


@pytest.mark.parametrize("user", [name for name in RIGHTS if name != "setup"])
@pytest.mark.parametrize("verb", ["DELETE", "PURGE", "UPDATE", "MSG.DELETE", "SNAPSHOT"])
async def test_no_service_can_cut_or_change_the_log(
    strict_broker: NatsServer, user: str, verb: str
) -> None:
    async with connected(strict_broker, user) as connection:
        with pytest.raises(TimeoutError):
            await connection.request(f"$JS.API.STREAM.{verb}.EV0", b"{}", timeout=0.1)
