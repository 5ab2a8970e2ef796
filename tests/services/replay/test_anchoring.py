"""Checkpoints leave a real broker once a minute, whatever is away meanwhile, and what was written
anew since is found by them."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from click.testing import CliRunner
from structlog.testing import capture_logs

from services.cli.broker import dial
from services.cli.embedded import up
from services.cli.installation import Installation
from services.cli.match.verb import match
from services.cli.match.verify import CODES
from services.cli.stack import make_streams
from services.replay.anchoring import IDLE_MS, Anchoring
from services.replay.following import Follower
from services.replay.heads import Heads
from services.replay.metrics import AnchorCounts
from services.replay.targets import Directory, InArchive, Target, Url
from shared.archive.jetstream import JetStreamObjects
from shared.contracts.ids import RoomId, Seq
from shared.eventstore.jetstream import JetStreamLog
from shared.eventstore.log import Log, Stored
from shared.eventstore.memory import MemoryLog
from shared.matchfile import checkpoint
from shared.matchfile.checkpoint import Checkpoint, RoomHead
from shared.matchfile.signing import public_key
from shared.runtime.bus_nats import NatsBus
from shared.runtime.clock import ManualClock, SystemClock
from shared.runtime.keeping import NatsKeeping
from shared.runtime.metrics import Metrics
from shared.runtime.nats_server import NatsServer
from shared.runtime.tasks import end
from tests.conformance.lives import ROOM, Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.services.replay.sink import Sink
from tests.services.worlds import PASSWORDS, new_room

KEY = bytes(range(32))
MINUTE_MS = 60_000
BEGIN_MS = 1_800_000_000_000 - 1_800_000_000_000 % MINUTE_MS + 500


def entry(prev: str, hash_: str) -> bytes:
    return b'{"prev":"%s","hash":"%s"}' % (prev.encode(), hash_.encode())


class Member:
    """The part of a replay member that anchors, on a clock that the test moves."""

    def __init__(
        self, follower: Follower, clock: ManualClock, metrics: AnchorCounts, log: Log
    ) -> None:
        self.follower = follower
        self.clock = clock
        self.metrics = metrics
        self._log = log
        self.is_chosen = True

    async def write(self, room: RoomId, seq: int) -> str:
        """An entry, and returns when it has been followed; its hash."""
        hash_ = f"{seq:064x}"
        stored = entry(f"{seq - 1:064x}", hash_)
        await self._log.append(room, seq, stored, message_id=f"{room}{seq}")
        await until(lambda: RoomHead(room, Seq(seq), hash_) in self.follower.heads.all())
        await until(lambda: self.follower.is_current)
        return hash_

    async def minute(self, outcome: str, times: int = 1) -> None:
        """Passes, and returns when so many more came to that."""
        before = self.metrics.anchored(outcome)
        await self.clock.advance(MINUTE_MS)
        await until(lambda: self.metrics.anchored(outcome) >= before + times)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - threads and a broker tell nobody
            await asyncio.sleep(0.005)


@asynccontextmanager
async def anchoring(
    broker: NatsServer, target: Target, clock: ManualClock | None = None
) -> AsyncIterator[Member]:
    clock = clock or ManualClock(BEGIN_MS)
    metrics = AnchorCounts(Metrics("replay"))
    async with AsyncExitStack() as opened:
        buses: list[NatsBus] = []
        for user in ("replay", "rules"):
            buses.append(await dial(broker.url, user, PASSWORDS[user]))
            opened.push_async_callback(buses[-1].close)
        follower = Follower(JetStreamLog(buses[0].nc), SystemClock(), metrics)
        member = Member(follower, clock, metrics, JetStreamLog(buses[1].nc))
        part = Anchoring(
            follower=follower,
            target=target,
            keeping=NatsKeeping(buses[0], "replay"),
            private_key=KEY,
            clock=clock,
            interval_ms=MINUTE_MS,
            is_chosen=lambda: member.is_chosen,
            metrics=metrics,
        )
        tasks = [asyncio.create_task(each()) for each in (follower.run, part.run)]
        opened.push_async_callback(end, *tasks)
        await until(lambda: follower.is_current)
        await clock.advance(1_000)
        yield member


def kept(folder: Path) -> list[Checkpoint]:
    """In the order of their names, each of which tells its time."""
    paths = sorted(folder.rglob("*.json"))
    found = [checkpoint.read(path.read_bytes()) for path in paths]
    assert [each.at_ms for each in found] == sorted(each.at_ms for each in found)
    assert all(re.fullmatch(r"\d\d-\d\d-\d\d\.\d{3}-[0-9a-f]{8}", path.stem) for path in paths)
    return found


def told(found: Checkpoint) -> set[tuple[str, int]]:
    return {(head.room, head.seq) for head in found.rooms}


async def test_each_minute_every_room_is_pinned(own_broker: NatsServer, tmp_path: Path) -> None:
    one, other = RoomId("BBBBBB"), RoomId("CCCCCC")
    async with anchoring(own_broker, Directory(tmp_path)) as member:
        await member.clock.advance(MINUTE_MS)
        assert not kept(tmp_path), "there is nothing yet"
        await member.write(one, 1)
        await member.minute("stored")
        hash_ = await member.write(one, 2)
        await member.write(other, 1)
        await member.minute("stored")
        await member.minute("unchanged")
        await member.minute("unchanged")
        member.is_chosen = False
        await member.write(one, 3)
        await member.clock.advance(MINUTE_MS)
        member.is_chosen = True
        assert member.metrics.gap_count == 0
    found = kept(tmp_path)
    assert list(map(told, found)) == [{(one, 1)}, {(one, 2), (other, 1)}]
    assert found[-1].rooms[0] == RoomHead(one, 2, hash_)
    assert {each.signature.key for each in found} == {public_key(KEY)}
    assert found[1].at_ms - found[0].at_ms == MINUTE_MS


async def test_quiet_hours_are_pinned_too_and_a_gap_is_told(
    own_broker: NatsServer, tmp_path: Path
) -> None:
    clock = ManualClock(BEGIN_MS)
    async with anchoring(own_broker, Directory(tmp_path), clock) as member:
        await member.write(RoomId("BBBBBB"), 1)
        await member.minute("stored")
        for _ in range(IDLE_MS // MINUTE_MS - 1):
            await member.minute("unchanged")
        await member.minute("stored")
        assert member.metrics.gap_count == 0
        member.is_chosen = False
        await member.write(RoomId("BBBBBB"), 2)
    clock.jump(5 * MINUTE_MS)
    with capture_logs() as logs:
        async with anchoring(own_broker, Directory(tmp_path), clock) as member:
            await until(lambda: member.metrics.gap_count == 1)
    (gap,) = [line for line in logs if line["event"] == "anchor_gap"]
    assert gap["to_ms"] - gap["from_ms"] > 5 * MINUTE_MS
    assert len(kept(tmp_path)) == 3


async def test_a_place_that_is_away_is_asked_again_and_gets_the_newest(
    own_broker: NatsServer,
) -> None:
    room, sink = RoomId("BBBBBB"), Sink()
    with sink.serving():
        async with anchoring(own_broker, Url(sink.url)) as member:
            sink.status = 503
            await member.write(room, 1)
            await member.minute("unreachable")
            for pause_ms in (1_000, 2_000):
                before = member.metrics.anchored("unreachable")
                await member.clock.advance(pause_ms)
                await until(lambda before=before: member.metrics.anchored("unreachable") > before)  # type: ignore[misc]
            for _ in range(3):
                await member.minute("unreachable")
            newest = (RoomHead(room, Seq(2), await member.write(room, 2)),)
            assert not sink.files
            sink.status = 0
            await member.clock.advance(MINUTE_MS)
            kept = sink.files.copy
            await until(lambda: newest in [checkpoint.read(x).rooms for x in kept().values()])
    assert len(sink.files) <= 2, "those of minutes that are over are not sent later"


async def test_the_brokers_own_store_of_matches_takes_checkpoints(own_broker: NatsServer) -> None:
    bus = await dial(own_broker.url, "replay", PASSWORDS["replay"])
    objects = JetStreamObjects(bus.nc)
    async with anchoring(own_broker, InArchive(objects)) as member:
        hash_ = await member.write(RoomId("BBBBBB"), 1)
        await member.minute("stored")
    (listed,) = await objects.listed("checkpoints/")
    kept = checkpoint.read(await objects.get(listed.address))
    assert kept.rooms == (RoomHead(RoomId("BBBBBB"), Seq(1), hash_),)
    await bus.close()


def test_a_head_whose_entry_does_not_follow_is_told() -> None:
    heads, room = Heads(), new_room()
    assert heads.take(Stored(room, Seq(7), entry("a" * 64, "b" * 64)))
    assert heads.take(Stored(room, Seq(8), entry("b" * 64, "c" * 64)))
    assert not heads.take(Stored(room, Seq(9), entry("b" * 64, "d" * 64)))
    assert heads.all() == (RoomHead(room, 9, "d" * 64),), "it is what the log has"
    assert not heads.take(Stored(room, Seq(10), b"nothing"))


async def test_rooms_of_a_log_that_was_made_anew_are_pinned_no_more() -> None:
    lost, restored = new_room(), new_room()
    before, after = MemoryLog(idle_s=0.02), MemoryLog(idle_s=0.02)
    for log, room, last in ((before, lost, 2), (after, restored, 1)):
        for seq in range(1, last + 1):
            data = entry(f"{seq - 1:064x}", f"{seq:064x}")
            await log.append(room, seq, data, message_id=f"m{seq}")
    follower = Follower(before, SystemClock(), AnchorCounts(Metrics("replay")))
    for log, room in ((before, lost), (after, restored)):
        follower._log = log
        following = asyncio.create_task(follower.run())
        await until(lambda room=room: room in rooms_of(follower))  # type: ignore[misc]
        await end(following)
    assert rooms_of(follower) == {restored}


def rooms_of(follower: Follower) -> set[RoomId]:
    return {head.room for head in follower.heads.all()}


def test_a_room_that_was_written_anew_is_found(tmp_path: Path) -> None:
    """The same secrets, the same room, right in itself from the first entry to the last."""
    true, longer, shorter = (
        sorted((life(seed) for seed in range(5)), key=len)[place] for place in (2, 4, 0)
    )
    folder, place = tmp_path / "true", tmp_path / "checkpoints"
    asyncio.run(written(folder, true, place))
    (path,) = place.rglob("*.json")
    secrets = Installation(folder).secrets()
    signer = public_key(bytes.fromhex(secrets.signing_key))
    assert said(folder, path, signer) == (0, True, "")
    for number, log in enumerate((longer, shorter)):
        forged = tmp_path / f"forged-{number}"
        forged.mkdir()
        (forged / "secrets.json").write_bytes((folder / "secrets.json").read_bytes())
        asyncio.run(written(forged, log, None))
        code, is_anchored, why = said(forged, path, signer)
        assert (code, is_anchored) == (CODES["anchor"], False)
        seq = min(len(true), len(log) + 1)
        assert f"Entry {seq} is the first that does not hold" in why


def life(seed: int) -> list[bytes]:
    return Life(SUBJECTS["bang"], seed, plan=Plan(4, 0, {})).live().log


async def written(folder: Path, log: list[bytes], place: Path | None) -> None:
    """An installation whose only room has that log; its checkpoint goes to `place`."""
    installation = Installation(folder)
    secrets = installation.secrets()
    async with NatsServer(installation.broker(secrets)) as server:
        await make_streams(server.url, secrets)
        bus = await dial(server.url, "rules", secrets.passwords["rules"])
        stream = JetStreamLog(bus.nc)
        for seq, stored in enumerate(log, 1):
            await stream.append(ROOM, seq, stored, message_id=str(seq))
        await bus.close()
        if place is not None:
            await pinned(server, installation, place)


async def pinned(server: NatsServer, installation: Installation, place: Path) -> None:
    secrets = installation.secrets()
    bus = await dial(server.url, "replay", secrets.passwords["replay"])
    metrics, clock = AnchorCounts(Metrics("replay")), SystemClock()
    follower = Follower(JetStreamLog(bus.nc), clock, metrics)
    part = Anchoring(
        follower=follower,
        target=Directory(place),
        keeping=NatsKeeping(bus, "replay"),
        private_key=bytes.fromhex(secrets.signing_key),
        clock=clock,
        interval_ms=MINUTE_MS,
        is_chosen=lambda: True,
        metrics=metrics,
    )
    tasks = [asyncio.create_task(each()) for each in (follower.run, part.run)]
    await until(lambda: metrics.anchored("stored") == 1)
    await end(*tasks)
    await bus.close()


def said(folder: Path, path: Path, key: str) -> tuple[int, bool, str]:
    arguments = ["verify", ROOM, "--data", folder, "--checkpoint", path, "--key", key]
    done = CliRunner().invoke(match, list(map(str, arguments)))
    is_anchored = "Anchored" in done.stdout
    return done.exit_code, is_anchored, "" if done.exit_code == 0 else done.stdout


def test_an_address_that_cannot_be_is_refused_by_up(tmp_path: Path) -> None:
    setting = "https://ann:secret@there/x"
    done = CliRunner().invoke(
        up, ["--data", str(tmp_path / "data"), "--port", "0", "--anchors", setting]
    )
    assert (done.exit_code, "Traceback" in done.output) == (2, False)
    assert "secret" not in done.output
