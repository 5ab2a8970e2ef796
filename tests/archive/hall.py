"""Rooms with matches behind them, an archiver that may be stopped anywhere, and what must hold."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from random import Random
from typing import Any, NamedTuple, TypeVar, cast

from msgspec.structs import replace

from services.replay.archiving import Archiving
from services.replay.following import Follower
from services.replay.metrics import AnchorCounts, ArchiveCounts
from shared.archive.matches import Matches
from shared.archive.memory import MemoryObjects
from shared.archive.objects import Address, Listed, Objects
from shared.contracts.entries import read_entry, read_header
from shared.contracts.ids import RoomId
from shared.contracts.messages import Accepted, CommandReply, CommandRequest, Refused
from shared.engine.game import Due
from shared.eventstore.log import Conflict, Cutting, Log, Stored
from shared.eventstore.memory import MemoryLog
from shared.eventstore.snapshots import MemorySnapshots
from shared.folding.loader import Loader
from shared.folding.metrics import FoldingMetrics
from shared.matchfile import signing
from shared.matchfile.container import pack, unpack
from shared.matchfile.head import Head
from shared.matchfile.opened import Stretch, stretches
from shared.matchfile.proving import Anchors, prove
from shared.matchfile.signing import sign
from shared.room import aggregate
from shared.room.aggregate import Envelope, Repeated, Room, Supplied
from shared.runtime.clock import SystemClock
from shared.runtime.dispatch import Dispatch
from shared.runtime.metrics import Metrics
from tests.conformance.lives import Life, Plan
from tests.conformance.subjects import SUBJECTS
from tests.runtime.waiting import until
from tests.services.worlds import GAMES

KEY = bytes(range(32))
AFTER_MS = 600_000
DAY_MS = 86_400_000
_LOADED = FoldingMetrics(Metrics("test"))

T = TypeVar("T")


class Written(NamedTuple):
    """An entry that a room was given, and what it was asked with."""

    entry: bytes
    envelope: Envelope
    begins: bool


class Lived(NamedTuple):
    """One room's whole life. The first `begun` entries are there from the start."""

    room: RoomId
    written: list[Written]
    begun: int

    @property
    def matches(self) -> list[Stretch]:
        return stretches([each.entry for each in self.written])


def signed(head: Head, is_over: bool) -> Head:
    return replace(head, signature=sign(KEY, head.signed)) if is_over else head


_BY_ROOM: dict[RoomId, "Lived"] = {}


class Stopped(BaseException):
    """The archiver's process is gone."""


class Steps:
    """Every call that leaves the archiver has two: before its effect, and after it.

    `trouble` comes with step `at`; `between` is what others do meanwhile.
    """

    def __init__(self, at: int = 0, trouble: BaseException | None = None) -> None:
        self.number = 0
        self.between: Callable[[], Awaitable[None]] | None = None
        self._at = at
        self._trouble = trouble

    async def call(self, work: Callable[[], Awaitable[T]]) -> T:
        self._step()
        if self.between is not None:
            await self.between()
        result = await work()
        self._step()
        return result

    def _step(self) -> None:
        self.number += 1
        if self.number == self._at and self._trouble is not None:
            raise self._trouble


class SteppedLog:
    def __init__(self, log: Log, steps: Steps) -> None:
        self._log = log
        self._steps = steps

    async def read(self, room: RoomId, after: int | None = None) -> list[Stored]:
        return await self._steps.call(lambda: self._log.read(room, after))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)


class SteppedCutting:
    def __init__(self, cutting: Cutting, steps: Steps) -> None:
        self._cutting = cutting
        self._steps = steps

    async def cut(self, room: RoomId, before: int) -> None:
        await self._steps.call(lambda: self._cutting.cut(room, before))


class SteppedObjects:
    def __init__(self, objects: Objects, steps: Steps) -> None:
        self._objects = objects
        self._steps = steps

    async def put(self, address: Address, data: bytes) -> None:
        await self._steps.call(lambda: self._objects.put(address, data))

    async def get(self, address: Address) -> bytes:
        return await self._steps.call(lambda: self._objects.get(address))

    async def delete(self, address: Address) -> None:
        await self._steps.call(lambda: self._objects.delete(address))

    async def listed(self, prefix: str = "") -> list[Listed]:
        return await self._steps.call(lambda: self._objects.listed(prefix))


