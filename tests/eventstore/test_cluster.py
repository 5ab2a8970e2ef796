"""The same contract on three copies, where any replica answers reads, some of them late."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from shared.contracts.ids import RoomId
from shared.eventstore.jetstream import JetStreamLog, LogSettings
from shared.eventstore.layout import MAIN, shard_of
from shared.eventstore.log import Away, Conflict, Doubtful, LogError
from tests.conftest import Count
from tests.eventstore.cluster import ELECTION_S, SIZE, Cluster
from tests.eventstore.test_follow_contract import *  # noqa: F403 - the suite runs here too
from tests.eventstore.test_log_contract import *  # noqa: F403 - the suite runs here too
from tests.eventstore.worlds import FAST, World, by_room, collect, connect, world_over

pytestmark = pytest.mark.full
ROOM = RoomId("SALOON")
STREAM = MAIN.stream_of(shard_of(ROOM))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    for number in range(SIZE):
        made.start(number)
    asyncio.run(made.make_streams())
    yield made
    made.stop()


@pytest.fixture
async def world(cluster: Cluster) -> AsyncIterator[World]:
    """Its two processes are connected to different nodes."""
    async with world_over(cluster.url(1), cluster.url(2)) as made:
        yield made


async def test_no_read_behind_an_append_is_stale(world: World) -> None:
    other, _ = world.other_process()
    for seq in range(1, 601):
        await world.add(ROOM, seq)
        after = max(0, seq - 5)
        assert [x.seq for x in await other.read(ROOM, after)] == list(range(after + 1, seq + 1))


async def test_who_loses_a_race_is_told_the_head_that_won(world: World, count: Count) -> None:
    other, _ = world.other_process()
    for seq in range(1, 101):
        results = await asyncio.gather(
            world.add(ROOM, seq), world.add(ROOM, seq, log=other), return_exceptions=True
        )
        [lost] = [x for x in results if x is not None]
        assert isinstance(lost, Conflict)
        assert lost.head == seq
    count("lost races on three copies", 100, minimum=100)


async def test_a_leader_killed_under_load_costs_time_only(cluster: Cluster, count: Count) -> None:
    rooms = [RoomId(f"LOAD{i:02}") for i in range(8)]
    leader = await leader_of(cluster)
    connection = await connect(cluster.url((leader + 1) % SIZE))
    log = JetStreamLog(connection, settings=LogSettings(follow=FAST.follow))
    following = asyncio.create_task(collect(log, 8 * 100))
    writers = [asyncio.create_task(write_to_the_end(log, room, 100)) for room in rooms]
    await asyncio.sleep(0.3)
    cluster.kill(leader)
    await asyncio.wait_for(asyncio.gather(*writers), 4 * ELECTION_S)
    cluster.start(leader)
    entries, _ = await asyncio.wait_for(following, ELECTION_S)
    assert by_room(entries) == {room: list(range(1, 101)) for room in rooms}
    for room in rooms:
        assert [x.seq for x in await log.read(room)] == list(range(1, 101))
    await connection.close()
    count("entries written through a leader's death", len(entries), minimum=800)


async def leader_of(cluster: Cluster) -> int:
    """The node that leads `STREAM`."""
    connection = await connect(cluster.url(0))
    led = (await connection.jetstream().stream_info(STREAM)).cluster
    await connection.close()
    assert led is not None
    assert led.leader is not None
    return int(led.leader.removeprefix("n"))


async def write_to_the_end(log: JetStreamLog, room: RoomId, last: int) -> None:
    """Appends, however long an election takes; whatever was doubtful is read back."""
    seq = 1
    while seq <= last:
        try:
            await log.append(room, seq, b"%d" % seq, message_id=f"m{seq}")
            seq += 1
        except (Conflict, Doubtful, Away):
            try:
                seq = await log.head(room) + 1
            except LogError:
                await asyncio.sleep(0.1)
