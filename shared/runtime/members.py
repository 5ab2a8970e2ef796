"""Which processes of a service are alive, and which of them owns a room.

A member announces itself, with the rulesets it holds, by writing its key of the bucket MEMBERS
again and again; the broker drops a key that is not renewed. Watchers listen to the writing itself
rather than to the bucket: nothing to lose when the broker restarts, and no silence while the
bucket's replicas elect a leader. What they miss by coming late they read from the bucket.

Ownership is for speed. Two processes may disagree about it for a moment; the log decides.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import NewType

import msgspec
import structlog
from msgspec import Struct

from shared.contracts.ids import RoomId
from shared.contracts.operating import Figures
from shared.eventstore.layout import SHARD_COUNT, shard_of
from shared.eventstore.streams import Stream
from shared.runtime.bus import Bus, BusAway, BusError, Message, Subscription
from shared.runtime.clock import Clock
from shared.runtime.kv import OPERATION, TTL, Bucket
from shared.runtime.release import RELEASE
from shared.runtime.seldom import Seldom
from shared.runtime.tasks import Fail, end, watched

_log = structlog.stdlib.get_logger(__name__)

MemberId = NewType("MemberId", str)
"""One process in one life: a restarted process is another member. Letters, digits, - and _."""

STREAM = "KV_MEMBERS"
_COUNT_MS = 2_000
"""So old may be what a member says that it has counted: counting it costs about a millisecond."""
_HELD_UP = 3
"""So many beats without one of one's own, and the process was held up."""
_MEMBER = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Announcement(Struct, frozen=True):
    """What a member says about itself."""

    rulesets: tuple[str, ...] = ()
    """Sorted."""
    release: str = ""
    """Of the code that it runs."""
    behind_ms: int = -1
    """How long ago it had dealt with all that the log then had; -1: it follows no log."""
    figures: Figures = Figures()


class _Heard(Struct, frozen=True):
    rulesets: frozenset[str]
    said: Announcement
    at_ms: int
    """By the watcher's clock."""
    beat: int
    """How many had been heard of all members by then."""


def members_stream(*, replicas: int, storage: str = "file") -> Stream:
    """On disk: a stream in memory is gone when a single broker restarts, and then somebody would
    need the right to make it anew. A beat is one small write."""
    return Stream(
        STREAM,
        {
            "subjects": ["$KV.MEMBERS.>"],
            "storage": storage,
            "num_replicas": replicas,
            "max_msgs_per_subject": 1,
            "max_bytes": 1 << 20,
            "discard": "old",
            "allow_direct": True,
            "allow_msg_ttl": True,
        },
        is_remade=True,
    )