class Rules:
    """Decides on what the log has, and appends: all that the rules service does with a command."""

    def __init__(self, log: Log, now_ms: Callable[[], int], steps: Steps) -> None:
        self._log = log
        self._now_ms = now_ms
        self._steps = steps

    async def send(self, request: CommandRequest) -> CommandReply:
        return await self._steps.call(lambda: self._tried(request))

    async def _tried(self, request: CommandRequest) -> CommandReply:
        """Until nobody else was faster."""
        while True:
            with suppress(Conflict):
                return await self._decide(request)

    async def _decide(self, request: CommandRequest) -> CommandReply:
        room = await folded(self._log, request.room)
        names = request.actor, request.command_id, bytes(request.command)
        result = room.decide(Envelope(*names, Supplied("00" * 32)), self._now_ms())
        if isinstance(result, aggregate.Accepted):
            await self._log.append(
                request.room,
                result.seq,
                result.stored,
                message_id=f"{result.seq}",
                begins=result.begins,
            )
            return Accepted(result.seq)
        if isinstance(result, Repeated):
            return Accepted(result.seq, repeated=True)
        return Refused(result)


async def folded(log: Log, room: RoomId) -> Room:
    return (await Loader(log, MemorySnapshots(), GAMES, _LOADED).load(room)).room


