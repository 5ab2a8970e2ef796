"""Where a room's entries lie: shards, streams, subjects. Fixed when an installation is made."""

import re
from collections.abc import Iterable
from hashlib import blake2b

from msgspec import Struct

from shared.contracts.ids import RoomId

SHARD_COUNT = 64
SNAPSHOT_STREAM = "SNAPSHOTS"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")


def shard_of(room: RoomId) -> int:
    """The room's shard, 0..63; the same on every machine and for ever."""
    return int.from_bytes(blake2b(room.encode(), digest_size=8).digest()) % SHARD_COUNT


def _checked(token: str, what: str) -> str:
    """A wildcard or a dot here would reach into foreign rooms."""
    if _TOKEN.fullmatch(token) is None:
        raise ValueError(f"{what}: must be 1-64 letters, digits, - or _")
    return token


class Layout(Struct, frozen=True):
    """How rooms map to subjects and subjects to streams."""

    stream_count: int = 4
    """1..64 streams own equal ranges of shards: more of them write to disk side by side."""
    tenant: str = "main"

    def __post_init__(self) -> None:
        if not 1 <= self.stream_count <= SHARD_COUNT:
            raise ValueError(f"stream_count: {self.stream_count} is not within 1..{SHARD_COUNT}")
        _checked(self.tenant, "tenant")

    def stream_of(self, shard: int) -> str:
        return f"EV{shard * self.stream_count // SHARD_COUNT}"

    def shards_by_stream(self, shards: Iterable[int]) -> dict[str, list[int]]:
        """The streams that hold the shards, and which of the shards each holds; both in order."""
        held: dict[str, list[int]] = {}
        for shard in sorted(set(shards)):
            if not 0 <= shard < SHARD_COUNT:
                raise ValueError(f"shard: {shard} is not within 0..{SHARD_COUNT - 1}")
            held.setdefault(self.stream_of(shard), []).append(shard)
        return held

    def subject(self, room: RoomId) -> str:
        """`ev.<shard>.<tenant>.<room>`. `ValueError` for what cannot be a room's id."""
        return f"ev.{shard_of(room)}.{self.tenant}.{_checked(room, 'room')}"

    @property
    def every_subject(self) -> str:
        """Matches all rooms of the tenant."""
        return f"ev.*.{self.tenant}.*"

    def filters(self, stream: str, shards: list[int]) -> list[str]:
        """What to ask `stream` for to hear the tenant's rooms in `shards`, all of them its own."""
        if shards == self.shards_by_stream(range(SHARD_COUNT))[stream]:
            return [self.every_subject]
        return [f"ev.{shard}.{self.tenant}.*" for shard in shards]

    def snapshot_subject(self, room: RoomId) -> str:
        return f"snap.{self.tenant}.{_checked(room, 'room')}"


MAIN = Layout()


def room_of(subject: str) -> RoomId:
    """The room that a subject of the log or of the snapshots names."""
    return RoomId(subject.rpartition(".")[2])
