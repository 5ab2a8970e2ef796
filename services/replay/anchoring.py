"""Once a minute a signed checkpoint of all rooms' heads leaves the broker.

Whoever has the broker's disk and the signing key can write any match anew, hashes, signature and
all. He cannot change what was put elsewhere before.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from services.replay.following import Follower
from services.replay.metrics import AnchorCounts
from services.replay.targets import Taken, Target, Unreachable
from shared.matchfile import checkpoint
from shared.matchfile.checkpoint import Checkpoint
from shared.runtime.bus import BusError
from shared.runtime.clock import Clock
from shared.runtime.keeping import Keeping

_log = structlog.stdlib.get_logger(__name__)

_KEPT = "anchored"
_POLL_MS = 250
_PAUSES_MS = (1_000, 2_000, 4_000, 8_000, 16_000)
"""Between tries; the last one goes on until the next checkpoint is due."""
IDLE_MS = 3_600_000
"""As long as nothing is written, a checkpoint says what the one before said. One an hour all the
same, so that nobody can put entries into that time later."""


class Anchored(Struct, frozen=True):
    """What is kept about the last checkpoint that was stored, for whoever stores the next one."""

    at_ms: int
    root: str
    key: str
    """Public key that it is signed with."""
    covered_ms: int
    """Until then nothing was written that it does not pin."""


_anchored = msgspec.json.Decoder(Anchored)


class Anchoring:
    """`is_chosen`: whether this member is the one that does it; two at once do no harm."""

    def __init__(
        self,
        *,
        follower: Follower,
        target: Target,
        keeping: Keeping,
        private_key: bytes,
        clock: Clock,
        interval_ms: int,
        is_chosen: Callable[[], bool],
        metrics: AnchorCounts,
    ) -> None:
        self._follower = follower
        self._target = target
        self._keeping = keeping
        self._private_key = private_key
        self._clock = clock
        self._interval_ms = interval_ms
        self._is_chosen = is_chosen
        self._metrics = metrics

    async def run(self) -> None:
        """Until it is cancelled: one as soon as the log is read, then one with every interval."""
        try:
            while not (self._follower.is_current and self._is_chosen()):
                await self._clock.sleep_ms(_POLL_MS)
            while True:
                due_ms = (self._clock.now_ms() // self._interval_ms + 1) * self._interval_ms
                if self._is_chosen():
                    await self._anchor(due_ms)
                await self._clock.sleep_until_ms(due_ms)
        finally:
            await self._target.close()

    async def _anchor(self, until_ms: int) -> None:
        heads, now_ms = self._follower.heads.all(), self._clock.now_ms()
        if not self._follower.is_current:
            _log.warning("anchor_behind")
            self._metrics.anchors.add(outcome="behind")
            return
        if not heads:
            return
        # Thousands of rooms take a while, and this thread answers people.
        made = await asyncio.to_thread(checkpoint.made, heads, now_ms, self._private_key)
        try:
            before = await self._before()
        except BusError as error:
            _log.warning("anchor_unknown", kind=type(error).__name__)
            before = None
        if before is not None and _says_the_same(before, made):
            self._metrics.anchors.add(outcome="unchanged")
            await self._keep(replace(before, covered_ms=now_ms))
        elif await self._put(made, until_ms):
            self._metrics.anchored_at.set(now_ms / 1000)
            self._metrics.anchored_rooms.set(len(heads))
            self._report_gap(before, now_ms)
            await self._keep(Anchored(now_ms, made.root, made.signature.key, now_ms))

    async def _put(self, made: Checkpoint, until_ms: int) -> bool:
        """Whether it was stored before the next is due, which then takes its place."""
        name, data = name_of(made), checkpoint.write(made)
        for pause_ms in (*_PAUSES_MS, *[_PAUSES_MS[-1]] * (self._interval_ms // _PAUSES_MS[-1])):
            try:
                await self._target.put(name, data)
            except Taken as taken:
                _log.error("anchor_taken", why=str(taken))
                self._metrics.anchors.add(outcome="taken")
                return False
            except Unreachable as away:
                _log.warning("anchor_unreachable", why=str(away))
                self._metrics.anchors.add(outcome="unreachable")
            else:
                self._metrics.anchors.add(outcome="stored")
                return True
            if self._clock.now_ms() + pause_ms >= until_ms:
                break
            await self._clock.sleep_ms(pause_ms)
        return False

    def _report_gap(self, before: Anchored | None, now_ms: int) -> None:
        """Entries of that time are pinned only from now on."""
        if before is not None and now_ms - before.covered_ms > 2 * self._interval_ms:
            _log.warning("anchor_gap", from_ms=before.covered_ms, to_ms=now_ms)
            self._metrics.gaps.add()

    async def _before(self) -> Anchored | None:
        """By whichever member it was stored. Raises `BusError`."""
        kept = (await self._keeping.get_all()).get(_KEPT)
        try:
            return None if kept is None else _anchored.decode(kept)
        except msgspec.DecodeError:
            return None

    async def _keep(self, anchored: Anchored) -> None:
        try:
            await self._keeping.put(_KEPT, msgspec.json.encode(anchored))
        except BusError as error:  # the next one is stored once more, or a gap told that was none
            _log.warning("anchor_not_kept", kind=type(error).__name__)


def _says_the_same(before: Anchored, made: Checkpoint) -> bool:
    is_same = (before.root, before.key) == (made.root, made.signature.key)
    return is_same and made.at_ms - before.at_ms < IDLE_MS


def name_of(made: Checkpoint) -> str:
    """A folder for each day, and in it by time of day (UTC): `2026-11-30/08-16-52.123-1a2b3c4d`."""
    at = datetime.fromtimestamp(made.at_ms // 1000, UTC)
    milliseconds = made.at_ms % 1000
    return f"{at:%Y-%m-%d/%H-%M-%S}.{milliseconds:03}-{made.root[:8]}.json"
