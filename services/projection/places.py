"""Where each shard's views stand in the log, kept so that its next owner goes on there."""

from collections.abc import Iterable

import msgspec
import structlog
from msgspec import Struct

from shared.eventstore.log import Checkpoint
from shared.runtime.bus import BusError
from shared.runtime.keeping import Keeping

_log = structlog.stdlib.get_logger(__name__)


class Place(Struct, frozen=True):
    """The entries of `shards` up to `checkpoint` are dealt with."""

    shards: tuple[int, ...]
    checkpoint: bytes
    kept_at_ms: int


_decoder = msgspec.msgpack.Decoder(Place)


class Places:
    """Kept by the lowest shard of each group that is followed together."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping

    async def read(self, shards: Iterable[int]) -> dict[Checkpoint | None, list[int]]:
        """The shards, grouped by where they stand. `None`: nobody dealt with them yet, as far as
        can be read."""
        places = map(_read, (await self._keeping.get_all()).values())
        found = [place for place in places if place is not None]
        found.sort(key=lambda place: place.kept_at_ms)
        newest = {shard: place.checkpoint for place in found for shard in place.shards}
        groups: dict[Checkpoint | None, list[int]] = {}
        for shard in shards:
            kept = newest.get(shard)
            groups.setdefault(Checkpoint(kept) if kept is not None else None, []).append(shard)
        return groups

    async def keep(self, shards: Iterable[int], checkpoint: Checkpoint, now_ms: int) -> None:
        place = Place(tuple(sorted(shards)), checkpoint, now_ms)
        try:
            await self._keeping.put(f"from-{place.shards[0]}", msgspec.msgpack.encode(place))
        except BusError as error:  # an older place costs time, nothing else
            _log.info("place_not_kept", kind=type(error).__name__)


def _read(kept: bytes) -> Place | None:
    try:
        return _decoder.decode(kept)
    except msgspec.DecodeError as error:  # an older place costs time, nothing else
        _log.warning("place_not_readable", kind=type(error).__name__)
        return None