class Members:
    """The members of one service as this process sees them; with `join`, itself among them.

    `clock` measures durations only; a local one will do.
    """

    def __init__(
        self,
        bus: Bus,
        bucket: Bucket,
        clock: Clock,
        *,
        service: str,
        ttl_s: int = 2,
        beat_ms: int = 500,
    ) -> None:
        assert ttl_s * 1000 > 2 * beat_ms, (ttl_s, beat_ms)
        self._bus = bus
        self._bucket = bucket
        self._clock = clock
        self.service = service
        self._prefix = f"$KV.MEMBERS.{service}."
        self._ttl_s = ttl_s
        self._beat_ms = beat_ms
        self._heard: dict[MemberId, _Heard] = {}
        self.beats = 0
        """How many have been heard, of all members."""
        self._deaf_until_ms = 0
        """Until then nobody could be heard, so nobody is missed before a TTL has passed since."""
        self._awake_ms = 0
        """When the beating went on last."""
        self._mine: tuple[MemberId, Callable[[], Announcement]] | None = None
        self._subscription: Subscription | None = None
        self._beating: asyncio.Task[None] | None = None
        self._fail: Fail = _tell
        self._known: Mapping[MemberId, frozenset[str]] = {}
        self._owners: dict[tuple[int, str | None], MemberId | None] = {}

    @property
    def ttl_ms(self) -> int:
        """How long a member counts as alive that is not heard."""
        return self._ttl_s * 1000

    async def watch(self) -> None:
        """Begins to listen, and reads who was there before."""
        self._subscription = await self._bus.subscribe(f"{self._prefix}*", self._on_beat, limit=1)
        try:
            before = await self._bucket.last([f"{self._prefix}*"])
        except BusError as error:  # who is alive will be heard within a beat
            _log.warning("members_unread", kind=type(error).__name__)
            before = {}
        for subject, last in before.items():
            self._note(subject, last.data)
        self._awake_ms = self._clock.now_ms()
        self._beating = watched(self._beat_for_ever(), self._beating_failed)

    async def join(
        self,
        member: MemberId,
        rulesets: Iterable[str],
        fail: Fail,
        behind_ms: Callable[[], int] = lambda: -1,
        figures: Callable[[], Figures] = Figures,
    ) -> None:
        """Announces `member` from now until `leave`, and what `behind_ms` and `figures` then give.
        `fail` is told what ended that before. Needs `watch` before."""
        assert _MEMBER.fullmatch(member), member
        assert self._beating is not None, "watch first"
        held = tuple(sorted(rulesets))
        self._fail = fail
        counted = Seldom(figures, self._clock, _COUNT_MS)
        self._mine = (member, lambda: Announcement(held, RELEASE, behind_ms(), counted()))
        await self._beat()

    async def leave(self) -> None:
        """Takes the own key away, so that commands go elsewhere before this process stops."""
        if self._mine is None:
            return
        member, *_ = self._mine
        self._mine = None
        self._heard.pop(member, None)
        await self._send(member, b"", {OPERATION: "DEL", TTL: str(self._ttl_s)})

    async def close(self) -> None:
        await self.leave()
        beating, self._beating = self._beating, None
        if beating is not None:
            await end(beating)
        if self._subscription is not None:
            await self._subscription.unsubscribe()

    def alive(self) -> Mapping[MemberId, frozenset[str]]:
        """Members heard of within the TTL, with the rulesets they hold."""
        now_ms = self._clock.now_ms()
        self._listen_anew_if_held_up(now_ms)
        since_ms = now_ms - self._ttl_s * 1000
        alive = {
            member: heard.rulesets
            for member, heard in self._heard.items()
            if max(heard.at_ms, self._deaf_until_ms) > since_ms
        }
        if alive != self._known:
            self._known = alive
            self._owners.clear()
            self._heard = {member: self._heard[member] for member in alive}
        return self._known

    def said(self) -> Mapping[MemberId, Announcement]:
        """What members that are alive said of themselves last."""
        return {member: self._heard[member].said for member in self.alive()}

    def is_heard_since(self, member: MemberId, beats: int) -> bool:
        """Whether it has been heard after so many `beats`: then it was alive."""
        heard = self._heard.get(member)
        return heard is not None and heard.beat > beats

    def owner(self, room: RoomId, ruleset: str | None) -> MemberId | None:
        """Whom to ask about a room; `None` when no member holds the ruleset (`None`: any)."""
        return self.partition_owner(shard_of(room), ruleset)

    def partition_owner(self, partition: int, ruleset: str | None = None) -> MemberId | None:
        """The member with the highest weight for the partition, 0..63 (the log's shards).

        When a member comes or goes, only its own partitions change hands.
        """
        alive = self.alive()
        key = (partition, ruleset)
        if key not in self._owners:
            able = (member for member, held in alive.items() if ruleset is None or ruleset in held)
            self._owners[key] = max(
                able, key=lambda member: (_weight(member, partition), member), default=None
            )
        return self._owners[key]

    def partitions_of(self, member: MemberId, ruleset: str | None = None) -> list[int]:
        """The partitions that a member owns, in order."""
        return [
            partition
            for partition in range(SHARD_COUNT)
            if self.partition_owner(partition, ruleset) == member
        ]

    async def _beat_for_ever(self) -> None:
        while True:
            await self._clock.sleep_ms(self._beat_ms)
            self._listen_anew_if_held_up(self._clock.now_ms())
            self._awake_ms = self._clock.now_ms()
            if self._bus.is_connected:
                await self._beat()
            else:
                self._deaf_until_ms = self._clock.now_ms()

    def _beating_failed(self, error: BaseException) -> None:
        self._fail(error)  # of whoever has joined by now

    def _listen_anew_if_held_up(self, now_ms: int) -> None:
        """A process that got no processor time has heard nobody, and nobody is gone for that. One
        whose beating has ended was not held up, and is to be missed."""
        if self._beating is None or self._beating.done():
            return
        if now_ms - self._awake_ms > _HELD_UP * self._beat_ms:
            self._deaf_until_ms = now_ms

    async def _beat(self) -> None:
        if self._mine is not None:
            member, announcement = self._mine
            await self._send(member, msgspec.json.encode(announcement()), {TTL: str(self._ttl_s)})

    async def _send(self, member: MemberId, data: bytes, headers: Mapping[str, str]) -> None:
        try:
            await self._bus.publish(f"{self._prefix}{member}", data, headers)
        except BusAway:
            _log.info("members_unsaid", member=member)

    async def _on_beat(self, message: Message) -> None:
        if message.headers.get(OPERATION) is not None:
            self._heard.pop(self._member_in(message.subject), None)
        else:
            self._note(message.subject, message.data)

    def _note(self, subject: str, data: bytes) -> None:
        try:
            announcement = msgspec.json.decode(data, type=Announcement)
        except msgspec.DecodeError:
            _log.warning("announcement_unreadable", subject=subject)
            return
        self.beats += 1
        self._heard[self._member_in(subject)] = _Heard(
            frozenset(announcement.rulesets), announcement, self._clock.now_ms(), self.beats
        )

    def _member_in(self, subject: str) -> MemberId:
        return MemberId(subject.removeprefix(self._prefix))


def _tell(error: BaseException) -> None:
    """Of one that only watches: it goes on hearing others."""
    _log.error("beating_failed", exc_info=error)


def _weight(member: MemberId, partition: int) -> bytes:
    return blake2b(f"{partition}:{member}".encode(), digest_size=8).digest()