class Hall:
    """`lives`: its rooms. `log`, `cutting`, `objects`: what outlives every archiver."""

    def __init__(
        self,
        lives: Sequence[Lived],
        seed: int = 0,
        *,
        log: Log | None = None,
        cutting: Cutting | None = None,
        objects: Objects | None = None,
    ) -> None:
        memory = MemoryLog(idle_s=0.01)
        self.log: Log = log or memory
        self.cutting: Cutting = cutting or memory
        self.lives = lives
        self.metrics = ArchiveCounts(Metrics("replay"))
        self._anchors = AnchorCounts(Metrics("replay"))
        self.chance = Random(seed)
        self.clock = SystemClock()
        last_ms = max(
            read_header(read_entry(each.entry)).at_ms for life in lives for each in life.written
        )
        self.now_ms = last_ms + DAY_MS
        self.objects: Objects = objects or MemoryObjects(lambda: self.now_ms)
        self._shown = {life.room: 0 for life in lives}

    async def open(self) -> "Hall":
        for life in self.lives:
            for _ in range(life.begun):
                await self._append(life)
        return self

    async def _append(self, life: Lived) -> None:
        number = self._shown[life.room]
        written = life.written[number]
        self._shown[life.room] = number + 1
        await self.log.append(
            life.room, number + 1, written.entry, message_id=f"{number}", begins=written.begins
        )

    def running(self) -> list[Lived]:
        return [life for life in self.lives if self._shown[life.room] < len(life.written)]

    async def goes_on(self) -> None:
        """Somebody somewhere does something."""
        running = self.running()
        if running and self.chance.random() < 0.5:
            await self._append(self.chance.choice(running))

    async def ends(self) -> None:
        """All that is to happen happens."""
        for life in self.running():
            while self._shown[life.room] < len(life.written):
                await self._append(life)

    async def archives(
        self, steps: Steps | None = None, objects: Objects | None = None, **further: Any
    ) -> Archiving:
        """What one life of an archiver does: reads the log, and does what is due."""
        steps = steps or Steps()
        stepped = SteppedLog(self.log, steps)
        follower = Follower(cast("Log", stepped), self.clock, self._anchors)
        task = asyncio.create_task(follower.run())
        await until(lambda: follower.is_current)
        task.cancel()
        await asyncio.wait({task})
        given: dict[str, Any] = {
            "follower": follower,
            "log": stepped,
            "cutting": SteppedCutting(self.cutting, steps),
            "objects": SteppedObjects(objects or self.objects, steps),
            "rules": cast("Dispatch", Rules(self.log, lambda: self.now_ms, steps)),
            "games": GAMES,
            "clock": _At(lambda: self.now_ms),
            "metrics": self.metrics,
            "finished": signed,
            "owns": lambda _: True,
            "sweeps": lambda: True,
            "after_ms": AFTER_MS,
            "keep_days": 0,
            "look_ms": 1_000,
        }
        archiving = Archiving(**(given | further))
        await archiving.look()
        return archiving

    async def rest(self) -> None:
        """Archivers at work until there is nothing left to do."""
        for _ in range(4):
            await self.archives()

    async def holds(self) -> int:
        """Every match is found, once, as it was; every room can go on. How many matches."""
        matches, found = Matches(self.log, self.objects), 0
        for life in self.lives:
            shown = life.written[: self._shown[life.room]]
            if not shown:
                continue
            for stretch in stretches([each.entry for each in shown]):
                kept = await matches.match(life.room, stretch.match)
                assert kept is not None, f"{life.room}: match {stretch.match} is lost"
                assert kept.entries == stretch.entries, f"{life.room}: match {stretch.match}"
                assert kept.stretch == stretch
                found += 1
            await self._goes_on(life, shown)
        return found

    async def _goes_on(self, life: Lived, shown: list[Written]) -> None:
        room = await folded(self.log, life.room)
        if room.seq > len(shown):  # it has let go of its last match
            assert (room.seq, room.state.phase) == (len(shown) + 1, "closed")
            return
        assert (room.seq, room.digest(), room.due) == whole(life.room, len(shown)), life.room
        begun = stretches([each.entry for each in shown])[-1].first_seq
        for number in (begun, (begun + len(shown)) // 2, len(shown)):
            again = room.decide(shown[number - 1].envelope, self.now_ms)
            assert isinstance(again, Repeated), (life.room, number, again)
            assert again.seq == number

    async def places(self) -> tuple[set[tuple[RoomId, int]], set[tuple[RoomId, int]]]:
        """Which matches are in the log, and which in the archive."""
        logged: set[tuple[RoomId, int]] = set()
        archived: set[tuple[RoomId, int]] = set()
        matches = Matches(self.log, self.objects)
        for life in self.lives:
            entries = [stored.entry for stored in await self.log.read(life.room)]
            logged |= {(life.room, stretch.match) for stretch in stretches(entries)}
            archived |= {(life.room, number) for number in await matches.numbers(life.room)}
        return logged, archived

    async def proves(self) -> int:
        """Every archived match proves itself. How many there are."""
        matches, proved = Matches(self.log, self.objects), 0
        for room, number in sorted((await self.places())[1]):
            kept = await matches.archived(room, number)
            assert kept is not None
            key = signed(kept.head, True).signature
            assert kept.head.signature == key is not None
            assert _holds(pack(kept.head, kept.entries))
            proved += 1
        return proved


@lru_cache(maxsize=1_000)
def whole(room: RoomId, number: int) -> tuple[int, str, Due | None]:
    """What a room is after so many entries, folded from its first: number, digest, and
    what is due."""
    life = _BY_ROOM[room]
    made = Room(room, GAMES)
    for each in life.written[:number]:
        made.apply(each.entry)
    return made.seq, made.digest(), made.due


@lru_cache(maxsize=200)
def _holds(data: bytes) -> bool:
    verdict = prove(*unpack(BytesIO(data)), GAMES, Anchors())
    assert verdict.holds, verdict
    return verdict.key == signing.public_key(KEY)


class _At:
    """A clock that a test moves."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.now_ms = now_ms


def lived(
    name: str, game: str, seed: int, *, matches: int, ending: str, unmarked: Sequence[int] = ()
) -> Lived:
    """A room of its own. `ending`: `over`, `closed`, or `running`: its last match goes on while the
    archiver works. `unmarked`: which of the entries that could begin a log do not say so."""
    persons, options = (2, {"opponent": "person"}) if game == "buckshot" else (4, {})
    plan = Plan(persons, 0, cast("Any", options), matches=matches, gossip=0.2)
    life = Life(SUBJECTS[game], seed, plan=plan)
    life.room = Room(RoomId(name), life.games)
    written: list[Written] = []
    dealt = begun = 0

    def take(sent: Any) -> None:
        nonlocal begun, dealt
        accepted = life.take(sent)
        begins = accepted.begins and len(written) + 1 not in unmarked
        written.append(Written(accepted.stored, sent.envelope, begins))
        if accepted.begins:
            dealt += 1
            begun = len(written) + 3
        if ending != "running" or dealt < matches:
            begun = len(written)

    for sent in life.sends():
        take(sent)
    if ending == "closed" and life.state.phase != "closed":
        take(life.say(cast("Any", ""), "abandon"))
    found = Lived(RoomId(name), written, min(begun, len(written)))
    assert ending != "over" or life.state.phase == "over", "another seed"
    _BY_ROOM[found.room] = found
    return found


_OTHER_SEEDS = {0: 100, 6: 106, 7: 107, 12: 212}
"""Where with their own number everybody leaves in the end."""
BIG = (8, 17)
"""Places in the pool."""


@lru_cache(maxsize=1)
def pool() -> tuple[Lived, ...]:
    """Rooms of many kinds, which runs take some of."""
    found: list[Lived] = []
    endings = ("over", "closed", "running")
    for number in range(18):
        game = "bang" if number in BIG else "buckshot"
        matches = 2 if game == "bang" else 1 + number % 4
        ending = endings[(number // 2) % 3]
        seed = _OTHER_SEEDS.get(number, number)
        found.append(lived(f"ROOM{number:02}", game, seed, matches=matches, ending=ending))
    return tuple(found)


def drawn(seed: int) -> Sequence[Lived]:
    """Three rooms; in one hall of five also one of the larger game."""
    small = [life for number, life in enumerate(pool()) if number not in BIG]
    dice = Random(f"hall {seed}")
    big = [pool()[dice.choice(BIG)]] if seed % 5 == 0 else []
    return [*big, *dice.sample(small, 3)]
